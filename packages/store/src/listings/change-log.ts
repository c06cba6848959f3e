import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import { storableInstant } from '../db/storable.ts';
import type { HomeGroups } from './home-groups.ts';
import type { LedgerEntry } from './ledger.ts';

export interface Change {
  listingKey: string;
  homeIds: string[];
  entries: LedgerEntry[];
}

/** The row of a listing and its home, as changed without ledger entries. */
export function toChange(row: { listing_key: string; home_id: string }): Change {
  return { listingKey: row.listing_key, homeIds: [row.home_id], entries: [] };
}

export async function notifyReaders(client: PoolClient, dataset: string): Promise<void> {
  await client.query(sql`select pg_notify('maru_change', ${dataset})`);
}

/** Writes the changes with the dataset's next sequence numbers and notifies readers. Requires the dataset's lock. */
export async function appendLog(
  client: PoolClient,
  dataset: string,
  log: Change[],
  { groups, seenAt }: { groups: HomeGroups; seenAt: Date },
): Promise<void> {
  const { rows } = await client.query<{ sequence: number }>(sql`
    update feed_state set sequence = sequence + ${log.length} where dataset = ${dataset} returning sequence`);
  const start = (rows[0]?.sequence ?? log.length) - log.length;
  await writeLog(client, dataset, log, { groups, start, seenAt });
  await notifyReaders(client, dataset);
}

export async function writeLog(
  client: PoolClient,
  dataset: string,
  log: Change[],
  { groups, start, seenAt }: { groups: HomeGroups; start: number; seenAt: Date },
): Promise<void> {
  if (log.length === 0) return;
  // Includes merged ids, which readers must remove.
  const affectedHomes = (one: Change) => [...new Set([...one.homeIds.map(groups.findRoot), ...one.homeIds])];
  await client.query(sql`
    insert into listing_change (dataset, listing_key, sequence, home_ids)
    select ${dataset}, key, sequence, string_to_array(home_ids, ',')
    from unnest(${log.map((one) => one.listingKey)}::text[], ${log.map((_, i) => start + 1 + i)}::bigint[],
      ${log.map((one) => affectedHomes(one).join(','))}::text[]) as u(key, sequence, home_ids)`);
  const rows = log.flatMap((one, i) =>
    one.entries.map((entry) => ({ ...entry, one, sequence: start + 1 + i })),
  );
  if (rows.length === 0) return;
  await client.query(sql`
    insert into listing_history
      (dataset, listing_key, sequence, home_id, kind, old_value, new_value, source_time, seen_time)
    select ${dataset}, key, sequence, home_id, kind, old_value::jsonb, new_value::jsonb, source_time, ${seenAt}
    from unnest(${rows.map((row) => row.one.listingKey)}::text[], ${rows.map((row) => row.sequence)}::bigint[],
      ${rows.map((row) => groups.findRoot(row.one.homeIds[0]!))}::text[], ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => (row.oldValue === null ? null : JSON.stringify(row.oldValue)))}::text[],
      ${rows.map((row) => (row.newValue === null ? null : JSON.stringify(row.newValue)))}::text[],
      ${rows.map((row) => storableInstant(row.sourceTime))}::timestamptz[])
      as u(key, sequence, home_id, kind, old_value, new_value, source_time)`);
}
