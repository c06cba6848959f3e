import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Without vowels, so that no word is spelt, and without 0, 1, l and o. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const LENGTH = 8;

/** `h` and eight characters: 2.8 × 10^11 ids. */
export function randomHomeId(): string {
  let id = 'h';
  for (let i = 0; i < LENGTH; i += 1) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}

/**
 * The ids of the homes with these keys, in bulk; keys not seen before get a new id. Safe beside a writer of
 * another dataset that meets the same key: the first to insert wins, the other waits and takes its id.
 */
export async function assignHomeIds(
  client: PoolClient,
  homeKeys: Iterable<string>,
  seenAt: Date,
): Promise<Map<string, string>> {
  const wanted = [...new Set(homeKeys)].sort();
  const found = await findHomeIds(client, wanted);
  const missing = wanted.filter((key) => !found.has(key));
  if (missing.length === 0) return found;
  const ids = await reserveHomeIds(client, missing.length, seenAt);
  await client.query(
    `insert into home_identity (home_key, home_id)
     select * from unnest($1::text[], $2::text[])
     on conflict (home_key) do nothing`,
    [missing, ids],
  );
  for (const [key, id] of await findHomeIds(client, missing)) found.set(key, id);
  return found;
}

/** Says that a home is also known by another key; an existing meaning of the key stays. */
export async function addHomeKeys(client: PoolClient, aliases: Map<string, string>): Promise<void> {
  if (aliases.size === 0) return;
  await client.query(
    `insert into home_identity (home_key, home_id)
     select * from unnest($1::text[], $2::text[]) order by 1
     on conflict (home_key) do nothing`,
    [[...aliases.keys()], [...aliases.values()]],
  );
}

async function findHomeIds(client: PoolClient, homeKeys: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ home_key: string; home_id: string }>(
    'select home_key, home_id from home_identity where home_key = any($1)',
    [homeKeys],
  );
  return new Map(rows.map((row) => [row.home_key, row.home_id]));
}

/** Draws until enough ids are new; with a million homes one draw in 280,000 is taken already. */
async function reserveHomeIds(client: PoolClient, count: number, seenAt: Date): Promise<string[]> {
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
