import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Capabilities,
  DATASET,
  type Row,
  SecondHandBridge,
  TOKEN,
} from '../../../../dev/conformance/second-hand-bridge.ts';
import { createFeed } from '../create-feed.ts';
import type { ChangeBatch, Feed, FeedParts } from '../feed.ts';
import { FeedError } from '../feed-error.ts';
import { parseBridgeAddress } from './bridge-address.ts';
import { parseBridgeCursor } from './bridge-cursor.ts';

const signal = () => new AbortController().signal;
const servers: SecondHandBridge[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function bridge(rows: Row[], manners: Partial<Capabilities> = {}, parts: FeedParts = {}) {
  const server = new SecondHandBridge(manners);
  servers.push(server);
  server.rows.Property = rows;
  const host = await server.listen();
  const feed = (more: FeedParts = {}): Feed =>
    createFeed(
      {
        dataset: DATASET,
        provider: 'bridge',
        baseUrl: server.can.version === 3 ? `${host}/api/v3` : host,
        token: TOKEN,
        mediaHosts: [],
        display: {} as never,
      },
      { sleep: async () => {}, ...parts, ...more },
    );
  return { server, rows, host, feed };
}

const listing = (key: string, stamp: string, more: Row = {}): Row => ({
  ListingKey: key,
  BridgeModificationTimestamp: stamp,
  ModificationTimestamp: '2026-10-01T00:00:00Z',
  StandardStatus: 'Active',
  PropertyType: 'Residential',
  ListPrice: 700_000,
  PhotosCount: 0,
  Media: [],
  ...more,
});

const spread = (index: number) =>
  `2026-11-01T${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00.000001Z`;
const tied = () => '2026-11-01T00:00:00.123456Z';
const listings = (count: number, stamp: (index: number) => string = spread) =>
  Array.from({ length: count }, (_, index) =>
    listing(`K${String((index * 37) % count).padStart(5, '0')}`, stamp(index)),
  );

interface Read {
  given: string[];
  keys: Set<string>;
  batches: ChangeBatch[];
  last: string | null;
}

async function readAll(feed: Feed, cursor: string | null = null): Promise<Read> {
  const batches = await Array.fromAsync(feed.changes(cursor, signal()));
  const given = batches.flatMap((batch) => batch.upserts.map((one) => one.listing.listingKey));
  return { given, keys: new Set(given), batches, last: batches.at(-1)?.cursor ?? cursor };
}

async function readKeys(feed: Feed): Promise<Set<string>> {
  return new Set((await Array.fromAsync(feed.keys(signal()))).flat());
}

const listKeys = (rows: Row[]) => new Set(rows.map((row) => String(row.ListingKey)));

/**
 * Reads until batch `stop`, whose cursor was stored but nothing after it, and continues from there with a new feed.
 */
async function readInTwo(feed: () => Feed, stop: number): Promise<Set<string>> {
  const keys = new Set<string>();
  let cursor: string | null = null;
  let count = 0;
  for await (const batch of feed().changes(null, signal())) {
    for (const one of batch.upserts) keys.add(one.listing.listingKey);
    cursor = batch.cursor;
    count += 1;
    if (count > stop) break;
  }
  for (const key of (await readAll(feed(), cursor)).keys) keys.add(key);
  return keys;
}

describe('the address of a Bridge server', () => {
  const v2 = 'https://b.test/api/v2/OData/kc';
  it.each([
    ['https://b.test', v2, 2],
    ['https://b.test/', v2, 2],
    ['https://b.test/api/v2', v2, 2],
    ['https://b.test/api/v2/OData', v2, 2],
    ['https://b.test/api/v2/OData/', v2, 2],
    ['https://b.test/api/v2/odata/kc', v2, 2],
    ['https://b.test/api/v2/OData/stellar', 'https://b.test/api/v2/OData/stellar', 2],
    ['https://b.test/api/v2/OData/stellar/idx', 'https://b.test/api/v2/OData/stellar/idx', 2],
    ['https://b.test/api/v3', 'https://b.test/api/v3/OData/kc', 3],
    ['https://b.test/api/v3/OData/kc', 'https://b.test/api/v3/OData/kc', 3],
    ['https://gate.test/bridge/api/v3', 'https://gate.test/bridge/api/v3/OData/kc', 3],
    ['https://gate.test/bridge', 'https://gate.test/bridge/api/v2/OData/kc', 2],
    ['https://gate.test/OData/kc', 'https://gate.test/OData/kc', 2],
  ])('%s is %s', (baseUrl, root, version) => {
    expect(parseBridgeAddress(baseUrl, 'kc')).toEqual({ root, version });
  });

  it('uses Bridge’s name of the dataset, if it differs', async () => {
    const { host } = await bridge(listings(3));
    const feed = createFeed(
      {
        dataset: 'ours',
        providerDataset: DATASET,
        provider: 'bridge',
        baseUrl: host,
        token: TOKEN,
        mediaHosts: [],
        display: {} as never,
      },
      { sleep: async () => {} },
    );
    const { batches, keys } = await readAll(feed);
    expect(keys.size).toBe(3);
    expect(batches.flatMap((batch) => batch.upserts).every((one) => one.listing.dataset === 'ours')).toBe(
      true,
    );
  });
});

describe('replication', () => {
  it.each<[string, Partial<Capabilities>]>([
    ['in the Link header', { links: 'header' }],
    ['in the Link header, but none at the end', { links: 'header', linksAtTheEnd: false }],
    ['in a bare next header', { links: 'bare' }],
    ['in a bare next header, but none at the end', { links: 'bare', linksAtTheEnd: false }],
    ['in the body', { links: 'body' }],
    ['in the body, but none at the end', { links: 'body', linksAtTheEnd: false }],
    ['nowhere', { links: 'none' }],
    ['nowhere, and no filter', { links: 'none', replicationFilter: false }],
    ['in the header, with the host of an inner machine', { links: 'header', innerHost: true }],
    ['in the body, with the host of an inner machine', { links: 'body', innerHost: true }],
    ['in the header, of v3', { version: 3 }],
    ['in the body, of v3', { version: 3, links: 'body', linksAtTheEnd: false }],
    ['in the header, no filter', { replicationFilter: false }],
    ['in the header, neither filter nor $select', { replicationFilter: false, select: false }],
    ['in the header, plural names only', { names: 'plural' }],
    ['in the header, singular names only', { names: 'singular' }],
  ])(
    'pitfall F4: a next link %s is followed to the end, and every cursor can be resumed',
    async (_, manners) => {
      for (const stamp of [spread, tied]) {
        const { server, rows, feed } = await bridge(listings(30, stamp), manners);
        const one = feed();
        const first = await readAll(one);
        expect(first.keys).toEqual(listKeys(rows));
        expect(first.batches.map((batch) => batch.initialLoadDone).lastIndexOf(false)).toBe(
          first.batches.length - 2,
        );
        expect(first.batches.at(-1)?.initialLoadDone).toBe(true);
        expect(await readKeys(one)).toEqual(listKeys(rows));
        for (const stop of [1, 4]) expect(await readInTwo(feed, stop)).toEqual(listKeys(rows));

        rows[5] = { ...rows[5]!, BridgeModificationTimestamp: '2026-11-02T00:00:00Z', ListPrice: 1_000_000 };
        rows.push(listing('NEW', '2026-11-02T00:00:01Z'));
        const next = await readAll(one, first.last);
        expect(new Set(next.given)).toEqual(new Set([rows[5]!.ListingKey, 'NEW']));
        expect(next.given).toHaveLength(2);
        expect((await readAll(one, next.last)).given).toEqual([]);
        expect(server.requests.join()).not.toContain('access_token');
      }
    },
  );

  it('polls the last next link again instead of starting over', async () => {
    const { server, feed } = await bridge(listings(40));
    const first = await readAll(feed());
    server.requests.length = 0;
    await readAll(feed(), first.last);
    const replication = server.requests.filter((path) => path.includes('/Property/replication'));
    expect(replication[0]).toContain('next=');
    expect(replication.length).toBeLessThan(8);
  });

  it.each([400, 404, 410])(
    'a dead next link (%i) repeats the last stretch, not everything',
    async (status) => {
      const { server, rows, feed } = await bridge(listings(300), { page: 10 });
      const seen = new Set<string>();
      let pages = 0;
      for await (const batch of feed().changes(null, signal())) {
        for (const one of batch.upserts) seen.add(one.listing.listingKey);
        pages += 1;
        if (pages === 12) {
          server.killLinks(status);
          server.requests.length = 0;
        }
      }
      expect(seen).toEqual(listKeys(rows));
      const afresh = server.requests.filter((path) => /Property\/replication\?\$top=2000$/.test(path));
      expect(afresh).toEqual([]);
      expect(
        server.requests.some((path) => path.includes('BridgeModificationTimestamp ge 2026-11-01T')),
      ).toBe(true);

      const last = (await readAll(feed())).last;
      server.killLinks(status);
      rows.push(listing('NEW', '2026-11-02T00:00:00Z'));
      expect((await readAll(feed(), last)).keys).toContain('NEW');
    },
  );

  it('unordered rows are all read, also when links expire on the way', async () => {
    const { server, rows, feed } = await bridge(listings(200).toReversed(), { ordered: false, page: 20 });
    const seen = new Set<string>();
    let cursor: string | null = null;
    for await (const batch of feed().changes(null, signal())) {
      for (const one of batch.upserts) seen.add(one.listing.listingKey);
      ({ cursor } = batch);
      if (seen.size > 60) break;
    }
    server.killLinks();
    const { keys, last } = await readAll(feed(), cursor);
    for (const key of keys) seen.add(key);
    expect(seen).toEqual(listKeys(rows));
    rows.unshift(listing('NEW', '2026-11-02T00:00:00Z'));
    server.killLinks();
    expect((await readAll(feed(), last)).keys).toContain('NEW');
  });

  it('a page returned twice, with a link to itself, hides no rows', async () => {
    const { server, rows, feed } = await bridge(listings(40));
    const again = (response: ServerResponse, request: IncomingMessage) => {
      response.setHeader('link', `<${request.url}>; rel="next"`);
      response.end(JSON.stringify({ value: rows.slice(0, 7) }));
    };
    const isSecondPage = () => server.requests.some((path) => path.includes('/Property/replication'));
    server.onAnswered = () => {
      if (isSecondPage()) server.overrides.push(again);
      if (isSecondPage()) server.onAnswered = () => {};
    };
    expect((await readAll(feed())).keys).toEqual(listKeys(rows));
    server.overrides.push(undefined, again);
    expect(await readKeys(feed())).toEqual(listKeys(rows));
    // Repeated without end it is a cycle: the walk fails instead of ending, and changes are found by time.
    server.overrides.push(undefined, again, again, again, again);
    await expect(readKeys(feed())).rejects.toThrow('cyclic');
  });

  it('a page repeated without end, each time with a new link, is abandoned', async () => {
    const { server, rows, feed } = await bridge(listings(40));
    let links = 0;
    const again = (response: ServerResponse) => {
      links += 1;
      response.setHeader('link', `</api/v2/OData/foreign/Property/replication?next=own${links}>; rel="next"`);
      response.end(JSON.stringify({ value: rows.slice(0, 7) }));
    };
    for (let times = 0; times < 500; times += 1) server.overrides.push(again);
    await expect(readKeys(feed())).rejects.toThrow('cyclic');
    expect(links).toBeLessThan(20);
    await readAll(feed()).catch(() => {});
    expect(links).toBeLessThan(100);
  });

  it('replication refused for a while is resumed', async () => {
    let now = Date.parse('2026-11-01T01:00:00Z');
    const { server, rows, feed } = await bridge(listings(40), {}, { now: () => now });
    const one = feed();
    let { last } = await readAll(one);
    server.can.replication = 403;
    rows.push(listing('NEW1', '2026-11-02T00:00:00Z'));
    let read = await readAll(one, last);
    expect(read.given).toEqual(['NEW1']);
    ({ last } = read);
    server.can.replication = 200;
    now += 600_000;
    server.requests.length = 0;
    rows.push(listing('NEW2', '2026-11-02T00:01:00Z'));
    read = await readAll(one, last);
    expect(read.given).toEqual(['NEW2']);
    expect(server.requests.some((path) => path.includes('/Property/replication'))).toBe(true);
  });

  it('a next link that causes server errors in every run is abandoned', async () => {
    const { server, rows, feed } = await bridge(listings(30));
    const one = feed();
    let { last } = await readAll(one);
    rows.push(listing('NEW', '2026-11-02T00:00:00Z'));
    const broken = (response: ServerResponse) => void response.writeHead(500).end('<h1>oops</h1>');
    for (let run = 0; run < 3; run += 1) {
      server.overrides.push(...Array.from({ length: 5 }, () => broken));
      await readAll(one, last).then(
        (read) => {
          last = read.last;
        },
        (error: unknown) => expect(error).toMatchObject({ retryable: true, status: 500 }),
      );
    }
    expect((await readAll(one)).keys).toContain('NEW');
  });

  it.each<[string, Partial<Capabilities>]>([
    ['not granted (403)', { replication: 403 }],
    ['not there (404)', { replication: 404 }],
    ['not granted, on v3', { replication: 403, version: 3 }],
    ['not granted, without links', { replication: 403, links: 'none' }],
    ['not granted, and pages of ten', { replication: 403, tenRows: true }],
    ['not granted, plural names', { replication: 403, names: 'plural' }],
  ])('%s falls back to ordinary paging, exact in ties larger than a page', async (_, manners) => {
    for (const stamp of [spread, tied]) {
      const { server, rows, feed } = await bridge(listings(64, stamp), { cap: 10, ...manners });
      const one = feed();
      const first = await readAll(one);
      expect(first.keys).toEqual(listKeys(rows));
      expect(await readKeys(one)).toEqual(listKeys(rows));
      for (const stop of [0, 2, 5]) expect(await readInTwo(feed, stop)).toEqual(listKeys(rows));
      rows[3] = { ...rows[3]!, BridgeModificationTimestamp: '2026-11-02T00:00:00Z' };
      expect((await readAll(one, first.last)).given).toEqual([rows[3]!.ListingKey]);
      expect(server.requests.filter((path) => path.includes('$skip'))).toEqual([]);
    }
  });

  it('pitfall F2: more listings of one instant than a page holds are all read, once', async () => {
    for (const manners of [{}, { links: 'none' }, { replication: 403, cap: 20 }] as Partial<Capabilities>[]) {
      const rows = [
        ...listings(5),
        ...listings(130, tied).map((row, index) => ({ ...row, ListingKey: `T${index}` })),
      ];
      const { feed } = await bridge(rows, { page: 50, ...manners });
      const { given, keys } = await readAll(feed());
      expect(keys.size).toBe(135);
      expect(given).toHaveLength(135);
    }
  });

  it('pitfall F5: a change by Bridge alone is found, though the MLS’s timestamp does not change', async () => {
    const { rows, feed } = await bridge(listings(20));
    const one = feed();
    const first = await readAll(one);
    rows[7] = {
      ...rows[7]!,
      BridgeModificationTimestamp: '2026-11-02T00:00:00.000009Z',
      Media: [{ MediaURL: 'https://cdn.test/a.jpg', MediaKey: 'a', Order: 1 }],
    };
    const { batches } = await readAll(one, first.last);
    expect(batches.flatMap((batch) => batch.upserts).map((one) => one.listing.media.length)).toEqual([1]);
  });

  it('pitfall F3: the end is never inferred from a short page, in any meaning of $top', async () => {
    for (const manners of [
      { version: 2, page: 3 },
      { version: 3, page: 3 },
      { version: 3, tenRows: true, replication: 403 },
      { version: 2, tenRows: true, replication: 403 },
    ] as Partial<Capabilities>[]) {
      const { server, rows, feed } = await bridge(listings(45), manners);
      expect((await readAll(feed())).keys).toEqual(listKeys(rows));
      expect(await readKeys(feed())).toEqual(listKeys(rows));
      const tops = server.requests.filter((path) => /\$top=(?!1\b)/.test(path));
      // On v3 `$top` is the total over all pages and would end the walk.
      if (manners.version === 3) expect(tops).toEqual([]);
    }
  });

  it('microseconds are neither rounded nor compared as text', async () => {
    const stamps = [
      'T00:00:00.1234560Z',
      'T00:00:00.123457Z',
      'T00:00:00.12Z',
      'T00:00:00Z',
      'T00:00:00.123456Z',
    ];
    const rows = stamps.map((stamp, index) => listing(`U${index}`, `2026-11-01${stamp}`));
    const { feed } = await bridge(rows, { page: 2 });
    const { last } = await readAll(feed());
    expect(parseBridgeCursor(last).property.position?.t).toBe('2026-11-01T00:00:00.123457Z');
    for (const stop of [0, 1, 2]) expect(await readInTwo(feed, stop)).toEqual(listKeys(rows));
  });

  it.each<[string, Partial<Capabilities>]>([
    ['by links', {}],
    ['by links, none at the end', { linksAtTheEnd: false }],
    ['by links, without filter', { replicationFilter: false }],
    ['by ordinary paging', { replication: 403 }],
  ])('pitfall F26: rows dated in the year 3000 do not freeze the cursor, %s', async (_, manners) => {
    const { rows, feed } = await bridge(listings(30), manners);
    rows[7]!.BridgeModificationTimestamp = '3000-01-01T00:00:00Z';
    rows[8]!.BridgeModificationTimestamp = '3000-01-02T00:00:00Z';
    const one = feed();
    const first = await readAll(one);
    expect(first.keys).toEqual(listKeys(rows));
    rows[3]!.BridgeModificationTimestamp = '2026-11-02T00:00:00Z';
    const second = await readAll(one, first.last);
    expect(second.given).toEqual([rows[3]!.ListingKey]);
    rows.push(listing('NEW', '2026-11-03T00:00:00Z'));
    expect((await readAll(feed(), second.last)).keys).toContain('NEW');
  });

  it('rows committed late, behind the link, are found by the overlap', async () => {
    let now = Date.parse('2026-11-01T01:00:00Z');
    const { rows, feed } = await bridge(listings(30), {}, { now: () => now });
    const one = feed();
    const first = await readAll(one);
    rows.push(listing('LATE', '2026-11-01T00:24:30Z'));
    now += 120_000;
    expect((await readAll(one, first.last)).given).toEqual(['LATE']);
  });

  it('returns a change again when its batch was not stored', async () => {
    const { rows, feed } = await bridge(listings(12));
    const one = feed();
    const { last } = await readAll(one);
    rows[3]!.BridgeModificationTimestamp = '2026-11-02T00:00:00Z';
    expect((await readAll(one, last)).given).toHaveLength(1);
    expect((await readAll(one, last)).given).toHaveLength(1);
  });

  it('a cursor is text below 8 kB, and an unreadable one starts over', async () => {
    const { feed, rows } = await bridge(listings(12));
    const { batches } = await readAll(feed());
    for (const { cursor } of batches) expect(cursor.length).toBeLessThan(8192);
    for (const cursor of [
      '',
      'x',
      '{}',
      '[1]',
      'null',
      '{"v":9,"provider":"bridge"}',
      '{"property":{"t":"x"}}',
    ]) {
      expect((await readAll(feed(), cursor)).keys).toEqual(listKeys(rows));
    }
  });

  it('loses no row in ties and during changes, wherever it is interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          page: fc.integer({ min: 2, max: 9 }),
          links: fc.constantFrom<Capabilities['links']>('header', 'bare', 'body', 'none'),
          linksAtTheEnd: fc.boolean(),
          replication: fc.constantFrom<200 | 403>(200, 200, 403),
          replicationFilter: fc.boolean(),
        }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat({ max: 200 }), { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
        async (manners, instants, changes, stops) => {
          const rows = instants.map((instant, index) =>
            listing(`K${index}`, `2026-11-01T00:0${instant}:00.000001Z`, { ListPrice: 500_000 }),
          );
          const { server, feed } = await bridge(rows, { ...manners, cap: 7 });
          let minute = 0;
          const left = [...changes];
          server.onAnswered = () => {
            const change = left.shift();
            if (change === undefined) return;
            minute += 1;
            const stamp = `2026-11-01T01:${String(minute).padStart(2, '0')}:00.000001Z`;
            const at = change % (rows.length + 1);
            if (at === rows.length) rows.push(listing(`N${minute}`, stamp));
            else rows[at] = { ...rows[at]!, BridgeModificationTimestamp: stamp, ListPrice: 500_000 + minute };
          };
          const replica = new Map<string, number | null>();
          let cursor: string | null = null;
          for (const stop of [...stops, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]) {
            let count = 0;
            for await (const batch of feed().changes(cursor, signal())) {
              for (const { listing: one } of batch.upserts) replica.set(one.listingKey, one.listPrice);
              ({ cursor } = batch);
              count += 1;
              if (count > stop) break;
            }
            if (stop === Number.POSITIVE_INFINITY) left.length = 0;
          }
          server.close();
          expect(replica).toEqual(new Map(rows.map((row) => [String(row.ListingKey), row.ListPrice])));
        },
      ),
      { numRuns: process.env.MARU_TEST_LONG === '1' ? 500 : 15 },
    );
  });
});

