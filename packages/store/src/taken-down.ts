import type pg from 'pg';

/** Which of these homes somebody has had taken down. */
export async function takenDownAmong(
  client: pg.ClientBase,
  homeIds: readonly string[],
): Promise<Set<string>> {
  if (homeIds.length === 0) return new Set();
  const { rows } = await client.query<{ home_id: string }>(
    'select home_id from take_down where lifted_at is null and home_id = any($1)',
    [homeIds],
  );
  return new Set(rows.map((row) => row.home_id));
}
