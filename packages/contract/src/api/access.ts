import { USER_ROLES } from '@maru/listing/people';

/** Who calls. A realtor has a profile; until an admin verifies it, only they see it and what belongs to it. */
const CALLER_ROLES = ['anonymous', ...USER_ROLES] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/**
 * What a call does for one role. A rejected call answers 401 without a session, 403 with one, and 404 where the caller may not
 * learn that the resource exists.
 */
export const RULES = {
  /** The same for everybody. */
  yes: 'yes',
  no: 'no',
  /** Only resources that belong to the caller. */
  own: 'their own',
  /** Public resources, and the caller's own. */
  public: 'what is public, and their own',
  /** One resource per caller. */
  one: 'one of their own',
  /** Accepted; published after an admin approves it. */
  pending: 'waits for approval',
  /** Contacts that the caller sent: read, withdraw. */
  sent: 'those they sent',
  /** Contacts that the caller's profile received or that the caller sent. */
  received: 'those they received or sent',
  /** The caller, and people who wrote to the caller and allow it. */
  contacted: 'their own, and of people who wrote to them',
} as const;
export type Rule = keyof typeof RULES;

/** One row of the permission table (rule S6.1). */
export type Access = Readonly<Record<CallerRole, Rule>>;

export const EVERYBODY = { anonymous: 'yes', user: 'yes', realtor: 'yes', admin: 'yes' } as const;
export const SIGNED_IN = { anonymous: 'no', user: 'own', realtor: 'own', admin: 'own' } as const;
export const ADMINS = { anonymous: 'no', user: 'no', realtor: 'no', admin: 'yes' } as const;
export const OWNER_OR_ADMIN = { anonymous: 'no', user: 'own', realtor: 'own', admin: 'yes' } as const;
export const PUBLIC_OR_OWN = {
  anonymous: 'public',
  user: 'public',
  realtor: 'public',
  admin: 'yes',
} as const;
export const SENDER_OR_RECIPIENT = {
  anonymous: 'no',
  user: 'sent',
  realtor: 'received',
  admin: 'yes',
} as const;
export const SELF_OR_RECIPIENT = {
  anonymous: 'no',
  user: 'own',
  realtor: 'contacted',
  admin: 'yes',
} as const;

/** The least role that may make a call at all. */
export function requiredRole({ anonymous, user }: Access): 'anyone' | 'user' | 'admin' {
  return anonymous !== 'no' ? 'anyone' : user !== 'no' ? 'user' : 'admin';
}

/** Whether the response of a call is the same for everybody. Tokens are ignored, and shared caches may store it. */
export function isPublicRead({ method, access }: { method: string; access: Access }): boolean {
  return method === 'GET' && Object.values(access).every((rule) => rule === 'yes');
}
