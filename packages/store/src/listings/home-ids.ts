import { randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';

/** No vowels, so that ids spell no words, and no 0, 1, l and o. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const LENGTH = 8;

function randomHomeId(): string {
  let id = 'h';
  for (let i = 0; i < LENGTH; i += 1) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}

export async function findHomeIds(client: PoolClient, homeKeys: string[]): Promise<Map<string, string>> {
  if (homeKeys.length === 0) return new Map();
  const { rows } = await client.query<{ home_key: string; home_id: string }>(sql`
    select home_key, home_id from home_identity where home_key = any(${homeKeys})`);
  return new Map(rows.map((row) => [row.home_key, row.home_id]));
}

/** Returns the keys that a concurrent writer gave to another home: the first insert wins, the second waits for it. */
export async function insertHomeKeys(
  client: PoolClient,
  keyHomes: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  if (keyHomes.size === 0) return new Set();
  // Sorted, to avoid deadlocks.
  const keys = [...keyHomes.keys()].sort();
  const { rowCount } = await client.query(sql`
    insert into home_identity (home_key, home_id)
    select * from unnest(${keys}::text[], ${keys.map((key) => keyHomes.get(key)!)}::text[])
    on conflict (home_key) do nothing`);
  if (rowCount === keys.length) return new Set();
  const said = await findHomeIds(client, keys);
  return new Set(keys.filter((key) => said.get(key) !== keyHomes.get(key)));
}

/** Creates new ids and retries collisions; with a million homes one in 280,000 is taken. */
export async function createHomeIds(client: PoolClient, count: number, seenAt: Date): Promise<string[]> {
  const reserved: string[] = [];
  while (reserved.length < count) {
    const drawn = Array.from({ length: count - reserved.length }, randomHomeId);
    const created = await sql`
      insert into known_home (home_id, first_seen_at)
      select id, ${seenAt} from unnest(${[...new Set(drawn)]}::text[]) as id
      on conflict (home_id) do nothing returning home_id`.column(client);
    reserved.push(...created);
  }
  return reserved;
}
