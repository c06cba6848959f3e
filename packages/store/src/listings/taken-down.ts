import type pg from 'pg';
import { sql } from '../db/sql.ts';

export const TAKEN_DOWN_IDS = sql`with down as (
    select distinct coalesce(k.merged_into, k.home_id) as root
    from take_down t join known_home k on k.home_id = t.home_id where t.lifted_at is null
  )
  select root as home_id from down
  union select k.home_id from down join known_home k on k.merged_into = down.root`;

export async function takenDownAmong(
  client: pg.ClientBase,
  homeIds: readonly string[],
): Promise<Set<string>> {
  if (homeIds.length === 0) return new Set();
  const found = await sql`
    select home_id from take_down where lifted_at is null and home_id = any(${homeIds})`.column(client);
  return new Set(found);
}
