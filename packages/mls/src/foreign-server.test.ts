import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFeed } from './create-feed.ts';
import type { Feed, FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';

/**
 * An independent, minimal RESO server: legacy enumerations, ten rows per page regardless of `$top`, no `$expand`, and
 * switches for further missing capabilities. It imports nothing of dev/feeds, so that client and simulator do not
 * share mistakes.
 */
interface Capabilities {
  /** Supports `or`, `in` and compound `$orderby`. */
  compound: boolean;
  /** 400 for any `$orderby`, or ignores it. */
  orderby: boolean | 'ignored';
  filter: boolean | 'ignored';
  links: 'body' | 'header' | 'none';
  skip: boolean;
  media: boolean;
}

type Row = Record<string, unknown>;
const TOKEN = 'sesame-token';
const PAGE = 10;
const signal = () => new AbortController().signal;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`;
}

const openFeed = (baseUrl: string, parts: FeedParts = {}): Feed =>
  createFeed(
    { dataset: 'foreign', provider: 'reso', baseUrl, token: TOKEN, mediaHosts: [], display: {} as never },
    { sleep: async () => {}, pageSize: 50, ...parts },
  );

const createRows = (count: number, stamp: (index: number) => string, photos = 0): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    ListingKey: `K${String((index * 37) % count).padStart(4, '0')}`,
    ModificationTimestamp: stamp(index),
    StandardStatus: 'ActiveUnderContract',
    PropertyType: 'ResidentialLease',
    ListPrice: `${3000 + index}`,
    Cooling: 'CentralAir,CeilingFans',
    PhotosCount: photos,
  }));

async function serveForeign(rows: Row[], manners: Partial<Capabilities>): Promise<string> {
  const can: Capabilities = {
    compound: false,
    orderby: true,
    filter: true,
    links: 'body',
    skip: true,
    media: true,
    ...manners,
  };
  return serve((request, response) => {
    const url = new URL(request.url ?? '', 'http://odata.internal');
    const option = (name: string) => url.searchParams.get(`$${name}`);
    const refuse = (status: number) => response.writeHead(status, { 'content-type': 'text/plain' }).end('no');
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return refuse(401);
    const resource = url.pathname.split('/').at(-1);
    if (resource === 'Media') {
      const key = /^ResourceRecordKey eq '(\w+)'$/.exec(option('filter') ?? '')?.[1];
      if (!can.media || key === undefined) return refuse(can.media ? 400 : 404);
      const value = [{ MediaKey: `${key}-1`, ResourceRecordKey: key, MediaURL: `https://m.test/${key}.jpg` }];
      return response.end(JSON.stringify({ value: option('skip') ? [] : value }));
    }
    if (resource !== 'Property') return refuse(404);
    if (option('expand') !== null || (option('skip') !== null && !can.skip)) return refuse(400);
    const filter = option('filter');
    const order = option('orderby');
    if ((filter !== null && can.filter === false) || (order !== null && can.orderby === false))
      return refuse(501);
    if (!can.compound && (/ or | in /.test(filter ?? '') || order?.includes(','))) return refuse(400);

    let found = [...rows];
    if (order !== null && can.orderby === true) {
      const fields = order.split(',').map((part) => part.trim().split(' ')[0] as string);
      const rank = (row: Row) => fields.map((field) => String(row[field])).join(' ');
      found.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
    }
    if (filter !== null && can.filter === true) {
      const ge = /^ModificationTimestamp ge (\S+)$/.exec(filter)?.[1];
      const behind = /gt (\S+)\) or \(ModificationTimestamp eq (\S+) and ListingKey gt '(\w+)'\)$/.exec(
        filter,
      );
      const key = /^ListingKey (eq|gt) '(\w+)'$/.exec(filter);
      if (ge !== undefined) found = found.filter((row) => String(row.ModificationTimestamp) >= ge);
      else if (behind !== null) {
        const [, t = '', , k = ''] = behind;
        found = found.filter((row) => {
          const at = String(row.ModificationTimestamp);
          return at > t || (at === t && String(row.ListingKey) > k);
        });
      } else if (key !== null) {
        const [, word, k = ''] = key;
        found = found.filter((row) => (word === 'eq' ? row.ListingKey === k : String(row.ListingKey) > k));
      } else return refuse(400);
    }
    const from = Number(option('skiptoken') ?? option('skip') ?? 0);
    const value = found.slice(from, from + PAGE);
    const body: Row = { value };
    if (from + PAGE < found.length && can.links !== 'none') {
      url.searchParams.delete('$skip');
      url.searchParams.set('$skiptoken', String(from + PAGE));
      if (can.links === 'body') body['@odata.nextLink'] = url.href;
      else response.setHeader('link', `<${url.href}>; rel="next"`);
    }
    response.end(JSON.stringify(body));
  });
}

