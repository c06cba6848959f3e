import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Source } from '../db/connection.ts';
import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

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

const EMAIL = sql`letter_id as "letterId", kind, subject_id as "subjectId", locale, to_email as "toEmail",
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
  const rows = await sql`
    select 1 from account
    where user_id = ${userId} and email_verified and lower(email) = lower(${email})`.all(source);
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
      const [known] = await sql`
        select 1 from letter where kind = ${kind} and subject_id = ${subjectId} and to_email = ${toEmail}
        limit 1`.column(client);
      if (known !== undefined) return;
      const [locale = 'ko'] = await sql`
        select locale from account where lower(email) = lower(${toEmail})
        limit 1`.column<'en' | 'ko'>(client);
      await enqueueEmail(client, { ...email, locale }, now);
    });
  }

  /** Due emails without a job, in delivery order. */
  async listUnqueued(limit: number, now: Date): Promise<{ letterId: string; priority: number }[]> {
    return await this.query(sql`
      select letter_id as "letterId", priority from letter
      where queued_at is null and sent_at is null and failed_at is null and bundle_id is null
        and (not_before is null or not_before <= ${now})
      order by priority desc, created_at limit ${limit}`);
  }

  /** Subject ids of the emails included in this one that are still wanted, oldest first. */
  async listBundled(letterId: string): Promise<string[]> {
    return await this.queryColumn(sql`
      select subject_id from letter where bundle_id = ${letterId} and sent_at is null and failed_at is null
      order by created_at, letter_id`);
  }

  async markQueued(letterIds: readonly string[], now: Date): Promise<void> {
    await this.query(sql`update letter set queued_at = ${now} where letter_id = any(${letterIds})`);
  }

  /** Leases an email for `seconds` if it is still pending and not leased. Undefined otherwise: nothing to do. */
  async take(letterId: string, now: Date, seconds: number): Promise<Email | undefined> {
    return await this.queryRow<Email>(sql`
      update letter set taken_until = ${now}::timestamptz + make_interval(secs => ${seconds})
      where letter_id = ${letterId} and sent_at is null and failed_at is null
        and (taken_until is null or taken_until < ${now})
      returning ${EMAIL}`);
  }

  async markSent(letterId: string, now: Date): Promise<void> {
    await this.query(sql`
      update letter set sent_at = ${now}, failure = null
      where letter_id = ${letterId} or (bundle_id = ${letterId} and sent_at is null and failed_at is null)`);
  }

  /** Returns the email for a retry. `failure` is a code without personal data. */
  async release(letterId: string, failure: string): Promise<void> {
    await this.query(sql`
      update letter set taken_until = null, failure = ${failure}
      where letter_id = ${letterId} and sent_at is null`);
  }

  /**
   * Replaces an email by two with half of the emails it included each, due now. False when it included fewer than two: nothing is done.
   */
  async split(letterId: string, now: Date): Promise<boolean> {
    const halves = [randomUUID(), randomUUID()];
    const rows = await this.query(sql`
      with member as (
        select letter_id, ntile(2) over (order by created_at, letter_id) as half from letter
        where bundle_id = ${letterId} and sent_at is null and failed_at is null
      ), split as (
        update letter set failed_at = ${now}, failure = 'cancelled'
        where letter_id = ${letterId} and (select count(*) from member) > 1
        returning kind, locale, to_email, created_at, priority
      ), made as (
        insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, priority)
        select id, kind, id, locale, to_email, created_at, priority from split, unnest(${halves}::text[]) as id
        returning letter_id
      )
      update letter l set bundle_id = (${halves}::text[])[m.half] from member m
      where l.letter_id = m.letter_id and exists (select from made) returning l.letter_id`);
    return rows.length > 0;
  }

  async markFailed(letterId: string, failure: string, now: Date): Promise<void> {
    await this.query(sql`
      update letter set failed_at = ${now}, failure = ${failure}
      where (letter_id = ${letterId} or bundle_id = ${letterId}) and sent_at is null and failed_at is null`);
  }

  async isVerifiedAddress(userId: string | null, email: string): Promise<boolean> {
    return await isVerifiedAddress(this.pool, userId, email);
  }

  /** Number of due and of failed emails, for the admin and /metrics. */
  async count(now = new Date()): Promise<{ waiting: number; failed: number }> {
    const rows = await this.query<{ waiting: number; failed: number }>(sql`
      select count(*) filter (where failed_at is null and (not_before is null or not_before <= ${now})) as waiting,
        count(*) filter (where failed_at is not null and failure not in ('cancelled', 'forgiven')) as failed
        from letter
      where sent_at is null and bundle_id is null`);
    return rows[0]!;
  }
}
