import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gazetteer } from '@maru/gazetteer';
import { createFeed, type FeedSettings, parseFeedSettings } from '@maru/mls';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BRIDGE_QUOTA } from '../../../../dev/feeds/bridge-limits.ts';
import { TOKEN as BRIDGE_TOKEN, startBridge } from '../../../../dev/feeds/bridge-testing.ts';
import { buildGazetteer } from '../../../../dev/scripts/build-gazetteer.ts';
import { runVisit } from '../front-door/current-visit.ts';
import { ApiError } from '../http/api-error.ts';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { LiveSources } from './live-sources.ts';

const TOKEN = 'server-token-that-nobody-may-see';
type Row = Record<string, unknown>;

/** A provider in one function: rows of Property, or whatever goes wrong with it today. */
class Provider {
  asked = 0;
  rows: Row[] = [];
  fault: ((response: ServerResponse) => void) | undefined;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.asked += 1;
    if (this.fault !== undefined) {
      this.fault(response);
      return;
    }
    const key = /ListingKey eq '([^']*)'/.exec(decodeURIComponent(request.url ?? ''))?.[1];
    const value = this.rows.filter((row) => key === undefined || row.ListingKey === key);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ value, '@odata.count': value.length }));
  }
}

const row = (own: Row): Row => ({
  ListingKey: 'k1',
  ListingId: 'OC1',
  StandardStatus: 'Active',
  PropertyType: 'Residential',
  ModificationTimestamp: '2026-11-20T10:00:00Z',
  ListPrice: 900_000,
  StreetNumber: '77',
  StreetName: 'Secret Oak',
  StreetSuffix: 'St',
  UnparsedAddress: '77 Secret Oak St, Irvine, CA 92620',
  City: 'Irvine',
  StateOrProvince: 'CA',
  PostalCode: '92620',
  Latitude: 33.7171,
  Longitude: -117.7676,
  Media: [],
  OpenHouse: [],
  ...own,
});
const QUESTION = { searchType: 'sale', page: 1, pageSize: 40 } as const;

let gazetteer: Gazetteer;
let provider: Provider;
beforeAll(async () => {
  await buildGazetteer();
  gazetteer = await loadSharedGazetteer();
});
afterEach(() => provider.end());

async function sourcesOf(
  rows: Row[],
  options: { display?: Partial<FeedSettings['display']> } & Pick<
    ConstructorParameters<typeof LiveSources>[0],
    'patience' | 'now' | 'isTakenDown'
  > = {},
) {
  provider = new Provider();
  provider.rows = rows;
  const { feeds, errors } = parseFeedSettings([
    {
      dataset: 'kc',
      provider: 'reso',
      baseUrl: await provider.start(),
      token: TOKEN,
      display: {
        advertisingBroker: {
          name: 'B',
          licenseNumber: '01234567',
          phone: '555-0100',
          email: 'b@example.com',
        },
        source: 'KC',
        disclaimer: 'D',
        ...options.display,
      },
    },
  ]);
  expect(errors).toEqual([]);
  const { patience, now, isTakenDown } = options;
  const watch = () => ({ sleep: async () => undefined });
  const sources = new LiveSources({ feeds, gazetteer, patience, now, watch, isTakenDown });
  return { sources, source: sources.find('reso')! };
}

describe('what is answered', () => {
  test('opted-out, withdrawn and sold listings and those of the other search type are not in it', async () => {
    const { sources, source } = await sourcesOf([
      row({}),
      row({ ListingKey: 'k2', InternetEntireListingDisplayYN: false }),
      row({ ListingKey: 'k3', StandardStatus: 'Withdrawn' }),
      row({ ListingKey: 'k4', StandardStatus: 'Closed' }),
      row({ ListingKey: 'k5', PropertyType: 'Residential Lease', ListPrice: 3_000 }),
    ]);
    const { listings, total } = await sources.search(source, QUESTION);
    expect(listings.map((one) => one.listingKey)).toEqual(['k1']);
    expect(total).toBe(1);
    for (const key of ['k2', 'k3', 'k4']) expect(await sources.findListing(source, key)).toBeUndefined();
    expect((await sources.findListing(source, 'k5'))?.listing.listPrice).toBe(3_000);
  });

  test("a withheld address stays withheld, and stands at its ZIP's centre; no bounds find it", async () => {
    const { sources, source } = await sourcesOf([row({ InternetAddressDisplayYN: false })]);
    const { listings } = await sources.search(source, QUESTION);
    expect(listings).toHaveLength(1);
    expect(JSON.stringify(listings)).not.toMatch(/Secret|33\.7171|117\.7676/);
    expect(listings[0]?.latitude).toBeCloseTo(33.7, 0);
    const bounds = [-117.77, 33.71, -117.76, 33.72] as const;
    const near = await sources.search(source, { ...QUESTION, bounds: [...bounds] });
    expect(near.listings).toEqual([]);
  });

  test("no more than the licence's limit is answered, over all pages", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => row({ ListingKey: `k${i}` }));
    const { sources, source } = await sourcesOf(rows, { display: { maxResults: 12 } });
    const { listings, total } = await sources.search(source, QUESTION);
    expect(listings).toHaveLength(12);
    expect(total ?? 12).toBe(12);
    const asked = provider.asked;
    expect((await sources.search(source, { ...QUESTION, page: 2 })).listings).toEqual([]);
    expect(provider.asked).toBe(asked);
  });

  test('a home that is taken down is gone at once, from kept answers too', async () => {
    const down = new Set<string>();
    const { sources, source } = await sourcesOf([row({}), row({ ListingKey: 'k2' })], {
      isTakenDown: (listing) => down.has(listing.listingKey),
    });
    const keys = async () =>
      (await sources.search(source, QUESTION)).listings.map((one) => one.listingKey).sort();
    expect(await keys()).toEqual(['k1', 'k2']);
    expect((await sources.findListing(source, 'k1'))?.listing.listingKey).toBe('k1');
    down.add('k1');
    expect(await keys()).toEqual(['k2']);
    expect((await sources.search(source, QUESTION)).total).toBe(1);
    expect(await sources.findListing(source, 'k1')).toBeUndefined();
    down.clear();
    expect(await keys()).toEqual(['k1', 'k2']);
  });

  test('equal questions are asked once, and again after a minute', async () => {
    let now = 1_000_000;
    const { sources, source } = await sourcesOf([row({})], { now: () => now });
    const [first, second] = await Promise.all([1, 2].map(() => sources.search(source, QUESTION)));
    expect(second).toEqual(first);
    const asked = provider.asked;
    await sources.search(source, { ...QUESTION });
    expect(provider.asked).toBe(asked);
    now += 61_000;
    await sources.search(source, QUESTION);
    expect(provider.asked).toBeGreaterThan(asked);
  });
});

