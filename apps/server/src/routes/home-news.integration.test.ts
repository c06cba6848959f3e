import { type Listing, STATUS_FILTERS } from '@maru/listing';
import { createSqlEngine } from '@maru/store';
import { createChangeSet, createPlaced } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';

let site: TestApp;

beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

/** Homes of one feed row each, as of an hour of 20 November. */
async function write(hour: number, listings: readonly (Partial<Listing> & { listingKey: string })[]) {
  const seenAt = new Date(Date.UTC(2026, 10, 20, hour));
  const upserts = listings.map((own) =>
    createPlaced({
      ...{ listingId: own.listingKey, parcelNumber: own.listingKey, streetNumber: own.listingKey.slice(1) },
      modificationTimestamp: seenAt.toISOString(),
      ...own,
    }),
  );
  await site.parts.store.applyChanges(createChangeSet({ seenAt, upserts }));
}

const get = async (path: string) => (await site.app.inject(`/maru/v1/home/${path}`)).json();
const news = async (since?: string, more = '') =>
  get(`news?searchType=sale${more}${since === undefined ? '' : `&since=${since}`}`);
const listed = async (since: string, more = '') => {
  const { total, listings } = await get(`list?searchType=sale&since=${since}${more}`);
  expect(listings).toHaveLength(total);
  return listings.map(({ listingId }: { listingId: string }) => listingId).sort();
};

test('counts by the ledger what is listed, back or cheaper since an instant, and lists exactly those', async () => {
  const keys = ['k1', 'k2', 'k3', 'k4', 'k5'];
  const before = (listingKey: string) => ({
    listingKey,
    listPrice: 900_000,
    standardStatus: 'Active' as const,
  });
  await write(8, [...keys.map(before), { ...before('k6'), standardStatus: 'Pending' }]);
  await write(10, [
    { ...before('k1'), listPrice: 880_000 },
    { ...before('k2'), listPrice: 950_000 },
    // Down and up again, which is no cheaper than before.
    { ...before('k3'), listPrice: 850_000 },
    { ...before('k4'), standardStatus: 'Pending' },
    before('k6'),
  ]);
  await write(11, [
    { ...before('k3'), listPrice: 900_000 },
    // New, and cheaper since: new.
    before('k7'),
  ]);
  await write(12, [{ ...before('k7'), listPrice: 800_000 }]);
  const { listings: upserts } = await createSqlEngine(site.parts.store).search({
    query: { searchType: 'sale', status: [...STATUS_FILTERS] },
    want: new Set(['listings']),
  });
  site.parts.index.apply({ upserts, removals: [] }, '1');

  const nine = '2026-11-20T09:00:00Z';
  expect(await news(nine)).toMatchObject({ total: 6, fresh: 2, cheaper: 1 });
  expect(await listed(`new,${nine}`)).toEqual(['k6', 'k7']);
  expect(await listed(`cut,${nine}`)).toEqual(['k1']);
  expect(await listed(nine)).toEqual(['k1', 'k6', 'k7']);
  expect(await listed(nine, '&price=-800000')).toEqual(['k7']);
  expect(await news(nine, '&price=-800000')).toMatchObject({ total: 1, fresh: 1, cheaper: 0 });
  expect(await news('2026-11-20T11:30:00Z')).toMatchObject({ fresh: 0, cheaper: 1 });
  expect(await news('2026-11-20T07:00:00Z')).toMatchObject({ fresh: 6, cheaper: 0 });
  expect(await news()).toMatchObject({ total: 6, fresh: 0, cheaper: 0 });
  expect(Date.parse((await news()).at)).toBeLessThanOrEqual(Date.now());
});

test('an unreadable instant and an unknown place are refused', async () => {
  expect(await news('yesterday')).toMatchObject({ statusCode: 400, data: { fields: [{ field: 'since' }] } });
  expect(await news(undefined, '&place=nowhere-zz')).toMatchObject({ statusCode: 404 });
});
