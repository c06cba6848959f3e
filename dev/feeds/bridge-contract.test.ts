import type { AddressInfo } from 'node:net';
import { createFeed, type Feed, type FeedParts, type FeedQuestion } from '@maru/mls';
import { filter as parseFilter } from '@steedos/odata-v4-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NextLink } from './bridge-server.ts';
import { type RunningBridge, startBridge, TOKEN } from './bridge-testing.ts';
import { WIRE_FAULTS, type WireFault } from './faults.ts';
import { createResoServer } from './reso-server.ts';

/** Our Bridge client against the Bridge simulator; each was written from docs/feeds.md independently of the other. */

const signal = () => new AbortController().signal;
let one: RunningBridge;
beforeAll(async () => {
  one = await startBridge(200, { quota: { hour: 100_000, burst: 100_000 } });
});
afterAll(() => one.close());

function feed(parts: FeedParts = {}, path = ''): Feed {
  const settings = { dataset: 'sample', provider: 'bridge' as const, baseUrl: one.host + path, token: TOKEN };
  return createFeed(
    { ...settings, mediaHosts: [], display: {} as never },
    { pageSize: 30, sleep: async () => {}, ...parts },
  );
}

/** A complete replica: key → timestamp. */
class Replica {
  readonly stamps = new Map<string, string>();
  cursor: string | null = null;
  quarantined = 0;

  /** Reads until no more batches come; `before` is called ahead of each batch. */
  async follow(from: Feed, before: (batch: number) => Promise<unknown> = async () => {}): Promise<number> {
    let batches = 0;
    await before(0);
    for await (const batch of from.changes(this.cursor, signal())) {
      for (const { listing } of batch.upserts)
        this.stamps.set(listing.listingKey, listing.modificationTimestamp);
      this.quarantined += batch.quarantined.length;
      this.cursor = batch.cursor;
      batches += 1;
      await before(batches);
    }
    return batches;
  }

  /** Reads keys of the key walk that are missing here, and drops those that it lacks. */
  async reconcile(from: Feed): Promise<void> {
    const keys = new Set((await Array.fromAsync(from.keys(signal()))).flat());
    for (const key of this.stamps.keys()) if (!keys.has(key)) this.stamps.delete(key);
    for (const key of keys) {
      const found = this.stamps.has(key) ? undefined : await from.findListing(key, signal());
      if (found !== undefined) this.stamps.set(key, found.listing.modificationTimestamp);
    }
  }

  async expectTruth(): Promise<void> {
    const instants = (list: Iterable<[string, string]>) =>
      [...list].map(([key, stamp]) => `${key} ${Date.parse(stamp)}`).toSorted();
    expect(instants(this.stamps)).toEqual(instants(await one.truth()));
  }
}

