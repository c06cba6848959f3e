import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InitializedCluster, initializeCluster } from '../testing/testing-cluster.ts';
import { startEmbedded, stopEmbedded } from './embedded.ts';
import { isAlive, withProcessLock } from './process-lock.ts';

/** Several processes on one data directory. */
let cluster: InitializedCluster;
let dataDir: string;
let children: ChildProcess[];

beforeAll(async () => {
  cluster = await initializeCluster();
});
afterAll(() => cluster.remove());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maru-sharing-'));
  await cluster.copyTo(dataDir);
  children = [];
  await writeFile(
    join(dataDir, 'child.ts'),
    `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
     const { databaseUrl, stop } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
     process.on('message', () => void stop().then(() => process.exit(0)));
     process.send(databaseUrl);`,
  );
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stopEmbedded(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

interface Sharer {
  databaseUrl: string;
  /** Calls `stop` and waits for the end of the process. */
  end(): Promise<void>;
  kill(): Promise<void>;
}

/** A process that uses the database of the directory. */
async function share(): Promise<Sharer> {
  const child = fork(join(dataDir, 'child.ts'));
  children.push(child);
  const exit = once(child, 'exit');
  const [databaseUrl] = (await Promise.race([once(child, 'message'), exit])) as [string];
  expect(databaseUrl).toMatch(/^postgres:/);
  return {
    databaseUrl,
    end: async () => {
      child.send('stop');
      expect((await exit)[0]).toBe(0);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function postmaster(): Promise<number> {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
}

async function answers(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const PATIENCE = { timeout: 30_000, interval: 100 };

test('who started the server ends, and the others keep it; the last one that ends stops it', async () => {
  const owner = await share();
  const second = await share();
  const third = await share();
  const pid = await postmaster();
  await owner.end();
  await second.end();
  expect([await postmaster(), await answers(third.databaseUrl)]).toEqual([pid, true]);
  await third.end();
  expect([isAlive(pid), await answers(third.databaseUrl)]).toEqual([false, false]);
});

test('after kill -9 of its starter the server goes on, and ends with the last process', async () => {
  const owner = await share();
  const second = await share();
  const pid = await postmaster();
  await owner.kill();
  expect(await answers(second.databaseUrl)).toBe(true);
  await second.end();
  expect(isAlive(pid)).toBe(false);
});

test('starter and server are killed at once: one of two others starts it again, at the same address for both', async () => {
  const owner = await share();
  const others = await Promise.all([share(), share()]);
  const pid = await postmaster();
  const killed = owner.kill();
  process.kill(pid, 'SIGKILL');
  await killed;
  await expect.poll(() => answers(others[0].databaseUrl), PATIENCE).toBe(true);
  expect(others.map((one) => one.databaseUrl)).toEqual([owner.databaseUrl, owner.databaseUrl]);
  const next = await postmaster();
  expect(next).not.toBe(pid);
  // Both end at the same time: neither leaves it to the other.
  await Promise.all(others.map((one) => one.end()));
  expect(isAlive(next)).toBe(false);
});

test('processes that start at the same time on an empty directory make one database', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true });
  const all = await Promise.all([share(), share(), share()]);
  expect(new Set(all.map((one) => one.databaseUrl)).size).toBe(1);
  expect(await answers(all[0].databaseUrl)).toBe(true);
  const pid = await postmaster();
  // One that starts while the last ones end has a server too.
  const [late] = await Promise.all([share(), ...all.map((one) => one.end())]);
  await expect.poll(() => answers(late.databaseUrl), PATIENCE).toBe(true);
  await late.end();
  expect([isAlive(pid), isAlive(await postmaster())]).toEqual([false, false]);
});

test('a process creates nothing while another one initializes the directory', async () => {
  const root = join(dataDir, 'postgres');
  await rm(root, { recursive: true });
  await mkdir(root);
  const starting = await withProcessLock(join(root, 'lock'), async () => {
    const started = startEmbedded({ dataDir, log: () => undefined, keepUp: false });
    await sleep(300);
    expect(await readdir(root)).toEqual(['lock']);
    return { started };
  });
  await (await starting.started).stop();
});

test('a server that an earlier version started, which names its owner alone, is shared with that one', async () => {
  const owner = await share();
  const kept = join(dataDir, 'postgres', 'server.json');
  const { users, ...rest } = JSON.parse(await readFile(kept, 'utf8'));
  await writeFile(kept, JSON.stringify({ ...rest, ownerPid: users[0].pid }));
  const second = await share();
  await second.end();
  expect(await answers(owner.databaseUrl)).toBe(true);
});

test('a process that starts while a killed server still runs a statement waits for its end, and keeps the port of the others', async () => {
  const log = () => undefined;
  // Its own watch would start the server as well: here the newcomer has to.
  const first = await startEmbedded({ dataDir, log, keepUp: false });
  const client = new pg.Client(first.databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  // PostgreSQL does not notice the death of the postmaster while it computes, and the memory is in use until then.
  const computing = client
    .query(`do $$ declare began timestamptz := clock_timestamp();
      begin while clock_timestamp() < began + interval '4 seconds' loop end loop; end $$`)
    .catch(() => undefined);
  await expect.poll(() => isComputing(first.databaseUrl), PATIENCE).toBe(true);
  process.kill(await postmaster(), 'SIGKILL');
  const second = await startEmbedded({ dataDir, log, keepUp: false });
  expect(second.databaseUrl).toBe(first.databaseUrl);
  expect(await answers(first.databaseUrl)).toBe(true);
  await computing;
  await client.end().catch(() => undefined);
  await Promise.all([first.stop(), second.stop()]);
});

async function isComputing(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_stat_activity where state = 'active' and query like 'do %'`,
  );
  await client.end();
  return rowCount === 1;
}

test('a kept port that somebody else took since the last stop is given up', async () => {
  const log = () => undefined;
  const first = await startEmbedded({ dataDir, log });
  await first.stop();
  const port = Number(new URL(first.databaseUrl).port);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  try {
    const second = await startEmbedded({ dataDir, log });
    expect(new URL(second.databaseUrl).port).not.toBe(String(port));
    expect(await answers(second.databaseUrl)).toBe(true);
    await second.stop();
  } finally {
    other.close();
  }
});

test('a process logs once that the server runs on another port than its own', async () => {
  const lines: string[] = [];
  const own = await startEmbedded({ dataDir, log: (line) => void lines.push(line) });
  const { port } = new URL(own.databaseUrl);
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  // As a version before this one did when it restarted the server.
  await writeFile(file, text.replace(`\n${port}\n`, '\n1\n'));
  const complaints = () => lines.filter((line) => line.includes(`instead of ${port}`));
  await expect
    .poll(complaints, PATIENCE)
    .toEqual([`database: server runs on port 1 instead of ${port}; restart this process`]);
  await writeFile(file, text);
  await own.stop();
  expect(complaints()).toHaveLength(1);
});
