import type pg from 'pg';
import { sql } from '../db/sql.ts';

/** Rows deleted per statement; readers are not blocked. */
const CHANGES_A_BATCH = 5_000;

/**
 * Deletes changes from before `before` that agents, remark scans and alerts have processed. A reader without a stored
 * position that is behind finds a gap and reloads. Of purged datasets only the age counts. Call it hourly: it also
 * records when sequence numbers were reached. Returns the number of deleted changes.
 */
export async function pruneChanges(pool: pg.Pool, before: Date, now: Date): Promise<number> {
  await sql`
    insert into change_mark (dataset, noted_at, sequence)
    select dataset, ${now}, sequence from feed_state f
    where sequence > 0 and not exists (
      select from change_mark m where m.dataset = f.dataset and m.sequence = f.sequence)
    on conflict do nothing`.all(pool);
  const ends = await sql<{ dataset: string; through: number }>`
    select m.dataset, case when d.dataset is null then m.sequence else
      least(m.sequence, coalesce(a.sequence, 0), coalesce(s.sequence, 0),
        -- Alerts begin where the dataset is when its first load is done.
        coalesce(l.sequence, f.sequence)) end as through
    from (select dataset, max(sequence) as sequence from change_mark where noted_at < ${before} group by dataset) m
    join feed_state f on f.dataset = m.dataset
    left join dataset d on d.dataset = m.dataset
    left join agent_cursor a on a.dataset = m.dataset
    left join scan_cursor s on s.dataset = m.dataset
    left join alert_cursor l on l.dataset = m.dataset`.all(pool);
  let pruned = 0;
  for (const { dataset, through } of ends) pruned += await deleteThrough(pool, dataset, through);
  await sql`
    delete from change_mark m where exists (
      select from change_mark n
      where n.dataset = m.dataset and n.noted_at > m.noted_at and n.noted_at < ${before})`.all(pool);
  return pruned;
}

/** Deletes the oldest first, so that no gap remains. */
async function deleteThrough(pool: pg.Pool, dataset: string, through: number): Promise<number> {
  for (let all = 0; ; ) {
    const rows = await sql`
      delete from listing_change where dataset = ${dataset} and sequence in (
        select sequence from listing_change where dataset = ${dataset} and sequence <= ${through} order by sequence
        limit ${CHANGES_A_BATCH})
      returning 1`.all(pool);
    all += rows.length;
    if (rows.length < CHANGES_A_BATCH) return all;
  }
}