async function readAll(feed: Feed, cursor: string | null = null) {
  const given: string[] = [];
  const cursors: string[] = [];
  let loaded = false;
  for await (const batch of feed.changes(cursor, signal())) {
    given.push(...batch.upserts.map((one) => one.listing.listingKey));
    cursors.push(batch.cursor);
    loaded = batch.initialLoadDone;
  }
  return { given, keys: new Set(given), cursors, loaded };
}

async function readKeys(feed: Feed): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const some of feed.keys(signal())) for (const key of some) keys.add(key);
  return keys;
}

const spread = (index: number) =>
  `2026-11-01T00:${String(Math.floor(index / 4)).padStart(2, '0')}:00.000001Z`;
const tied = () => '2026-11-01T00:00:00.123456Z';

describe('an independent RESO server', () => {
  it.each<[string, Partial<Capabilities>]>([
    ['follows every rule but $expand', { compound: true }],
    ['gives no next link', { compound: true, links: 'none' }],
    ['refuses compound order and or', {}],
    ['puts the next link in a header', { links: 'header' }],
    ['refuses compound questions and gives no link', { links: 'none' }],
    ['refuses $orderby', { orderby: false }],
    ['ignores $orderby without a word', { orderby: 'ignored' }],
    ['ignores $filter without a word', { filter: 'ignored' }],
    ['refuses $filter', { filter: false }],
    ['pages by offset only', { filter: false, orderby: false, links: 'none' }],
    ['pages by link only', { filter: false, orderby: false, skip: false }],
  ])('that %s is read completely, and again from every cursor', async (_, manners) => {
    for (const stamp of [spread, tied]) {
      const rows = createRows(64, stamp);
      const baseUrl = await serveForeign(rows, manners);
      const feed = openFeed(baseUrl);
      const first = await readAll(feed);
      expect(first.keys.size).toBe(64);
      expect(first.loaded).toBe(true);
      expect((await readKeys(feed)).size).toBe(64);

      for (const cursor of first.cursors.slice(0, 3)) {
        const before = new Set<string>();
        for await (const batch of openFeed(baseUrl).changes(null, signal())) {
          for (const one of batch.upserts) before.add(one.listing.listingKey);
          if (batch.cursor === cursor) break;
        }
        const { keys } = await readAll(openFeed(baseUrl), cursor);
        expect(new Set([...before, ...keys]).size).toBe(64);
      }

      rows[5]!.ModificationTimestamp = '2026-11-01T02:00:00Z';
      rows[5]!.ListPrice = 2500;
      const next = await readAll(feed, first.cursors.at(-1));
      expect(next.given).toEqual([rows[5]!.ListingKey]);
    }
  });

  it('is read in its own spelling, with pictures from its Media resource', async () => {
    const feed = openFeed(await serveForeign(createRows(12, spread, 1), {}));
    const found = await feed.findListing('K0001', signal());
    expect(found?.listing).toMatchObject({
      standardStatus: 'Active Under Contract',
      propertyType: 'Residential Lease',
      listPrice: 3001,
      cooling: ['Central Air', 'Ceiling Fan(s)'],
    });
    expect(found?.listing.media.map((one) => one.mediaUrl)).toEqual(['https://m.test/K0001.jpg']);
    expect(await feed.findListing('gone', signal())).toBeUndefined();
    for await (const { upserts } of feed.changes(null, signal())) {
      expect(upserts.every(({ listing }) => listing.media.length === 1)).toBe(true);
    }
  });

  it('without pictures is read without them', async () => {
    const feed = openFeed(await serveForeign(createRows(12, spread, 1), { media: false }));
    expect((await readAll(feed)).keys.size).toBe(12);
  });

  it('with a row dated in the year 3000 does not freeze the cursor', async () => {
    const rows = createRows(30, spread);
    rows[7]!.ModificationTimestamp = '3000-01-01T00:00:00Z';
    const feed = openFeed(await serveForeign(rows, { compound: true }));
    const first = await readAll(feed);
    expect(first.keys.size).toBe(30);
    rows[3]!.ModificationTimestamp = '2026-11-02T00:00:00Z';
    expect((await readAll(feed, first.cursors.at(-1))).given).toEqual([rows[3]!.ListingKey]);
  });

  it('returns a change again when its batch was not stored', async () => {
    const rows = createRows(12, spread);
    const feed = openFeed(await serveForeign(rows, { compound: true }));
    const cursor = (await readAll(feed)).cursors.at(-1) ?? null;
    rows[3]!.ModificationTimestamp = '2026-11-02T00:00:00Z';
    expect((await readAll(feed, cursor)).given).toHaveLength(1);
    expect((await readAll(feed, cursor)).given).toHaveLength(1);
  });

  it('committing out of order loses nothing to the cursor', async () => {
    const rows = createRows(12, spread);
    const feed = openFeed(await serveForeign(rows, { compound: true }));
    const cursor = (await readAll(feed)).cursors.at(-1) ?? null;
    rows.push({ ...rows[0], ListingKey: 'LATE', ModificationTimestamp: '2026-11-01T00:01:30Z' });
    expect((await readAll(feed, cursor)).given).toEqual(['LATE']);
  });

  it('answering 500 where it should refuse, with timestamps without zone, is read', async () => {
    const rows = createRows(25, (index) => spread(index).replace('Z', ''));
    const baseUrl = await serve((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://odata.internal');
      if (searchParams.has('$expand')) return response.writeHead(500).end('<h1>NullPointerException</h1>');
      if (!request.url?.includes('/Property')) return response.writeHead(404).end();
      const behind = /eq (\S+Z) and ListingKey gt '(\w+)'/.exec(searchParams.get('$filter') ?? '');
      const rank = (row: Row) => `${row.ModificationTimestamp}Z ${row.ListingKey}`;
      const found = rows
        .filter((row) => behind === null || rank(row) > `${behind[1]} ${behind[2]}`)
        .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
      return response.end(JSON.stringify({ value: found.slice(0, PAGE) }));
    });
    expect((await readAll(openFeed(baseUrl))).keys.size).toBe(25);
  });

  it('pitfall F1: withdraws a row from display by MlgCanView', async () => {
    const rows = createRows(12, spread);
    const baseUrl = await serveForeign(rows, { compound: true });
    const feed = openFeed(baseUrl);
    const { cursors } = await readAll(feed);
    rows[4] = {
      ListingKey: rows[4]!.ListingKey,
      MlgCanView: false,
      ModificationTimestamp: '2026-11-02T00:00:00Z',
    };
    const batches = await Array.fromAsync(feed.changes(cursors.at(-1) ?? null, signal()));
    expect(batches.flatMap((batch) => batch.upserts).map((one) => one.listing)).toMatchObject([
      { listingKey: rows[4].ListingKey, standardStatus: 'Delete' },
    ]);
  });

  it('pitfall F24: never gets more keys than fit in a URL', async () => {
    const long = 'x'.repeat(200);
    const rows = createRows(30, spread, 1).map((row) => ({ ...row, ListingKey: `${row.ListingKey}${long}` }));
    const addresses: string[] = [];
    const baseUrl = await serve((request, response) => {
      addresses.push(request.url ?? '');
      const isMedia = request.url?.includes('/Media');
      if (request.url?.includes('$expand') || !/Property|Media/.test(request.url ?? '')) {
        return response.writeHead(404 - (isMedia ? 0 : 4)).end();
      }
      const isBehind = request.url?.includes('ModificationTimestamp%20gt') || request.url?.includes('$skip');
      return response.end(JSON.stringify({ value: isMedia || isBehind ? [] : rows }));
    });
    expect((await readAll(openFeed(baseUrl))).keys.size).toBe(30);
    const media = addresses.filter((address) => address.includes('/Media?'));
    expect(media.length).toBeGreaterThan(1);
    for (const address of media) expect(address.length).toBeLessThan(5000);
  });

  it('pitfall F33: with a limit on offsets makes the walk fail instead of ending there', async () => {
    const rows = createRows(64, spread);
    const baseUrl = await serve((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://odata.internal');
      if (!request.url?.includes('/Property')) return response.writeHead(404).end();
      if (['$filter', '$orderby', '$expand', '$count'].some((name) => searchParams.has(name))) {
        return response.writeHead(400).end();
      }
      const skip = Number(searchParams.get('$skip') ?? 0);
      if (skip >= 30) return response.writeHead(400).end('offset too high');
      return response.end(JSON.stringify({ value: rows.slice(skip, skip + PAGE) }));
    });
    await expect(readKeys(openFeed(baseUrl))).rejects.toBeInstanceOf(FeedError);
    await expect(readAll(openFeed(baseUrl))).rejects.toBeInstanceOf(FeedError);
  });

  it('refusing the simplest query with 403 means a lost license, a 403 by a proxy does not', async () => {
    for (const [body, licenseLost] of [
      ['{"error":{"message":"revoked"}}', true],
      ['<html>blocked</html>', false],
    ] as const) {
      const baseUrl = await serve((_, response) => response.writeHead(403).end(body));
      await expect(readAll(openFeed(baseUrl))).rejects.toMatchObject({ status: 403, licenseLost });
      await expect(readKeys(openFeed(baseUrl))).rejects.toMatchObject({ status: 403, licenseLost });
    }
  });

  it('with an unreadable row: it is quarantined with its reason, and the rest continues', async () => {
    const rows = createRows(12, spread);
    rows[2]!.StandardStatus = 'Haunted';
    const batches = await Array.fromAsync(openFeed(await serveForeign(rows, {})).changes(null, signal()));
    const quarantined = batches.flatMap((batch) => batch.quarantined);
    expect(quarantined).toMatchObject([
      { listingKey: rows[2]!.ListingKey, reason: 'StandardStatus cannot be read: Haunted' },
    ]);
    expect(batches.flatMap((batch) => batch.upserts)).toHaveLength(11);
  });
});

