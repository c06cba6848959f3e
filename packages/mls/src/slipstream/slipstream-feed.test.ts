import { HOUR_MS } from '@maru/listing/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Capabilities,
  type Item,
  KEY,
  LICENSE,
  SecondHandSlipstream,
} from '../../../../dev/conformance/second-hand-slipstream.ts';
import { createFeed } from '../create-feed.ts';
import type { ChangeBatch, Feed, FeedParts } from '../feed.ts';
import { FeedError } from '../feed-error.ts';
import { RateLimiter } from '../rate-limiter.ts';

const START = Date.UTC(2026, 10, 21) / 1000;
const signal = () => new AbortController().signal;
const aQuestion = { searchType: 'sale', page: 1, pageSize: 20 } as const;

const openFeed = (server: SecondHandSlipstream, parts: FeedParts = {}, baseUrl = server.baseUrl): Feed =>
  createFeed(
    {
      dataset: 'foreign',
      provider: 'slipstream',
      baseUrl,
      token: server.capabilities.signIn === 'key' ? KEY : LICENSE,
      mediaHosts: [],
      display: {} as never,
    },
    { sleep: async () => {}, now: () => server.now, limiter: new RateLimiter(2), pageSize: 10, ...parts },
  );

const serve = (manners: Partial<Capabilities> = {}) => new SecondHandSlipstream(manners).start();

const anItem = (id: string, about: Partial<Item> = {}): Item => ({
  id,
  market: 'foreign',
  listingType: 'Residential',
  propertyType: 'Detached',
  status: 'Active',
  listPrice: 500_000,
  beds: 3,
  address: { deliveryLine: `${id.replace(/\D/g, '')} Oak St`, city: 'Irvine', state: 'CA', zip: '92620' },
  coordinates: { latitude: 33.7, longitude: -117.8 },
  modifiedDate: START - 90_000,
  lastUpdated: START - 90_000,
  ...about,
});

const items = (count: number, stamp: (index: number) => number, about: Partial<Item> = {}) =>
  Array.from({ length: count }, (_, index) => anItem(`R${index}`, { modifiedDate: stamp(index), ...about }));

/** Reads all changes; `cursor` is the last one. */
async function read(feed: Feed, from: string | null = null) {
  const batches: ChangeBatch[] = [];
  for await (const batch of feed.changes(from, signal())) batches.push(batch);
  return {
    batches,
    keys: batches.flatMap((batch) => batch.upserts.map(({ listing }) => listing.listingKey)),
    cursor: batches.at(-1)?.cursor ?? from,
    isLoaded: batches.at(-1)?.initialLoadDone ?? true,
  };
}

async function catchFailure(work: Promise<unknown>): Promise<FeedError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!(error instanceof FeedError)) throw new Error(`expected a FeedError, got ${String(error)}`);
  return error;
}

