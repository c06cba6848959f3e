import { readdir, readFile } from 'node:fs/promises';
import { withConnection } from './connection.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Key of the advisory lock; any constant that all processes share. */
const MIGRATION_LOCK = 0x6d61_7275;

/**
 * Runs missing migrations by name, each in its own transaction; concurrent processes wait. `only`: those of a backup.
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  options: { only?: ReadonlySet<string> } = {},
): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    // A session lock over several transactions; released with the connection.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists migration (
         name text primary key,
         applied_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const applied = new Set(rows.map((row) => row.name));
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) {
      if (applied.has(name) || options.only?.has(name) === false) continue;
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      try {
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into migration (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        throw new Error(`migration ${name} failed`, { cause: error });
      }
      log(`database: applied ${name}`);
    }
  });
}