describe('keys', () => {
  it('an interrupted walk throws instead of ending early', async () => {
    for (const manners of [{}, { links: 'none' }, { replication: 403 }] as Partial<Capabilities>[]) {
      const { server, feed } = await bridge(listings(60), { page: 10, cap: 10, ...manners });
      server.overrides.push(undefined, undefined);
      server.overrides.push(
        ...Array.from({ length: 12 }, () => (response: ServerResponse) => void response.writeHead(503).end()),
      );
      await expect(readKeys(feed())).rejects.toBeInstanceOf(FeedError);
    }
  });

  it('links that end too early are detected by the count', async () => {
    const { server, feed } = await bridge(listings(60), { page: 10, linksAtTheEnd: false });
    server.overrides.push(
      undefined,
      (response) => void response.end(JSON.stringify({ value: server.rows.Property.slice(10, 20) })),
    );
    // Paging without links is more reliable.
    expect((await readKeys(feed())).size).toBe(60);
    const poor = await bridge(listings(60), { page: 10, linksAtTheEnd: false, filter: false, links: 'none' });
    await expect(readKeys(poor.feed())).resolves.toHaveProperty('size', 60);
  });

  it('pitfall F33: more than 10,000 rows are read without an offset, with and without replication', async () => {
    for (const replication of [200, 403] as const) {
      const { server, feed } = await bridge(listings(10_300), { page: 2000, replication });
      expect((await readKeys(feed())).size).toBe(10_300);
      expect(server.requests.filter((path) => path.includes('$skip'))).toEqual([]);
      expect(server.requests.some((path) => path.includes('$select=ListingKey'))).toBe(true);
    }
  });
});