describe('authentication', () => {
  it('an API key is sent as it is, without a login', async () => {
    const server = await serve({ signIn: 'key' });
    server.listings = [anItem('R1')];
    expect((await read(openFeed(server))).keys).toEqual(['R1']);
    expect(server.count('api/authenticate')).toBe(0);
  });

  it('a license is exchanged for a token, with the version pinned, once for ten concurrent requests', async () => {
    const server = await serve();
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    const found = await Promise.all(Array.from({ length: 10 }, () => feed.findListing('R1', signal())));
    expect(found.every((one) => one?.listing.listingKey === 'R1')).toBe(true);
    expect(server.count('api/authenticate')).toBe(1);
    expect(server.requests[0]?.query.get('version')).toMatch(/^v\d{8}$/);
  });

  it('aborting one request during the login does not abort the others', async () => {
    const server = await serve();
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    const leaver = new AbortController();
    const gone = feed.findListing('R1', leaver.signal);
    const stays = feed.findListing('R1', signal());
    leaver.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    expect((await stays)?.listing.listingKey).toBe('R1');
  });

  it.each([
    ['the answer says', 3600, HOUR_MS],
    ['of a day where it says nothing', null, 24 * HOUR_MS],
  ])('the token is renewed five minutes before the end that %s', async (_, life, ms) => {
    const server = await serve({ life });
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    const begin = server.now;
    await feed.findListing('R1', signal());
    server.now = begin + ms - 6 * 60_000;
    await feed.findListing('R1', signal());
    expect(server.count('api/authenticate')).toBe(1);
    server.now = begin + ms - 4 * 60_000;
    await feed.findListing('R1', signal());
    expect(server.count('api/authenticate')).toBe(2);
  });

  it.each([401, 403, 404, 500])('an expired token answered with %i is renewed once', async (deadToken) => {
    const server = await serve({ deadToken });
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    await feed.findListing('R1', signal());
    server.killToken();
    expect((await feed.findListing('R1', signal()))?.listing.listingKey).toBe('R1');
    server.killToken();
    const answers = await Promise.all([1, 2, 3, 4].map(() => feed.findListing('R1', signal())));
    expect(answers.every((one) => one !== undefined)).toBe(true);
    expect(server.count('api/authenticate')).toBe(3);
  });

  it('a 404 with a new token is taken literally, without further renewals', async () => {
    const server = await serve({ missing: '404' });
    const feed = openFeed(server);
    for (let count = 0; count < 5; count += 1) {
      expect(await feed.findListing(`gone-${count}`, signal())).toBeUndefined();
    }
    // One for each of the three requested paths, and the first.
    expect(server.count('api/authenticate')).toBeLessThanOrEqual(4);
  });

  it('a listing does not count as deleted when the market answers nothing but 404', async () => {
    const server = await serve();
    const feed = openFeed(server);
    await feed.findListing('R1', signal());
    server.before = (_, __, response) => Boolean(response.writeHead(404).end('<html>404</html>'));
    expect((await catchFailure(feed.findListing('R1', signal()))).status).toBe(404);
  });

  it('the older name of the license parameter is tried once when the newer is refused', async () => {
    const server = await serve({ signIn: 'licenseKey' });
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    expect((await read(feed)).keys).toEqual(['R1']);
    const spelled = server.requests.filter((one) => one.path === 'api/authenticate').map((one) => one.query);
    expect(spelled.map((query) => query.has('licensekey'))).toEqual([
      false,
      ...spelled.slice(1).map(() => true),
    ]);
    const wrong = await serve({ signIn: 'key' });
    const settings = { ...wrong.capabilities, signIn: 'license' } as Capabilities;
    const denied = openFeed({
      ...wrong,
      baseUrl: wrong.baseUrl,
      capabilities: settings,
      now: wrong.now,
    } as never);
    expect(await catchFailure(read(denied))).toMatchObject({ status: 401, retryable: false });
    expect(wrong.count('api/authenticate')).toBe(2);
  });

  it.each(['key', 'license', 'licenseKey'] as const)('the older path form is found (%s)', async (signIn) => {
    const server = await serve({ form: 'v1', signIn });
    server.listings = [anItem('R1')];
    expect((await read(openFeed(server))).keys).toEqual(['R1']);
    expect((await read(openFeed(server, {}, `${server.baseUrl}/v1/`))).keys).toEqual(['R1']);
  });

  it('pitfall F16: no secret is in a log or an error, nor in an address except for the login', async () => {
    for (const signIn of ['key', 'license'] as const) {
      const server = await serve({ signIn, life: 3600 });
      const logged: unknown[] = [];
      const feed = openFeed(server, { log: (message, facts) => logged.push(message, facts) });
      await read(feed);
      const secret = signIn === 'key' ? KEY : `${LICENSE} ${server.token}`;
      server.before = (_, __, response) => {
        const echo = { success: false, error: { message: `bad token ${secret}` } };
        return Boolean(response.writeHead(503).end(JSON.stringify(echo)));
      };
      const error = await catchFailure(read(feed));
      const words = JSON.stringify([logged, error.message, error.request, String(error.cause)]);
      expect(words).not.toMatch(/secret|AAAA-BBBB/);
      expect(logged.length).toBeGreaterThan(0);
      const addresses = server.requests
        .filter((one) => one.path !== 'api/authenticate')
        .map((one) => one.url);
      expect(addresses.join()).not.toMatch(/secret|AAAA-BBBB|token|license/i);
    }
    const server = await serve({ signIn: 'licenseKey' });
    const error = await catchFailure(
      read(openFeed(server, { fetch: async () => Promise.reject(new Error(`cannot reach ${LICENSE}`)) })),
    );
    expect(`${error.message} ${error.request} ${String(error.cause)}`).not.toContain('AAAA-BBBB');
  });
});

