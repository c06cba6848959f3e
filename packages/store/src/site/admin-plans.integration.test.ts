import { afterAll, beforeAll, expect, test } from 'vitest';
import { Store } from '../db/store.ts';
import { ownerQuestions, SMALL_TABLES } from '../testing/testing-questions.ts';
import { watchStatements } from '../testing/testing-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

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

const SMALL = new RegExp(`Seq Scan on (${SMALL_TABLES.join('|')})\\b`);

test.each(Object.keys(ownerQuestions(undefined as unknown as Store)))('%s: by an index', async (name) => {
  const { statements } = await watchStatements(async () => await ownerQuestions(store)[name]?.());
  const asked = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
  expect(asked.length).toBeGreaterThan(0);
  const client = await store.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      const plan = rows.map((row) => row['QUERY PLAN']);
      const walks = plan.filter((line) => line.includes('Seq Scan on') && !SMALL.test(line));
      expect({ text, walks }).toEqual({ text, walks: [] });
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});
