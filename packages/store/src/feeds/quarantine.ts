import type { FeedProvider } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import type pg from 'pg';
import { withWrite } from '../db/connection.ts';
import { isRowError } from '../db/database-errors.ts';
import { sql } from '../db/sql.ts';
import { applyChangesIn } from '../listings/apply-changes.ts';
import type { PlacedListing } from '../listings/change-set.ts';

export interface QuarantinedRow {
  dataset: string;
  listingKey: string | null;
  reason: string;
  /** Null also when the record was too large. */
  raw: unknown;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

const ROWS_A_REPLAY = 200;

export async function listQuarantine(pool: pg.Pool, dataset: string, limit = 100): Promise<QuarantinedRow[]> {
  return await sql<QuarantinedRow>`
    select dataset, listing_key as "listingKey", reason, raw, first_seen_at as "firstSeenAt",
      last_seen_at as "lastSeenAt"
    from quarantine where dataset = ${dataset} order by last_seen_at desc, quarantine_key collate "C"
    limit ${limit}`.all(pool);
}

export async function countQuarantine(pool: pg.Pool, dataset: string): Promise<number> {
  const [count = 0] = await sql`
    select count(*) from quarantine where dataset = ${dataset}`.column<number>(pool);
  return count;
}

/** Whether a record has not been tried by this version of the normalizer. */
export async function needsReplay(pool: pg.Pool, dataset: string, version: string): Promise<boolean> {
  const rows = await sql`
    select 1 from quarantine where dataset = ${dataset} and read_by is distinct from ${version} and raw is not null
    limit 1`.all(pool);
  return rows.length > 0;
}

/** Retries quarantined records: `read` returns the listing or the reason. Cursor and feed state stay unchanged. */
export async function replayQuarantine(
  pool: pg.Pool,
  dataset: string,
  version: string,
  read: (raw: unknown) => PlacedListing | string,
  onlyKey?: string,
): Promise<{ replayed: number; left: number }> {
  let replayed = 0;
  for (let last = ''; ; ) {
    const rows = await sql<{ quarantine_key: string; raw: unknown }>`
      select quarantine_key, raw from quarantine
      where dataset = ${dataset} and quarantine_key > ${last} and raw is not null
        and (${onlyKey ?? null}::text is null or quarantine_key = ${onlyKey ?? null})
      order by quarantine_key limit ${ROWS_A_REPLAY}`.all(pool);
    if (rows.length === 0) break;
    last = rows.at(-1)!.quarantine_key;
    const judged = rows.map((row) => ({ key: row.quarantine_key, answer: readSafely(read, row.raw) }));
    replayed += await writeJudged(pool, dataset, version, judged);
  }
  return { replayed, left: await countQuarantine(pool, dataset) };
}

interface Judged {
  key: string;
  answer: PlacedListing | string;
}

/** Returns the number of records that left the quarantine. Those that cannot be stored stay with that reason. */
async function writeJudged(
  pool: pg.Pool,
  dataset: string,
  version: string,
  judged: readonly Judged[],
): Promise<number> {
  try {
    return await withWrite(pool, (client) => writeJudgedIn(client, dataset, version, judged));
  } catch (error) {
    if (!isRowError(error)) throw error;
    const [only, ...others] = judged;
    if (only !== undefined && others.length === 0) {
      if (typeof only.answer === 'string') throw error;
      const answer = `cannot be stored: ${formatError(error)}`.slice(0, 500);
      return await writeJudged(pool, dataset, version, [{ key: only.key, answer }]);
    }
    const middle = judged.length >> 1;
    const before = await writeJudged(pool, dataset, version, judged.slice(0, middle));
    return before + (await writeJudged(pool, dataset, version, judged.slice(middle)));
  }
}

async function writeJudgedIn(
  client: pg.PoolClient,
  dataset: string,
  version: string,
  judged: readonly Judged[],
): Promise<number> {
  const refused = judged.filter((one) => typeof one.answer === 'string');
  await client.query(sql`
    update quarantine q set reason = u.reason, read_by = ${version}
    from unnest(${refused.map((one) => one.key)}::text[],
      ${refused.map((one) => one.answer)}::text[]) as u(key, reason)
    where q.dataset = ${dataset} and q.quarantine_key = u.key`);
  const readable = judged.flatMap(({ key, answer }) => (typeof answer === 'string' ? [] : [{ key, answer }]));
  const own = await sql<{ provider: FeedProvider; rules: DisplayRules }>`
    select provider, rules from dataset where dataset = ${dataset}`.row(client);
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
}

function readSafely(read: (raw: unknown) => PlacedListing | string, raw: unknown): PlacedListing | string {
  try {
    return read(raw);
  } catch (error) {
    return formatError(error);
  }
}

const formatError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