describe('unusual responses', () => {
  it('a refusal in a 200 response is an error', async () => {
    const server = await serve({ signIn: 'key' });
    server.before = (_, __, response) =>
      Boolean(
        response.end(JSON.stringify({ success: false, error: { message: 'unknown market', code: 403 } })),
      );
    expect(await catchFailure(read(openFeed(server)))).toMatchObject({
      status: 403,
      retryable: false,
      message: expect.stringContaining('unknown market'),
    });
  });

  it.each([
    ['HTML', '<html><body>maintenance at 10.0.0.7</body></html>'],
    ['nothing', ''],
    ['half an answer', '{"success":true,"result":{"listings":[{"id":"R1"'],
  ])('pitfall F17: %s is retried, and its body is not in the error', async (_, body) => {
    const server = await serve({ signIn: 'key' });
    server.listings = [anItem('R1')];
    let left = 2;
    server.before = (path, __, response) =>
      path === 'listings/search' && left-- > 0 && Boolean(response.end(body));
    expect((await read(openFeed(server))).keys).toEqual(['R1']);
    left = Number.POSITIVE_INFINITY;
    const error = await catchFailure(read(openFeed(server)));
    expect(error.retryable).toBe(true);
    const words = `${error.message} ${error.request}`;
    expect(words).not.toMatch(/<html>|10\.0\.0\.7|127\.0\.0\.1|https?:/);
  });

  it('a server without paging is an error', async () => {
    const server = await serve({ signIn: 'key', ranges: false });
    server.listings = items(30, () => START - 90_000);
    server.before = (_, query) => {
      query.delete('pagenumber');
      return false;
    };
    expect((await catchFailure(read(openFeed(server)))).message).toContain('another page than 2');
  });

  it('cyclic pages end in an error, not in an endless walk', async () => {
    const server = await serve({ signIn: 'key', paging: false, ranges: false });
    server.listings = items(30, () => START - 90_000);
    server.before = (_, query) => {
      query.delete('pagenumber');
      return false;
    };
    expect((await catchFailure(read(openFeed(server)))).message).toContain('the same page repeatedly');
  });
});

