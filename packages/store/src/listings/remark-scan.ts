import { scanFairHousing } from '@maru/listing/display';
import type pg from 'pg';
import { queryColumn, withWrite } from '../db/connection.ts';
import { lockByName } from '../db/locks.ts';
import { upsertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { type ReviewFinding, writeReviewIn } from '../people/reviews.ts';

const CHANGES_A_BATCH = 2_000;

interface ChangedRemarks {
  listing_key: string;
  remarks: string | null;
  is_shown: boolean | null;
  sequence: number;
}

/**
 * Scans remarks of changed listings for wording that fair-housing law may prohibit (rule R47), in batches; an admin is
 * notified once per wording. Returns the number of flagged listings.
 */
export async function scanRemarks(pool: pg.Pool, now: Date, signal?: AbortSignal): Promise<number> {
  const datasets = await queryColumn(pool, 'select dataset from dataset order by dataset');
  let flagged = 0;
  for (const dataset of datasets) {
    for (;;) {
      signal?.throwIfAborted();
      const step = await withWrite(pool, (client) => scanBatch(client, dataset, now));
      flagged += step.flagged;
      if (step.changes < CHANGES_A_BATCH) break;
    }
  }
  return flagged;
}

async function scanBatch(
  client: pg.PoolClient,
  dataset: string,
  now: Date,
): Promise<{ changes: number; flagged: number }> {
  // Concurrent processes continue one after the other.
  await lockByName(client, `maru:scan:${dataset}`);
  const [sequence = 0] = await sql`
    select sequence from scan_cursor where dataset = ${dataset}`.column<number>(client);
  const { rows } = await client.query<ChangedRemarks>(sql`
    select c.listing_key, c.sequence, l.record ->> 'publicRemarks' as remarks,
      l.displayable and l.retired_at is null as is_shown
    from (select listing_key, sequence from listing_change where dataset = ${dataset} and sequence > ${sequence}
          order by sequence limit ${CHANGES_A_BATCH}) c
    left join listing l on l.dataset = ${dataset} and l.listing_key = c.listing_key
    order by c.sequence`);
  const last = rows.at(-1);
  if (last === undefined) return { changes: 0, flagged: 0 };
  let flagged = 0;
  for (const [key, remarks] of new Map(
    rows.filter((row) => row.is_shown).map((row) => [row.listing_key, row.remarks]),
  )) {
    const findings = scanFairHousing(remarks ?? '').map(({ rule, quote }) => ({
      rule,
      field: 'publicRemarks',
      quote,
    }));
    if (findings.length > 0 && (await flag(client, `${dataset}/${key}`, findings, now))) flagged += 1;
  }
  await upsertRow(client, 'scan_cursor', ['dataset'], { dataset, sequence: last.sequence });
  return { changes: rows.length, flagged };
}

/** False when the same wording was flagged before, for example when only the price changed. */
async function flag(
  client: pg.PoolClient,
  subjectId: string,
  findings: ReviewFinding[],
  now: Date,
): Promise<boolean> {
  const { rows } = await client.query(sql`
    select 1 from review where kind = 'fair_housing' and subject_kind = 'listing' and subject_id = ${subjectId}
      and findings = ${JSON.stringify(findings)}::jsonb`);
  if (rows.length > 0) return false;
  await writeReviewIn(client, { kind: 'fair_housing', subjectKind: 'listing', subjectId, findings }, now);
  return true;
}
