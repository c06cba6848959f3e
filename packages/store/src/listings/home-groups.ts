import type { Pool, PoolClient } from 'pg';
import { queryColumn } from '../db/connection.ts';
import { sql } from '../db/sql.ts';

export interface HomeGroups {
  /** The home an id leads to; itself unless it was merged. */
  findRoot(homeId: string): string;
  /** All requested ids and ids merged into the same homes, with their home. */
  members: ReadonlyMap<string, string>;
}

/** Locks homes in id order, to avoid deadlocks; of two writers the second chooses a listing from committed data. */
export async function lockHomes(client: PoolClient, homeIds: Iterable<string>): Promise<HomeGroups> {
  const members = new Map<string, string>();
  let wanted = [...new Set(homeIds)];
  while (wanted.length > 0) {
    const { rows } = await client.query<{ home_id: string; merged_into: string | null }>(sql`
      select home_id, merged_into from known_home where home_id = any(${wanted})
      order by home_id collate "C" for update`);
    for (const row of rows) members.set(row.home_id, row.merged_into ?? row.home_id);
    wanted = [...new Set(rows.flatMap((row) => row.merged_into ?? []))].filter((id) => !members.has(id));
  }
  const roots = [...new Set(members.values())];
  for (const [id, root] of await loadMerged(client, roots)) members.set(id, root);
  return { members, findRoot: (homeId) => members.get(homeId) ?? homeId };
}

async function loadMerged(client: Pick<PoolClient, 'query'>, roots: string[]): Promise<Map<string, string>> {
  if (roots.length === 0) return new Map();
  const { rows } = await client.query<{ home_id: string; merged_into: string }>(sql`
    select home_id, merged_into from known_home where merged_into = any(${roots})`);
  return new Map(rows.map((row) => [row.home_id, row.merged_into]));
}

/** Whether the id ever belonged to a home, to tell 410 from 404. */
export async function wasHome(pool: Pool, homeId: string): Promise<boolean> {
  return (await sql`select 1 from known_home where home_id = ${homeId}`.all(pool)).length > 0;
}

/** Number of shown homes, over both search types. */
export async function countHomes(pool: Pool): Promise<number> {
  const [count = 0] = await queryColumn<number>(pool, 'select count(*) from home');
  return count;
}

/** A home's id and all ids that lead to it; an unknown id leads to itself. */
export async function findHomeGroup(
  client: PoolClient,
  homeId: string,
): Promise<{ root: string; ids: string[] }> {
  const { rows } = await client.query<{ merged_into: string | null }>(sql`
    select merged_into from known_home where home_id = ${homeId}`);
  const root = rows[0]?.merged_into ?? homeId;
  return { root, ids: [root, ...(await loadMerged(client, [root])).keys()] };
}
