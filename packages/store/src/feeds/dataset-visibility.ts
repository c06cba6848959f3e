import type pg from 'pg';
import { query, withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { sql } from '../db/sql.ts';
import { appendLog, type Change, toChange } from '../listings/change-log.ts';
import { lockHomes } from '../listings/home-groups.ts';
import { refreshHomes } from '../listings/refresh-homes.ts';

export interface VisibilityChange {
  dataset: string;
  isHidden: boolean;
  listings: number;
}

/** Listings per transaction; a feed writer may have to wait this long. */
const LISTINGS_A_SWEEP = 2_000;

/**
 * Hides the homes of a dataset whose license was revoked (rule F58): on pages at once, in search by batches. Returns
 * the number of affected listings; 0 when it is hidden for the same reason already, or with `unlessHidden` for any.
 */
export async function hideDataset(
  pool: pg.Pool,
  dataset: string,
  reason: string,
  { unlessHidden }: { unlessHidden?: true } = {},
): Promise<number> {
  return await setHidden(pool, dataset, reason, unlessHidden ? null : undefined);
}

/** Undoes `hideDataset`; with `reason`, only if hidden for that reason. A stale dataset stays hidden. */
export async function showDataset(pool: pg.Pool, dataset: string, reason?: string): Promise<number> {
  return await setHidden(pool, dataset, null, reason);
}

/** `instead`: only when that is the current reason (null: not hidden). */
async function setHidden(
  pool: pg.Pool,
  dataset: string,
  reason: string | null,
  instead?: string | null,
): Promise<number> {
  const changed = await sql`
    update dataset set hidden_reason = ${reason}, sweep_after = '',
      hidden_since = case when ${reason}::text is not null then coalesce(hidden_since, now()) end
    where dataset = ${dataset} and hidden_reason is distinct from ${reason}
      and (${instead === undefined}::boolean or hidden_reason is not distinct from ${instead ?? null})
      returning 1`.all(pool);
  if (changed.length === 0) return 0;
  return await sweepDataset(pool, dataset);
}

/** Hides homes of feeds without a success for `display.maxStaleHours`, and shows those of recovered ones. */
export async function applyStaleness(pool: pg.Pool, now: Date): Promise<VisibilityChange[]> {
  await sql`
    update dataset d set stale_since = case when s.is_stale then ${now}::timestamptz end, sweep_after = ''
    from (
      select d.dataset, coalesce(${now}::timestamptz - coalesce(f.last_success_at, f.failing_since)
          > make_interval(secs => (d.rules ->> 'maxStaleHours')::double precision * 3600), false) as is_stale
      from dataset d left join feed_state f on f.dataset = d.dataset
    ) s
    where s.dataset = d.dataset and s.is_stale <> (d.stale_since is not null)`.all(pool);
  const open = await query<{ dataset: string; is_hidden: boolean }>(
    pool,
    'select dataset, is_hidden from dataset where sweep_after is not null order by dataset',
  );
  const changes: VisibilityChange[] = [];
  for (const { dataset, is_hidden: isHidden } of open) {
    changes.push({ dataset, isHidden, listings: await sweepDataset(pool, dataset) });
  }
  return changes;
}

async function sweepDataset(pool: pg.Pool, dataset: string): Promise<number> {
  for (let swept = 0; ; ) {
    const step = await withWrite(pool, async (client) => {
      await lockDataset(client, dataset);
      const [after = null] = await sql`
        select sweep_after from dataset where dataset = ${dataset}`.column<string | null>(client);
      if (after === null) return undefined;
      const { rows } = await client.query<{ listing_key: string; home_id: string }>(sql`
        select listing_key, home_id from listing
        where dataset = ${dataset} and listing_key > ${after} and displayable and retired_at is null
        order by listing_key limit ${LISTINGS_A_SWEEP}`);
      await client.query(sql`
        update dataset set sweep_after = ${rows.length < LISTINGS_A_SWEEP ? null : rows.at(-1)!.listing_key}
        where dataset = ${dataset}`);
      await recordChanges(client, dataset, rows.map(toChange));
      return rows.length;
    });
    if (step === undefined) return swept;
    swept += step;
  }
}

/** Assigns sequence numbers to the changes, refreshes their homes and notifies readers. Requires the dataset's lock. */
export async function recordChanges(client: pg.PoolClient, dataset: string, log: Change[]): Promise<void> {
  if (log.length === 0) return;
  const groups = await lockHomes(client, new Set(log.flatMap((one) => one.homeIds)));
  await appendLog(client, dataset, log, { groups, seenAt: new Date() });
  await refreshHomes(client, groups);
}
