import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'maru-main-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(port: number) {
  const env = {
    MARU_MODE: 'trial',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.databaseUrl,
  };
  const child = fork(MAIN, { env: { PATH: process.env.PATH, ...env }, silent: true });
  child.stdout?.resume();
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  // Not 'close': a child whose channel was closed from here never tells of it.
  const ended = Promise.all([once(child, 'exit'), child.stderr && once(child.stderr, 'end')]).then(
    ([[code]]) => ({ code: code as number | null, complaint }),
  );
  return { child, ended };
}

test('a server whose starter is gone before it is up ends by itself', async () => {
  const { child, ended } = start(0);
  child.disconnect();
  expect(await ended).toEqual({ code: 0, complaint: '' });
}, 60_000);

test('a port that is taken is said in one line', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as { port: number };
  const { code, complaint } = await start(port).ended;
  other.close();
  expect(code).toBe(1);
  expect(complaint.trim()).toBe(`PORT ${port} is in use by another program; choose another one.`);
}, 60_000);
