import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query, queryColumn, type Source } from '../db/connection.ts';
import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';

export interface Email {
  letterId: string;
  /** The template: a file in the server's mail folder. */
  kind: string;
  subjectId: string;
  locale: 'en' | 'ko';
  toEmail: string;
  createdAt: Date;
}

export type NewEmail = Pick<Email, 'kind' | 'subjectId' | 'locale' | 'toEmail'>;

const EMAIL = `letter_id as "letterId", kind, subject_id as "subjectId", locale, to_email as "toEmail",
  created_at as "createdAt"`;

export const PRIORITY = {
  /** Somebody is waiting for it at a form, or it concerns the reader's own account. */
  account: 3,
  verified: 2,
  message: 1,
  unsolicited: 0,
};
const PRIORITY_BY_KIND: Record<string, number> = {
  'agent-code': PRIORITY.account,
  'agent-applied': PRIORITY.account,
  'agent-linked': PRIORITY.account,
  'realtor-verified': PRIORITY.account,
  'realtor-refused': PRIORITY.account,
  alert: PRIORITY.verified,
};

/** Whether the account has verified this address: its sign-in provider confirms it. */
export async function isVerifiedAddress(
  source: Source,
  userId: string | null,
  email: string,
): Promise<boolean> {
  if (userId === null) return false;
  const rows = await query(
    source,
    'select 1 from account where user_id = $1 and email_verified and lower(email) = lower($2)',
    [userId, email],
  );
  return rows.length > 0;
}

/** `priority`: by kind unless given. `notBefore`: earliest delivery. `bundleId`: the email that includes this one. */
export async function enqueueEmail(
  client: pg.ClientBase,
  email: NewEmail,
  now: Date,
  own: { letterId?: string; priority?: number; notBefore?: Date; bundleId?: string } = {},
): Promise<void> {
  const priority = PRIORITY_BY_KIND[email.kind] ?? PRIORITY.message;
  await insertRow(client, 'letter', { letterId: randomUUID(), priority, ...email, createdAt: now, ...own });
}

/** The outbox. An email is leased by a sender until it is sent or has failed. */
export class Emails extends Repository {
  /** To the owner, once for a subject and address, in the language of the account with that address, else in Korean. */
  async enqueueOnce(email: Omit<NewEmail, 'locale'>, now: Date): Promise<void> {
    const { kind, subjectId, toEmail } = email;
    await this.transaction(async (client) => {
      await lockByName(client, `maru:letter:${kind}:${subjectId}:${toEmail}`);
      const [known] = await queryColumn(
        client,
        'select 1 from letter where kind = $1 and subject_id = $2 and to_email = $3 limit 1',
        [kind, subjectId, toEmail],
      );
      if (known !== undefined) return;
      const [locale = 'ko'] = await queryColumn<'en' | 'ko'>(
        client,
        'select locale from account where lower(email) = lower($1) limit 1',
        [toEmail],
      );
      await enqueueEmail(client, { ...email, locale }, now);
    });
  }

  /** Due emails without a job, in delivery order. */
  async listUnqueued(limit: number, now: Date): Promise<{ letterId: string; priority: number }[]> {
    return await this.query(
      `select letter_id as "letterId", priority from letter
       where queued_at is null and sent_at is null and failed_at is null and bundle_id is null
         and (not_before is null or not_before <= $2)
       order by priority desc, created_at limit $1`,
      [limit, now],
    );
  }

  /** Subject ids of the emails included in this one that are still wanted, oldest first. */
  async listBundled(letterId: string): Promise<string[]> {
    return await this.queryColumn(
      `select subject_id from letter where bundle_id = $1 and sent_at is null and failed_at is null
       order by created_at, letter_id`,
      [letterId],
    );
  }

  async markQueued(letterIds: readonly string[], now: Date): Promise<void> {
    await this.query('update letter set queued_at = $2 where letter_id = any($1)', [letterIds, now]);
  }

  /** Leases an email for `seconds` if it is still pending and not leased. Undefined otherwise: nothing to do. */
  async take(letterId: string, now: Date, seconds: number): Promise<Email | undefined> {
    return await this.queryRow<Email>(
      `update letter set taken_until = $2::timestamptz + make_interval(secs => $3)
       where letter_id = $1 and sent_at is null and failed_at is null and (taken_until is null or taken_until < $2)
       returning ${EMAIL}`,
      [letterId, now, seconds],
    );
  }

  async markSent(letterId: string, now: Date): Promise<void> {
    await this.query(
      `update letter set sent_at = $2, failure = null
       where letter_id = $1 or (bundle_id = $1 and sent_at is null and failed_at is null)`,
      [letterId, now],
    );
  }

  /** Returns the email for a retry. `failure` is a code without personal data. */
  async release(letterId: string, failure: string): Promise<void> {
    await this.query(
      'update letter set taken_until = null, failure = $2 where letter_id = $1 and sent_at is null',
      [letterId, failure],
    );
  }

  /**
   * Replaces an email by two with half of the emails it included each, due now. False when it included fewer than two: nothing is done.
   */
  async split(letterId: string, now: Date): Promise<boolean> {
    const rows = await this.query(
      `with member as (
         select letter_id, ntile(2) over (order by created_at, letter_id) as half from letter
         where bundle_id = $1 and sent_at is null and failed_at is null
       ), split as (
         update letter set failed_at = $3, failure = 'cancelled'
         where letter_id = $1 and (select count(*) from member) > 1
         returning kind, locale, to_email, created_at, priority
       ), made as (
         insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, priority)
         select id, kind, id, locale, to_email, created_at, priority from split, unnest($2::text[]) as id
         returning letter_id
       )
       update letter l set bundle_id = ($2::text[])[m.half] from member m
       where l.letter_id = m.letter_id and exists (select from made) returning l.letter_id`,
      [letterId, [randomUUID(), randomUUID()], now],
    );
    return rows.length > 0;
  }

  async markFailed(letterId: string, failure: string, now: Date): Promise<void> {
    await this.query(
      `update letter set failed_at = $3, failure = $2
       where (letter_id = $1 or bundle_id = $1) and sent_at is null and failed_at is null`,
      [letterId, failure, now],
    );
  }

  async isVerifiedAddress(userId: string | null, email: string): Promise<boolean> {
    return await isVerifiedAddress(this.pool, userId, email);
  }

  /** Number of due and of failed emails, for the admin and /metrics. */
  async count(now = new Date()): Promise<{ waiting: number; failed: number }> {
    const rows = await this.query<{ waiting: number; failed: number }>(
      `select count(*) filter (where failed_at is null and (not_before is null or not_before <= $1)) as waiting,
         count(*) filter (where failed_at is not null and failure not in ('cancelled', 'forgiven')) as failed from letter
       where sent_at is null and bundle_id is null`,
      [now],
    );
    return rows[0]!;
  }
}