describe('our Bridge client and the Bridge simulator', () => {
  it.each<[NextLink, string]>([
    ['link', ''],
    ['next', '/api/v2'],
    ['body', '/api/v3/OData'],
    ['link', '/api/v2/OData/sample'],
  ])('replicate a whole market with the next link in %s and the address %s', async (nextLink, path) => {
    await one.control('settings', { nextLink });
    const replica = new Replica();
    await replica.follow(feed({}, path));
    await replica.expectTruth();
    expect(replica.quarantined).toBe(0);
    const [key] = replica.stamps.keys();
    await one.control('change', [{ ListingKey: key, ListPrice: 777_000 }]);
    await replica.follow(feed({}, path));
    await replica.expectTruth();
    await one.control('settings', { nextLink: 'link' });
  });

  // Faults that the owner must fix, and those that cannot occur in a walk; all others are recovered from.
  const refusals: readonly WireFault[] = ['401', '403', '403-replication', '404'];
  it.each(WIRE_FAULTS.filter((kind) => !refusals.includes(kind)))(
    'lose nothing when %s occurs during a walk',
    async (kind) => {
      const replica = new Replica();
      const parts: FeedParts = {
        timeoutMs: 300,
        sleep: async () => void (await one.control('clock', { advanceMs: 4_000_000 })),
      };
      const from = feed(parts);
      await replica.follow(from, async (batch) => {
        if (batch === 1) await one.control('fault', { kind, count: 2, delayMs: 500 });
      });
      await one.control('clear', {});
      await replica.follow(from);
      await replica.expectTruth();
    },
  );

  it('page by filter and order when replication was not granted', async () => {
    await one.control('fault', { kind: '403-replication', count: 1000 });
    const replica = new Replica();
    await replica.follow(feed());
    await replica.expectTruth();
    await one.control('clear', {});
  });

  it.each(refusals.slice(0, 2))('report %s at once as a refusal', async (kind) => {
    await one.control('fault', { kind, count: 1000 });
    const error = await new Replica().follow(feed()).catch((fault: unknown) => fault);
    await one.control('clear', {});
    expect(error).toMatchObject({ retryable: false, status: Number(kind) });
    expect(String(error)).not.toContain(TOKEN);
  });

  it('end with equal keys and timestamps after every data fault, during it and after its end', async () => {
    const replica = new Replica();
    const from = feed();
    await replica.follow(from);
    const faults = [
      'tie',
      'microseconds',
      'future-stamps',
      'unknown-lookup',
      'missing-fields',
      'null-fields',
    ];
    for (const kind of [...faults, 'dead-media', 're-keyed', 'vanished', 'type-drift']) {
      await one.control('fault', { kind, count: 40 });
      await replica.follow(from);
      await replica.reconcile(from);
      await replica.expectTruth();
      await one.control('clear', { kind });
      await replica.follow(from);
      await replica.reconcile(from);
      await replica.expectTruth();
    }
    expect(replica.quarantined).toBe(0);
  });
});

describe('every filter that we send', () => {
  const question: FeedQuestion = { searchType: 'sale', page: 1, pageSize: 40 };
  const questions: FeedQuestion[] = [
    question,
    { ...question, searchType: 'rent', city: "O'Fallon", stateOrProvince: 'MO', postalCode: '63366' },
    { ...question, price: { min: 500_000, max: 900_000 }, beds: { min: 3 }, baths: { min: 2.5 } },
    { ...question, livingArea: { max: 2500 }, bounds: [-118, 33, -117, 34] },
  ];

  async function expectParsed(host: string, least: number): Promise<void> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(`${host}/control/requests`, { headers });
    const log = (await answer.json()) as { url: string; status: number }[];
    const filters = new Set(
      log
        .filter(({ status }) => status === 200)
        .map(({ url }) => new URL(url, host).searchParams.get('$filter'))
        .filter((text) => text !== null),
    );
    expect(filters.size).toBeGreaterThan(least);
    for (const text of filters) {
      // Bridge writes shapes as WKT, OData as geography literals, of which this parser supports points only.
      const standard = text.replace(/geo\.intersects\(\w+, ?POLYGON\(\([^)]*\)\)\)/g, 'true eq true');
      expect(() => parseFilter(standard), text).not.toThrow();
    }
  }

  it('to Bridge can be parsed by an independent parser', async () => {
    const replica = new Replica();
    const from = feed();
    await replica.follow(from);
    await replica.follow(from);
    await replica.reconcile(from);
    await one.control('fault', { kind: 'dead-next-link', count: 9 });
    await replica.follow(from).catch(() => undefined);
    await one.control('clear', {});
    for (const search of questions) await from.search(search, signal());
    await expectParsed(one.host, 4);
    expect(() => parseFilter('ListPrice is 1')).toThrow();
  });

  it('to a plain RESO server can be parsed by it too', async () => {
    const { server } = createResoServer({ market: one.market, token: TOKEN });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { dataset: 'plain', provider: 'reso' as const, baseUrl, token: TOKEN, mediaHosts: [] };
    try {
      const from = createFeed({ ...settings, display: {} as never }, { pageSize: 50, sleep: async () => {} });
      const replica = new Replica();
      await replica.follow(from);
      await replica.follow(from);
      await replica.reconcile(from);
      for (const search of questions) await from.search(search, signal());
      await expectParsed(baseUrl, 4);
    } finally {
      server.close().closeAllConnections();
    }
  });
});
