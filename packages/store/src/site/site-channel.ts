import type pg from 'pg';
import { sql } from '../db/sql.ts';

export const SITE_CHANNEL = 'maru_site';

/** Notifies all nodes when this transaction commits. */
export async function notifySiteIn(client: pg.ClientBase): Promise<void> {
  await client.query(sql`select pg_notify(${SITE_CHANNEL}::text, ${''})`);
}
