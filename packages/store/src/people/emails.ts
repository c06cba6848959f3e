import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query } from '../db/connection.ts';

/** An email of the outbox, rendered when it is sent. */
export interface Email {
  letterId: string;
  /** The template: a file in the server's mail folder. */
  kind: string;
  /** Id of the subject: a contact, a realtor … */
  subjectId: string;
  locale: 'en' | 'ko';
  toEmail: string;
  createdAt: Date;
}

const LETTER = `letter_id as "letterId", kind, subject_id as "subjectId", locale, to_email as "toEmail",
  created_at as "createdAt"`;

/** Delivery order when many emails are pending. */
export const PRIORITY = {
  /** Somebody is waiting for it at a form, or it concerns the reader's own account. */
  account: 3,
  /** To an address verified by its account. */
  proven: 2,
  /** Messages, replies and their consequences. */
  message: 1,
  /** To an address typed into a form. */
  unasked: 0,
};
const PRIORITY_OF: Record<string, number> = {
  'agent-code': PRIORITY.account,
  'agent-applied': PRIORITY.account,
  'agent-linked': PRIORITY.account,
  'realtor-verified': PRIORITY.account,
  'realtor-refused': PRIORITY.account,
  alert: PRIORITY.proven,
};

/** Whether the account has verified this address: its sign-in provider confirms it. */
export async function isProvenAddress(
  client: pg.ClientBase | pg.Pool,
  userId: string | null,
  email: string,
): Promise<boolean> {
  if (userId === null) return false;
  const { rows } = await client.query(
    'select 1 from account where user_id = $1 and email_verified and lower(email) = lower($2)',
    [userId, email],
  );
  return rows.length > 0;
}

/**
 * Inserts an email in the caller's transaction. `priority`: one of `PRIORITY`, default by kind. `notBefore`: earliest
 * delivery. `bundleId`: the email that includes this one, which is then never sent itself.
 */
export async function enqueueEmail(
  client: pg.ClientBase,
  letter: Pick<Email, 'kind' | 'subjectId' | 'locale' | 'toEmail'>,
  now: Date,
  own: { letterId?: string; priority?: number; notBefore?: Date; bundleId?: string } = {},
): Promise<void> {
  const { letterId = randomUUID(), notBefore = null, bundleId = null } = own;
  const priority = own.priority ?? PRIORITY_OF[letter.kind] ?? PRIORITY.message;
  await client.query(
    `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, priority, not_before, bundle_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      letterId,
      letter.kind,
      letter.subjectId,
      letter.locale,
      letter.toEmail,
      now,
      priority,
      notBefore,
      bundleId,
    ],
  );
}

/** The outbox. An email is leased by a sender until it is sent or has failed. */
export class Emails {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Due emails without a job, in delivery order. */
  async listUnqueued(limit: number, now: Date): Promise<{ letterId: string; priority: number }[]> {
    return await query(
      this.#pool,
      `select letter_id as "letterId", priority from letter
       where queued_at is null and sent_at is null and failed_at is null and bundle_id is null
         and (not_before is null or not_before <= $2)
       order by priority desc, created_at limit $1`,
      [limit, now],
    );
  }

  /** Subject ids of the emails included in this one that are still wanted, oldest first. */
  async listBundled(letterId: string): Promise<string[]> {
    const rows = await query<{ subject_id: string }>(
      this.#pool,
      `select subject_id from letter where bundle_id = $1 and sent_at is null and failed_at is null
       order by created_at, letter_id`,
      [letterId],
    );
    return rows.map((row) => row.subject_id);
  }

  async markQueued(letterIds: readonly string[], now: Date): Promise<void> {
    await query(this.#pool, 'update letter set queued_at = $2 where letter_id = any($1)', [letterIds, now]);
  }

  /** Leases an email for `seconds` if it is still pending and not leased. Undefined otherwise: nothing to do. */
  async take(letterId: string, now: Date, seconds: number): Promise<Email | undefined> {
    const rows = await query<Email>(
      this.#pool,
      `update letter set taken_until = $2::timestamptz + make_interval(secs => $3)
       where letter_id = $1 and sent_at is null and failed_at is null and (taken_until is null or taken_until < $2)
       returning ${LETTER}`,
      [letterId, now, seconds],
    );
    return rows[0];
  }

  /** Also marks the emails it included. */
  async markSent(letterId: string, now: Date): Promise<void> {
    await query(
      this.#pool,
      `update letter set sent_at = $2, failure = null
       where letter_id = $1 or (bundle_id = $1 and sent_at is null and failed_at is null)`,
      [letterId, now],
    );
  }

  /** Returns the email for a retry. `failure` is a code without personal data. */
  async release(letterId: string, failure: string): Promise<void> {
    await query(
      this.#pool,
      'update letter set taken_until = null, failure = $2 where letter_id = $1 and sent_at is null',
      [letterId, failure],
    );
  }

  /**
   * Replaces an email by two with half of the emails it included each, due now. False when it included fewer than two: nothing is done.
   */
  async split(letterId: string, now: Date): Promise<boolean> {
    const rows = await query(
      this.#pool,
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

  /** Marks the email, and those it included, as failed for good. */
  async markFailed(letterId: string, failure: string, now: Date): Promise<void> {
    await query(
      this.#pool,
      `update letter set failed_at = $3, failure = $2
       where (letter_id = $1 or bundle_id = $1) and sent_at is null and failed_at is null`,
      [letterId, failure, now],
    );
  }

  /** Whether the account has verified this address. */
  async isProvenAddress(userId: string | null, email: string): Promise<boolean> {
    return await isProvenAddress(this.#pool, userId, email);
  }

  /** Number of due and of failed emails, for the admin and /metrics. */
  async count(now = new Date()): Promise<{ waiting: number; failed: number }> {
    const rows = await query<{ waiting: number; failed: number }>(
      this.#pool,
      `select count(*) filter (where failed_at is null and (not_before is null or not_before <= $1)) as waiting,
         count(*) filter (where failed_at is not null and failure not in ('cancelled', 'forgiven')) as failed from letter
       where sent_at is null and bundle_id is null`,
      [now],
    );
    return rows[0]!;
  }
}