describe('a failing server', () => {
  const property = JSON.stringify({ value: [] });
  const trouble = async (
    answers: ((response: ServerResponse) => void)[],
    parts: FeedParts = {},
  ): Promise<{ waits: number[]; requests: () => number; run: Promise<unknown> }> => {
    const waits: number[] = [];
    let requests = 0;
    const baseUrl = await serve((_, response) => {
      const answer = answers[requests] ?? ((ok: ServerResponse) => ok.end(property));
      requests += 1;
      answer(response);
    });
    const feed = openFeed(baseUrl, { sleep: async (ms) => void waits.push(ms), random: () => 1, ...parts });
    return {
      waits,
      requests: () => requests,
      run: feed.findListing('k', signal()).catch((error: unknown) => error),
    };
  };

  it('is retried after 429 when it says, in seconds or by date', async () => {
    const now = Date.parse('2026-11-01T00:00:00Z');
    const { waits, run } = await trouble(
      [
        (response) => response.writeHead(429, { 'retry-after': '7' }).end(),
        (response) => response.writeHead(429, { 'retry-after': 'Sun, 01 Nov 2026 00:00:09 GMT' }).end(),
        (response) => response.writeHead(503).end('<html>busy</html>'),
      ],
      { now: () => now },
    );
    expect(await run).toBeUndefined();
    expect(waits).toEqual([8000, 10_000, 4000]);
  });

  it('is retried after a cut connection, truncated JSON and no response', async () => {
    const { waits, run } = await trouble(
      [
        (response) => response.destroy(),
        (response) => response.end('{"value": [{"Listing'),
        () => {},
        (response) =>
          response.writeHead(200, { 'content-length': 100 }).write('{"value"', () => response.destroy()),
      ],
      { timeoutMs: 200 },
    );
    expect(await run).toBeUndefined();
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('is given up after five attempts, with a retryable error without the secret', async () => {
    const { requests, run } = await trouble(
      Array.from({ length: 9 }, () => (response: ServerResponse) => {
        response.writeHead(500).end(JSON.stringify({ error: { code: '1', message: `bad ${TOKEN}` } }));
      }),
    );
    const error = (await run) as FeedError;
    expect(error).toBeInstanceOf(FeedError);
    expect(error).toMatchObject({ retryable: true, status: 500 });
    expect(`${error.message} ${error.request}`).not.toContain(TOKEN);
    expect(error.message).toBe('foreign: server responded 500: bad ***');
    expect(requests()).toBe(5);
  });

  it.each([401, 403])('is not retried after %i', async (status) => {
    const { requests, waits, run } = await trouble([(response) => response.writeHead(status).end('<html>')]);
    expect(await run).toMatchObject({ retryable: false, status });
    expect({ requests: requests(), waits }).toEqual({ requests: 1, waits: [] });
  });

  it('cannot exhaust memory', async () => {
    const { run } = await trouble(
      [(response) => response.end(JSON.stringify({ value: ['x'.repeat(5000)] }))],
      {
        maxResponseBytes: 1000,
      },
    );
    expect(await run).toMatchObject({ retryable: false });
  });

  it('is left at once when the reader stops', async () => {
    const baseUrl = await serve(() => {});
    const stop = new AbortController();
    const run = openFeed(baseUrl).findListing('k', stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 30);
    await expect(run).rejects.toThrow('enough');
  });
});
