import type { PoolClient } from 'pg';
import { storableInstant } from '../db/storable.ts';
import type { HomeGroups } from './home-groups.ts';
import type { LedgerEntry } from './ledger.ts';

/** A row of `listing_change` with its ledger rows. */
export interface Change {
  listingKey: string;
  homeIds: string[];
  entries: LedgerEntry[];
}

/** Numbers the changes from `start` + 1 and writes them with their ledger rows. */
export async function writeLog(
  client: PoolClient,
  dataset: string,
  log: Change[],
  { groups, start, seenAt }: { groups: HomeGroups; start: number; seenAt: Date },
): Promise<void> {
  if (log.length === 0) return;
  // Includes merged ids, which readers must remove.
  const homesOf = (one: Change) => [...new Set([...one.homeIds.map(groups.rootOf), ...one.homeIds])];
  await client.query(
    `insert into listing_change (dataset, listing_key, sequence, home_ids)
     select $1, key, sequence, string_to_array(home_ids, ',')
     from unnest($2::text[], $3::bigint[], $4::text[]) as u(key, sequence, home_ids)`,
    [
      dataset,
      log.map((one) => one.listingKey),
      log.map((_, i) => start + 1 + i),
      log.map((one) => homesOf(one).join(',')),
    ],
  );
  const rows = log.flatMap((one, i) =>
    one.entries.map((entry) => ({ ...entry, one, sequence: start + 1 + i })),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into listing_history
       (dataset, listing_key, sequence, home_id, kind, old_value, new_value, source_time, seen_time)
     select $1, key, sequence, home_id, kind, old_value::jsonb, new_value::jsonb, source_time, $8
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $9::timestamptz[])
       as u(key, sequence, home_id, kind, old_value, new_value, source_time)`,
    [
      dataset,
      rows.map((row) => row.one.listingKey),
      rows.map((row) => row.sequence),
      rows.map((row) => groups.rootOf(row.one.homeIds[0]!)),
      rows.map((row) => row.kind),
      rows.map((row) => (row.oldValue === null ? null : JSON.stringify(row.oldValue))),
      rows.map((row) => (row.newValue === null ? null : JSON.stringify(row.newValue))),
      seenAt,
      rows.map((row) => storableInstant(row.sourceTime)),
    ],
  );
}
