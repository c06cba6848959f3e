import type pg from 'pg';
import { withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { raw, sql } from '../db/sql.ts';
import { notifyReaders } from '../listings/change-log.ts';
import { HOME_KEYS } from '../listings/claim-homes.ts';
import { lockHomes } from '../listings/home-groups.ts';
import { recordChanges } from './dataset-visibility.ts';

export interface DatasetContents {
  listings: number;
  homes: number;
  history: number;
  media: number;
  quarantined: number;
  members: number;
  offices: number;
}

const LISTINGS_A_BATCH = 1_000;
const PURGED = [
  ...['agent', 'agent_link', 'agent_letter', 'agent_listing', 'agent_cursor', 'scan_cursor', 'change_mark'],
  ...['correction', 'member', 'office', 'quarantine', 'listing_alias', 'key_walk', 'dataset'],
];

export async function countDataset(pool: pg.Pool, dataset: string): Promise<DatasetContents> {
  const count = (table: string) => sql`(select count(*) from ${raw(table)} where dataset = ${dataset})`;
  const contents = await sql<DatasetContents>`
    select ${count('listing')} as listings, ${count('home')} as homes, ${count('listing_history')} as history,
      ${count('media')} as media, ${count('quarantine')} as quarantined, ${count('member')} as members,
      ${count('office')} as offices`.row(pool);
  return contents!;
}

/**
 * Deletes a dataset at the end of its license, except for its last sequence number; readers see regular changes. Can be
 * repeated after an interruption: `onMedia` is awaited with the ids of pictures before their rows are deleted.
 */
export async function purgeDataset(
  pool: pg.Pool,
  dataset: string,
  onMedia: (mediaIds: string[]) => Promise<void> = async () => undefined,
): Promise<DatasetContents> {
  const contents = await countDataset(pool, dataset);
  await sql`
    update dataset set hidden_reason = 'purged', hidden_since = now(), sweep_after = null
    where dataset = ${dataset}`.all(pool);
  for (;;) {
    const listingKeys = await sql`
      select listing_key from listing where dataset = ${dataset} order by listing_key
      limit ${LISTINGS_A_BATCH}`.column(pool);
    if (listingKeys.length === 0) break;
    const mediaIds = await sql`
      select media_id from media
      where dataset = ${dataset} and listing_key = any(${listingKeys})`.column(pool);
    if (mediaIds.length > 0) await onMedia(mediaIds);
    await withWrite(pool, (client) => deleteListings(client, dataset, listingKeys));
  }
  await withWrite(pool, async (client) => {
    await lockDataset(client, dataset);
    for (const table of PURGED) {
      await client.query(sql`delete from ${raw(table)} where dataset = ${dataset}`);
    }
    await client.query(sql`
      update feed_state set cursor = null, initial_load_done = false, last_success_at = null, last_error = null,
        last_error_at = null, failing_since = null, purged_at = now()
      where dataset = ${dataset}`);
    await notifyReaders(client, dataset);
  });
  return contents;
}

async function deleteListings(client: pg.PoolClient, dataset: string, keys: string[]): Promise<void> {
  await lockDataset(client, dataset);
  const { rows } = await client.query<{ key: string; homeId: string; homeKeys: string[] }>(sql`
    delete from listing where dataset = ${dataset} and listing_key = any(${keys})
    returning listing_key as key, home_id as "homeId", ${HOME_KEYS} as "homeKeys"`);
  for (const table of ['media', 'open_house', 'listing_text', 'listing_history']) {
    await client.query(sql`
      delete from ${raw(table)} where dataset = ${dataset} and listing_key = any(${keys})`);
  }
  // Rows stay without keys: the sequence has no gap, and slow readers still learn of these homes.
  const { rows: changes } = await client.query<{ sequence: number; homeIds: string }>(sql`
    delete from listing_change where dataset = ${dataset} and listing_key = any(${keys})
    returning sequence, array_to_string(home_ids, ',') as "homeIds"`);
  await client.query(sql`
    insert into listing_change (dataset, listing_key, sequence, home_ids)
    select ${dataset}, '', sequence, string_to_array(home_ids, ',')
    from unnest(${changes.map((one) => one.sequence)}::bigint[],
      ${changes.map((one) => one.homeIds)}::text[]) as u(sequence, home_ids)`);
  await forgetHomeKeys(client, rows);
  await recordChanges(
    client,
    dataset,
    rows.map((row) => ({ listingKey: '', homeIds: [row.homeId], entries: [] })),
  );
}

async function forgetHomeKeys(
  client: pg.PoolClient,
  gone: readonly { homeId: string; homeKeys: string[] }[],
): Promise<void> {
  const { members } = await lockHomes(
    client,
    gone.map((row) => row.homeId),
  );
  const held = await sql`
    select distinct unnest(${HOME_KEYS}) as home_key from listing
    where home_id = any(${[...members.keys()]})`.column(client);
  const keys = [...new Set(gone.flatMap((row) => row.homeKeys))].filter((key) => !held.includes(key));
  await client.query(sql`
    delete from home_identity where home_key = any(${keys}) and home_id = any(${[...members.keys()]})`);
}
