import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Capabilities,
  type Row,
  SecondHandBridge,
  TOKEN,
} from '../../../dev/conformance/second-hand-bridge.ts';
import { createFeed } from './create-feed.ts';
import type { Feed, FeedQuestion } from './feed.ts';

const signal = () => new AbortController().signal;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const settings = (baseUrl: string, provider: 'bridge' | 'reso') => ({
  dataset: 'foreign',
  provider,
  baseUrl,
  token: TOKEN,
  mediaHosts: [],
  display: {} as never,
});

async function bridge(
  rows: Row[],
  manners: Partial<Capabilities> = {},
): Promise<{ server: SecondHandBridge; feed: Feed }> {
  const server = new SecondHandBridge(manners);
  ends.push(() => server.close());
  server.rows.Property = rows;
  const host = await server.listen();
  const feed = createFeed(settings(server.can.version === 3 ? `${host}/api/v3` : host, 'bridge'), {
    sleep: async () => {},
  });
  return { server, feed };
}

const home = (key: string, more: Row = {}): Row => ({
  ListingKey: key,
  BridgeModificationTimestamp: '2026-11-01T00:00:00Z',
  ModificationTimestamp: `2026-11-01T00:00:${key.slice(-2).padStart(2, '0')}Z`,
  StandardStatus: 'Active',
  PropertyType: 'Residential',
  ListPrice: 700_000,
  BedroomsTotal: 3,
  BathroomsTotalDecimal: 2.5,
  BathroomsFull: 2,
  BathroomsHalf: 1,
  LivingArea: 1800,
  City: 'Irvine',
  StateOrProvince: 'CA',
  PostalCode: '92618',
  Latitude: 33.68,
  Longitude: -117.79,
  Media: [],
  PhotosCount: 0,
  ...more,
});

const ask = (more: Partial<FeedQuestion> = {}): FeedQuestion => ({
  searchType: 'sale',
  page: 1,
  pageSize: 20,
  ...more,
});
const listKeys = async (feed: Feed, question: FeedQuestion) =>
  (await feed.search(question, signal())).listings.map((one) => one.listing.listingKey);

const HOMES: Row[] = [
  home('01'),
  home('02', { City: 'IRVINE', PostalCode: '92618-1234' }),
  home('03', { City: "O'Fallon", StateOrProvince: 'MO', PostalCode: '63366' }),
  home('04', { PropertyType: 'Residential Lease', ListPrice: 3500 }),
  home('05', { StandardStatus: 'Closed' }),
  home('06', { StandardStatus: 'Coming Soon', ListPrice: 900_000 }),
  home('07', { StandardStatus: 'Active Under Contract', BedroomsTotal: 5 }),
  home('08', { StandardStatus: 'Pending', LivingArea: 900, Latitude: 40, Longitude: -75 }),
  home('09', { InternetEntireListingDisplayYN: false }),
  home('10', { PropertyType: 'Residential Income' }),
  home('11', { BathroomsTotalDecimal: 1, BathroomsFull: 1, BathroomsHalf: 0 }),
  home('12', { StandardStatus: 'Withdrawn' }),
];