describe('a single listing', () => {
  it('pitfall F22: apostrophes in a key are doubled, slashes encoded', async () => {
    const keys = ["O'Fallon's/1", 'a b#c?d%', "''", '12345'];
    const { server, feed } = await bridge(keys.map((key) => listing(key, spread(1))));
    for (const key of keys) {
      expect((await feed().findListing(key, signal()))?.listing.listingKey).toBe(key);
    }
    expect(server.requests[0]).toBe(`/api/v2/OData/${DATASET}/Property('O''Fallon''s/1')`);
    expect(await feed().findListing('gone', signal())).toBeUndefined();
  });

  it('does not count as deleted when only the resource’s spelling was wrong', async () => {
    const { feed } = await bridge(listings(3), { names: 'plural' });
    expect((await feed().findListing('K00001', signal()))?.listing.listingKey).toBe('K00001');
    expect(await feed().findListing('gone', signal())).toBeUndefined();
  });

  it('does not count as deleted when another row is returned', async () => {
    const { server, feed } = await bridge(listings(3));
    server.overrides.push((response) => void response.end(JSON.stringify(listing('other', spread(1)))));
    await expect(feed().findListing('K00001', signal())).rejects.toBeInstanceOf(FeedError);
  });
});

describe('members, offices and open houses', () => {
  const people = async (manners: Partial<Capabilities>) => {
    const made = await bridge(listings(3), manners);
    made.server.rows.Member = Array.from({ length: 25 }, (_, index) => ({
      MemberKey: `M${index}`,
      MemberFullName: `Agent ${index}`,
      BridgeModificationTimestamp: spread(index),
    }));
    made.server.rows.Office = [
      { OfficeKey: 'O1', OfficeName: 'Maru', BridgeModificationTimestamp: spread(1) },
    ];
    made.server.rows.OpenHouse = [
      {
        OpenHouseKey: 'H1',
        ListingKey: 'K00001',
        OpenHouseStartTime: '2100-01-01T20:00:00Z',
        OpenHouseEndTime: '2100-01-01T22:00:00Z',
        BridgeModificationTimestamp: spread(1),
      },
    ];
    return made;
  };

  it.each<[string, Partial<Capabilities>]>([
    ['by replication', {}],
    ['by ordinary paging', { replication: 403 }],
    ['under plural names', { names: 'plural' }],
  ])('are read %s, offices and agents before the listings', async (_, manners) => {
    const { feed } = await people(manners);
    const { batches } = await readAll(feed());
    expect(new Set(batches.flatMap((batch) => batch.members.map((one) => one.memberKey))).size).toBe(25);
    expect(batches.flatMap((batch) => batch.offices.map((one) => one.officeName))).toContain('Maru');
    expect(batches.findIndex((batch) => batch.members.length > 0)).toBeLessThan(
      batches.findIndex((batch) => batch.upserts.length > 0),
    );
    const found = batches
      .flatMap((batch) => batch.upserts)
      .find((one) => one.listing.listingKey === 'K00001');
    expect(found?.listing.openHouses).toHaveLength(1);
    expect((await feed().findListing('K00001', signal()))?.listing.openHouses).toHaveLength(1);
  });

  it('a cancelled open house changes its listing, though no timestamp does', async () => {
    let now = Date.parse('2026-11-01T01:00:00Z');
    const { server, feed } = await people({});
    const one = feed({ now: () => now });
    let { last } = await readAll(one);
    ({ last } = await readAll(one, last));
    server.rows.OpenHouse.length = 0;
    now += 11 * 60_000;
    const { batches } = await readAll(one, last);
    const upserts = batches.flatMap((batch) => batch.upserts);
    expect(upserts.map((one) => [one.listing.listingKey, one.listing.openHouses.length])).toEqual([
      ['K00001', 0],
    ]);
  });
});

