import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query } from './connection.ts';

/** A letter that was promised; its words are made when it is sent. */
export interface Letter {
  letterId: string;
  /** Which letter: the name of its file in the server's mail folder. */
  kind: string;
  /** What it tells of: a contact's id, a realtor's … */
  subjectId: string;
  locale: 'en' | 'ko';
  toEmail: string;
  createdAt: Date;
}

const LETTER = `letter_id as "letterId", kind, subject_id as "subjectId", locale, to_email as "toEmail",
  created_at as "createdAt"`;

/**
 * So many letters of a kind one address gets in a day of those that anybody may have sent to it by typing it into a form:
 * a form must not become a way to fill another's mailbox.
 */
const MOST_UNASKED = 20;

/** `writeLetterIn` to an address that nobody has proven to be theirs; beyond a day's measure nothing is written. */
export async function writeUnaskedLetterIn(
  client: pg.ClientBase,
  letter: Pick<Letter, 'kind' | 'subjectId' | 'locale' | 'toEmail'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) from letter
     where to_email = $1 and kind = $2 and created_at > $3::timestamptz - interval '1 day'`,
    [letter.toEmail, letter.kind, now],
  );
  if ((rows[0]?.count ?? 0) < MOST_UNASKED) await writeLetterIn(client, letter, now);
}

/** Promises a letter in the transaction of what it tells: whoever sees the one sees the other. */
export async function writeLetterIn(
  client: pg.ClientBase,
  letter: Pick<Letter, 'kind' | 'subjectId' | 'locale' | 'toEmail'>,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [randomUUID(), letter.kind, letter.subjectId, letter.locale, letter.toEmail, now],
  );
}

/** The outbox: each letter is sent by whoever takes it, one at a time, until it is sent or given up. */
export class Letters {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Ids of letters that no job knows of, oldest first. */
  async listUnqueued(limit: number): Promise<string[]> {
    const rows = await query<{ letter_id: string }>(
      this.#pool,
      `select letter_id from letter where queued_at is null and sent_at is null and failed_at is null
       order by created_at limit $1`,
      [limit],
    );
    return rows.map((row) => row.letter_id);
  }

  async markQueued(letterIds: readonly string[], now: Date): Promise<void> {
    await query(this.#pool, 'update letter set queued_at = $2 where letter_id = any($1)', [letterIds, now]);
  }

  /**
   * The letter, if it still has to be sent and nobody is at it; nobody else gets it for `seconds`. Undefined otherwise:
   * then there is nothing to do.
   */
  async take(letterId: string, now: Date, seconds: number): Promise<Letter | undefined> {
    const rows = await query<Letter>(
      this.#pool,
      `update letter set taken_until = $2::timestamptz + make_interval(secs => $3)
       where letter_id = $1 and sent_at is null and failed_at is null and (taken_until is null or taken_until < $2)
       returning ${LETTER}`,
      [letterId, now, seconds],
    );
    return rows[0];
  }

  async markSent(letterId: string, now: Date): Promise<void> {
    await query(this.#pool, 'update letter set sent_at = $2, failure = null where letter_id = $1', [
      letterId,
      now,
    ]);
  }

  /** The mail server could not take it now: to be tried again. `failure` is a code, never an address. */
  async release(letterId: string, failure: string): Promise<void> {
    await query(
      this.#pool,
      'update letter set taken_until = null, failure = $2 where letter_id = $1 and sent_at is null',
      [letterId, failure],
    );
  }

  /** Given up for good. */
  async markFailed(letterId: string, failure: string, now: Date): Promise<void> {
    await query(
      this.#pool,
      'update letter set failed_at = $3, failure = $2 where letter_id = $1 and sent_at is null and failed_at is null',
      [letterId, failure, now],
    );
  }

  /** How many wait, and how many were given up, for the admin and /metrics. */
  async count(): Promise<{ waiting: number; failed: number }> {
    const rows = await query<{ waiting: number; failed: number }>(
      this.#pool,
      `select count(*) filter (where sent_at is null and failed_at is null) as waiting,
         count(*) filter (where failed_at is not null and failure not in ('cancelled', 'forgiven')) as failed from letter
       where sent_at is null`,
    );
    return rows[0]!;
  }
}
