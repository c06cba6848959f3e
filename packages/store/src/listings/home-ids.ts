import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Without vowels, so that no word is spelt, and without 0, 1, l and o. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const LENGTH = 8;

/** `h` and eight characters: 2.8 × 10^11 ids. */
function randomHomeId(): string {
  let id = 'h';
  for (let i = 0; i < LENGTH; i += 1) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}

/** What homes are known by these keys, in bulk. */
export async function findHomeIds(client: PoolClient, homeKeys: string[]): Promise<Map<string, string>> {
  if (homeKeys.length === 0) return new Map();
  const { rows } = await client.query<{ home_key: string; home_id: string }>(
    'select home_key, home_id from home_identity where home_key = any($1)',
    [homeKeys],
  );
  return new Map(rows.map((row) => [row.home_key, row.home_id]));
}

/**
 * Says what homes are known by. Answers the keys that a writer of another dataset had said otherwise in the
 * meantime: the first to insert wins, the other waits for it here.
 */
export async function insertHomeKeys(
  client: PoolClient,
  keyHomes: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  if (keyHomes.size === 0) return new Set();
  // In one order everywhere, so that no two writers wait for each other.
  const keys = [...keyHomes.keys()].sort();
  const { rowCount } = await client.query(
    `insert into home_identity (home_key, home_id)
     select * from unnest($1::text[], $2::text[])
     on conflict (home_key) do nothing`,
    [keys, keys.map((key) => keyHomes.get(key)!)],
  );
  if (rowCount === keys.length) return new Set();
  const said = await findHomeIds(client, keys);
  return new Set(keys.filter((key) => said.get(key) !== keyHomes.get(key)));
}

/** New ids. Draws until enough are new; with a million homes one draw in 280,000 is taken already. */
export async function drawHomeIds(client: PoolClient, count: number, seenAt: Date): Promise<string[]> {
  const reserved: string[] = [];
  while (reserved.length < count) {
    const drawn = Array.from({ length: count - reserved.length }, randomHomeId);
    const { rows } = await client.query<{ home_id: string }>(
      `insert into known_home (home_id, first_seen_at)
       select id, $2 from unnest($1::text[]) as id
       on conflict (home_id) do nothing returning home_id`,
      [[...new Set(drawn)], seenAt],
    );
    reserved.push(...rows.map((row) => row.home_id));
  }
  return reserved;
}
