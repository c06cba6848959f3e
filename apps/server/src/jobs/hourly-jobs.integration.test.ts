import { DAY_MS, HOUR_MS } from '@maru/listing/time';
import { isClockPlausible, Store } from '@maru/store';
import { createTestDatabase, emptyTables, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hourlyJobs } from './hourly-jobs.ts';

const YEAR = 365 * DAY_MS;
const MONTH = 30 * DAY_MS;
const START = Date.parse('2026-06-01T00:17:00Z');

let database: TestDatabase;
let store: Store;
/** The clock of the process and of the embedded database, which are one. */
let clock: number;
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const swept = vi.fn(async () => 0);

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
  vi.spyOn(store.clockCheck, 'databaseNow').mockImplementation(async () => new Date(clock));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});
beforeEach(async () => {
  clock = START;
  vi.clearAllMocks();
  await emptyTables(store, ['clock_check', 'contact', 'listing_report', 'audit_log', 'idempotency_key']);
  // At START both are to be kept for another month.
  await store.pool.query(
    `insert into contact (contact_id, name, email, message, locale, slots, notices, recipient_role, recipient_name,
       recipient_email, created_at, updated_at)
     values ('c1', 'A', 'a@b.example', 'Hello', 'ko', '[]', '{}', 'realtor', 'R', 'r@b.example', $1, $1)`,
    [new Date(START - 3 * YEAR + MONTH)],
  );
  const at = new Date(START - 2 * YEAR + MONTH);
  await store.audit.write({ actorId: null, action: 'user.list', subject: 'x', at });
  await store.pool.query(
    `insert into idempotency_key (scope, key_hash, body_hash, subject_id, at) values ('s', 'k', 'b', 'c1', $1)`,
    [new Date(START)],
  );
});

/** The jobs once an hour, for so many hours. */
async function work(hours: number, step = HOUR_MS): Promise<void> {
  const settings = {
    contactsKeptDays: 3 * 365,
    auditKeptDays: 2 * 365,
    wonRateSource: null,
    adminEmails: new Set<string>(),
  };
  const jobs = hourlyJobs(
    {
      store,
      content: {} as never,
      settings,
      log: log as never,
      pictures: { sweep: swept },
      videoFacts: { ask: async () => undefined },
    },
    AbortSignal.timeout(60_000),
  );
  for (let turn = 0; turn < hours; turn += 1) {
    for (const name of ['sweep-accounts', 'sweep-uploads', 'sweep-keys', 'prune-changes', 'forget-old'])
      await jobs[name]!(new Date(clock));
    clock += step;
  }
}

const left = async () =>
  (
    await store.pool.query<{ contacts: number; audit: number; keys: number; marks: number }>(
      `select (select count(*)::int from contact) as contacts, (select count(*)::int from audit_log) as audit,
         (select count(*)::int from idempotency_key) as keys`,
    )
  ).rows[0];
const ALL = { contacts: 1, audit: 1, keys: 1 };
const plausible = () => isClockPlausible(database.databaseUrl, new Date(clock));

test('a clock that jumps by years deletes nothing: not ahead, and not when it is back', async () => {
  await work(30);
  // The key was a day old, and the clock known for a day.
  expect(await left()).toEqual({ ...ALL, keys: 0 });
  expect(swept).toHaveBeenCalledTimes(6);
  expect([log.error.mock.calls.length, await plausible()]).toEqual([0, true]);

  const before = clock;
  clock += 10 * YEAR;
  expect(await plausible()).toBe(false);
  await work(20);
  expect(await left()).toEqual({ ...ALL, keys: 0 });
  expect(swept).toHaveBeenCalledTimes(6);
  expect(log.error.mock.calls.length).toBe(100);
  expect(log.error.mock.calls[0]![0]).toEqual({
    jumpedFrom: new Date(before - HOUR_MS),
    steadySince: new Date(before + 10 * YEAR),
    from: new Date(before + 10 * YEAR + 7 * DAY_MS),
  });

  // As far back, and again watched for a week.
  clock = before + 20 * HOUR_MS;
  await work(7 * 24);
  expect(await left()).toEqual({ ...ALL, keys: 0 });
  expect(swept).toHaveBeenCalledTimes(6);
  expect(await plausible()).toBe(true);
  await work(1);
  expect(swept).toHaveBeenCalledTimes(7);
});

test('a site without visitors goes on forgetting, and one that was off does so after as long a time', async () => {
  await work(30);
  await work(25, DAY_MS);
  expect(await left()).toEqual({ ...ALL, keys: 0 });
  await work(7, DAY_MS);
  expect(await left()).toEqual({ contacts: 0, audit: 0, keys: 0 });
  expect(log.error).not.toHaveBeenCalled();

  const times = swept.mock.calls.length;
  // Since the last look: that is two days.
  clock += DAY_MS;
  await work(2 * 24);
  expect(swept).toHaveBeenCalledTimes(times);
  expect(log.error).toHaveBeenCalled();
  await work(2);
  expect(swept).toHaveBeenCalledTimes(times + 2);
});

test('a node whose clock differs from that of the database deletes nothing and does not stop the others', async () => {
  await work(30);
  const times = swept.mock.calls.length;
  const jobs = hourlyJobs(
    {
      store,
      content: {} as never,
      settings: {
        contactsKeptDays: 3 * 365,
        auditKeptDays: 2 * 365,
        wonRateSource: null,
        adminEmails: new Set<string>(),
      },
      log: log as never,
      pictures: { sweep: swept },
      videoFacts: { ask: async () => undefined },
    },
    AbortSignal.timeout(60_000),
  );
  await jobs['forget-old']!(new Date(clock + 5 * YEAR));
  await jobs['sweep-uploads']!(new Date(clock + 5 * YEAR));
  expect(await left()).toEqual({ ...ALL, keys: 0 });
  expect(swept).toHaveBeenCalledTimes(times);
  expect(log.error).toHaveBeenCalledTimes(2);
  await work(1);
  expect(swept).toHaveBeenCalledTimes(times + 1);
});

test('the first day of a database is no error', async () => {
  await work(24);
  expect(await left()).toEqual(ALL);
  expect(log.error).not.toHaveBeenCalled();
  expect(log.info).toHaveBeenCalled();
});
