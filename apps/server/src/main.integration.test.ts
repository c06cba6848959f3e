import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../dev/free-port.ts';

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

function start(port: number, own: Record<string, string> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    MARU_MODE: 'trial',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.databaseUrl,
    LOG_LEVEL: 'silent',
    ...own,
  };
  const child = fork(MAIN, { env: { PATH, NODE_COMPILE_CACHE, ...env }, silent: true });
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
  expect(complaint.trim()).toBe(`PORT ${port} is in use by another program; set PORT to a free port.`);
}, 60_000);

test('an interrupted write of an earlier process is removed; signals after the first one change nothing: what is on its way is answered, and PostgreSQL is stopped', async () => {
  const own = await mkdtemp(join(tmpdir(), 'maru-signals-'));
  // What an earlier process did not write to its end is deleted at the start.
  const folders = [join(own, 'pictures', 'ab'), join(own, 'uploads', 'videos')];
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    for (const name of ['1.webp', '1.webp.0.next']) {
      await writeFile(join(folder, name), 'half a picture');
      await utimes(join(folder, name), yesterday, yesterday);
    }
  }
  const port = await findFreePort();
  const { child, ended } = start(port, { DATA_DIR: own, DATABASE_URL: '', DRAIN_SECONDS: '1', ROLES: 'web' });
  const url = `http://127.0.0.1:${port}`;
  const statusOf = (path: string) =>
    fetch(url + path).then(
      ({ status }) => status,
      () => 0,
    );
  const pidFile = join(own, 'postgres', 'data', 'postmaster.pid');
  let postmaster = 0;
  try {
    await expect.poll(() => statusOf('/healthz'), { timeout: 60_000, interval: 100 }).toBe(200);
    postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    const names = () => Promise.all(folders.map((folder) => readdir(folder)));
    await expect.poll(names).toEqual([['1.webp'], ['1.webp']]);

    const body = JSON.stringify({ token: 'x'.repeat(100) });
    const sending = request(`${url}/maru/v1/agent/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    });
    const answered = once(sending, 'response') as Promise<[{ statusCode: number }]>;
    sending.flushHeaders();
    await once(sending, 'continue');
    sending.write(body.slice(0, 10));

    child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { timeout: 20_000, interval: 20 }).toBe(503);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await expect.poll(() => statusOf('/healthz'), { timeout: 20_000, interval: 20 }).toBe(0);
    child.kill('SIGTERM');
    sending.end(body.slice(10));
    expect((await answered)[0].statusCode).toBe(400);
    expect(await ended).toEqual({ code: 0, complaint: '' });
    // PostgreSQL removes it when it has shut down in order.
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
    postmaster = 0;
  } finally {
    child.kill('SIGKILL');
    if (postmaster > 0) process.kill(postmaster, 'SIGQUIT');
    await rm(own, { recursive: true, force: true });
  }
}, 120_000);
