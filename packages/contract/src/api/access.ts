import { USER_ROLES } from '@maru/listing/people';

/** A realtor has a profile; until an admin verifies it, only its owner and admins see it. */
const CALLER_ROLES = ['anonymous', ...USER_ROLES] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** What a call does for one role; else 401 without a session, 403 with one, 404 for a private resource. */
export const RULES = {
  yes: 'yes',
  no: 'no',
  own: 'their own',
  public: 'what is public, and their own',
  one: 'one of their own',
  pending: 'waits for approval',
  sent: 'those they sent',
  received: 'those they received or sent',
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
