import { VERIFICATIONS } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN } from '../api/access.ts';
import { del, get, post, put, type Route } from '../api/route.ts';
import { closed, Id, IdParams, orNull, prose, textOrNull } from '../api/schemas.ts';

/** What of a profile differs from what the feed says of the agent. */
export const LINK_DIFFERENCES = ['name', 'licenseState', 'office', 'emailDomain'] as const;
export type LinkDifference = (typeof LINK_DIFFERENCES)[number];

/** An agent of a feed with the licence of the profile. */
export const AgentLink = Type.Object({
  agentId: Type.String(),
  /** The feed, as its licence wants it named. */
  source: Type.String(),
  name: Type.String(),
  licenseNumber: Type.String(),
  licenseState: textOrNull,
  officeName: textOrNull,
  /** `example.com`, of the feed's address of the agent. For admins. */
  emailDomain: textOrNull,
  homesListed: Type.Integer(),
  differences: Type.Array(Type.Enum(LINK_DIFFERENCES)),
  /** `own`: its messages go to this profile while that is verified. `other`: it is linked to another profile. */
  state: Type.Enum(['none', 'own', 'other']),
  /** Whether a code can be sent to the feed's address of the agent; why not. */
  code: Type.Enum(['possible', 'no_address', 'shared_address']),
  /** Who to write to where no code can be sent or another profile is linked: the advertising broker of the feed. */
  broker: Type.Object({ name: Type.String(), email: Type.String() }),
  /** Until when the last code that was sent is taken. */
  codeExpiresAt: textOrNull,
  /** `address`: a link from before codes were asked for, of an account that signs in with the feed's address. */
  proof: orNull(Type.Enum(['code', 'owner', 'address'])),
  linkedAt: textOrNull,
  /** An admin's reason. For admins. */
  reason: textOrNull,
  /** Who has it, where `other`. For admins. */
  linkedTo: orNull(Type.Object({ realtorId: Type.String(), name: Type.String() })),
});
export type AgentLink = Static<typeof AgentLink>;

export const AgentLinks = Type.Object({
  items: Type.Array(AgentLink),
  /** Other profiles with the same licence. For admins; else empty. */
  sameLicense: Type.Array(
    Type.Object({
      realtorId: Type.String(),
      name: Type.String(),
      brokerName: Type.String(),
      verification: Type.Enum(VERIFICATIONS),
    }),
  ),
});
export type AgentLinks = Static<typeof AgentLinks>;

export const agentLinkCalls = {
  listAgentLinks: {
    ...get('/maru/v1/realtor/:id/agent-links', OWNER_OR_ADMIN, 'realtor'),
    summary:
      'The agents of the feeds with the licence of one’s own profile, and whether it is linked to them',
    errors: ['realtor_not_found'],
    params: IdParams,
    response: AgentLinks,
  },

  sendLinkCode: {
    ...post('/maru/v1/realtor/:id/agent-links/code', OWNER_OR_ADMIN, 'realtor'),
    summary:
      'Sends a code to the feed’s own address of an agent; 3 a day to one agent by one profile, 6 a day by one account, 9 a day to one agent by anybody (6 by profiles that are not verified), else 429',
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
      'Links one’s own profile to an agent by the code of the letter; 400 for a wrong one, 410 after five or an hour',
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
    summary: 'Links a profile to an agent without a code; the reason stands in the audit log',
    errors: ['realtor_not_found', 'agent_not_found', 'conflict'],
    params: IdParams,
    body: closed({ agentId: Id, reason: prose(500) }),
    response: AgentLinks,
  },
} as const satisfies Record<string, Route>;
