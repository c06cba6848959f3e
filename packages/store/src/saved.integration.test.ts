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

test('a home that a browser kept several times is kept once, since the first of them', async () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const account = { name: '김민지', email: 'minji@example.com', emailVerified: true, locale: 'ko' as const };
  const { userId } = await store.accounts.create(account, now);
  const homes = [3, 1, 2].map((hour) => ({
    homeId: 'h3kq9z',
    savedAt: new Date(`2026-11-20T0${hour}:00:00Z`),
  }));
  const kept = await store.saved.merge(userId, { homes, hidden: ['h2', 'h2'], searches: [] }, now);
  expect(kept.homes).toEqual([{ homeId: 'h3kq9z', savedAt: new Date('2026-11-20T01:00:00Z') }]);
  expect(kept.hidden).toEqual(['h2']);
});
