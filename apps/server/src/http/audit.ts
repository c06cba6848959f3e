import type { AuditEntry } from '@maru/store';
import type { Caller } from '../auth/access-tokens.ts';
import type { Parts } from '../parts.ts';

/** Writes what a caller has done to the audit log. @see AuditEntry for what `facts` may contain */
export type WriteAudit = (
  caller: Pick<Caller, 'userId'>,
  action: AuditEntry['action'],
  subject: string,
  facts?: AuditEntry['facts'],
) => Promise<void>;

export function createAudit({ store, now }: Pick<Parts, 'store' | 'now'>): WriteAudit {
  return ({ userId }, action, subject, facts) =>
    store.audit.write({ actorId: userId, action, subject, facts, at: new Date(now()) });
}
