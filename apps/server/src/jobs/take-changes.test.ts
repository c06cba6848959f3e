import { setImmediate as turn } from 'node:timers/promises';
import { type HomeChanges, WANTS } from '@maru/listing/search';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { expect, test } from 'vitest';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import {
  applyToList,
  RANDOM_NOW,
  randomChanges,
  randomHomes,
} from '../../../../dev/conformance/random-homes.ts';
import { applyChanges } from './take-changes.ts';

test('many changes come to the same as at once, let others have turns, and never hold half of a home', async () => {
  const homes = randomHomes(31, 1_200);
  const index = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
  const addresses = new AddressIndex(index);
  await applyChanges({ index, addresses }, { upserts: homes, removals: [] }, 'kc:1');
  expect(index.version()).toBe('kc:1');

  // Whatever is for sale is for rent from now on.
  const sold = homes.filter((card) => card.searchType === 'sale');
  const ids = new Set(sold.map((card) => card.homeId));
  const changes: HomeChanges = {
    removals: sold.map(({ homeId }) => ({ homeId, searchType: 'sale' })),
    upserts: sold.map((card) => ({ ...card, searchType: 'rent' })),
  };
  const versions = new Set<string>();
  let isDone = false;
  const taking = applyChanges({ index, addresses }, changes, 'kc:2').finally(() => {
    isDone = true;
  });
  while (!isDone) {
    versions.add(index.version());
    for (const homeId of ids) {
      expect(index.findCard(homeId), homeId).toBeDefined();
      if (index.findCard(homeId, 'sale') !== undefined) continue;
      expect(index.findCard(homeId, 'rent'), homeId).toBeDefined();
    }
    await turn();
  }
  await taking;
  expect(versions.size).toBeGreaterThan(5);
  expect(versions).not.toContain('kc:1');
  expect(index.version()).toBe('kc:2');
  const after = applyToList(homes, changes);
  const request = { query: { searchType: 'rent' as const }, want: new Set(WANTS), zoom: 3 };
  expect(await index.search(request)).toEqual(plainSearch(after, request, RANDOM_NOW));
  expect(addresses.size).toBe(after.length);

  const more = randomChanges(9, after, 400);
  await applyChanges({ index, addresses }, more, 'kc:3');
  const then = applyToList(after, more);
  expect(await index.search(request)).toEqual(plainSearch(then, request, RANDOM_NOW));
  expect(addresses.size).toBe(then.length);
});