describe('a live search on Bridge', () => {
  const manners: [string, Partial<Capabilities>][] = [
    ['does all that is asked', {}],
    ['knows no functions', { functions: false }],
    ['does not count', { count: false }],
    ['takes no filter', { filter: false }],
    ['speaks v3', { version: 3 }],
    ['keeps pages to ten rows', { version: 3, tenRows: true }],
    ['knows only plurals', { names: 'plural' }],
  ];
  it.each(manners)('has the same answer from a service that %s', async (_, can) => {
    const { feed } = await bridge(HOMES, can);
    const cases: [Partial<FeedQuestion>, string[]][] = [
      [{}, ['11', '10', '08', '07', '06', '03', '02', '01']],
      [{ searchType: 'rent' }, ['04']],
      [{ price: { min: 800_000 } }, ['06']],
      [{ beds: { min: 4 } }, ['07']],
      [{ baths: { max: 2 } }, ['11']],
      [{ baths: { min: 2.5, max: 2.5 }, beds: { min: 5 } }, ['07']],
      [{ livingArea: { max: 1000 } }, ['08']],
      [{ bounds: [-76, 39, -74, 41] }, ['08']],
      [{ stateOrProvince: 'mo' }, ['03']],
      [{ city: "O'Fallon" }, ['03']],
    ];
    for (const [question, keys] of cases) expect(await listKeys(feed, ask(question))).toEqual(keys);
  });

  it('pitfall F7: rents are leases, whatever the provider’s examples say, and never sales', async () => {
    const { server, feed } = await bridge(HOMES);
    const { listings } = await feed.search(ask({ searchType: 'rent' }), signal());
    expect(listings.map((one) => one.listing.propertyType)).toEqual(['Residential Lease']);
    expect(server.requests.at(-1)).toContain("PropertyType eq 'Residential Lease'");
    await feed.search(ask(), signal());
    expect(server.requests.at(-1)).toContain("PropertyType ne 'Residential Lease'");
  });

  it('pitfall F10: bounds are sent as separate Latitude and Longitude filters', async () => {
    const { server, feed } = await bridge(HOMES);
    await feed.search(ask({ bounds: [-118, 33, -117, 34] }), signal());
    expect(server.requests.at(-1)).toContain(
      'Latitude ge 33 and Latitude le 34 and Longitude ge -118 and Longitude le -117',
    );
    expect(server.requests.at(-1)).not.toMatch(/geo\.|POINT|POLYGON/);
  });

  it('pitfall F21: ignores the case of a city, where the service supports tolower', async () => {
    const { server, feed } = await bridge(HOMES);
    expect(await listKeys(feed, ask({ city: 'irvine', postalCode: '92618', beds: { max: 3 } }))).toEqual(
      expect.arrayContaining(['01', '02']),
    );
    expect(server.requests.at(-1)).toContain("tolower(City) eq 'irvine'");
    expect(server.requests.at(-1)).toContain("startswith(PostalCode,'92618')");
  });

  it('pitfall F22: doubles an apostrophe in the filter', async () => {
    const { server, feed } = await bridge(HOMES);
    expect(await listKeys(feed, ask({ city: "o'fallon" }))).toEqual(['03']);
    expect(server.requests.at(-1)).toContain("tolower(City) eq 'o''fallon'");
  });

  it('pitfall F23: never uses contains(): free text is searched in our own index', async () => {
    const { server, feed } = await bridge(HOMES, { functions: false });
    await feed.search(ask({ city: 'main st', postalCode: '9' }), signal());
    expect(server.requests.join()).not.toContain('contains(');
  });

  it('pitfall F24: the longest filter fits in a URL', async () => {
    const { server, feed } = await bridge(HOMES);
    const most = { min: 1_234_567.25, max: 7_654_321.75 };
    await feed.search(
      ask({
        city: "Ö'".repeat(50),
        stateOrProvince: 'CA',
        postalCode: '92618-1234',
        price: most,
        beds: most,
        baths: most,
        livingArea: most,
        bounds: [-117.123456789, 33.123456789, -116.123456789, 34.123456789],
      }),
      signal(),
    );
    for (const address of server.addresses) expect(address.length).toBeLessThan(4000);
  });

  it('pitfall F25: the count is requested once per search, not with each page', async () => {
    const rows = Array.from({ length: 47 }, (_, index) => home(String(index).padStart(2, '0')));
    const { server, feed } = await bridge(rows, { version: 3, tenRows: true });
    const answer = await feed.search(ask({ pageSize: 30 }), signal());
    expect(answer.listings).toHaveLength(30);
    expect(answer.total).toBe(47);
    // The server's own next links may contain anything.
    const pages = server.requests.map((path) => new URL(path, 'http://x').searchParams.get('next'));
    expect(
      server.requests.filter((path, index) => path.includes('$count=true') && pages[index] === null),
    ).toHaveLength(1);
  });

  it('pages join without gap or repetition, newest change first', async () => {
    const rows = Array.from({ length: 47 }, (_, index) => home(String(index).padStart(2, '0')));
    for (const can of [{}, { filter: false }, { version: 3 }, { tenRows: true }] as Partial<Capabilities>[]) {
      const { feed } = await bridge(rows, can);
      const keys: string[] = [];
      for (let page = 1; page <= 4; page += 1)
        keys.push(...(await listKeys(feed, ask({ page, pageSize: 15 }))));
      expect(keys).toEqual(rows.map((row) => String(row.ListingKey)).toReversed());
    }
  });

  it('pitfall F33: a page beyond the limit of 10,000 is empty, and is not requested', async () => {
    const { server, feed } = await bridge(HOMES);
    expect((await feed.search(ask({ page: 501, pageSize: 20 }), signal())).listings).toEqual([]);
    expect(server.requests).toEqual([]);
    await feed.search(ask({ page: 500, pageSize: 20 }), signal());
    expect(server.requests[0]).toContain('$skip=9980');
  });

  it('takes precedence over replication while that waits for its quota', async () => {
    const { server, feed } = await bridge(HOMES);
    server.headers = {
      'burst-ratelimit-limit': '334',
      'burst-ratelimit-remaining': '10',
      'burst-ratelimit-reset': new Date(Date.now() + 3_000_000).toISOString(),
    };
    await feed.search(ask(), signal());
    expect((await feed.search(ask({ searchType: 'rent' }), signal())).total).toBe(1);
    await expect(Array.fromAsync(feed.changes(null, signal()))).rejects.toMatchObject({
      status: 429,
      retryable: true,
    });
  });

  it('pitfall F18: excludes listings that must not be displayed at the server, where null does not mean no', async () => {
    const { server, feed } = await bridge([
      home('01', { InternetEntireListingDisplayYN: null }),
      home('02', { InternetEntireListingDisplayYN: true }),
      home('03', { InternetEntireListingDisplayYN: false }),
    ]);
    const { total, listings } = await feed.search(ask(), signal());
    expect([total, listings.length]).toEqual([2, 2]);
    expect(server.requests[0]).toContain('InternetEntireListingDisplayYN ne false');
  });

  it('rows of a combined license without IDX are in no answer and no count', async () => {
    const { feed } = await bridge([
      home('01', { FeedTypes: [] }),
      home('02', { FeedTypes: ['IDX', 'VOW'] }),
      home('03', { FeedTypes: ['VOW'] }),
      home('04', { FeedTypes: 'BBO,VOW' }),
      home('05'),
    ]);
    const whole = await feed.search(ask(), signal());
    expect(whole.listings.map((one) => one.listing.listingKey)).toEqual(['05', '02', '01']);
    expect(whole.total).toBe(3);
    // When not all rows were read, the number of licensed ones is unknown.
    expect((await feed.search(ask({ pageSize: 1 }), signal())).total).toBe(null);
  });

  it('which bounds contain a withheld address is not disclosed, by rows or by the count', async () => {
    const rows = [...Array(3).keys()].map((index) => home(`0${index}`));
    rows.push(
      home('09', { InternetAddressDisplayYN: false }),
      home('10', { InternetAddressDisplayYN: null }),
    );
    const bounds: FeedQuestion['bounds'] = [-118, 33, -117, 34];
    const { feed } = await bridge(rows);
    const whole = await feed.search(ask({ bounds }), signal());
    expect(whole.listings.map((one) => one.listing.listingKey)).toEqual(['10', '02', '01', '00']);
    expect((await feed.search(ask({ bounds, pageSize: 2 }), signal())).total).toBe(4);
    // A home with a withheld address is returned when no bounds are given.
    expect((await feed.search(ask(), signal())).total).toBe(5);
    // A service without that filter counts rows that must not be disclosed.
    const poor = await bridge(rows, { refuses: 'InternetAddressDisplayYN' });
    const some = await poor.feed.search(ask({ bounds, pageSize: 2 }), signal());
    expect([some.total, some.listings.length]).toEqual([null, 2]);
  });

  it('excludes unreadable rows', async () => {
    const { feed } = await bridge([home('01'), { ...home('02'), ModificationTimestamp: 'yesterday' }]);
    expect(await listKeys(feed, ask())).toEqual(['01']);
  });
});

