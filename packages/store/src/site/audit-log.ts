import type { AuditAction } from '@maru/listing/people';
import type pg from 'pg';
import { withClient } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** An action of an admin, an account's owner or the process itself (`actorId` null). */
export interface AuditEntry {
  actorId: string | null;
  action: AuditAction;
  subject: string;
  /**
   * No secrets, email addresses, phone numbers or user texts, except an admin's reason (`realtor.link`) and text of a
   * reopened review, which is deleted with the review (`deleteReviewsIn`).
   */
  facts?: Record<string, string | number | boolean | null>;
  at: Date;
}

export interface AuditRow extends AuditEntry {
  auditId: number;
  facts: Record<string, string | number | boolean | null>;
}

export class AuditLog extends Repository {
  async write({ at: now, actorId, action, subject, facts }: AuditEntry): Promise<void> {
    await withClient(this.pool, (client) => writeAuditIn(client, { actorId, now }, action, subject, facts));
  }

  /** Actions on or by this account or object, newest first; before `before` (an `auditId`) if given. */
  async list(options: {
    subject?: string;
    actorId?: string;
    /** `realtor.verified`, or all actions of a noun: `realtor.` */
    action?: string;
    before?: number;
    limit: number;
  }): Promise<AuditRow[]> {
    const { subject = null, actorId = null, action = null, before = null, limit } = options;
    const isNoun = action?.endsWith('.') === true;
    if (isNoun && subject === null && actorId === null) {
      return await this.query<AuditRow>(OF_A_NOUN, [action, before, limit]);
    }
    const isAction = isNoun
      ? sql`starts_with(action, ${action})`
      : sql`(${action}::text is null or action = ${action})`;
    return await this.query<AuditRow>(sql`
      select ${COLUMNS} from audit_log
      where (${subject}::text is null or subject = ${subject}) and (${actorId}::text is null or actor_id = ${actorId})
        and (${before}::bigint is null or audit_id < ${before}) and ${isAction}
      order by audit_id desc limit ${limit}`);
  }
}

const COLUMNS = sql`audit_id as "auditId", at, actor_id as "actorId", action, subject, facts`;
/** The latest rows of each action of the noun, by the action index alone: a loose index scan finds the actions. */
const OF_A_NOUN = `with recursive known as (
    (select action from audit_log order by action limit 1)
    union all
    select (select l.action from audit_log l where l.action > known.action order by l.action limit 1)
    from known where known.action is not null
  )
  select ${COLUMNS} from known cross join lateral (
    select l.audit_id, l.at, l.actor_id, l.subject, l.facts from audit_log l
    where l.action = known.action and ($2::bigint is null or l.audit_id < $2) order by l.audit_id desc limit $3
  ) l where starts_with(known.action, $1) order by audit_id desc limit $3`;

/** Within the caller's transaction, so that the action and its entry are committed together. */
export async function writeAuditIn(
  client: pg.ClientBase,
  { actorId, now }: { actorId: string | null; now: Date },
  action: AuditAction,
  subject: string,
  facts: AuditRow['facts'] = {},
): Promise<void> {
  await insertRow(client, 'audit_log', { at: now, actorId, action, subject, facts: JSON.stringify(facts) });
}
