import type pg from 'pg';

/** The channel by which nodes learn that the owner has changed something of the site. */
export const SITE_CHANNEL = 'maru_site';

/** Wakes the nodes up when this transaction is committed. */
export async function tellSiteIn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_notify($1, $2)', [SITE_CHANNEL, '']);
}
