import { type AgentLink, type AgentLinks, LINK_DIFFERENCES, type LinkDifference } from '@maru/contract';
import { mayEditRealtor } from '@maru/listing/people';
import type { LinkCandidate, Realtor } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLinkCode } from '../../contacts/link-code.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { callerOf } from '../../plugins/session.ts';

type LinkParts = Pick<Parts, 'store' | 'now'>;

/** The links between profiles and the feeds' agents: by a code to the feed's address of the agent, or by an admin. */
export function registerAgentLinkRoutes(app: FastifyInstance, parts: LinkParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  /** @throws ApiError 404 when it is another's: nothing says whether there is one */
  const ownOf = async (request: FastifyRequest, id: string): Promise<Realtor> => {
    const realtor = await store.realtors.find(id);
    if (realtor === undefined || !mayEditRealtor(callerOf(request), realtor))
      throw new ApiError(404, 'realtor_not_found');
    return realtor;
  };
  const answer = async (request: FastifyRequest, realtor: Realtor): Promise<AgentLinks> => {
    const isAdmin = callerOf(request).role === 'admin';
    const account = await store.accounts.find(realtor.userId);
    const accountEmail = account?.emailVerified === true ? account.email : null;
    const found = await store.agentLinks.listCandidates(realtor.realtorId, now());
    return {
      items: found.map((one) => linkAnswer(one, { realtor, accountEmail, isAdmin })),
      sameLicense: isAdmin
        ? (await store.agentLinks.listSameLicense(realtor.realtorId)).map((one) => ({
            ...one,
            verification: one.verification as Realtor['verification'],
          }))
        : [],
    };
  };

  serve(app, 'listAgentLinks', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    return await answer(request, await ownOf(request, request.params.id));
  });

  serve(app, 'sendLinkCode', async (request) => {
    const { realtorId } = await ownOf(request, request.params.id);
    const by = { userId: request.caller.userId, now: now() };
    const sent = await store.agentLinks.sendCode(realtorId, request.body.agentId, by);
    if (sent === 'too_many') throw new ApiError(429, 'too_many_requests', { retryAfter: 86_400 });
    if (sent === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (typeof sent === 'string') throw new ApiError(409, 'conflict');
    return { expiresAt: sent.expiresAt.toISOString() };
  });

  serve(app, 'proveAgentLink', async (request) => {
    const realtor = await ownOf(request, request.params.id);
    const { agentId, code } = request.body;
    const secret = await store.secrets.load('agent-link');
    const isCode = (letterId: string) => isLinkCode(code, letterId, secret);
    const by = { userId: request.caller.userId, now: now() };
    const done = await store.agentLinks.prove(realtor.realtorId, agentId, isCode, by);
    if (done === 'wrong') throw invalidRequest([{ field: 'code', reason: 'unknown_value' }]);
    if (done === 'expired') throw new ApiError(410, 'expired');
    if (done === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (done === 'linked') throw new ApiError(409, 'conflict');
    return await answer(request, realtor);
  });

  serve(app, 'endAgentLink', async (request) => {
    const realtor = await ownOf(request, request.params.id);
    const by = { userId: request.caller.userId, now: now() };
    if (!(await store.agentLinks.end(realtor.realtorId, request.params.agentId, by)))
      throw new ApiError(404, 'agent_not_found');
    return await answer(request, realtor);
  });

  serve(app, 'decideAgentLink', async (request) => {
    const realtor = await ownOf(request, request.params.id);
    const { agentId, reason } = request.body;
    const by = { reason: reason.trim(), userId: request.caller.userId, now: now() };
    const done = await store.agentLinks.decide(realtor.realtorId, agentId, by);
    if (done === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (done === 'linked') throw new ApiError(409, 'conflict');
    return await answer(request, realtor);
  });
}

function linkAnswer(
  one: LinkCandidate,
  { realtor, accountEmail, isAdmin }: { realtor: Realtor; accountEmail: string | null; isAdmin: boolean },
): AgentLink {
  const { agentId, source, name, licenseNumber, licenseState, officeName, homesListed, broker, link } = one;
  const isOwn = link?.realtorId === realtor.realtorId;
  const domain = domainOf(one.email);
  const differs: Record<LinkDifference, boolean> = {
    name: plain(name) !== plain(realtor.name),
    licenseState: licenseState !== null && licenseState !== realtor.licenseState,
    office:
      officeName !== null &&
      ![realtor.officeName, realtor.brokerName].some(
        (own) => own !== null && plain(own) === plain(officeName),
      ),
    // What the account has proven counts before what the profile says.
    emailDomain: domain !== null && domain !== domainOf(accountEmail ?? realtor.email),
  };
  return {
    agentId,
    source,
    name,
    licenseNumber,
    licenseState,
    officeName,
    // An agent's address is nothing to find out by typing a licence number.
    emailDomain: isAdmin ? domain : null,
    homesListed,
    differences: LINK_DIFFERENCES.filter((key) => differs[key] && (isAdmin || key !== 'emailDomain')),
    state: link === null ? 'none' : isOwn ? 'own' : 'other',
    code: one.email === null ? 'no_address' : one.isEmailShared ? 'shared_address' : 'possible',
    broker,
    codeExpiresAt: one.codeExpiresAt?.toISOString() ?? null,
    proof: isOwn ? link.proof : null,
    linkedAt: isOwn ? link.linkedAt.toISOString() : null,
    reason: isAdmin && link !== null ? link.reason : null,
    linkedTo: isAdmin && link !== null && !isOwn ? { realtorId: link.realtorId, name: link.name } : null,
  };
}

/** As two spellings of a name are compared. */
function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

function domainOf(email: string | null): string | null {
  return email?.split('@').at(-1)?.toLowerCase() ?? null;
}