describe('replication', () => {
  it('reads everything in the order of changes, whole rows, in pages of the server’s maximum', async () => {
    const server = await serve({ largestPage: 7 });
    server.listings = items(50, (index) => START - 90_000 + ((index * 37) % 50));
    const { keys, isLoaded } = await read(openFeed(server));
    expect(new Set(keys).size).toBe(50);
    expect(keys.length).toBe(50);
    expect(isLoaded).toBe(true);
    const { query } = server.requests.find((one) => one.path === 'listings/search') ?? {};
    expect(Object.fromEntries(query ?? [])).toMatchObject({
      market: 'foreign',
      details: 'true',
      features: 'true',
      extended: 'true',
      images: 'true',
      sortfield: 'modifiedDate',
      sortorder: 'asc',
    });
  });

  it('pitfall F8: the operator of an increment is encoded', async () => {
    const server = await serve();
    server.listings = [anItem('R1')];
    const feed = openFeed(server);
    const { cursor } = await read(feed);
    server.requests.length = 0;
    await read(feed, cursor);
    expect(server.requests[0]?.url).toMatch(/[?&]modifiedDate=%3E%3D\d+&/);
  });

  it('returns only changes, finds late commits, and repeats nothing', async () => {
    const server = await serve();
    server.listings = items(30, (index) => START - 90_000 + index);
    const feed = openFeed(server);
    const first = await read(feed);
    expect((await read(feed, first.cursor)).batches).toEqual([]);
    server.listings.push(anItem('late', { modifiedDate: START - 90_000 - 1200 }));
    (server.listings[3] as Item).modifiedDate = START - 80_000;
    // Changed by HJI, not by the MLS.
    (server.listings[29] as Item).lastUpdated = START;
    const second = await read(feed, first.cursor);
    expect(second.keys.sort()).toEqual(['R29', 'R3', 'late']);
    // A new feed looks back too, and may repeat some rows.
    expect((await read(openFeed(server), second.cursor)).keys).toContain('R3');
  });

  it('resumed after every page, from any stored cursor, loses and duplicates no row', async () => {
    const server = await serve({ signIn: 'key' });
    const stamps = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(stamps, stamps, fc.integer({ min: 1, max: 9 }), async (listed, sold, largestPage) => {
        server.capabilities.largestPage = largestPage;
        server.listings = listed.map((at, index) =>
          anItem(`L${index}`, { modifiedDate: START - 90_000 + at }),
        );
        server.sales = sold.map((at, index) => anItem(`S${index}`, { modifiedDate: START - 95_000 + at }));
        const keys: string[] = [];
        let cursor: string | null = null;
        for (let isLoaded = false; !isLoaded; ) {
          for await (const batch of openFeed(server).changes(cursor, signal())) {
            keys.push(...batch.upserts.map(({ listing }) => listing.listingKey));
            ({ cursor, initialLoadDone: isLoaded } = batch);
            break;
          }
        }
        expect(keys.toSorted()).toEqual([...server.listings, ...server.sales].map((item) => item.id).sort());
      }),
      { numRuns: process.env.MARU_TEST_LONG === '1' ? 300 : 15 },
    );
  });

  it('returns a batch again that was not stored', async () => {
    const server = await serve();
    server.listings = items(5, (index) => START - 90_000 + index);
    const feed = openFeed(server);
    const { cursor } = await read(feed);
    (server.listings[2] as Item).modifiedDate = START - 80_000;
    expect((await read(feed, cursor)).keys).toEqual(['R2']);
    expect((await read(feed, cursor)).keys).toEqual(['R2']);
  });

  it('pitfall F2: reads a tie that is larger than a page, with and without ranges of one second', async () => {
    for (const ranges of [true, false]) {
      const server = await serve({ ranges });
      server.listings = [
        ...items(5, (index) => START - 95_000 + index),
        ...items(48, () => START - 90_000).map((item) => ({ ...item, id: `T${item.id}` })),
        ...items(5, (index) => START - 85_000 + index).map((item) => ({ ...item, id: `Z${item.id}` })),
      ];
      const { keys } = await read(openFeed(server));
      expect(keys.length).toBe(58);
      expect(new Set(keys).size).toBe(58);
    }
  });

  it.each([
    ['whose range of one second works', { ranges: true }],
    ['without such ranges', { ranges: false }],
    ['that does not sort', { sorts: false }],
    ['that does not filter', { filtersByTime: false }],
    ['that tells nothing of pages', { paging: false }],
  ])('rule F87: loses no row while rows move during the walk, on a server %s', async (_, manners) => {
    const server = await serve(manners);
    server.listings = [
      ...items(35, () => START - 90_000),
      ...items(35, (index) => START - 89_000 + index).map((item) => ({ ...item, id: `S${item.id}` })),
    ];
    const ids = server.listings.map((item) => item.id);
    let moves = 0;
    server.before = (path) => {
      // On each page the oldest row changes or leaves, so all others move forward.
      if (path === 'listings/search' && moves < 9) {
        moves += 1;
        const oldest = server.listings.toSorted(
          (a, b) => (a.modifiedDate ?? 0) - (b.modifiedDate ?? 0),
        )[0] as Item;
        if (moves % 3 === 0) server.listings = server.listings.filter((item) => item !== oldest);
        else
          server.listings = server.listings.map((item) =>
            item === oldest ? { ...item, modifiedDate: START - 1000 + moves } : item,
          );
      }
      return false;
    };
    const { keys } = await read(openFeed(server));
    const left = ids.filter((id) => !server.listings.some((item) => item.id === id));
    expect([...new Set([...keys, ...left])].sort()).toEqual(ids.sort());
  });

  it('pitfall F26: a row dated in the future does not freeze the cursor', async () => {
    const server = await serve();
    server.listings = [anItem('R1'), anItem('Y3000', { modifiedDate: 32_503_680_000 })];
    const feed = openFeed(server);
    const { keys, cursor } = await read(feed);
    expect(keys.sort()).toEqual(['R1', 'Y3000']);
    server.listings.push(anItem('R2', { modifiedDate: START - 100 }));
    expect((await read(feed, cursor)).keys).toEqual(['R2']);
  });

  it('reads sales with a separate position, and continues where they are not licensed', async () => {
    const server = await serve();
    server.listings = [anItem('R1', { modifiedDate: START - 50_000 })];
    server.sales = [anItem('S1', { status: 'Closed', salePrice: 1, modifiedDate: START - 800_000 })];
    const feed = openFeed(server);
    const first = await read(feed);
    expect(first.keys).toEqual(['R1', 'S1']);
    expect(first.batches[1]?.upserts[0]?.listing.standardStatus).toBe('Closed');
    server.sales.push(anItem('S2', { modifiedDate: START - 799_999 }));
    expect((await read(feed, first.cursor)).keys).toEqual(['S2']);

    const unlicensed = await serve({ sales: false });
    unlicensed.listings = [anItem('R1')];
    expect(await read(openFeed(unlicensed))).toMatchObject({ keys: ['R1'], isLoaded: true });
  });

  it('reads rows without a modification date', async () => {
    const server = await serve();
    server.listings = items(35, () => 0).map(({ modifiedDate: _, ...item }) => item as Item);
    const { keys, isLoaded } = await read(openFeed(server));
    expect(keys.toSorted()).toEqual(server.listings.map((item) => item.id).sort());
    expect(isLoaded).toBe(true);
  });

  it('an unlicensed market is reported as a lost license', async () => {
    const server = await serve();
    const feed = openFeed(server);
    server.before = (_, __, response) =>
      Boolean(response.writeHead(403).end('{"success":false,"error":{"message":"restricted"}}'));
    expect(await catchFailure(read(feed))).toMatchObject({
      status: 403,
      retryable: false,
      licenseLost: true,
    });
    server.before = (_, __, response) => Boolean(response.writeHead(403).end('<html>blocked</html>'));
    expect(await catchFailure(read(feed))).toMatchObject({ status: 403, licenseLost: false });
  });

  it('an unreadable row stops nothing', async () => {
    const server = await serve();
    server.listings = [anItem('R1'), { id: '' } as Item, anItem('R2', { modifiedDate: START - 80_000 })];
    const { keys, batches } = await read(openFeed(server));
    expect(keys.sort()).toEqual(['R1', 'R2']);
    expect(batches.flatMap((batch) => batch.quarantined)).toEqual([
      expect.objectContaining({ listingKey: null, reason: 'ListingKey is missing' }),
    ]);
  });

  it('returns agents and offices of its listings once, preferring the market’s own lists', async () => {
    const server = await serve();
    const people = {
      listingAgent: { id: 'A1', name: 'Ann' },
      listingOffice: { id: 'O1', name: 'Oak Realty' },
    };
    server.listings = items(25, (index) => START - 90_000 + index, people);
    const { batches } = await read(openFeed(server));
    expect(batches.flatMap((batch) => batch.members)).toEqual([
      expect.objectContaining({ memberKey: 'A1', memberFullName: 'Ann', officeKey: 'O1' }),
    ]);
    expect(batches.flatMap((batch) => batch.offices)).toEqual([
      expect.objectContaining({ officeKey: 'O1', officeName: 'Oak Realty' }),
    ]);
    const listed = await serve({ agents: true });
    listed.listings = server.listings;
    listed.agents = [{ id: 'A1', name: 'Ann', email: 'ann@example.com' }];
    const { batches: more } = await read(openFeed(listed));
    expect(more.flatMap((batch) => batch.members).map((one) => one.memberEmail)).toEqual(['ann@example.com']);
  });

  it('logs the market’s values that are not mapped', async () => {
    const server = await serve();
    server.listings = [anItem('R1', { status: 'Sleeping' }), anItem('R2', { status: 'Sleeping' })];
    const logged: [string, unknown][] = [];
    await read(openFeed(server, { log: (message, facts) => logged.push([message, facts]) }));
    expect(logged).toContainEqual([
      'rows contained unknown values',
      { dataset: 'foreign', words: { 'status: Sleeping': 2 } },
    ]);
    expect(JSON.stringify(logged)).toContain('Bumpable');
  });
});

