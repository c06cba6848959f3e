import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/testing-app.ts';
import { ask, contactBody, fillMarket, findHomeId } from './testing/testing-people.ts';

const run = promisify(execFile);
let site: TestApp;
let homeId: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-full-'));
  site = await startTestApp({ env: { CONTACTS_AN_HOUR: '100000' } });
  await fillMarket(site.parts.store);
  homeId = await findHomeId(site.parts.store, 'k1');
});
afterAll(async () => {
  await (site as TestApp | undefined)?.close();
  await rm(folder, { recursive: true, force: true });
});

const sql = async (text: string) => (await site.parts.store.pool.query(text)).rows;
const count = async () =>
  (
    await sql(`select (select count(*) from contact) as contacts, (select count(*) from letter) as letters,
      (select count(*) from contact_consent) as consents, (select count(*) from idempotency_key) as keys`)
  )[0];
const write = (key: string, message = 'Is it still for sale?') =>
  ask(site.app, 'POST /maru/v1/agent/contact', {
    body: contactBody({ homeId, message }),
    headers: { 'idempotency-key': key },
  });

async function expectRefused(key: string, message?: string): Promise<void> {
  const before = await count();
  const answer = await write(key, message);
  expect(answer).toMatchObject({ status: 503, body: { data: { code: 'unavailable' } } });
  expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  expect(await count()).toEqual(before);
}

test.each(['53100', '53200', '58030', '57P04'])(
  'a message that the database cannot take (SQLSTATE %s) gets 503, leaves nothing, and is taken when sent again',
  async (state) => {
    // At the last statement of the transaction, when the contact and its consents are written already.
    await sql(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$;
      create trigger refuse before insert on letter for each row execute function refuse()`);
    await expectRefused(state);
    await sql('drop trigger refuse on letter; drop function refuse()');
    expect((await write(state)).status).toBe(201);
  },
);

/** For new connections; those that exist are terminated. */
async function setReadOnly(clause: string): Promise<void> {
  const client = await site.parts.store.pool.connect();
  await client.query('begin read write');
  await client.query(`do $$ begin execute format('alter database %I ${clause}', current_database()); end $$`);
  await client.query('commit');
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  client.release(true);
  await expect.poll(() => site.parts.store.ping()).toBe(true);
}

test('a database that became read-only (25006) gets the same answer', async () => {
  await setReadOnly('set default_transaction_read_only = on');
  try {
    await expectRefused('read-only');
  } finally {
    await setReadOnly('reset default_transaction_read_only');
  }
  expect((await write('read-only')).status).toBe(201);
});

/** A file system of 4 MB; undefined where this process may not mount one. */
async function mountSmall(): Promise<string | undefined> {
  const path = join(folder, 'small');
  await mkdir(path);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]);
    return path;
  } catch {
    return undefined;
  }
}

test('a disk that is really full, where this machine lets us mount one', async ({ skip }) => {
  const path = await mountSmall();
  if (path === undefined) return skip();
  try {
    const [{ data }] = await sql(`select current_setting('data_directory') as data`);
    const { uid, gid } = await stat(data);
    await chmod(folder, 0o755);
    await chown(path, uid, gid);
    await sql(`create tablespace small location '${path}'`);
    await sql('alter table contact set tablespace small');
    await writeFile(join(path, 'ballast'), Buffer.alloc(8 * 2 ** 20)).catch(() => undefined);
    // Pages that are there already may have room: write until one more is needed.
    let status = 201;
    for (let at = 0; status === 201 && at < 100; at += 1)
      ({ status } = await write(`fill-${at}`, 'x'.repeat(3_900)));
    expect(status).toBe(503);
    await expectRefused('full', 'x'.repeat(3_900));
    await rm(join(path, 'ballast'));
    expect((await write('full', 'x'.repeat(3_900))).status).toBe(201);
  } finally {
    await sql('alter table contact set tablespace pg_default').catch(() => undefined);
    await sql('drop tablespace if exists small').catch(() => undefined);
    await run('umount', [path]);
  }
});
