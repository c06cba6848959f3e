import { createHash } from 'node:crypto';
import { DAY_MS } from '@maru/listing/time';
import type pg from 'pg';
import { sql } from './sql.ts';

export interface OnceKey {
  /** Route and caller: equal keys of different callers are independent. */
  scope: string;
  key: string;
  body: string;
}

/** `first`: proceed. `again`: the key has created `subjectId`. `reused`: the request differs. */
export type OnceAnswer = { kind: 'first' } | { kind: 'again'; subjectId: string } | { kind: 'reused' };

const KEPT = DAY_MS;

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
  const [key, body] = [digest(once.key), digest(once.body)];
  const claimed = await client.query(sql`
    insert into idempotency_key as old (scope, key_hash, body_hash, subject_id, at)
    values (${once.scope}, ${key}, ${body}, ${subjectId}, ${now})
    on conflict (scope, key_hash) do update
      set body_hash = excluded.body_hash, subject_id = excluded.subject_id, at = excluded.at
      where old.at < ${new Date(now.getTime() - KEPT)}
    returning 1`);
  if (claimed.rows.length > 0) return { kind: 'first' };
  const known = await sql<{ body_hash: string; subject_id: string }>`
    select body_hash, subject_id from idempotency_key where scope = ${once.scope}
      and key_hash = ${key}`.row(client);
  return known !== undefined && known.body_hash === body
    ? { kind: 'again', subjectId: known.subject_id }
    : { kind: 'reused' };
}

export async function sweepOnceKeys(pool: pg.Pool, now: Date): Promise<void> {
  await sql`delete from idempotency_key where at < ${new Date(now.getTime() - KEPT)}`.all(pool);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
