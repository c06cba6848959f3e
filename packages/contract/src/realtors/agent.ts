import { AGENT_LANGUAGES, CONSENT_KINDS, SPECIALTIES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, post, type Route } from '../api/route.ts';
import { fields, HOME_ID, ID, Id, LINE, LocaleField, orNull, Page, textOrNull } from '../api/schemas.ts';
import { PlaceLink } from '../homes/home.ts';
import { Answerer, ResponseTimes, sendContact } from './realtor-contacts.ts';

/** An agent of a feed, or a verified realtor of this site who is in no feed. */
export const AgentAnswer = Type.Object({
  agentId: Type.String(),
  name: Type.String(),
  nameKo: textOrNull,
  /** As the regulator or the feed writes it; California: eight digits with leading zeros. */
  licenseNumber: textOrNull,
  licenseState: textOrNull,
  licenseUrl: textOrNull,
  /** Verified with the regulator; only for realtors of this site. */
  licenseVerified: Type.Boolean(),
  brokerName: textOrNull,
  office: orNull(Type.Object({ name: textOrNull, phone: textOrNull })),
  /** Two-letter codes; unknown languages as named by the feed. */
  languages: Type.Array(Type.String()),
  /** Cities of the homes and the office, at most twelve. */
  places: Type.Array(PlaceLink),
  specialties: Type.Array(Type.Enum(SPECIALTIES)),
  homesListed: Type.Integer(),
  /** Null when the license does not allow sold homes. */
  homesSold: orNull(Type.Integer()),
  ...fields(textOrNull, 'lastSoldOn', 'realtorId', 'picture', 'bioEn', 'bioKo'),
  /** Response times to contacts of the last 90 days; null without an inbox here, and below five contacts. */
  response: orNull(ResponseTimes),
  /** Source of the numbers, as worded by the license; null without a feed. */
  source: textOrNull,
  answeredBy: Answerer,
});
export type AgentAnswer = Static<typeof AgentAnswer>;

export const ConsentText = Type.Object({
  kind: Type.Enum(CONSENT_KINDS),
  version: Type.String(),
  text: Type.String(),
});
export type ConsentText = Static<typeof ConsentText>;

export const agentCalls = {
  listAgents: {
    ...get('/maru/v1/agent', EVERYBODY, 'agent'),
    summary:
      'Agents by place, language, name, license number or specialty; one by id; the listing agent of a home',
    limit: 'list',
    errors: ['agent_not_found', 'home_not_found', 'place_not_found'],
    query: Type.Object({
      id: Type.Optional(Type.String({ ...ID, description: 'agentId or realtorId; 404 when there is none' })),
      homeId: Type.Optional(
        Type.String({
          ...HOME_ID,
          description: 'the listing agent of this home; empty when not stated',
        }),
      ),
      place: Type.Optional(
        Type.String({ maxLength: 100, description: 'slug: has homes or an office there' }),
      ),
      language: Type.Optional(
        Type.Array(Type.Enum(AGENT_LANGUAGES), { maxItems: 10, description: 'all of the given' }),
      ),
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: LINE,
          description: 'words of the name, or their prefixes',
        }),
      ),
      license: Type.Optional(
        Type.String({ minLength: 1, maxLength: 40, pattern: LINE, description: 'complete license number' }),
      ),
      specialty: Type.Optional(
        Type.Array(Type.Enum(SPECIALTIES), { maxItems: 14, description: 'all of the given' }),
      ),
      ...Page,
    }),
    response: Type.Object({
      items: Type.Array(AgentAnswer),
      next: Type.Optional(Type.String()),
      /** Most homes on the market first, then by name; not influenced by payment. */
      order: Type.Literal('homesListed'),
    }),
  },

  listAgentHomes: {
    ...get('/maru/v1/agent/homes', EVERYBODY, 'agent'),
    summary: 'Homes listed and sold by an agent, newest sale first; cards come from home/cards',
    errors: ['agent_not_found'],
    query: Type.Object({
      id: Type.String({ ...ID, description: 'agentId or realtorId' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'per list; default 12' })),
    }),
    response: Type.Object({
      listed: Type.Object({ total: Type.Integer(), homeIds: Type.Array(Type.String()) }),
      /** Empty when the license does not allow sold homes. */
      sold: Type.Object({
        total: Type.Integer(),
        homes: Type.Array(Type.Object({ homeId: Type.String(), closeDate: textOrNull })),
      }),
    }),
  },

  /** Must be shown before sending (rules R17, R18). */
  prepareContact: {
    ...get('/maru/v1/agent/contact', EVERYBODY, 'agent'),
    summary: 'The recipient of a contact, and its optional consents',
    errors: ['agent_not_found', 'realtor_not_found', 'home_not_found'],
    query: Type.Object({
      agentId: Type.Optional(Id),
      realtorId: Type.Optional(Id),
      homeId: Type.Optional(
        Type.String({
          ...HOME_ID,
          description: 'alone: the agent who lists it, else the advertising broker',
        }),
      ),
      locale: Type.Optional(LocaleField),
    }),
    response: Type.Object({
      answeredBy: Answerer,
      languages: Type.Array(Type.String()),
      consents: Type.Array(ConsentText),
    }),
  },

  contactAgent: {
    ...post('/maru/v1/agent/contact', EVERYBODY, 'agent'),
    summary: 'Sends a message to an agent; returns the recipient and the receipt',
    ...sendContact,
  },
} as const satisfies Record<string, Route>;