describe('a live search on any RESO server', () => {
  async function reso(takes: (filter: string, query: URLSearchParams) => boolean, rows: Row[]) {
    const filters: string[] = [];
    const server: Server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://odata.internal');
      const filter = searchParams.get('$filter') ?? '';
      filters.push(filter);
      if (!takes(filter, searchParams)) return response.writeHead(400).end();
      const isSpelled = (row: Row) => filter === '' || filter.includes(`'${row.PropertyType}'`);
      const skip = Number(searchParams.get('$skip') ?? 0);
      return response.end(JSON.stringify({ value: rows.filter(isSpelled).slice(skip, skip + 10) }));
    });
    ends.push(() => server.close().closeAllConnections());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { filters, feed: createFeed(settings(baseUrl, 'reso'), { sleep: async () => {} }) };
  }

  const rent = (spelling: string) => [home('01', { PropertyType: spelling }), home('02')];

  it.each([
    ['people do', 'Residential Lease'],
    ['OData members do', 'ResidentialLease'],
  ])('pitfall F20: finds rents where values are strings, spelled as %s', async (_, spelling) => {
    const { feed } = await reso(() => true, rent(spelling));
    expect(await listKeys(feed, ask({ searchType: 'rent' }))).toEqual(['01']);
  });

  it('pitfall F20: finds rents where a space in a value is refused', async () => {
    const { feed, filters } = await reso(
      (filter) => !filter.includes("'Residential Lease'"),
      rent('ResidentialLease'),
    );
    expect(await listKeys(feed, ask({ searchType: 'rent' }))).toEqual(['01']);
    const requestCount = filters.length;
    await feed.search(ask({ searchType: 'rent' }), signal());
    // A refused spelling is not tried again.
    expect(filters.slice(requestCount).every((filter) => !filter.includes("'Residential Lease'"))).toBe(true);
  });

  it('a search refused for its own values does not simplify later ones', async () => {
    const rents = { searchType: 'rent' } as const;
    const { feed, filters } = await reso((filter) => !filter.includes("'ZZ'"), rent('Residential Lease'));
    await feed.search(ask({ ...rents, stateOrProvince: 'ZZ', city: 'Nowhere' }), signal());
    const requestCount = filters.length;
    expect(await listKeys(feed, ask({ ...rents, stateOrProvince: 'CA', city: 'Irvine' }))).toEqual(['01']);
    expect(filters[requestCount]).toContain("tolower(City) eq 'irvine'");
    expect(filters[requestCount]).toContain('InternetEntireListingDisplayYN ne false');
  });

  it('works without filter and order where a server supports neither', async () => {
    const { feed } = await reso(
      (_, query) => !query.has('$filter') && !query.has('$orderby'),
      [...rent('ResidentialLease'), home('03', { StandardStatus: 'Closed' }), home('04', { City: 'Tustin' })],
    );
    expect(await listKeys(feed, ask())).toEqual(['02', '04']);
    expect(await listKeys(feed, ask({ city: 'tustin' }))).toEqual(['04']);
    expect((await feed.search(ask(), signal())).total).toBeNull();
  });

  it('sends whole baths as a minimum only, and filters halves itself', async () => {
    const { feed, filters } = await reso(() => true, [home('01', { PropertyType: 'Residential Lease' })]);
    expect(await listKeys(feed, ask({ searchType: 'rent', baths: { min: 2.5, max: 2.5 } }))).toEqual(['01']);
    expect(filters[0]).toContain('BathroomsTotalInteger ge 2.5');
    expect(filters[0]).not.toContain('BathroomsTotalInteger le');
    expect(await listKeys(feed, ask({ searchType: 'rent', baths: { max: 2 } }))).toEqual([]);
  });
});
