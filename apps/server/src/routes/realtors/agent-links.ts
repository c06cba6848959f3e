import { type AgentLink, type AgentLinks, LINK_DIFFERENCES, type LinkDifference } from '@maru/contract';
import type { LinkCandidate, Realtor } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { isLinkCode } from '../../contacts/link-code.ts';
import { loadOwnRealtor } from '../../contacts/own-realtor.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

type LinkParts = Pick<Parts, 'store' | 'now'>;

/** Links between profiles and agents of the feeds, made with a code emailed to the agent's address in the feed, or by an admin. */
export function registerAgentLinkRoutes(app: FastifyInstance, parts: LinkParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  const by = ({ userId }: Caller) => ({ userId, now: now() });
  const answer = async (caller: Caller, realtor: Realtor): Promise<AgentLinks> => {
    const isAdmin = caller.role === 'admin';
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

  serve(app, 'listAgentLinks', async ({ params, caller }, reply) => {
    reply.header('cache-control', 'private, no-store');
    return await answer(caller, await loadOwnRealtor(params.id, caller, parts));
  });

  serve(app, 'sendLinkCode', async ({ params, body, caller }) => {
    const { realtorId } = await loadOwnRealtor(params.id, caller, parts);
    const sent = await store.agentLinks.sendCode(realtorId, body.agentId, by(caller));
    if (sent === 'too_many') throw new ApiError(429, 'too_many_requests', { retryAfter: 86_400 });
    if (sent === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (typeof sent === 'string') throw new ApiError(409, 'conflict');
    return { expiresAt: sent.expiresAt.toISOString() };
  });

  serve(app, 'proveAgentLink', async ({ params, body, caller }) => {
    const realtor = await loadOwnRealtor(params.id, caller, parts);
    const secret = await store.secrets.load('agent-link');
    const isCode = (letterId: string) => isLinkCode(body.code, letterId, secret);
    const done = await store.agentLinks.prove(realtor.realtorId, body.agentId, isCode, by(caller));
    if (done === 'wrong') throw invalidRequest([{ field: 'code', reason: 'unknown_value' }]);
    if (done === 'expired') throw new ApiError(410, 'expired');
    if (done === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (done === 'linked') throw new ApiError(409, 'conflict');
    return await answer(caller, realtor);
  });

  serve(app, 'endAgentLink', async ({ params, caller }) => {
    const realtor = await loadOwnRealtor(params.id, caller, parts);
    const isEnded = await store.agentLinks.end(realtor.realtorId, params.agentId, by(caller));
    if (!isEnded) throw new ApiError(404, 'agent_not_found');
    return await answer(caller, realtor);
  });

  serve(app, 'decideAgentLink', async ({ params, body, caller }) => {
    const realtor = await loadOwnRealtor(params.id, caller, parts);
    const reason = body.reason.trim();
    const done = await store.agentLinks.decide(realtor.realtorId, body.agentId, { ...by(caller), reason });
    if (done === 'not_found') throw new ApiError(404, 'agent_not_found');
    if (done === 'linked') throw new ApiError(409, 'conflict');
    return await answer(caller, realtor);
  });
}

function linkAnswer(
  one: LinkCandidate,
  { realtor, accountEmail, isAdmin }: { realtor: Realtor; accountEmail: string | null; isAdmin: boolean },
): AgentLink {
  const { isEmailShared, email, codeExpiresAt, link, ...facts } = one;
  const { name, licenseState, officeName } = facts;
  const isOwn = link?.realtorId === realtor.realtorId;
  const domain = findDomain(email);
  const differs: Record<LinkDifference, boolean> = {
    name: plain(name) !== plain(realtor.name),
    licenseState: licenseState !== null && licenseState !== realtor.licenseState,
    office:
      officeName !== null &&
      ![realtor.officeName, realtor.brokerName].some(
        (own) => own !== null && plain(own) === plain(officeName),
      ),
    // An address verified by the account takes precedence over that of the profile.
    emailDomain: domain !== null && domain !== findDomain(accountEmail ?? realtor.email),
  };
  return {
    ...facts,
    // Not for others: anybody may type a license number.
    emailDomain: isAdmin ? domain : null,
    differences: LINK_DIFFERENCES.filter((key) => differs[key] && (isAdmin || key !== 'emailDomain')),
    state: link === null ? 'none' : isOwn ? 'own' : 'other',
    code: email === null ? 'no_address' : isEmailShared ? 'shared_address' : 'possible',
    codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
    proof: isOwn ? link.proof : null,
    linkedAt: isOwn ? link.linkedAt.toISOString() : null,
    reason: isAdmin && link !== null ? link.reason : null,
    linkedTo: isAdmin && link !== null && !isOwn ? { realtorId: link.realtorId, name: link.name } : null,
  };
}

/** Letters and digits only, for the comparison of names. */
function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

function findDomain(email: string | null): string | null {
  return email?.split('@').at(-1)?.toLowerCase() ?? null;
}
