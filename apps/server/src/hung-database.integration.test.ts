import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedDatabase, startEmbedded } from '@maru/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../dev/line/line.ts';
import { contactBody } from './testing/testing-people.ts';

/** Of each kind: more than a connection may be waited for (5 s) at 40 a second. */
const REQUESTS = 320;

/** A database whose processes are there and do nothing: SIGSTOP. */
let dataDir: string;
let database: EmbeddedDatabase;
let line: Line;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maru-hung-'));
  database = await startEmbedded({ dataDir, log: () => undefined });
  line = await startLine({ databaseUrl: database.databaseUrl, size: 120 });
  await line.follow();
  url = await line.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  // Where the test failed they are still stopped.
  if (processes.length > 0) signalAll('SIGCONT');
  await (line as Line | undefined)?.close();
  await (database as EmbeddedDatabase | undefined)?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('requests that wait for the same answer of a locked table take no place from those that are answered from memory', async () => {
  // Of each kind more than are worked on at once: the same search, and searches that look for the same word.
  const addresses = 2 * (line.parts.settings.requestsInFlight + 8);
  const { admission, store } = line.parts;
  const lock = await store.pool.connect();
  const search = '/maru/v1/home/list?searchType=sale&q=pool';
  const waiting: ReturnType<typeof get>[] = [];
  let fromMemory: Awaited<ReturnType<typeof get>>;
  try {
    await lock.query('begin; lock table listing_text in access exclusive mode');
    for (let at = 0; at < addresses; at += 1) {
      waiting.push(get(at % 2 === 0 ? search : `${search}&price=${at * 1_000}-`));
    }
    // All have reached the server.
    await expect.poll(() => admission.inFlight + admission.waiting, { timeout: 20_000 }).toBe(addresses);
    fromMemory = await get('/maru/v1/home/list?searchType=sale&want=total&price=100000-');
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(fromMemory.status).toBe(200);
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(addresses).fill(200));
  await expect.poll(() => admission.inFlight).toBe(0);
});

/** The postmaster and the processes that serve connections and write. */
let processes: number[] = [];

async function stopAll(): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  const { rows } = await line.parts.store.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  // First the postmaster, so that it forks no other.
  processes = [Number(file.split('\n')[0]), ...rows.map(({ pid }) => pid)];
  signalAll('SIGSTOP');
}

function signalAll(signal: NodeJS.Signals): void {
  for (const pid of processes) process.kill(pid, signal);
}

/** Each request from another address, where loopback has more than one: the limits of one address are not what is tested. */
let sent = 0;
async function get(path: string): Promise<{ status: number; retryAfter: number | null }> {
  sent += 1;
  const localAddress = process.platform === 'linux' ? `127.0.0.${2 + (sent % 250)}` : undefined;
  const asking = request(url + path, { localAddress, agent: false }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  const after = answer.headers['retry-after'];
  return { status: answer.statusCode ?? 0, retryAfter: after === undefined ? null : Number(after) };
}

test('while the database hangs nothing that is answered from memory fails at 40 requests a second, and all recovers', async () => {
  const { homeId } = (await line.list('searchType=sale&want=listings')).listings[0]!;
  const memory = (at: number) =>
    [
      `/maru/v1/home/list?searchType=sale&want=total,listings&price=${100_000 + at * 1_000}-`,
      `/maru/v1/home/suggest?text=irvine&limit=${1 + (at % 20)}`,
      '/maru/v1/district/city/irvine-ca',
      `/maru/v1/home/list?searchType=sale&want=facets,clusters&zoom=10&bbox=-118.5,33.4,-117.2,34.${at % 10}`,
    ][at % 4]!;
  const stored = (at: number) =>
    [
      `/maru/v1/home?homeId=${homeId}`,
      '/maru/v1/district/market?place=irvine-ca&searchType=sale',
      `/maru/v1/home/ledger?homeId=${homeId}`,
      '/maru/v1/agent?limit=3',
    ][at % 4]!;
  expect(await Promise.all([0, 1, 2, 3].flatMap((at) => [memory(at), stored(at)]).map(get))).toEqual(
    Array.from({ length: 8 }, () => ({ status: 200, retryAfter: null })),
  );

  await stopAll();
  expect(processes.length).toBeGreaterThan(3);
  const fromMemory: ReturnType<typeof get>[] = [];
  const fromStore: ReturnType<typeof get>[] = [];
  for (let at = 0; at < REQUESTS; at += 1) {
    fromMemory.push(get(memory(at)));
    fromStore.push(get(stored(at)));
    // The rate of the load: 80 requests a second, half of them from memory.
    await sleep(25);
  }
  const statusesOf = async (answers: ReturnType<typeof get>[]) =>
    Object.entries(Object.groupBy(await Promise.all(answers), ({ status }) => status)).map(
      ([status, all]) => [Number(status), all?.length],
    );
  expect(await statusesOf(fromMemory)).toEqual([[200, REQUESTS]]);
  expect(await statusesOf(fromStore)).toEqual([[503, REQUESTS]]);
  expect((await Promise.all(fromStore)).every(({ retryAfter }) => (retryAfter ?? 0) > 0)).toBe(true);
  expect(line.parts.store.isAvailable).toBe(false);
  await expect.poll(() => line.parts.admission.inFlight).toBe(0);

  signalAll('SIGCONT');
  processes = [];
  await expect.poll(() => line.parts.store.isAvailable, { timeout: 20_000 }).toBe(true);
  expect(await Promise.all([0, 1, 2, 3].flatMap((at) => [memory(at), stored(at)]).map(get))).toEqual(
    Array.from({ length: 8 }, () => ({ status: 200, retryAfter: null })),
  );
  const written = await fetch(`${url}/maru/v1/agent/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody({ homeId })),
  });
  expect(written.status).toBe(201);
});
