import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { hasTable, query, queryColumn, withConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { succeeds } from './process-lock.ts';

/** Reports why a backup or restore is not possible, in one line for the user. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Version of the backup's layout; increase it when older versions cannot read it. */
const FORMAT = 1;
const MANIFEST = 'manifest.json';

interface BackedUpTable {
  name: string;
  columns: string[];
  rows: number;
  bytes: number;
  sha256: string;
}

interface Manifest {
  format: number;
  takenAt: string;
  /** Identifies the store, also after a restore into another database; null or absent in old backups. */
  storeId?: string | null;
  migrations: string[];
  tables: BackedUpTable[];
  sequences: { name: string; value: string }[];
}

export interface BackupReport {
  takenAt: string;
  tables: number;
  rows: number;
  bytes: number;
}

/**
 * Writes the whole store into a new folder while the site is running, without queued jobs: every table by COPY from one
 * snapshot, compressed, with checksums (rule S14.2). Readable only by its owner. @throws BackupError when the folder
 * exists
 */
export async function backupStore(options: {
  databaseUrl: string;
  folder: string;
  now: Date;
}): Promise<BackupReport> {
  const { databaseUrl, folder, now } = options;
  if (await succeeds(stat(folder))) throw new BackupError(`${folder} already exists: choose a new folder.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const report = await withConnection(databaseUrl, async (client) => {
    const storeId = await storeIdIn(client);
    await client.query('begin isolation level repeatable read read only');
    const tables: BackedUpTable[] = [];
    for (const { name, columns } of await listTables(client)) {
      const file = join(unfinished, fileName(name));
      const rows = await copyOut(
        client,
        `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`,
        file,
      );
      tables.push({ name, columns, rows, ...(await checksum(file)) });
    }
    const manifest: Manifest = {
      format: FORMAT,
      takenAt: now.toISOString(),
      storeId,
      migrations: await listMigrations(client),
      tables,
      sequences: await listSequences(client),
    };
    await client.query('commit');
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return summarize(manifest);
  });
  await rename(unfinished, folder);
  return report;
}

export interface OldBackups {
  removed: string[];
  /** Also too old, but their store is unknown; they need a manual check. */
  unknown: string[];
  failed: string[];
}

/**
 * Removes backups of the same store that lie beside `folder` and were taken at or before `before`. Skips backups of
 * other stores, incomplete backups, other folders and `folder` itself. Failures are returned, not thrown.
 */
export async function removeBackupsBeside(
  folder: string,
  before: Date,
  remove = async (path: string) => await rm(path, { recursive: true }),
): Promise<OldBackups> {
  const parent = dirname(folder);
  const { storeId } = await readManifest(folder);
  const found: OldBackups = { removed: [], unknown: [], failed: [] };
  for (const one of (await readdir(parent, { withFileTypes: true })).toSorted(byName)) {
    if (!one.isDirectory() || one.name === basename(folder)) continue;
    const path = join(parent, one.name);
    const manifest = await readManifest(path).catch(() => undefined);
    if (manifest === undefined || !(Date.parse(manifest.takenAt) <= before.getTime())) continue;
    if (manifest.storeId == null) {
      found.unknown.push(one.name);
    } else if (manifest.storeId === storeId) {
      found[(await succeeds(remove(path))) ? 'removed' : 'failed'].push(one.name);
    }
  }
  return found;
}

/**
 * Restores a backup into an empty store, all or nothing. Verifies the files first and migrates the schema to the
 * version of the backup; the next start of the site migrates it further.
 * @throws BackupError when the folder is no backup or damaged, or the store is not empty
 */
export async function restoreStore(options: { databaseUrl: string; folder: string }): Promise<BackupReport> {
  const { databaseUrl, folder } = options;
  const manifest = await readManifest(folder);
  for (const { name, sha256 } of manifest.tables) {
    const file = join(folder, fileName(name));
    const sum = await checksum(file).catch(() => undefined);
    if (sum?.sha256 !== sha256)
      throw new BackupError(`${fileName(name)} is missing or damaged: nothing was restored.`);
  }
  await withConnection(databaseUrl, (client) => refuseFullStore(client, manifest));
  await migrate(databaseUrl, () => undefined, { only: new Set(manifest.migrations) });
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin');
    const ours = (await listTables(client)).map(({ name }) => name);
    const unknown = manifest.tables.find(({ name }) => !ours.includes(name));
    if (unknown !== undefined) throw new BackupError(`The table ${unknown.name} is unknown to this version.`);
    if (ours.length > 0) await client.query(`truncate ${ours.map(quoted).join(', ')}`);
    for (const name of await inOrderOfReference(client, ours)) {
      const table = manifest.tables.find((one) => one.name === name);
      if (table === undefined) continue;
      const columns = table.columns.map(quoted).join(', ');
      const into = client.query(from(`copy ${quoted(name)} (${columns}) from stdin`));
      await pipeline(createReadStream(join(folder, fileName(name))), createGunzip(), into);
      const { rowCount } = into as unknown as { rowCount: number };
      if (rowCount !== table.rows) {
        throw new BackupError(`${fileName(name)} has ${rowCount} rows instead of ${table.rows}.`);
      }
    }
    for (const { name, value } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2)', [name, value]);
    }
    await client.query('commit');
    await client.query('analyze');
  });
  return summarize(manifest);
}

async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  return await query(
    client,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
     group by c.relname order by c.relname`,
  );
}

/** Created by the first backup and stored in a table, so that a restored store keeps it; null in older schemas. */
async function storeIdIn(client: pg.Client): Promise<string | null> {
  if (!(await hasTable(client, 'server_secret'))) return null;
  await client.query(
    `insert into server_secret (name, secret) values ('store-id', $1) on conflict (name) do nothing`,
    [randomBytes(32).toString('base64url')],
  );
  const [secret] = await queryColumn(client, `select secret from server_secret where name = 'store-id'`);
  return createHash('sha256').update(secret!).digest('hex');
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  if (!(await hasTable(client, 'migration'))) return [];
  return await queryColumn(client, 'select name from migration order by name');
}

async function listSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  return await query(
    client,
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
}

async function refuseFullStore(client: pg.Client, manifest: Manifest): Promise<void> {
  const known = new Set(manifest.migrations);
  const newer = (await listMigrations(client)).find((name) => !known.has(name));
  if (newer !== undefined) {
    throw new BackupError(
      `The store already has ${newer}, which the backup lacks: restore into an empty database.`,
    );
  }
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0)
      throw new BackupError(`The store is not empty (${name}): restore into an empty database.`);
  }
}

async function inOrderOfReference(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.oid <> p.oid`,
  );
  const done = new Set<string>();
  const visit = (name: string) => {
    if (done.has(name)) return;
    done.add(name);
    for (const { child, parent } of rows) if (child === name) visit(parent);
    order.push(name);
  };
  const order: string[] = [];
  for (const name of names) visit(name);
  return order;
}

/** Returns the number of rows: COPY's text format has one per line. */
async function copyOut(client: pg.Client, statement: string, file: string): Promise<number> {
  let rows = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  await pipeline(
    client.query(to(statement)),
    count,
    createGzip({ level: 4 }),
    createWriteStream(file, { mode: 0o600 }),
  );
  return rows;
}

async function checksum(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a backup: it contains no ${MANIFEST}.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) {
    throw new BackupError(`The backup has the format ${manifest.format}; this version reads ${FORMAT}.`);
  }
  return manifest;
}

function summarize({ takenAt, tables }: Manifest): BackupReport {
  const sum = (of: 'rows' | 'bytes') => tables.reduce((all, table) => all + table[of], 0);
  return { takenAt, tables: tables.length, rows: sum('rows'), bytes: sum('bytes') };
}

const fileName = (table: string) => `${table}.copy.gz`;
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