describe('a failing Bridge server', () => {
  it('refusing the token in the header gets it once in the query, and from then on if that works', async () => {
    const { server, rows, feed } = await bridge(listings(20), { token: 'query' });
    const said: unknown[] = [];
    const one = feed({ log: (...facts) => said.push(facts) });
    const { batches, keys } = await readAll(one);
    expect(keys).toEqual(listKeys(rows));
    expect(server.addresses.filter((address) => !address.includes('access_token'))).toHaveLength(1);
    expect(batches.map((batch) => batch.cursor).join()).not.toMatch(/sesame|access_token/);
    expect(JSON.stringify(said)).not.toContain('sesame');
  });

  it('pitfall F16: refusing the token everywhere is not asked again, and no message contains the token', async () => {
    const { server, feed } = await bridge(listings(3), { token: 'refused' });
    const said: unknown[] = [];
    const one = feed({ log: (...facts) => said.push(facts) });
    for (let run = 0; run < 2; run += 1) {
      const error = (await readAll(one).catch((fault: unknown) => fault)) as FeedError;
      expect(error).toMatchObject({ retryable: false, status: 401, licenseLost: false });
      const texts = `${error.message} ${error.request} ${JSON.stringify(said)} ${error.stack}`;
      expect(texts).not.toMatch(/sesame/);
    }
    expect(server.addresses.filter((address) => address.includes('access_token'))).toHaveLength(1);
    expect(server.addresses).toHaveLength(3);
  });

  it('refusing the dataset means a lost license', async () => {
    const { server, feed } = await bridge(listings(3));
    const one = feed();
    const { last } = await readAll(one);
    server.can.licence = 'lost';
    const lost = { licenseLost: true, retryable: false, status: 403 };
    await expect(readAll(one, last)).rejects.toMatchObject(lost);
    await expect(readKeys(one)).rejects.toMatchObject(lost);
    await expect(one.findListing('K00001', signal())).rejects.toMatchObject(lost);
    server.can.licence = 'html';
    await expect(readAll(one, last)).rejects.toMatchObject({ licenseLost: false, status: 403 });
    server.can.licence = 'granted';
    expect((await readAll(one, last)).keys.size).toBe(0);
  });

  it('refusing replication and agents means no lost license', async () => {
    const { server, feed, rows } = await bridge(listings(3), { replication: 403 });
    const forbidden = (response: ServerResponse) => void response.writeHead(403).end('{}');
    server.overrides.push(forbidden, undefined, forbidden, forbidden, forbidden);
    expect((await readAll(feed())).keys).toEqual(listKeys(rows));
  });

  it('is retried after truncated JSON, HTML with 500, a slow body, a cut connection and 429', async () => {
    const waits: number[] = [];
    const { server, rows, feed } = await bridge(listings(3));
    server.overrides.push(
      (response) => void response.end('{"value": [{"ListingKey": "K0'),
      (response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
      (response) => void response.writeHead(200).write('{"value"'),
      (response) => void response.destroy(),
      undefined,
      (response) =>
        void response.writeHead(429, { 'retry-after': '3' }).end('{"error":{"message":"slow down"}}'),
    );
    const one = feed({ sleep: async (ms) => void waits.push(ms), random: () => 0, timeoutMs: 300 });
    expect((await readAll(one)).keys).toEqual(listKeys(rows));
    expect(waits.slice(0, 5)).toEqual([500, 1000, 2000, 4000, 3000]);
  });

  it('answering 429 without Retry-After is retried at the latest reset of an exhausted limit', async () => {
    const now = Date.parse('2026-11-01T00:00:00Z');
    const waits: number[] = [];
    const { server, rows, feed } = await bridge(listings(3));
    const limited = (burst: number, hour: number) => (response: ServerResponse) =>
      void response
        .writeHead(429, {
          date: new Date(now).toUTCString(),
          'burst-ratelimit-limit': '334',
          'burst-ratelimit-remaining': String(burst),
          'burst-ratelimit-reset': new Date(now + 20_000).toISOString(),
          'application-ratelimit-limit': '5000',
          'application-ratelimit-remaining': String(hour),
          'application-ratelimit-reset': new Date(now + 100_000).toISOString(),
        })
        .end();
    server.overrides.push(limited(0, 4000));
    const one = feed({ sleep: async (ms) => void waits.push(ms), random: () => 0.5, now: () => now });
    expect((await readAll(one)).keys).toEqual(listKeys(rows));
    expect(waits[0]).toBe(20_500);

    waits.length = 0;
    const other = await bridge(listings(3));
    other.server.overrides.push(limited(0, 0));
    await readAll(other.feed({ sleep: async (ms) => void waits.push(ms), random: () => 0, now: () => now }));
    expect(waits[0]).toBe(100_000);
  });

  it('pitfall F14: is spared by all feeds of a credential when one of them gets 429', async () => {
    const { server, feed } = await bridge(listings(3));
    server.headers = {
      'application-ratelimit-limit': '5000',
      'application-ratelimit-remaining': '9',
      'application-ratelimit-reset': new Date(Date.now() + 3_000_000).toISOString(),
    };
    await feed().findListing('K00001', signal());
    const requestCount = server.requests.length;
    await expect(readAll(feed())).rejects.toMatchObject({ status: 429, retryable: true });
    expect(server.requests.length).toBe(requestCount);
  });

  it('answering only 429 is retried after 1, 2, 4 … 32 s with jitter', async () => {
    const waits: number[] = [];
    const { server, feed } = await bridge(listings(3));
    server.overrides.push(
      ...Array.from({ length: 20 }, () => (response: ServerResponse) => void response.writeHead(429).end()),
    );
    const one = feed({ sleep: async (ms) => void waits.push(ms), random: () => 1 });
    await expect(readAll(one)).rejects.toMatchObject({ status: 429, retryable: true });
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000]);
  });

  it.each([
    ['{"error":{"code":400,"message":"a b"}}', 'a b'],
    ['{"error":{"code":"x","message":{"lang":"en","value":"a b"}}}', 'a b'],
    ['{"success":false,"status":404,"bundle":{"name":"N","message":"a b"}}', 'a b'],
    ['{"success":false,"bundle":{"error":"a b"}}', 'a b'],
    ['{"message":"a b"}', 'a b'],
    ['<html><body>secret path</body></html>', ''],
    ['', ''],
    ['null', ''],
    ['[3]', ''],
  ])('with the error body %s gives the message %j', async (body, words) => {
    const { server, feed } = await bridge(listings(3));
    server.overrides.push(
      ...Array.from(
        { length: 9 },
        () => (response: ServerResponse) => void response.writeHead(415).end(body),
      ),
    );
    await expect(feed().findListing('K00001', signal())).rejects.toThrow(
      new RegExp(`^${DATASET}: server responded 415${words === '' ? '' : `: ${words}`}$`),
    );
  });

  it('redirecting to another host does not get the token there', async () => {
    const thief = await bridge([]);
    const { server, feed } = await bridge(listings(3));
    server.overrides.push((response) => void response.writeHead(302, { location: `${thief.host}/x` }).end());
    await expect(feed().findListing('K00001', signal())).rejects.toMatchObject({ status: 302 });
    expect(thief.server.requests).toEqual([]);
  });
});
