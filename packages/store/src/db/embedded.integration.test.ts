import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InitializedCluster, initializeCluster } from '../testing/testing-cluster.ts';
import { createChangeSet, createPlaced } from '../testing.ts';
import { isUnavailable } from './database-errors.ts';
import { startEmbedded, stopEmbedded, sweepLogs } from './embedded.ts';
import { Store } from './store.ts';

let cluster: InitializedCluster;
let dataDir: string;

beforeAll(async () => {
  cluster = await initializeCluster();
});
afterAll(() => cluster.remove());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maru-embedded-'));
  await cluster.copyTo(dataDir);
});

afterEach(async () => {
  await stopEmbedded(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startEmbedded({ dataDir, log: () => undefined });

test('what was written is there after the next start, at the same address', async () => {
  const first = await start();
  await writeOne(first.databaseUrl);
  await first.stop();
  const second = await start();
  expect(second.databaseUrl).toBe(first.databaseUrl);
  expect(await countHomes(second.databaseUrl)).toBe(1);
  await second.stop();
});

test('a server whose owner was killed is taken over, and stopped by who took it', async () => {
  const owner = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
       const { databaseUrl } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
       process.stdout.write(databaseUrl);
       setInterval(() => undefined, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const databaseUrl = line.toString().trim();

  const guest = await start();
  expect(guest.databaseUrl).toBe(databaseUrl);
  await guest.stop();
  await writeOne(databaseUrl);

  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const heir = await start();
  expect(heir.databaseUrl).toBe(databaseUrl);
  expect(await countHomes(databaseUrl)).toBe(1);
  await heir.stop();
  await expect(Store.open({ databaseUrl })).rejects.toSatisfy(isUnavailable);
});

test('a server that was killed itself comes back by itself with all that was committed', async () => {
  const { databaseUrl, stop } = await start();
  const store = await Store.open({ databaseUrl });
  await store.applyChanges(createChangeSet({ upserts: [createPlaced()] }));
  const pidFile = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
  await expect.poll(() => store.ping(), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => store.ping(), { timeout: 30_000 }).toBe(true);
  expect(await store.countHomes()).toBe(1);
  await store.close();
  await stop();
});

test('while the database is away every call says so, and all recovers by itself', async () => {
  const first = await start();
  const store = await Store.open({ databaseUrl: first.databaseUrl });
  let wakes = 0;
  store.onChange(() => (wakes += 1));
  await expect.poll(() => wakes).toBe(1);
  await store.applyChanges(createChangeSet({ upserts: [createPlaced()] }));
  const snapshot = await store.openSnapshot();

  await first.stop();
  expect(await store.ping()).toBe(false);
  await expect(Array.fromAsync(snapshot.homes)).rejects.toSatisfy(isUnavailable);
  await expect(store.loadHome('h1')).rejects.toSatisfy(isUnavailable);
  await expect(store.readChanges(new Map(), 10)).rejects.toSatisfy(isUnavailable);
  await expect(store.applyChanges(createChangeSet())).rejects.toSatisfy(isUnavailable);

  const second = await start();
  expect(second.databaseUrl).toBe(first.databaseUrl);
  await expect.poll(() => store.ping(), { timeout: 10_000 }).toBe(true);
  const before = wakes;
  await expect.poll(() => wakes, { timeout: 10_000 }).toBeGreaterThan(before - 1);
  await store.applyChanges(createChangeSet({ upserts: [createPlaced({ listPrice: 1 })] }));
  await expect.poll(() => wakes, { timeout: 10_000 }).toBeGreaterThan(2);
  await store.close();
  await second.stop();
});

test('the log of the server is a file a day, and none is kept for longer than 30 days', async () => {
  const folder = join(dataDir, 'postgres', 'log');
  await mkdir(folder, { recursive: true });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  for (const ago of [29, 27]) {
    await writeFile(join(folder, `postgres-${ago}-days-ago.log`), 'line\n');
    await utimes(join(folder, `postgres-${ago}-days-ago.log`), day(ago), day(ago));
  }
  await writeFile(join(dataDir, 'postgres', 'postgres.log'), 'of an earlier version\n');

  const { databaseUrl, stop } = await start();
  const store = await Store.open({ databaseUrl });
  await expect(store.pool.query('select no_such_column')).rejects.toThrow('no_such_column');
  const { rows } = await store.pool.query(`select pg_current_logfile() as file, now() as now`);
  const current = String(rows[0].file).replace('../log/', '');
  expect(current).toBe(`postgres-${rows[0].now.toISOString().slice(0, 10)}.log`);
  await expect.poll(() => readFile(join(folder, current), 'utf8')).toContain('no_such_column');
  const names = await readdir(folder);
  expect(names).toContain('postgres-27-days-ago.log');
  expect(names).not.toContain('postgres-29-days-ago.log');
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postgres.log');
  await store.close();
  await stop();

  await sweepLogs(folder, day(-30));
  expect(await readdir(folder)).toEqual([]);
});

async function writeOne(databaseUrl: string): Promise<void> {
  const store = await Store.open({ databaseUrl });
  await store.applyChanges(createChangeSet({ upserts: [createPlaced()] }));
  await store.close();
}

async function countHomes(databaseUrl: string): Promise<number> {
  const store = await Store.open({ databaseUrl });
  const count = await store.countHomes();
  await store.close();
  return count;
}
