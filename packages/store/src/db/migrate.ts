import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withConnection } from './connection.ts';
import { migrationChecksum } from './migration-checksum.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Key of the advisory lock; any constant that all processes share. */
const MIGRATION_LOCK = 0x6d61_7275;

/**
 * Runs missing migrations by name, each in its own transaction; concurrent processes wait. `only`: those of a backup.
 * @throws Error naming the files whose statements are no longer those that were applied; nothing is run then
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
         applied_at timestamptz not null default now(),
         checksum text
       )`,
    );
    const files = await readMigrations();
    const applied = await checkApplied(client, files);
    for (const [name, sql] of files) {
      if (applied.has(name) || options.only?.has(name) === false) continue;
      try {
        await client.query('begin');
        await client.query(sql);
        const row = [name, migrationChecksum(sql)];
        await client.query('insert into migration (name, checksum) values ($1, $2)', row);
        await client.query('commit');
      } catch (error) {
        throw new Error(`migration ${name} failed`, { cause: error });
      }
      log(`database: applied ${name}`);
    }
  });
}

/** The SQL of each migration file by name, in order. */
async function readMigrations(): Promise<Map<string, string>> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')));
  return new Map(names.map((name, at) => [name, texts[at] as string]));
}

/**
 * The names of the applied migrations. Those of versions that wrote no checksums get the one of their file now. Migrations
 * of a newer version have no file here and are ignored.
 */
async function checkApplied(client: pg.Client, files: ReadonlyMap<string, string>): Promise<Set<string>> {
  // Adding the column takes a lock that a running backup would hold up: only where it is missing.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'checksum'`,
  );
  if (rowCount === 0) await client.query('alter table migration add column checksum text');
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from migration order by name',
  );
  const edited: string[] = [];
  for (const { name, checksum } of rows) {
    const sql = files.get(name);
    if (sql === undefined) continue;
    const now = migrationChecksum(sql);
    if (checksum === null)
      await client.query('update migration set checksum = $2 where name = $1', [name, now]);
    else if (checksum !== now) edited.push(name);
  }
  if (edited.length > 0) {
    const were = edited.length === 1 ? 'was' : 'were';
    throw new Error(
      `${edited.join(', ')} ${were} edited after being applied to this database. Restore the old text, and put the change into a new migration.`,
    );
  }
  return new Set(rows.map(({ name }) => name));
}
