import type { AgentAnswer, ContactBody, ContactSent, ROUTES, RouteQuery } from '@maru/contract';
import { normalizeLicense } from '@maru/listing/people';
import type { Agent } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consentTexts } from '../../auth/consent-text.ts';
import { agentAnswer } from '../../contacts/agent-answer.ts';
import { newContact } from '../../contacts/new-contact.ts';
import { formatReceiptToken, receiptPath } from '../../contacts/receipt-token.ts';
import { findAnswerers, findListingAgent, findRecipient, toAnswerer } from '../../contacts/recipients.ts';
import { invalidRequest, orNotFound } from '../../http/api-error.ts';
import { onceKey, reusedKey } from '../../http/conditional-request.ts';
import { formatCursor, PAGE_SIZE, parseCursor } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { RealtorPictures } from '../../media/realtor-pictures.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { placeNotFound } from '../../search/place-not-found.ts';

type AgentParts = Pick<Parts, 'store' | 'gazetteer' | 'now'> & { realtorPictures: RealtorPictures };
type AgentQuery = RouteQuery<typeof ROUTES.listAgents>;

const HOMES_SHOWN = 12;
/** Maximum of an int4 column. */
const MAX_HOMES = 2 ** 31 - 1;

/** GET /agent and /agent/contact, POST /agent/contact and /realtor-contacts: finding and contacting agents. */
export function registerAgentRoutes(app: FastifyInstance, parts: AgentParts): void {
  const { store } = parts;

  serve(app, 'listAgents', async (request) => {
    const { agents, next } = await findAgents(request, parts);
    const [{ answerers, realtors }, responses] = await Promise.all([
      findAnswerers(agents, parts),
      store.contacts.responseTimes(
        agents.flatMap((agent) => agent.realtorId ?? []),
        new Date(parts.now()),
      ),
    ]);
    const items = agents.map(async (agent, at): Promise<AgentAnswer> => {
      const realtor = agent.realtorId === null ? undefined : realtors.get(agent.realtorId);
      const picture = await parts.realtorPictures.findAddress(realtor?.pictureId ?? null, true);
      const response = agent.realtorId === null ? undefined : responses.get(agent.realtorId);
      return agentAnswer(agent, { answeredBy: answerers[at]!, realtor, picture, response }, parts.gazetteer);
    });
    return {
      items: await Promise.all(items),
      ...(next === undefined ? {} : { next }),
      order: 'homesListed',
    };
  });

  serve(app, 'listAgentHomes', async ({ query }) => {
    const { id, limit = HOMES_SHOWN } = query;
    const agent = orNotFound(await store.agents.find(id), 'agent_not_found');
    return await store.agents.listHomes(agent, limit);
  });

  serve(app, 'prepareContact', async (request) => {
    const { recipient, nameKo, languages } = await findRecipient(request.query, parts);
    const locale = localeOfRequest(request);
    return {
      answeredBy: toAnswerer(recipient, nameKo),
      languages,
      consents: consentTexts(locale, recipient.name),
    };
  });

  const send = async (request: FastifyRequest<{ Body: ContactBody }>): Promise<ContactSent> => {
    const contact = await newContact(request, parts);
    const now = new Date(parts.now());
    const made = await store.contacts.create(contact, now, onceKey(request, 'contact'));
    if (made.kind === 'reused') throw reusedKey();
    const { contactId, createdAt, recipient } = made.contact;
    const token = formatReceiptToken(contactId, await store.secrets.load('receipt'));
    return {
      contactId,
      createdAt: createdAt.toISOString(),
      answeredBy: toAnswerer(recipient),
      receipt: { token, path: receiptPath(token) },
    };
  };
  serve(app, 'contactAgent', async (request) => {
    const { agentId, realtorId, homeId } = request.body;
    if (agentId === undefined && realtorId === undefined && homeId === undefined) {
      throw invalidRequest([{ field: 'agentId', reason: 'missing' }]);
    }
    return await send(request);
  });
  serve(app, 'createRealtorContact', async (request) => {
    if (request.body.realtorId === undefined)
      throw invalidRequest([{ field: 'realtorId', reason: 'missing' }]);
    return await send(request);
  });
}

/** The agents of a query: one by id, the listing agent of a home, or a page of the list. */
async function findAgents(
  request: FastifyRequest<{ Querystring: AgentQuery }>,
  { store, gazetteer }: AgentParts,
): Promise<{ agents: Agent[]; next?: string }> {
  const { id, homeId, place, name, language, specialty, license, cursor, limit = PAGE_SIZE } = request.query;
  const after = parseCursor(cursor, ['number', 'string', 'string']);
  if (after !== undefined && !(Number.isInteger(after[0]) && after[0] >= 0 && after[0] <= MAX_HOMES)) {
    throw invalidRequest([{ field: 'cursor', reason: 'malformed' }]);
  }
  if (id !== undefined) return { agents: [orNotFound(await store.agents.find(id), 'agent_not_found')] };
  if (homeId !== undefined) {
    const home = orNotFound(await store.loadHome(homeId), 'home_not_found', { homeId });
    const agent = await findListingAgent(home, { store });
    return { agents: agent === undefined ? [] : [agent] };
  }
  if (place !== undefined && gazetteer.findPlace(place) === undefined) {
    throw placeNotFound(gazetteer, place, localeOfRequest(request), 'sale');
  }
  const { agents, next } = await store.agents.list({
    place,
    name,
    languages: language,
    specialties: specialty,
    // As stored: without a leading "DRE #".
    license: license === undefined ? undefined : (normalizeLicense('', license) ?? license.trim()),
    after:
      after === undefined ? undefined : { homesListed: after[0], nameFolded: after[1], agentId: after[2] },
    limit,
  });
  return {
    agents,
    ...(next === undefined ? {} : { next: formatCursor([next.homesListed, next.nameFolded, next.agentId]) }),
  };
}
