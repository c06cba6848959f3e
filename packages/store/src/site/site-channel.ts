import type pg from 'pg';

/** Notification channel for changes of the site's content. */
export const SITE_CHANNEL = 'maru_site';

/** Notifies all nodes when this transaction commits. */
export async function tellSiteIn(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_notify($1, $2)', [SITE_CHANNEL, '']);
}
