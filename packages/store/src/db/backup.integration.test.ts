import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@maru/listing/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChangeSet, createPlaced, createTestDatabase, type TestDatabase } from '../testing.ts';
import { backupStore, removeBackupsBeside, restoreStore } from './backup.ts';
import { migrate } from './migrate.ts';
import { Store } from './store.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
let folder: string;
let database: TestDatabase;
let store: Store;
const others: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-backup-'));
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  const quotes = 'Tab\there, line\nthere, back\\slash, "quotes", 마루';
  await store.applyChanges(
    createChangeSet({
      seenAt: NOW,
      upserts: [
        createPlaced({ publicRemarks: quotes }),
        createPlaced({ listingKey: 'k2', streetNumber: '5' }),
      ],
    }),
  );
  const account = { name: '김민지', email: 'minji@example.com', emailVerified: true, locale: 'ko' as const };
  const { userId } = await store.accounts.create(account, NOW);
  await store.saved.saveHome(userId, 'h1', NOW);
});
afterAll(async () => {
  await store.close();
  await database.drop();
  for (const one of others) await one.drop();
  await rm(folder, { recursive: true });
});

async function anotherDatabase(): Promise<TestDatabase> {
  const one = await createTestDatabase();
  others.push(one);
  return one;
}

/** Without any table. */
async function bareDatabase(): Promise<TestDatabase> {
  const one = await anotherDatabase();
  const client = new pg.Client(one.databaseUrl);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  return one;
}

/** Every row of every table, as text. */
async function contents(of: Store): Promise<Record<string, string[]>> {
  const { rows: tables } = await of.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await of.pool.query<{ row: string }>(
      `select t::text as row from "${name}" t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test('what was backed up stands in an empty store as it was, and the store goes on from there', async () => {
  const place = join(folder, 'whole');
  const report = await backupStore({ databaseUrl: database.databaseUrl, folder: place, now: NOW });
  // With what the first backup has written: by which name its store is known.
  const before = await contents(store);
  expect(report.rows).toBe(Object.values(before).flat().length);
  expect((await stat(place)).mode & 0o077).toBe(0);
  const empty = await anotherDatabase();
  expect(await restoreStore({ databaseUrl: empty.databaseUrl, folder: place })).toEqual(report);
  const restored = await Store.open({ databaseUrl: empty.databaseUrl });
  expect(await contents(restored)).toEqual(before);
  // Numbers that the database gives out go on, and the dataset's sequence too.
  const { changed } = await restored.applyChanges(
    createChangeSet({
      upserts: [createPlaced({ listPrice: 800_000 })],
      seenAt: new Date('2026-11-21T00:00:00Z'),
    }),
  );
  expect(changed).toBe(1);
  await restored.close();
});

test('a store that is not empty, a damaged file and a folder that is none are refused before anything is written', async () => {
  const place = join(folder, 'damaged');
  await backupStore({ databaseUrl: database.databaseUrl, folder: place, now: NOW });
  await expect(backupStore({ databaseUrl: database.databaseUrl, folder: place, now: NOW })).rejects.toThrow(
    /already exists/,
  );
  await expect(restoreStore({ databaseUrl: database.databaseUrl, folder: place })).rejects.toThrow(
    /not empty/,
  );
  await appendFile(join(place, 'listing.copy.gz'), 'x');
  const empty = await anotherDatabase();
  await expect(restoreStore({ databaseUrl: empty.databaseUrl, folder: place })).rejects.toThrow(
    'listing.copy.gz is missing or damaged: nothing was restored.',
  );
  await expect(restoreStore({ databaseUrl: empty.databaseUrl, folder })).rejects.toThrow(/is not a backup/);
  expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('a backup of an older version is restored as it was and brought forward by the next start', async () => {
  const place = join(folder, 'older');
  const { rows: all } = await store.pool.query<{ name: string }>('select name from migration order by name');
  const before = all.map(({ name }) => name).filter((name) => name < '0006');
  const older = await bareDatabase();
  await migrate(older.databaseUrl, () => undefined, { only: new Set(before) });
  const client = new pg.Client(older.databaseUrl);
  await client.connect();
  await client.query(`insert into known_home (home_id, first_seen_at) values ('h0000old', now())`);
  await client.end();
  await backupStore({ databaseUrl: older.databaseUrl, folder: place, now: NOW });
  const empty = await bareDatabase();
  await restoreStore({ databaseUrl: empty.databaseUrl, folder: place });
  const restored = await Store.open({ databaseUrl: empty.databaseUrl });
  const { rows } = await restored.pool.query('select name from migration order by name');
  expect(rows).toEqual(all);
  expect(await restored.wasHome('h0000old')).toBe(true);
  await restored.close();
});

test('backups that are older than was promised go, and nothing else that lies beside them', async () => {
  const parent = join(folder, 'nightly');
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
  const { databaseUrl } = database;
  await mkdir(parent);
  await backupStore({ databaseUrl, folder: join(parent, 'old'), now: daysAgo(36) });
  // As if it had been taken another day.
  for (const [name, days] of [
    ['last-day', 34],
    ['new', 0],
  ] as const) {
    await cp(join(parent, 'old'), join(parent, name), { recursive: true });
    const file = join(parent, name, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, takenAt: daysAgo(days).toISOString() }));
  }
  await mkdir(join(parent, 'photos'));
  await mkdir(join(parent, 'broken'));
  await writeFile(join(parent, 'broken/manifest.json'), '{"takenAt":"2001-01-01T00:00:00Z"}');
  // Of another site, and of a version that did not say of which.
  const elsewhere = await anotherDatabase();
  await (await Store.open({ databaseUrl: elsewhere.databaseUrl })).close();
  const another = { databaseUrl: elsewhere.databaseUrl, folder: join(parent, 'another') };
  await backupStore({ ...another, now: daysAgo(400) });
  const text = await readFile(join(parent, 'old/manifest.json'), 'utf8');
  const { storeId, ...unnamed } = JSON.parse(text);
  expect(storeId).toMatch(/^[0-9a-f]{64}$/);
  await mkdir(join(parent, 'unnamed'));
  await writeFile(join(parent, 'unnamed/manifest.json'), JSON.stringify(unnamed));

  const here = join(parent, 'new');
  const left = { removed: [], unknown: ['unnamed'], failed: [] };
  const refuse = () => Promise.reject(new Error('EACCES'));
  expect(await removeBackupsBeside(here, daysAgo(35), refuse)).toEqual({ ...left, failed: ['old'] });
  expect(await removeBackupsBeside(here, daysAgo(35))).toEqual({ ...left, removed: ['old'] });
  expect((await readdir(parent)).toSorted()).toEqual([
    'another',
    'broken',
    'last-day',
    'new',
    'photos',
    'unnamed',
  ]);
  const removed = await removeBackupsBeside(join(parent, 'last-day'), NOW);
  expect(removed).toEqual({ ...left, removed: ['new'] });
});