describe('removed listings', () => {
  it('pitfall F6: a listing whose last status was never sent is missing from the keys, and its shelf is found', async () => {
    const server = await serve({ largestPage: 7 });
    server.listings = items(40, (index) => START - 90_000 + index);
    const feed = openFeed(server);
    const { keys: known } = await read(feed);
    server.sales = [{ ...(server.listings[4] as Item), status: 'Closed', salePrice: 490_000 }];
    server.inactive = [{ ...(server.listings[5] as Item), status: 'Expired' }];
    const left = ['R4', 'R5', 'R6'];
    server.listings = server.listings.filter((item) => !left.includes(item.id));
    const now: string[] = [];
    for await (const keys of feed.keys(signal())) now.push(...keys);
    // R4 is now among the sales, and so still known.
    expect(known.filter((key) => !now.includes(key))).toEqual(['R5', 'R6']);
    expect(new Set(now).size).toBe(now.length);
    const readStatus = async (key: string) => (await feed.findListing(key, signal()))?.listing.standardStatus;
    expect([
      await readStatus('R4'),
      await readStatus('R5'),
      await readStatus('R6'),
      await readStatus('R7'),
    ]).toEqual(['Closed', 'Expired', undefined, 'Active']);
    const small = server.requests.filter((one) => !one.query.has('details') && one.path.endsWith('search'));
    expect(small.filter((one) => one.path === 'listings/search').length).toBe(6);
  });

  it('finds every key while rows leave or change during the walk', async () => {
    const server = await serve();
    server.listings = items(60, (index) => START - 90_000 + index);
    let questions = 0;
    server.before = (path) => {
      questions += 1;
      const [first, ...others] = server.listings as [Item, ...Item[]];
      const last = { ...first, modifiedDate: START - 1000 + questions };
      if (path === 'listings/search' && questions < 6) {
        server.listings = questions % 2 === 0 ? others : [...others, last];
      }
      return false;
    };
    const now = new Set<string>();
    for await (const keys of openFeed(server).keys(signal())) for (const key of keys) now.add(key);
    expect(server.listings.filter((item) => !now.has(item.id))).toEqual([]);
  });

  it('pitfall F33: a limit on deep pages hides no key, and missing keys make the walk an error', async () => {
    const server = await serve();
    server.listings = items(60, (index) => START - 90_000 + index);
    let total = 60;
    server.before = (path, query, response) => {
      if (path !== 'listings/search' || Number(query.get('pagenumber')) < 4) return false;
      response.end(JSON.stringify({ success: true, result: { total, listings: [] } }));
      return true;
    };
    const walk = async () => {
      const found = new Set<string>();
      for await (const keys of openFeed(server).keys(signal())) for (const key of keys) found.add(key);
      return found.size;
    };
    expect(await walk()).toBe(60);
    total = 80;
    expect(await catchFailure(walk())).toMatchObject({ retryable: true });
  });

  it('an interrupted walk is an error', async () => {
    const server = await serve({ signIn: 'key' });
    server.listings = items(30, (index) => START - 90_000 + index);
    server.before = (_, query, response) =>
      query.get('pagenumber') === '2' && Boolean(response.writeHead(503).end());
    const walk = async () => {
      for await (const _ of openFeed(server).keys(signal()));
    };
    expect(await catchFailure(walk())).toMatchObject({ status: 503, retryable: true });
  });
});

