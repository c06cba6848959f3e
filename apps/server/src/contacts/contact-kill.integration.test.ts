import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Store } from '@maru/store';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../../dev/free-port.ts';
import { contactBody, fillMarket, findHomeId } from '../testing/testing-people.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const IS_LONG = process.env.MARU_TEST_LONG === '1';
const SUBMISSIONS = IS_LONG ? 10_000 : 40;
const KILLS = IS_LONG ? 10 : 1;
/** Visitors who write at one time. */
const AT_ONCE = 12;

let database: TestDatabase;
let store: Store;
let dataDir: string;
let port: number;
let server: ChildProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  dataDir = await mkdtemp(join(tmpdir(), 'maru-kill-'));
  await fillMarket(store);
  port = await findFreePort();
  await start();
}, 60_000);
afterAll(async () => {
  (server as ChildProcess | undefined)?.kill('SIGKILL');
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    MARU_MODE: 'trial',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.databaseUrl,
    ROLES: 'web',
    CONTACTS_AN_HOUR: '100000',
    CALLS_A_MINUTE: '600000',
    LOG_LEVEL: 'silent',
  };
  server = fork(MAIN, { env: { PATH, NODE_COMPILE_CACHE, ...env }, silent: true });
  server.stdout?.resume();
  server.stderr?.resume();
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(50);
  }
}

/** As the form does it: the same key until an answer comes. Answers the contact's id. */
async function submit(at: number, homeId: string): Promise<string> {
  const body = JSON.stringify(
    contactBody({ homeId, email: `v${at}@example.com`, message: `Question ${at}` }),
  );
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/maru/v1/agent/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `submission-${at}` },
        body,
      });
      const said = (await answer.json()) as { contactId: string };
      if (answer.status === 201) return said.contactId;
      if (answer.status < 500) throw new TypeError(`answered ${answer.status}: ${JSON.stringify(said)}`);
    } catch (error) {
      // Cut off, or nobody there: it is sent again.
      if (error instanceof TypeError && error.message.startsWith('answered')) throw error;
    }
    await sleep(30);
  }
}

test(
  'however often the server is killed, each contact that was sent is there once, with its letters',
  async () => {
    const homeId = await findHomeId(store, 'k1');
    const ids = new Map<number, string>();
    let next = 0;
    const visitor = async () => {
      while (next < SUBMISSIONS) {
        const at = next;
        next += 1;
        ids.set(at, await submit(at, homeId));
      }
    };
    const killer = async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        while (ids.size < (SUBMISSIONS * kill) / (KILLS + 1)) await sleep(5);
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
        await start();
      }
    };
    await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, visitor)]);
    const { rows } = await store.pool.query<{
      contacts: number;
      senders: number;
      letters: number;
      told: number;
    }>(
      `select (select count(*)::int from contact) as contacts, (select count(distinct email)::int from contact) as senders,
         (select count(*)::int from letter where kind = 'contact-received') as letters,
         (select count(distinct subject_id)::int from letter where kind = 'contact-receipt') as told`,
    );
    expect(rows[0]).toEqual({
      contacts: SUBMISSIONS,
      senders: SUBMISSIONS,
      letters: SUBMISSIONS,
      told: SUBMISSIONS,
    });
    const { rows: known } = await store.pool.query<{ contact_id: string }>('select contact_id from contact');
    expect(new Set(known.map((row) => row.contact_id))).toEqual(new Set(ids.values()));
  },
  IS_LONG ? 1_200_000 : 90_000,
);
