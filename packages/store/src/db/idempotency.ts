import { createHash } from 'node:crypto';
import type pg from 'pg';
import { query, queryRow } from './connection.ts';

export interface OnceKey {
  /** Route and caller: equal keys of different callers are independent. */
  scope: string;
  key: string;
  body: string;
}

/** `first`: proceed. `again`: the key has created `subjectId`. `reused`: the request differs. */
export type OnceAnswer = { kind: 'first' } | { kind: 'again'; subjectId: string } | { kind: 'reused' };

const KEPT_HOURS = 24;

/**
 * Claims a key in the transaction that creates `subjectId`; a concurrent request waits, and proceeds when that fails.
 */
export async function claimOnceIn(
  client: pg.ClientBase,
  once: OnceKey | undefined,
  subjectId: string,
  now: Date,
): Promise<OnceAnswer> {
  if (once === undefined) return { kind: 'first' };
  const values = [once.scope, digest(once.key)];
  const body = digest(once.body);
  const claimed = await client.query(
    `insert into idempotency_key as old (scope, key_hash, body_hash, subject_id, at) values ($1, $2, $3, $4, $5)
     on conflict (scope, key_hash) do update
       set body_hash = excluded.body_hash, subject_id = excluded.subject_id, at = excluded.at
       where old.at < $5::timestamptz - interval '${KEPT_HOURS} hours'
     returning 1`,
    [...values, body, subjectId, now],
  );
  if (claimed.rows.length > 0) return { kind: 'first' };
  const known = await queryRow<{ body_hash: string; subject_id: string }>(
    client,
    'select body_hash, subject_id from idempotency_key where scope = $1 and key_hash = $2',
    values,
  );
  return known !== undefined && known.body_hash === body
    ? { kind: 'again', subjectId: known.subject_id }
    : { kind: 'reused' };
}

/** Deletes expired keys. */
export async function sweepOnceKeys(pool: pg.Pool, now: Date): Promise<void> {
  await query(
    pool,
    `delete from idempotency_key where at < $1::timestamptz - interval '${KEPT_HOURS} hours'`,
    [now],
  );
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
