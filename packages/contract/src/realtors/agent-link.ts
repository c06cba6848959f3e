import { VERIFICATIONS } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN } from '../api/access.ts';
import { del, get, post, put, type Route } from '../api/route.ts';
import { closed, fields, Id, IdParams, orNull, prose, textOrNull } from '../api/schemas.ts';

export const LINK_DIFFERENCES = ['name', 'licenseState', 'office', 'emailDomain'] as const;
export type LinkDifference = (typeof LINK_DIFFERENCES)[number];

export const AgentLink = Type.Object({
  ...fields(Type.String(), 'agentId', 'source', 'name', 'licenseNumber'),
  licenseState: textOrNull,
  officeName: textOrNull,
  /** Domain of the agent's email address in the feed. Admins only. */
  emailDomain: textOrNull,
  homesListed: Type.Integer(),
  differences: Type.Array(Type.Enum(LINK_DIFFERENCES)),
  /** `own`: its messages go to this profile while verified. `other`: linked to another profile. */
  state: Type.Enum(['none', 'own', 'other']),
  /** Whether a code can be sent to the agent's address in the feed. */
  code: Type.Enum(['possible', 'no_address', 'shared_address']),
  /** Contact without a code or with another linked profile: the feed's advertising broker. */
  broker: Type.Object({ name: Type.String(), email: Type.String() }),
  codeExpiresAt: textOrNull,
  /** `address`: an older link of an account that signs in with the feed's address. */
  proof: orNull(Type.Enum(['code', 'owner', 'address'])),
  linkedAt: textOrNull,
  /** An admin's reason. Admins only. */
  reason: textOrNull,
  /** The linked profile of `other`. Admins only. */
  linkedTo: orNull(Type.Object({ realtorId: Type.String(), name: Type.String() })),
});
export type AgentLink = Static<typeof AgentLink>;

export const AgentLinks = Type.Object({
  items: Type.Array(AgentLink),
  /** Other profiles with the same license. Admins only; else empty. */
  sameLicense: Type.Array(
    Type.Object({
      ...fields(Type.String(), 'realtorId', 'name', 'brokerName'),
      verification: Type.Enum(VERIFICATIONS),
    }),
  ),
});
export type AgentLinks = Static<typeof AgentLinks>;

export const agentLinkCalls = {
  listAgentLinks: {
    ...get('/maru/v1/realtor/:id/agent-links', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Agents of the feeds with the profile’s license, and their links',
    errors: ['realtor_not_found'],
    params: IdParams,
    response: AgentLinks,
  },

  sendLinkCode: {
    ...post('/maru/v1/realtor/:id/agent-links/code', OWNER_OR_ADMIN, 'realtor'),
    summary:
      'Sends a code to the agent’s address in the feed; limits per day: 3 per profile and agent, 6 per account, 9 per agent (6 from unverified profiles), else 429',
    limit: 'sign-in',
    status: 201,
    errors: ['realtor_not_found', 'agent_not_found', 'conflict'],
    params: IdParams,
    body: closed({ agentId: Id }),
    response: Type.Object({ expiresAt: Type.String() }),
  },

  proveAgentLink: {
    ...post('/maru/v1/realtor/:id/agent-links', OWNER_OR_ADMIN, 'realtor'),
    summary:
      'Links the profile to an agent by the emailed code; 400 for a wrong one, 410 after five attempts or an hour',
    limit: 'sign-in',
    errors: ['realtor_not_found', 'agent_not_found', 'conflict', 'expired'],
    params: IdParams,
    body: closed({ agentId: Id, code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: AgentLinks,
  },

  endAgentLink: {
    ...del('/maru/v1/realtor/:id/agent-links/:agentId', OWNER_OR_ADMIN, 'realtor'),
    summary: 'Ends a link: the agent’s messages no longer go to the profile',
    errors: ['realtor_not_found', 'agent_not_found'],
    params: Type.Object({ ...IdParams.properties, agentId: Id }),
    response: AgentLinks,
  },

  decideAgentLink: {
    ...put('/maru/v1/admin/realtor/:id/agent-links', ADMINS, 'admin'),
    summary: 'Links a profile to an agent without a code; the reason is audited',
    errors: ['realtor_not_found', 'agent_not_found', 'conflict'],
    params: IdParams,
    body: closed({ agentId: Id, reason: prose(500) }),
    response: AgentLinks,
  },
} as const satisfies Record<string, Route>;
