import type pg from 'pg';
import { query, queryColumn, queryRow, withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
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
  ...['member', 'office', 'quarantine', 'listing_alias', 'key_walk', 'dataset'],
];

export async function countDataset(pool: pg.Pool, dataset: string): Promise<DatasetContents> {
  const count = (table: string) => `(select count(*) from ${table} where dataset = $1)`;
  const contents = await queryRow<DatasetContents>(
    pool,
    `select ${count('listing')} as listings, ${count('home')} as homes, ${count('listing_history')} as history,
       ${count('media')} as media, ${count('quarantine')} as quarantined, ${count('member')} as members,
       ${count('office')} as offices`,
    [dataset],
  );
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
  await query(
    pool,
    `update dataset set hidden_reason = 'purged', hidden_since = now(), sweep_after = null where dataset = $1`,
    [dataset],
  );
  for (;;) {
    const listingKeys = await queryColumn(
      pool,
      'select listing_key from listing where dataset = $1 order by listing_key limit $2',
      [dataset, LISTINGS_A_BATCH],
    );
    if (listingKeys.length === 0) break;
    const mediaIds = await queryColumn(
      pool,
      'select media_id from media where dataset = $1 and listing_key = any($2)',
      [dataset, listingKeys],
    );
    if (mediaIds.length > 0) await onMedia(mediaIds);
    await withWrite(pool, (client) => deleteListings(client, dataset, listingKeys));
  }
  await withWrite(pool, async (client) => {
    await lockDataset(client, dataset);
    for (const table of PURGED) {
      await client.query(`delete from ${table} where dataset = $1`, [dataset]);
    }
    await client.query(
      `update feed_state set cursor = null, initial_load_done = false, last_success_at = null, last_error = null,
         last_error_at = null, failing_since = null, purged_at = now()
       where dataset = $1`,
      [dataset],
    );
    await notifyReaders(client, dataset);
  });
  return contents;
}

async function deleteListings(client: pg.PoolClient, dataset: string, keys: string[]): Promise<void> {
  await lockDataset(client, dataset);
  const { rows } = await client.query<{ key: string; homeId: string; homeKeys: string[] }>(
    `delete from listing where dataset = $1 and listing_key = any($2)
     returning listing_key as key, home_id as "homeId", ${HOME_KEYS} as "homeKeys"`,
    [dataset, keys],
  );
  for (const table of ['media', 'open_house', 'listing_text', 'listing_history']) {
    await client.query(`delete from ${table} where dataset = $1 and listing_key = any($2)`, [dataset, keys]);
  }
  // Rows stay without keys: the sequence has no gap, and slow readers still learn of these homes.
  const { rows: changes } = await client.query<{ sequence: number; homeIds: string }>(
    `delete from listing_change where dataset = $1 and listing_key = any($2)
     returning sequence, array_to_string(home_ids, ',') as "homeIds"`,
    [dataset, keys],
  );
  await client.query(
    `insert into listing_change (dataset, listing_key, sequence, home_ids)
     select $1, '', sequence, string_to_array(home_ids, ',') from unnest($2::bigint[], $3::text[]) as u(sequence, home_ids)`,
    [dataset, changes.map((one) => one.sequence), changes.map((one) => one.homeIds)],
  );
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
  const held = await queryColumn(
    client,
    `select distinct unnest(${HOME_KEYS}) as home_key from listing where home_id = any($1)`,
    [[...members.keys()]],
  );
  const keys = [...new Set(gone.flatMap((row) => row.homeKeys))].filter((key) => !held.includes(key));
  await client.query('delete from home_identity where home_key = any($1) and home_id = any($2)', [
    keys,
    [...members.keys()],
  ]);
}
