import type { DisplayRules, Provider } from '@maru/listing';
import type pg from 'pg';
import { applyChangesIn } from './apply-changes.ts';
import type { PlacedListing } from './change-set.ts';
import { query, withWrite } from './connection.ts';

/** A record that could not be read, as the admin sees it. */
export interface QuarantinedRow {
  dataset: string;
  listingKey: string | null;
  reason: string;
  /** Null also where the record is too large to be kept. */
  raw: unknown;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const ROWS_A_REPLAY = 200;

export async function listQuarantineIn(
  pool: pg.Pool,
  dataset: string,
  limit: number,
): Promise<QuarantinedRow[]> {
  return await query<QuarantinedRow>(
    pool,
    `select dataset, listing_key as "listingKey", reason, raw, first_seen_at as "firstSeenAt",
       last_seen_at as "lastSeenAt"
     from quarantine where dataset = $1 order by last_seen_at desc, quarantine_key collate "C" limit $2`,
    [dataset, limit],
  );
}

export async function countQuarantineIn(pool: pg.Pool, dataset: string): Promise<number> {
  const rows = await query<{ count: number }>(pool, 'select count(*) from quarantine where dataset = $1', [
    dataset,
  ]);
  return rows[0]?.count ?? 0;
}

/** Whether some record was not yet found unreadable by this version of the reading code. */
export async function needsReplayIn(pool: pg.Pool, dataset: string, version: string): Promise<boolean> {
  const rows = await query(
    pool,
    'select 1 from quarantine where dataset = $1 and read_by is distinct from $2 and raw is not null limit 1',
    [dataset, version],
  );
  return rows.length > 0;
}

/**
 * Reads the quarantined records again, by the reader as it is now: what it can read is written like what comes from
 * the feed, behind what has come since; the others stay with their present reason.
 */
export async function replayQuarantineIn(
  pool: pg.Pool,
  dataset: string,
  version: string,
  read: (raw: unknown) => PlacedListing | string,
): Promise<{ replayed: number; left: number }> {
  let replayed = 0;
  for (let last = ''; ; ) {
    const rows = await query<{ quarantine_key: string; raw: unknown }>(
      pool,
      `select quarantine_key, raw from quarantine
       where dataset = $1 and quarantine_key > $2 and raw is not null order by quarantine_key limit $3`,
      [dataset, last, ROWS_A_REPLAY],
    );
    if (rows.length === 0) break;
    last = rows.at(-1)!.quarantine_key;
    const judged = rows.map((row) => ({ key: row.quarantine_key, answer: readSafely(read, row.raw) }));
    replayed += await withWrite(pool, async (client) => {
      const refused = judged.filter((one) => typeof one.answer === 'string');
      await client.query(
        `update quarantine q set reason = u.reason, read_by = $2
         from unnest($3::text[], $4::text[]) as u(key, reason)
         where q.dataset = $1 and q.quarantine_key = u.key`,
        [dataset, version, refused.map((one) => one.key), refused.map((one) => one.answer)],
      );
      const readable = judged.flatMap(({ key, answer }) =>
        typeof answer === 'string' ? [] : [{ key, answer }],
      );
      const settings = await client.query<{ provider: Provider; rules: DisplayRules }>(
        'select provider, rules from dataset where dataset = $1',
        [dataset],
      );
      const own = settings.rows[0];
      if (readable.length === 0 || own === undefined) return 0;
      await applyChangesIn(
        client,
        {
          ...own,
          dataset,
          seenAt: new Date(),
          cursor: null,
          upserts: readable.map((one) => one.answer),
          removals: [],
          quarantined: [],
        },
        readable.map((one) => one.key),
      );
      return readable.length;
    });
  }
  return { replayed, left: await countQuarantineIn(pool, dataset) };
}

function readSafely(read: (raw: unknown) => PlacedListing | string, raw: unknown): PlacedListing | string {
  try {
    return read(raw);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