describe('live search', () => {
  it('uses the provider’s form: ranges as one value, bounds as a closed polygon', async () => {
    const server = await serve();
    server.listings = [
      anItem('R1', { baths: { full: 2 }, size: 1500 }),
      anItem('R2', { listPrice: 900_000 }),
    ];
    const answer = await openFeed(server).search(
      {
        searchType: 'sale',
        city: 'irvine',
        stateOrProvince: 'CA',
        postalCode: '92620',
        price: { min: 400_000, max: 600_000 },
        beds: { min: 2 },
        baths: { max: 3 },
        livingArea: { min: 1000, max: 2000 },
        bounds: [-118, 33, -117, 34],
        page: 1,
        pageSize: 20,
      },
      signal(),
    );
    expect(answer.listings.map(({ listing }) => listing.listingKey)).toEqual(['R1']);
    expect(answer.total).toBe(1);
    const query = Object.fromEntries(server.requests.at(-1)?.query ?? []);
    expect(query).toMatchObject({
      listprice: '400000:600000',
      beds: '>=2',
      baths: '<=3',
      size: '1000:2000',
      'address.city': 'irvine',
      'address.state': 'CA',
      'address.zip': '92620',
      pagenumber: '1',
      pagesize: '20',
    });
    expect(JSON.parse(query.polygon ?? '').coordinates[0][0]).toEqual([-118, 33]);
    expect(
      [...(server.requests.at(-1)?.query.keys() ?? [])].filter((name) => name === 'listprice').length,
    ).toBe(1);
  });

  it('pitfall F7: returns no rent among sales and no sale among rents, even if the server ignores the type', async () => {
    for (const isIgnored of [false, true]) {
      const server = await serve();
      server.listings = [anItem('R1'), anItem('L1', { listingType: 'Rental', listPrice: 500_000 })];
      server.before = (_, query) => {
        if (isIgnored) query.delete('listingtype');
        return false;
      };
      const feed = openFeed(server);
      const listKeys = async (searchType: 'sale' | 'rent') =>
        (await feed.search({ ...aQuestion, searchType }, signal())).listings.map(
          (one) => one.listing.listingKey,
        );
      expect(await listKeys('sale')).toEqual(['R1']);
      expect(await listKeys('rent')).toEqual(['L1']);
    }
  });

  it('pitfall F9: returns only matches, even if the server ignored the filter', async () => {
    const server = await serve();
    server.listings = [
      anItem('R1'),
      anItem('R2', { listPrice: 5_000_000 }),
      anItem('R3', { beds: undefined }),
    ];
    server.before = (_, query) => {
      query.delete('listprice');
      query.delete('beds');
      return false;
    };
    const question = { ...aQuestion, price: { max: 1_000_000 }, beds: { min: 1 } };
    const { listings } = await openFeed(server).search(question, signal());
    expect(listings.map(({ listing }) => listing.listingKey)).toEqual(['R1']);
  });

  it('does not disclose by the count which bounds contain a withheld address', async () => {
    const server = await serve();
    server.listings = [anItem('R1'), anItem('R2', { address: { withheld: true, city: 'Irvine' } })];
    const bounds: [number, number, number, number] = [-118, 33, -117, 34];
    const logged = await openFeed(server).search({ ...aQuestion, bounds }, signal());
    expect([logged.total, logged.listings.map((one) => one.listing.listingKey)]).toEqual([null, ['R1']]);
    server.listings.pop();
    expect((await openFeed(server).search({ ...aQuestion, bounds }, signal())).total).toBe(1);
  });

  it('sends the same query once a minute, and at most two at a time', async () => {
    const server = await serve({ signIn: 'key' });
    server.listings = [anItem('R1')];
    let running = 0;
    let most = 0;
    const counting: typeof fetch = async (...asked) => {
      running += 1;
      most = Math.max(most, running);
      try {
        return await fetch(...asked);
      } finally {
        running -= 1;
      }
    };
    const feed = openFeed(server, { fetch: counting, limiter: undefined });
    await feed.search(aQuestion, signal());
    await feed.search(aQuestion, signal());
    expect(server.count('listings/search')).toBe(1);
    server.now += 61_000;
    await feed.search(aQuestion, signal());
    expect(server.count('listings/search')).toBe(2);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => feed.search({ ...aQuestion, page: index + 2 }, signal())),
    );
    expect(most).toBe(2);
  });

  it('returns the market’s required attribution', async () => {
    const server = await serve();
    expect(await openFeed(server).attribution?.(signal())).toEqual({
      copyright: '© MLS',
      disclaimer: 'Deemed reliable',
      logoUrl: null,
    });
  });
});
