import type { PoolClient } from 'pg';

/** Homes that are locked for this transaction, each with the id that it goes by now. */
export interface HomeGroups {
  /** The id of the home that this id leads to: itself, unless the home turned out to be another one. */
  rootOf(homeId: string): string;
  /** All ids that were asked for or lead to the same homes, and where they lead. */
  members: ReadonlyMap<string, string>;
}

/**
 * Writers of two datasets may touch one home. Whoever comes second waits here, and so chooses the best listing
 * from what the first has committed. In the order of the ids, so that no two wait for each other.
 */
export async function lockHomes(client: PoolClient, homeIds: Iterable<string>): Promise<HomeGroups> {
  const members = new Map<string, string>();
  let wanted = [...new Set(homeIds)];
  // Only a home that was merged meanwhile makes a second round.
  while (wanted.length > 0) {
    const { rows } = await client.query<{ home_id: string; merged_into: string | null }>(
      `select home_id, merged_into from known_home where home_id = any($1)
       order by home_id collate "C" for update`,
      [wanted],
    );
    for (const row of rows) members.set(row.home_id, row.merged_into ?? row.home_id);
    wanted = [...new Set(rows.flatMap((row) => row.merged_into ?? []))].filter((id) => !members.has(id));
  }
  const roots = [...new Set(members.values())];
  for (const [id, root] of await loadMerged(client, roots)) members.set(id, root);
  return { members, rootOf: (homeId) => members.get(homeId) ?? homeId };
}

/** The ids that lead to these homes, each with the home's. */
async function loadMerged(client: Pick<PoolClient, 'query'>, roots: string[]): Promise<Map<string, string>> {
  if (roots.length === 0) return new Map();
  const { rows } = await client.query<{ home_id: string; merged_into: string }>(
    'select home_id, merged_into from known_home where merged_into = any($1)',
    [roots],
  );
  return new Map(rows.map((row) => [row.home_id, row.merged_into]));
}

/** A home's id and all ids that lead to it; what an unknown id leads to is itself. */
export async function findHomeGroup(
  client: PoolClient,
  homeId: string,
): Promise<{ root: string; ids: string[] }> {
  const { rows } = await client.query<{ merged_into: string | null }>(
    'select merged_into from known_home where home_id = $1',
    [homeId],
  );
  const root = rows[0]?.merged_into ?? homeId;
  return { root, ids: [root, ...(await loadMerged(client, [root])).keys()] };
}
