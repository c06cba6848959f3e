import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Store } from './store.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const after = { at: '2026-11-21T00:00:00.000Z', id: 'x' };
const [limit, now] = [21, new Date('2026-11-22T00:00:00Z')];

/** What the owner's screens ask, and realtors' first pages: each must be answered by an index, whatever the store holds. */
const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'what waits': () => store.desk.waiting(),
  'the quarantine': () => store.desk.quarantine({ dataset: 'kc', after, limit }),
  'all reports': () => store.desk.reports({ after, limit }),
  'reports of a state': () => store.desk.reports({ state: 'new', after, limit }),
  'letters given up': () => store.desk.failedLetters(limit),
  'a home by its id': () => store.desk.findHome('abc123'),
  'take-downs': () => store.takeDowns.list({ after, limit }),
  'take-downs of homes': () => store.takeDowns.ofHomes(['abc123']),
  'the log': () => store.audit.list({ before: 10, limit }),
  'the log of a thing': () => store.audit.list({ subject: 'x', before: 10, limit }),
  'the log of somebody': () => store.audit.list({ actorId: 'x', before: 10, limit }),
  'the log of an action': () => store.audit.list({ action: 'word.change', before: 10, limit }),
  'the log of a noun': () => store.audit.list({ action: 'word.', before: 10, limit }),
  'all accounts': () => store.accounts.list({ after: { createdAt: now, userId: 'x' }, limit }),
  'accounts of a role': () =>
    store.accounts.list({ role: 'realtor', after: { createdAt: now, userId: 'x' }, limit }),
  'an account by its address': () => store.accounts.list({ email: 'a@example.com', limit }),
  'accounts by how they begin': () => store.accounts.list({ startsWith: 'min', limit }),
  'licenses to check': () => store.realtors.list({ verification: 'pending', after, limit }),
  'what is to be looked at': () => store.reviews.list({ after, limit }),
  'what is to be looked at, of a kind': () => store.reviews.list({ kind: 'payment', after, limit }),
  'what was looked at': () => store.reviews.list({ isClosed: true, after, limit }),
  'what was looked at, of a kind': () =>
    store.reviews.list({ kind: 'payment', isClosed: true, after, limit }),
  'videos that wait': () => store.videos.list({ state: 'pending', after, limit }),
  'all contacts': () => store.contacts.list({ box: 'all', after, limit }),
  'contacts of a state': () => store.contacts.list({ box: 'all', state: 'new', after, limit }),
  'the history of a word': () => store.wordChanges.history('nav.buy'),
  'the history of a setting': () => store.siteSettings.history('sections'),
  'campaigns since a day': () => store.campaigns.counts('2026-11-01'),
};

/** Of these there are some dozens, whatever the site has. */
const SMALL = /Seq Scan on (dataset|feed_state|word_change|site_setting|campaign)\b/;

test.each(Object.entries(QUESTIONS))('%s: by an index', async (_, ask) => {
  const asked = await statementsOf(ask);
  expect(asked.length).toBeGreaterThan(0);
  const client = await store.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']);
      const walks = plan.filter((line) => line.includes('Seq Scan on') && !SMALL.test(line));
      expect({ text, walks }).toEqual({ text, walks: [] });
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** What is said to the database meanwhile. */
async function statementsOf(ask: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const said: { text: string; values: unknown[] }[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [text, values] = given;
    if (typeof text === 'string' && /^\s*(select|with)\b/i.test(text)) {
      said.push({ text, values: (values as unknown[] | undefined) ?? [] });
    }
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as never;
  try {
    await ask();
  } finally {
    pg.Client.prototype.query = query;
  }
  return said;
}
