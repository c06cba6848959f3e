import { AGENT_LANGUAGES, CONSENT_KINDS, SPECIALTIES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, post, type Route } from '../api/route.ts';
import { HOME_ID, ID, Id, LINE, LocaleField, orNull, Page, textOrNull } from '../api/schemas.ts';
import { PlaceLink } from '../homes/home.ts';
import { Answerer, ContactBody, ContactSent } from './realtor-contacts.ts';

/** An agent of a feed, or a verified realtor of this site whom no feed knows. */
export const AgentAnswer = Type.Object({
  agentId: Type.String(),
  name: Type.String(),
  nameKo: textOrNull,
  /** As the regulator or the feed writes it; California: eight digits with leading zeros. */
  licenseNumber: textOrNull,
  /** Two letters, of the register that has it; null where the feed does not say it. */
  licenseState: textOrNull,
  /** Where anybody may look the licence up; null where we know no such page. */
  licenseUrl: textOrNull,
  /** Whether we have checked it with the regulator: only of realtors of this site. */
  licenseVerified: Type.Boolean(),
  brokerName: textOrNull,
  office: orNull(Type.Object({ name: textOrNull, phone: textOrNull })),
  /** Two-letter codes; what a feed calls a language that we do not know stands as it is. */
  languages: Type.Array(Type.String()),
  /** Cities of the homes and the office, at most twelve. */
  places: Type.Array(PlaceLink),
  specialties: Type.Array(Type.Enum(SPECIALTIES)),
  /** Homes on the market now that may be shown here. */
  homesListed: Type.Integer(),
  /** Null where the licence of the data does not allow sold homes. */
  homesSold: orNull(Type.Integer()),
  /** `YYYY-MM-DD` of the newest sale. */
  lastSoldOn: textOrNull,
  /** The profile on this site. */
  realtorId: textOrNull,
  picture: textOrNull,
  bioEn: textOrNull,
  bioKo: textOrNull,
  /**
   * How soon contacts were answered, of the newest that came by this site in 90 days; null for who has no inbox here, and
   * until five came.
   */
  response: orNull(
    Type.Object({
      received: Type.Integer(),
      answered: Type.Integer(),
      /** Half of the answered ones within so many hours. */
      medianHours: orNull(Type.Number()),
    }),
  ),
  /** Where the numbers come from, in the licence's words; null for a realtor whom no feed knows. */
  source: textOrNull,
  answeredBy: Answerer,
});
export type AgentAnswer = Static<typeof AgentAnswer>;

/** One box of the form: what stands beside it, and the version that is sent back with it. */
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
      'Agents by place, language, name, licence number, specialty; one by id; the listing agent of a home',
    limit: 'list',
    errors: ['agent_not_found', 'home_not_found', 'place_not_found'],
    query: Type.Object({
      id: Type.Optional(
        Type.String({
          ...ID,
          description: 'agentId or realtorId; 404 when there is none',
        }),
      ),
      homeId: Type.Optional(
        Type.String({
          ...HOME_ID,
          description: 'who lists this home; empty when the feed does not say',
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
          description: 'words of the name; each may be half typed',
        }),
      ),
      license: Type.Optional(
        Type.String({ minLength: 1, maxLength: 40, pattern: LINE, description: 'whole licence number' }),
      ),
      specialty: Type.Optional(
        Type.Array(Type.Enum(SPECIALTIES), { maxItems: 14, description: 'all of the given' }),
      ),
      ...Page,
    }),
    response: Type.Object({
      items: Type.Array(AgentAnswer),
      next: Type.Optional(Type.String()),
      /** Most homes on the market first, then by name: nobody can pay to stand higher. */
      order: Type.Literal('homesListed'),
    }),
  },

  listAgentHomes: {
    ...get('/maru/v1/agent/homes', EVERYBODY, 'agent'),
    summary: 'Homes that an agent offers and has sold, newest sale first; cards come from home/cards',
    errors: ['agent_not_found'],
    query: Type.Object({
      id: Type.String({ ...ID, description: 'agentId or realtorId' }),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'homes of each; default 12' }),
      ),
    }),
    response: Type.Object({
      listed: Type.Object({ total: Type.Integer(), homeIds: Type.Array(Type.String()) }),
      /** Empty where the licence of the data does not allow sold homes. */
      sold: Type.Object({
        total: Type.Integer(),
        homes: Type.Array(Type.Object({ homeId: Type.String(), closeDate: textOrNull })),
      }),
    }),
  },

  /** What a form must show before it is sent (rules R17, R18). */
  prepareContact: {
    ...get('/maru/v1/agent/contact', EVERYBODY, 'agent'),
    summary: 'Who will answer a contact, and the consents beside its form, none of them required',
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
      /** What who answers speaks, as in `AgentAnswer`; empty where it is not stated. */
      languages: Type.Array(Type.String()),
      consents: Type.Array(ConsentText),
    }),
  },

  contactAgent: {
    ...post('/maru/v1/agent/contact', EVERYBODY, 'agent'),
    summary: 'Writes to an agent; answers who got it and the receipt',
    limit: 'contact',
    status: 201,
    errors: ['agent_not_found', 'realtor_not_found', 'home_not_found', 'conflict', 'idempotency_key_reused'],
    body: ContactBody,
    response: ContactSent,
  },
} as const satisfies Record<string, Route>;