describe("a provider's trouble", () => {
  const cases: [string, (response: ServerResponse) => void, number, string, number | undefined][] = [
    [
      '429 with Retry-After',
      (response) => response.writeHead(429, { 'retry-after': '40' }).end('slow down'),
      503,
      'source_busy',
      40,
    ],
    [
      '401',
      (response) => response.writeHead(401).end(`{"error":{"message":"bad token ${TOKEN}"}}`),
      502,
      'source_failed',
      undefined,
    ],
    [
      '403',
      (response) => response.writeHead(403).end('{"error":{"message":"at http://upstream.internal"}}'),
      502,
      'source_failed',
      undefined,
    ],
    [
      'a page of HTML with 500',
      (response) => response.writeHead(500).end('<h1>NullPointer at db7</h1>'),
      502,
      'source_failed',
      undefined,
    ],
    ['no JSON at all', (response) => response.end('{"value": [{"Listi'), 502, 'source_failed', undefined],
    ['a cut connection', (response) => response.destroy(), 502, 'source_failed', undefined],
    ['silence', () => undefined, 504, 'source_timeout', undefined],
  ];
  test.each(cases)(
    'pitfall F17: of %s a visitor hears our words alone, never an address, a header or a text of the provider',
    async (_, fault, status, code, retryAfter) => {
      const { sources, source } = await sourcesOf([], { patience: 600 });
      provider.fault = fault;
      const error = await sources.search(source, QUESTION).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      const { statusCode, code: said, data, values, message, cause } = error as ApiError;
      expect({ statusCode, said, data }).toEqual({ statusCode: status, said: code, data: { dataset: 'kc' } });
      const all = JSON.stringify({ data, values, message, cause });
      for (const secret of [TOKEN, 'upstream', 'db7', '127.0.0.1', 'http', 'slow down']) {
        expect(all).not.toContain(secret);
      }
      const told = (error as ApiError).retryAfter;
      if (retryAfter === undefined) expect(told).toBeUndefined();
      else expect(told).toBeGreaterThanOrEqual(retryAfter);
      // A failure is not kept: the provider may be well again at once.
      provider.fault = undefined;
      const asked = provider.asked;
      if (retryAfter !== undefined) return;
      expect((await sources.search(source, QUESTION)).listings).toEqual([]);
      expect(provider.asked).toBeGreaterThan(asked);
    },
  );
});

test('two addresses that use up what they may leave replication its part, and a third one too', async () => {
  const bridge = await startBridge(300, { quota: BRIDGE_QUOTA });
  try {
    const feeds: FeedSettings[] = [
      {
        dataset: 'sample',
        provider: 'bridge',
        baseUrl: bridge.host,
        token: BRIDGE_TOKEN,
        mediaHosts: [],
        display: {} as never,
      },
    ];
    const sources = new LiveSources({ feeds, gazetteer });
    const source = sources.find('bridge')!;
    const ask = (address: string) =>
      runVisit({ address, place: undefined, waits: 0 }, () =>
        sources.findListing(source, `no such key ${randomUUID()}`).then(
          () => 'answered',
          (error: ApiError) => error.code,
        ),
      );
    const askUntilRefused = async (address: string) => {
      for (let asked = 0; asked < 400; asked += 1) if ((await ask(address)) !== 'answered') return asked;
      return Number.POSITIVE_INFINITY;
    };
    const asked = await Promise.all(['192.0.2.1', '192.0.2.2'].map(askUntilRefused));
    expect(Math.max(...asked)).toBeLessThan(BRIDGE_QUOTA.burst / 2);
    expect(await ask('192.0.2.1')).toBe('source_busy');
    expect(await ask('192.0.2.3')).toBe('answered');

    const waits: number[] = [];
    const replica = createFeed(feeds[0]!, { pageSize: 10, sleep: async (ms) => void waits.push(ms) });
    let upserts = 0;
    for await (const batch of replica.changes(null, new AbortController().signal)) {
      upserts += batch.upserts.length;
      if (upserts >= (await bridge.truth()).length) break;
    }
    expect(upserts).toBeGreaterThan(100);
    expect(waits).toEqual([]);
  } finally {
    bridge.close();
  }
});
