import type pg from 'pg';
import { join, raw, type Sql, sql } from './sql.ts';

/** Column of a member: `newConstructionYN` is `new_construction_yn`. */
export function snakeCase(name: string): string {
  // Becomes part of a statement.
  if (!/^[A-Za-z0-9]+$/.test(name)) throw new TypeError(`"${name}" is not the name of a column`);
  return name.replace(/YN$/, 'Yn').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Inserts a row, its members in camel case; returns the first row of the result. `suffix` follows the values. */
export async function insertRow<Row extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  row: Readonly<Record<string, unknown>>,
  suffix = '',
): Promise<Row | undefined> {
  const columns = Object.keys(row).map(snakeCase).join(', ');
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  const { rows } = await client.query<Row>(
    `insert into ${table} (${columns}) values (${places.join(', ')}) ${suffix}`,
    Object.values(row),
  );
  return rows[0];
}

/** `column = value, …` of an update; its members in camel case. */
export function assignments(row: Readonly<Record<string, unknown>>): Sql {
  const each = Object.entries(row).map(([name, value]) => sql`${raw(snakeCase(name))} = ${value}`);
  return join(each, ', ');
}

/** Inserts a row, or replaces the members other than `key` of the one with the same key. */
export async function upsertRow(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  key: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const replaced = Object.keys(row).filter((name) => !key.includes(name));
  const updates = replaced.map(snakeCase).map((column) => `${column} = excluded.${column}`);
  await insertRow(
    client,
    table,
    row,
    `on conflict (${key.map(snakeCase).join(', ')}) do update set ${updates.join(', ')}`,
  );
}
