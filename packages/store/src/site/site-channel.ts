import type pg from 'pg';

export const SITE_CHANNEL = 'maru_site';

/** Notifies all nodes when this transaction commits. */
export async function notifySiteIn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_notify($1, $2)', [SITE_CHANNEL, '']);
}
