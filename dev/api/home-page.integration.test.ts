import { createClient, type Transport } from '@maru/contract/client';
import {
  createChangeSet,
  createPlaced,
  createRules,
  longestChain,
  watchStatements,
} from '@maru/store/testing';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/testing-app.ts';
import { createWords } from '../../apps/web/src/i18n/words.tsx';
import { page } from '../../apps/web/src/routes/home/listing.tsx';

let site: TestApp;
let path: string;

beforeAll(async () => {
  site = await startTestApp();
  const { store, clock, index } = site.parts;
  const rules = createRules();
  const home = (at: number) =>
    createPlaced({
      listingKey: `k${at}`,
      streetNumber: String(100 + at),
      unparsedAddress: `${100 + at} Oak St, Irvine, CA 92620`,
    });
  await store.applyChanges(createChangeSet({ rules, upserts: [1, 2, 3].map(home) }));
  const changed = home(1);
  changed.listing.listPrice = (changed.listing.listPrice ?? 0) - 51_000;
  await store.applyChanges(createChangeSet({ rules, upserts: [changed] }));
  clock.update([
    {
      dataset: changed.listing.dataset,
      provider: changed.listing.provider,
      rules,
      lastSuccessAt: Date.now(),
      failingSince: null,
      shrinkingSince: null,
      hidden: false,
      initialLoadDone: true,
    },
  ]);
  const { rows } = await store.pool.query(`select home_id from listing where listing_key = 'k1'`);
  const found = await client().findHome({ query: { homeId: rows[0].home_id } });
  path = found.path;
  // The surroundings of a home are searched in the index.
  const { card } = (await store.loadHome(rows[0].home_id))!;
  index.apply({ upserts: [card], removals: [] }, 'test');
});
afterAll(() => (site as TestApp | undefined)?.close());

/** The API client that pages use on the server, calling the app in process. */
function client() {
  const transport: Transport = async ({ method, path, query, body }) => {
    const answer = await site.app.inject({
      method: method as 'GET',
      url: query === '' ? path : `${path}?${query}`,
      headers: { host: 'localhost' },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return createClient(transport);
}

test('the page of a home queries the store at most five times, at most two of them in sequence', async () => {
  const [, state, city, streetZip, homeId] = path.split('/') as [string, string, string, string, string];
  const { result, statements } = await watchStatements(
    async () =>
      page.loader({
        params: { state, city, streetZip, homeId },
        search: {},
        client: client(),
        locale: 'en',
        words: createWords('en', compileMessages(CATALOGUES.en), 'test'),
        signal: new AbortController().signal,
      }),
    // Above what a busy machine needs for the page's other calls.
    { answersTake: 300 },
  );
  expect(result.home.homeId).toBe(homeId);
  expect(result.home.history.length).toBeGreaterThan(0);
  // A section that failed would send no query, and the count would prove nothing.
  expect(Object.entries(result).filter(([, part]) => part === null)).toEqual([]);
  const queries = statements.map((one) => one.text.replace(/\s+/g, ' ').trim().slice(0, 60));
  expect(queries.length, queries.join('\n')).toBeLessThanOrEqual(5);
  expect(queries.length).toBeGreaterThan(0);
  expect(longestChain(statements), queries.join('\n')).toBeLessThanOrEqual(2);
});
