import { ROUTES } from '@maru/contract';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';

type Row = Record<string, unknown>;

let database: TestDatabase;
let line: Line;
const get = (path: string, headers?: Record<string, string>) => line.get(path, headers);
/** The rows of the Bridge dataset, as its simulator has them. */
let rows: Row[];

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 240, feeds: ['bridge', 'slipstream'] });
  await line.follow();
  const truth = await line.feed('sample').truth();
  rows = truth.map(([key]) => line.market.datasets[0].findRow(key) as Row);
});
afterAll(async () => {
  // What was started ends, even when the rest could not start.
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

const forSale = (row: Row) => row.StandardStatus === 'Active' && !String(row.PropertyType).includes('Lease');

describe('the feed clock', () => {
  test('each feed says when it last succeeded, how many homes it shows, and what came in the last hour', async () => {
    const { status, body } = await get('/maru/v1/source');
    expect(status).toBe(200);
    expect(body.sources.map((one: Row) => [one.dataset, one.provider])).toEqual([
      ['sample', 'bridge'],
      ['sample-two', 'slipstream'],
    ]);
    for (const one of body.sources) {
      expect(one).toMatchObject({ stale: false, failingSince: null, shrinkingSince: null, hidden: false });
      expect(one.lagSeconds).toBeLessThan(60);
      expect(one.homes).toBeGreaterThan(20);
      expect(one.homesAdded1h).toBeGreaterThanOrEqual(one.homes);
    }
  });
});

describe('live from the provider', () => {
  test.each([
    ['bridge', 'sample'],
    ['slip-stream', 'sample-two'],
  ])(
    '/source/%s answers normalised listings with their credit, those asked for and no others',
    async (path, dataset) => {
      const all = await get(`/maru/v1/source/${path}/search`);
      expect(all.status).toBe(200);
      expect(all.body).toMatchObject({ dataset, page: 1, pageSize: 40, source: { dataset } });
      expect(all.body.source.advertisingBroker.licenseNumber).toBe('01234567');
      expect(all.body.listings.length).toBeGreaterThan(10);
      const prices = all.body.listings
        .map((one: Row) => one.listPrice as number)
        .sort((a: number, b: number) => a - b);
      const [low, high] = [prices[3], prices[prices.length - 4]];
      const some = await get(`/maru/v1/source/${path}/search?price=${low}-${high}&beds=2-&utm_source=x`);
      expect(some.status).toBe(200);
      for (const one of some.body.listings) {
        expect(one.listPrice).toBeGreaterThanOrEqual(low);
        expect(one.listPrice).toBeLessThanOrEqual(high);
        expect(one.bedroomsTotal).toBeGreaterThanOrEqual(2);
      }
      const rent = await get(`/maru/v1/source/${path}/search?searchType=rent&dataset=${dataset}`);
      for (const one of rent.body.listings) expect(one.listPrice ?? 0).toBeLessThan(100_000);
      const second = await get(`/maru/v1/source/${path}/search?page=2&market=${dataset}`);
      const keys = new Set(all.body.listings.map((one: Row) => one.listingKey));
      expect(second.body.listings.filter((one: Row) => keys.has(one.listingKey))).toEqual([]);
    },
  );

  test.each([
    ['bridge', 'sample'],
    ['slip-stream', 'sample-two'],
  ])(
    'one listing of /source/%s is found by its key, by dataset:key, and by its MLS number',
    async (path, dataset) => {
      const { body } = await get(`/maru/v1/source/${path}/search`);
      const [{ listingKey, listingId }] = body.listings;
      for (const id of [listingKey, `${dataset}:${listingKey}`, listingId]) {
        const one = await get(`/maru/v1/source/${path}/${encodeURIComponent(id)}`);
        expect({ id, status: one.status, key: one.body.listing?.listingKey }).toEqual({
          id,
          status: 200,
          key: listingKey,
        });
        expect(one.body.source.disclaimer).toBe('Deemed reliable.');
      }
    },
  );

  test('what is not there is 404 with the dataset, in both languages', async () => {
    for (const [path, code, dataset] of [
      ['bridge/no-such-key', 'listing_not_found', 'sample'],
      ['bridge/search?dataset=other', 'source_not_configured', 'other'],
      ['bridge/other:k1', 'source_not_configured', 'other'],
      // Configured, but for the other provider.
      ['slip-stream/search?market=sample', 'source_not_configured', 'sample'],
    ]) {
      const { status, body } = await get(`/maru/v1/source/${path}`, { 'accept-language': 'ko' });
      expect({ path, status, data: body.data }).toEqual({ path, status: 404, data: { code, dataset } });
      expect(body.statusMessage).toMatch(/[가-힣]/);
    }
  });

  test.each([
    ['price=cheap', 'price'],
    ['price=900000-100000', 'price'],
    ['beds=-1-2', 'beds'],
    ['bbox=1,2,3', 'bbox'],
    ['page=0', 'page'],
    ['searchType=lease', 'searchType'],
    ['state=California', 'state'],
    ['zip=9262', 'zip'],
    ['postalCode=92620&zip=92602', 'zip'],
    ['city=%01', 'city'],
    ['dataset=..%2Fetc', 'dataset'],
  ])('a bad query (%s) is 400 and names its field', async (query, field) => {
    const { status, body } = await get(`/maru/v1/source/bridge/search?${query}`);
    expect({ status, fields: body.data?.fields?.map((one: Row) => one.field) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  test('pitfall F22: an apostrophe in what is asked is text, and nothing else', async () => {
    for (const text of ["O'Fallon", "x' or 1 eq 1 or City eq 'y", "Irvine'); drop"]) {
      const answer = await get(`/maru/v1/source/bridge/search?city=${encodeURIComponent(text)}`);
      expect({ text, status: answer.status, found: answer.body.listings }).toEqual({
        text,
        status: 200,
        found: [],
      });
      const one = await get(`/maru/v1/source/bridge/${encodeURIComponent(text)}`);
      expect(one.status).toBe(404);
    }
  });
});

describe('what no answer may tell', () => {
  test('no withheld address, no opted-out listing and nothing confidential is in any answer of the API', async () => {
    const barred = rows.filter((row) => row.InternetEntireListingDisplayYN === false);
    const withheld = rows.filter((row) => row.InternetAddressDisplayYN === false && forSale(row));
    expect(barred.length * withheld.length).toBeGreaterThan(0);
    const shown: string[] = [];
    const keep = async (path: string) => {
      const answer = await get(path);
      shown.push(`${path} → ${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`);
      return answer;
    };
    for (const searchType of ['sale', 'rent']) {
      for (let page = 1; page <= 8; page += 1) {
        const all = `searchType=${searchType}&status=active,pending,coming,sold:120m&page=${page}`;
        const { body } = await keep(`/maru/v1/home/list?${all}&want=total,listings,facets,histogram`);
        for (const { homeId } of body.listings) await keep(`/maru/v1/home?homeId=${homeId}`);
        for (const path of ['slip-stream', 'bridge']) {
          await keep(`/maru/v1/source/${path}/search?searchType=${searchType}&page=${page}`);
        }
      }
    }
    for (const row of [...barred, ...withheld]) {
      const text = encodeURIComponent(`${row.StreetNumber} ${row.StreetName}`);
      await keep(`/maru/v1/home/suggest?text=${text}`);
      await keep(`/maru/v1/home/find-one?address=${text}`);
      await keep(`/maru/v1/home/find-one?latitude=${row.Latitude}&longitude=${row.Longitude}`);
      await keep(`/maru/v1/home/find-one?listingId=${row.ListingId}`);
      await keep(`/maru/v1/source/bridge/${row.ListingKey}`);
    }
    const calls = Object.values(ROUTES).map(({ path }) => path);
    const others = ['/metrics', '/docs/openapi.json', '/maru/v1/district/state/ca/county/city'];
    for (const path of [...calls.filter((path) => !path.includes(':')), ...others]) {
      const answer = await line.app.inject({ url: path, headers: { host: 'localhost' } });
      shown.push(`${path} → ${answer.body}`);
    }
    // What was asked stands in the question, not in the answer.
    const all = shown.map((one) => one.slice(one.indexOf(' → '))).join('\n');
    const secrets = [
      'CONFIDENTIAL-SAMPLE',
      'test-token',
      '0000-1111-2222-3333',
      ...barred.flatMap((row) => [row.ListingId, row.ListingKey]),
      ...withheld.flatMap((row) => [
        row.StreetName && `${row.StreetNumber} ${row.StreetName}`,
        row.ParcelNumber,
      ]),
    ].filter((secret): secret is string => typeof secret === 'string' && secret !== '');
    const told = secrets.filter((secret) => all.includes(secret));
    expect(
      told.map((secret) => all.slice(Math.max(0, all.indexOf(secret) - 200), all.indexOf(secret) + 40)),
    ).toEqual([]);
  });

  test('a row of the combined licence that goes from IDX to VOW is in no answer any more', async () => {
    const active = rows.filter(forSale).slice(0, 3);
    const told = async () => {
      const shown: string[] = [];
      const keep = async (path: string) => shown.push(JSON.stringify((await get(path)).body));
      for (let page = 1; page <= 8; page += 1) {
        const { body } = await get(`/maru/v1/home/list?searchType=sale&status=active&page=${page}`);
        shown.push(JSON.stringify(body.listings));
        for (const { homeId } of body.listings) await keep(`/maru/v1/home?homeId=${homeId}`);
      }
      for (const row of active) {
        // The price makes each a question of its own, which no earlier answer is kept for.
        const range = `price=${row.ListPrice}-${Number(row.ListPrice) + shown.length}`;
        await keep(`/maru/v1/source/bridge/search?searchType=sale&${range}`);
        await keep(`/maru/v1/home/find-one?listingId=${row.ListingId}`);
      }
      const sitemap = await line.app.inject({ url: '/en-US-sitemap.xml', headers: { host: 'localhost' } });
      const all = `${shown.join(' ')} ${sitemap.body}`;
      return active.filter((row) => all.includes(`"${row.ListingKey}"`)).length;
    };
    expect(await told()).toBe(3);
    await line.control(
      'sample',
      'change',
      active.map(({ ListingKey }) => ({ ListingKey, FeedTypes: ['VOW'] })),
    );
    await line.catchUp();
    expect(await told()).toBe(0);
    for (const row of active)
      expect((await get(`/maru/v1/source/bridge/${row.ListingKey}`)).status).toBe(404);
    await line.control(
      'sample',
      'change',
      active.map(({ ListingKey }) => ({ ListingKey, FeedTypes: ['VOW', 'IDX'] })),
    );
    await line.catchUp();
    expect(await told()).toBe(3);
  });

  test('pitfall F23: what visitors type is answered by our own index; the providers are not asked', async () => {
    const { baseUrl, token } = line.feed('sample').settings;
    const headers = { authorization: `Bearer ${token}` };
    const requests = async () => {
      const answer = await fetch(`${baseUrl}/control/requests`, { headers });
      const all = (await answer.json()) as { url: string }[];
      return all.filter(({ url }) => !url.startsWith('/control/')).length;
    };
    const asked = await requests();
    for (const text of ['Irvine', '어바인', '123 Main St', 'Culver Dr']) {
      expect((await get(`/maru/v1/home/suggest?text=${encodeURIComponent(text)}`)).status).toBe(200);
    }
    expect((await get('/maru/v1/home/list?place=irvine-ca&price=100000-')).status).toBe(200);
    expect(await requests()).toBe(asked);
  });
});

test('the page of a home has the sources of all homes on it: similar ones, nearby, sold and other records (rule R41)', async () => {
  const { listings } = (await get('/maru/v1/home/list?searchType=sale')).body;
  let others = 0;
  for (const { homeId, dataset } of listings) {
    const home = (await get(`/maru/v1/home?homeId=${homeId}`)).body;
    const market = (await get(`/maru/v1/home/market?homeId=${homeId}`)).body;
    const named = (sources: Row[]) => sources.map((one) => one.dataset);
    const homes = (cards: Row[]) => [...new Set(cards.map((one) => one.dataset))];
    expect(home.source.dataset).toBe(dataset);
    expect(named(home.otherSources)).toEqual(
      homes([...home.alsoListedAs, ...home.similar]).filter((one) => one !== dataset),
    );
    const sold = market.sales.sales.map((one: { home: Row }) => one.home);
    expect(named(market.sources).sort()).toEqual(
      homes([...market.nearby, ...market.sameBuilding, ...sold]).sort(),
    );
    others += home.otherSources.length;
  }
  expect(others).toBeGreaterThan(0);
});

test.each([
  ['bridge', 'sample'],
  ['slip-stream', 'sample-two'],
])(
  'of a dataset that is hidden /source/%s answers nothing, until it is shown again',
  async (path, dataset) => {
    const { store } = line.parts;
    const search = `/maru/v1/source/${path}/search`;
    const [listing] = (await get(search)).body.listings;
    const paths = [search, `${search}?dataset=${dataset}`, `/maru/v1/source/${path}/${listing.listingKey}`];
    const isHidden = async () =>
      (await get('/maru/v1/source')).body.sources.find((one: Row) => one.dataset === dataset).hidden;
    await store.hideDataset(dataset, 'by an admin');
    await expect.poll(isHidden, { timeout: 10_000 }).toBe(true);
    for (const one of paths) {
      const { status, body } = await get(one);
      expect([status, body.data.code]).toEqual([404, 'source_not_configured']);
    }
    await store.showDataset(dataset);
    await expect.poll(isHidden, { timeout: 10_000 }).toBe(false);
    await line.untilFollowed();
    for (const one of paths) expect((await get(one)).status).toBe(200);
  },
);

// Last: the limit of a credential holds for all that is asked with it.
describe('a provider in trouble', () => {
  test('a provider that throttles, breaks or refuses is 503 with Retry-After, or 502, and heard of in our words', async () => {
    const cases: [Row, string, number][] = [
      [{ kind: '429-burst', count: 9, retryAfter: '30' }, 'price=1-1000001', 503],
      [{ kind: '401', count: 9 }, 'price=1-1000002', 502],
      [{ kind: '403', count: 9 }, 'price=1-1000003', 502],
    ];
    // The limit holds for the credential: last, so that it closes the way for no other.
    for (const [fault, query, status] of cases.reverse()) {
      await line.control('sample', 'fault', fault);
      const answer = await get(`/maru/v1/source/bridge/search?${query}`);
      expect({ fault, status: answer.status }).toEqual({ fault, status });
      expect(answer.body.data.dataset).toBe('sample');
      expect(JSON.stringify(answer.body) + JSON.stringify(answer.headers)).not.toMatch(
        /127\.0\.0\.1|api\/v2|test-token|(application|burst)-ratelimit/i,
      );
      if (status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await line.control('sample', 'clear', {});
    }
  });
});
