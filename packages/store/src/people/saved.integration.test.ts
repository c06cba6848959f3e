import { expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';

const store = await openTestStore();

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
