import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeServerOptions } from './bridge-server.ts';
import { type RunningBridge, startBridge, TOKEN } from './bridge-testing.ts';
import type { WireFault } from './faults.ts';
import type { Row } from './odata-value.ts';

/** Requirements of the Bridge simulator (docs/feeds.md, Bridge), point by point. */

const ODATA = '/api/v2/OData/sample';
/** Listings that the tests do not change. */
const STILL = 400;
const REPLICATION = `${ODATA}/Property/replication`;
const query = (options: Record<string, string | number>) =>
  `?${Object.entries(options)
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
const listKeys = (rows: readonly Row[]) => rows.map((row) => String(row.ListingKey));
const readNextLink = (headers: Headers) => /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';

const running: RunningBridge[] = [];
const start = async (
  size: number,
  options?: Partial<BridgeServerOptions>,
  repeated?: number,
): Promise<RunningBridge> => {
  const one = await startBridge(size, options, repeated);
  running.push(one);
  return one;
};
const closeAll = () => {
  for (const one of running.splice(0)) one.close();
};

describe('Bridge', () => {
  let one: RunningBridge;
  beforeAll(async () => {
    one = await startBridge(STILL);
  });
  afterAll(() => one.close());

  it('answers each resource under its singular and its plural name, by key, and under /idx/', async () => {
    for (const [single, plural] of [
      ['Property', 'Properties'],
      ['Member', 'Members'],
      ['Office', 'Offices'],
      ['OpenHouse', 'OpenHouses'],
      ['Lookup', 'Lookup'],
    ]) {
      const a = await one.ask(`${ODATA}/${single}?$top=3`);
      const b = await one.ask(`${ODATA}/${plural}?$top=3`);
      expect(a.status, single).toBe(200);
      expect(a.rows.length, single).toBeGreaterThan(0);
      expect(b.rows).toEqual(a.rows);
    }
    const [row] = (await one.ask(`${ODATA}/Property?$top=1`)).rows as [Row];
    const entity = await one.ask(`${ODATA}/Property('${row.ListingKey}')`);
    expect(entity.json).toMatchObject({ ListingKey: row.ListingKey });
    expect(entity.json.value).toBeUndefined();
    const missing = await one.ask(`${ODATA}/Property('no''body')`);
    expect([missing.status, missing.json]).toEqual([
      404,
      { error: { code: '404', message: 'Resource not found' } },
    ]);

    await one.control('add', [{ ...row, ListingKey: 'vow-only', FeedTypes: ['VOW'] }]);
    expect((await one.ask(`${ODATA}/Property('vow-only')`)).status).toBe(200);
    expect((await one.ask(`${ODATA}/idx/Properties('vow-only')`)).status).toBe(404);
    const all = await one.ask(`${ODATA}/Property?$count=true&$top=1`);
    const idx = await one.ask(`${ODATA}/idx/Properties?$count=true&$top=1`);
    expect(idx.json['@odata.count']).toBe(Number(all.json['@odata.count']) - 1);
    expect(listKeys((await one.ask(`${ODATA}/idx/Property/replication?$top=2000`)).rows)).not.toContain(
      'vow-only',
    );
    await one.control('remove', ['vow-only']);
  });

  it('takes the token from the header or the query, and repeats it in no link of the header kind', async () => {
    const bare = await fetch(`${one.host}${ODATA}/Property?$top=1&access_token=${TOKEN}`);
    expect(bare.status).toBe(200);
    expect(JSON.stringify(await bare.json())).toContain(`access_token=${TOKEN}`);
    expect((await one.ask(`${ODATA}/Property?$top=1`)).text).not.toContain(TOKEN);
    for (const headers of [undefined, { authorization: 'Bearer wrong' }]) {
      const refused = await fetch(`${one.host}${ODATA}/Property`, { headers });
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ error: { code: '401' } });
    }
    const log = JSON.stringify((await one.ask('/control/requests')).json);
    expect(log).toContain('access_token=…');
    expect(log).not.toContain(TOKEN);
  });

  it('requires a dataset in the path, and grants no other', async () => {
    for (const root of ['/api/v2', '/api/v2/', '/api/v2/OData', '/api/v3/OData/']) {
      expect((await one.ask(root)).status, root).toBe(400);
    }
    expect((await one.ask('/api/v2/OData/another/Property')).status).toBe(403);
    expect((await one.ask('/api/v2/another/listings')).json).toMatchObject({ success: false, status: 403 });
    expect((await one.ask(`${ODATA}/Nothing`)).status).toBe(404);
    expect((await one.ask(`${ODATA}/Property?$format=xml`)).status).toBe(415);
    const systems = await one.ask('/api/v2/OData/DataSystem');
    expect(systems.rows.map((row) => row.Name)).toEqual(['sample']);
    const metadata = await one.ask(`${ODATA}/$metadata`);
    expect(metadata.headers.get('content-type')).toBe('application/xml');
    expect(metadata.text).toContain('<Schema Namespace="ODataService"');
    expect(metadata.text).toContain('Type="Collection(ODataService.OpenHouse)"');
  });

  it('has 10 rows per page, 200 at most, and no offset past 10,000', async () => {
    const plain = await one.ask(`${ODATA}/Property`);
    expect(plain.rows).toHaveLength(10);
    expect(String(plain.json['@odata.nextLink'])).toContain(`${one.host}${ODATA}/Property?`);
    expect((await one.ask(`${ODATA}/Property?$top=1000`)).rows).toHaveLength(200);
    expect((await one.ask(`${ODATA}/Property?$skip=10000`)).rows).toEqual([]);
    const past = await one.ask(`${ODATA}/Property?$skip=10001`);
    expect([past.status, past.text]).toEqual([400, expect.stringContaining('replication')]);
    expect((await one.ask('/api/v2/sample/listings?offset=10001')).status).toBe(400);
  });

  it('pitfall F3: $top is the page size in v2 and the total in v3, which was temporarily limited to ten rows', async () => {
    const count = async (path: string, prefer?: string) =>
      (await one.ask(path, prefer === undefined ? {} : { prefer })).rows.length;
    const v3 = '/api/v3/OData/sample/Property';
    expect(await count(`${ODATA}/Property?$top=100`)).toBe(100);
    expect([
      await count(`${v3}?$top=5`),
      await count(`${v3}?$top=100`),
      await count(`${v3}?$top=1000`),
    ]).toEqual([5, 100, 200]);
    expect(await count(`${v3}?$top=100`, 'maxpagesize=25')).toBe(25);
    expect((await one.ask(`${v3}?$top=5`)).json['@odata.nextLink']).toBeUndefined();
    expect((await one.ask(`${ODATA}/Property?$top=5`)).json['@odata.nextLink']).toBeDefined();
    await one.control('settings', { version: 'until-2025-07' });
    expect([
      await count(`${v3}?$top=5`),
      await count(`${v3}?$top=100`),
      await count(`${v3}?$top=1000`),
    ]).toEqual([5, 10, 10]);
    expect(await count(`${v3}?$top=100`, 'odata.maxpagesize=50')).toBe(50);
    await one.control('settings', { version: 'since-2025-07' });
  });

  it('orders, selects, unselects, counts, and expands selected properties', async () => {
    const { rows } = await one.ask(
      `${ODATA}/Property${query({ top: 50, orderby: 'ListPrice desc,ListingKey' })}`,
    );
    const prices = rows.map((row) => Number(row.ListPrice ?? -1));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(rows[0]).toHaveProperty('Media');
    expect((await one.ask(`${ODATA}/Property?$unselect=Media`)).rows[0]).not.toHaveProperty('Media');
    const select = `$select=ListingKey,ListAgent,OpenHouse&$expand=ListAgent($select=MemberKey),ListOffice,OpenHouse($top=1)`;
    for (const row of (await one.ask(`${ODATA}/Property?${select}`)).rows) {
      expect(Object.keys(row)).toEqual(['ListingKey', 'ListAgent', 'OpenHouse']);
      expect(Object.keys(row.ListAgent as Row)).toEqual(['MemberKey']);
    }
    const [whole] = (await one.ask(`${ODATA}/Property?$top=1&$expand=ListAgent,ListOffice,CoListAgent`))
      .rows as [Row];
    expect(whole.ListAgent).toMatchObject({ MemberKey: whole.ListAgentKey });
    expect(whole.ListOffice).toMatchObject({ OfficeKey: whole.ListOfficeKey });
    expect(whole).toHaveProperty('CoListAgent');
    expect((await one.ask(`${ODATA}/Property?$expand=Nothing`)).status).toBe(400);
    expect((await one.ask(`${ODATA}/Property?$top=1&$count=true`)).json['@odata.count']).toBe(
      (await one.truth()).length,
    );
  });

  it.each<[string, (row: Row) => boolean]>([
    [
      "StandardStatus in ('Active','Pending')",
      (row) => /^(Active|Pending)$/.test(String(row.StandardStatus)),
    ],
    ["Heating/any(a: a eq 'Central')", (row) => (row.Heating as string[]).includes('Central')],
    [
      "Heating/all(a: a eq 'Central')",
      (row) => ((row.Heating as string[]) ?? []).every((a) => a === 'Central'),
    ],
    ['date(ModificationTimestamp) le 2100-01-01', (row) => row.ModificationTimestamp !== null],
    ['time(ModificationTimestamp) ge 12:00:00', (row) => String(row.ModificationTimestamp).slice(11) >= '12'],
    ['hour(ModificationTimestamp) lt 12 and year(ModificationTimestamp) gt 2000', (row) => row.City !== ''],
    ['month(ModificationTimestamp) le 12 and day(ModificationTimestamp) le 31', () => true],
    ['ModificationTimestamp le now()', (row) => Date.parse(String(row.ModificationTimestamp)) <= Date.now()],
    ["startswith(tolower(City),'i')", (row) => String(row.City).startsWith('I')],
    ["endswith(City,'e') and contains(City,'r')", (row) => /r.*e$/.test(String(row.City))],
    ['InternetEntireListingDisplayYN ne false', (row) => row.InternetEntireListingDisplayYN !== false],
    ['YearBuilt eq null', (row) => row.YearBuilt === null],
    ["not (City eq 'O''Fallon')", (row) => row.City !== "O'Fallon"],
    ['BathroomsTotalDecimal ge 2.5', (row) => Number(row.BathroomsTotalDecimal) >= 2.5],
  ])('filters by %s', async (filter, holds) => {
    const { status, rows } = await one.ask(`${ODATA}/Property${query({ filter, top: 200 })}`);
    expect(status).toBe(200);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(holds)).toBe(true);
  });

  it('pitfall F21: compares strings and names case-sensitively', async () => {
    const [row] = (await one.ask(`${ODATA}/Property?$top=1`)).rows as [Row];
    const count = async (filter: string) =>
      (await one.ask(`${ODATA}/Property${query({ filter })}`)).rows.length;
    expect(await count(`City eq '${row.City}'`)).toBeGreaterThan(0);
    expect(await count(`City eq '${String(row.City).toLowerCase()}'`)).toBe(0);
    expect((await one.ask(`${ODATA}/Property${query({ filter: "city eq 'x'" })}`)).status).toBe(400);
    expect(
      (await one.ask(`${ODATA}/Property${query({ filter: "FeedTypes/any(f:f eq 'IDX')" })}`)).status,
    ).toBe(400);
  });

  it('pitfall F10: measures geo.distance in miles, and takes points as longitude, latitude', async () => {
    const [row] = (await one.ask(`${ODATA}/Property${query({ top: 1, filter: 'Latitude gt 1' })}`)).rows as [
      Row,
    ];
    const [lon, lat] = row.Coordinates as [number, number];
    expect([lon, lat]).toEqual([row.Longitude, row.Latitude]);
    // 0.01 degrees of latitude are 0.69 miles.
    const near = (miles: number) => `geo.distance(Coordinates, POINT(${lon} ${lat + 0.01})) lt ${miles}`;
    const found = async (filter: string) =>
      listKeys((await one.ask(`${ODATA}/Property${query({ filter, top: 200 })}`)).rows);
    expect(await found(near(0.7))).toContain(row.ListingKey);
    expect(await found(near(0.68))).not.toContain(row.ListingKey);
    const ring = (from: number) =>
      [
        [lon + from, lat - 0.01],
        [lon + 0.02 + from, lat - 0.01],
        [lon + 0.02 + from, lat + 0.01],
        [lon + from, lat - 0.01],
      ]
        .map((corner) => corner.join(' '))
        .join(', ');
    expect(await found(`geo.intersects(Coordinates, POLYGON((${ring(-0.01)})))`)).toContain(row.ListingKey);
    expect(await found(`geo.intersects(Coordinates, POLYGON((${ring(0.01)})))`)).not.toContain(
      row.ListingKey,
    );
    const open = 'geo.intersects(Coordinates, POLYGON((1 1, 2 2, 3 1)))';
    expect((await one.ask(`${ODATA}/Property${query({ filter: open })}`)).status).toBe(400);
  });

  it('adds its own timestamp, licenses and local names to rows, and nulls for licensed fields', async () => {
    const { rows } = await one.ask(`${ODATA}/Property?$top=200`);
    const lag = rows.map(
      (row) =>
        Date.parse(String(row.BridgeModificationTimestamp)) - Date.parse(String(row.ModificationTimestamp)),
    );
    expect(Math.min(...lag)).toBeGreaterThanOrEqual(-1);
    expect(lag.filter((ms) => ms > 1000).length).toBeGreaterThan(rows.length / 8);
    expect(rows.every((row) => (row.FeedTypes as string[]).includes('IDX'))).toBe(true);
    expect(rows.some((row) => Number(row.SAMPLE_MelloRoos) > 0)).toBe(true);
    expect(rows.some((row) => row.PreviousListPrice === null)).toBe(true);
    for (const row of rows) expect(row).not.toHaveProperty('BuyerAgencyCompensation');
    const [media] = rows.flatMap((row) => row.Media as Row[]);
    expect(String(media?.MediaURL)).toContain(`${one.host}/photos/`);
    expect((await fetch(String(media?.MediaURL))).status).toBe(200);
  });

  it('supports the native API', async () => {
    const native = '/api/v2/sample/listings';
    const plain = await one.ask(native);
    expect(plain.json).toMatchObject({ success: true, status: 200, total: (await one.truth()).length });
    expect(plain.rows).toHaveLength(10);
    const [row] = plain.rows as [Row];
    expect(row.url).toBe(`${one.host}${native}/${row.ListingKey}`);
    const single = await one.ask(String(row.url));
    expect(single.json.bundle).toMatchObject({ ListingKey: row.ListingKey });
    const missing = await one.ask(`${native}/nobody`);
    expect([missing.status, missing.json]).toEqual([
      404,
      { success: false, status: 404, bundle: { name: 'NotFoundError', message: 'Resource not found' } },
    ]);
    const some = await one.ask(
      `${native}?ListPrice.gt=1&PhotosCount.gte=1&City=${row.City}&sortBy=ListPrice&order=desc&limit=300&fields=ListingKey,ListPrice,City,Media.MediaURL`,
    );
    expect(some.rows.length).toBeGreaterThan(0);
    const prices = some.rows.map((one) => Number(one.ListPrice));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(some.rows.every((one) => one.City === row.City)).toBe(true);
    const [picture] = some.rows.flatMap((one) => one.Media as Row[]);
    expect(Object.keys(picture as Row)).toEqual(['MediaURL']);
    const [lon, lat] = row.Coordinates as [number, number];
    const near = await one.ask(`${native}?near=${lon},${lat}&radius=5`);
    expect(near.rows[0]).toMatchObject({ ListingKey: row.ListingKey, distanceFrom: 0 });
    for (const area of [
      `box=${lon - 0.01},${lat - 0.01},${lon + 0.01},${lat + 0.01}`,
      `poly=${lon - 0.01},${lat - 0.01},${lon + 0.01},${lat - 0.01},${lon},${lat + 0.02}`,
    ]) {
      expect(listKeys((await one.ask(`${native}?${area}&limit=200`)).rows), area).toContain(row.ListingKey);
    }
    const west = await one.ask(`${native}?geohash=9&limit=200`);
    expect(west.rows.length).toBeGreaterThan(0);
    expect(west.rows.every((one) => Number(one.Longitude) < -90)).toBe(true);
    for (const [name, key] of [
      ['agents', 'MemberKey'],
      ['offices', 'OfficeKey'],
      ['openhouses', 'OpenHouseKey'],
    ] as const) {
      const list = await one.ask(`/api/v2/sample/${name}?limit=2`);
      expect(list.rows[0], name).toHaveProperty(key);
      const found = await one.ask(`/api/v2/sample/${name}/${list.rows[0]?.[key]}`);
      expect(found.json.bundle, name).toMatchObject({ [key]: list.rows[0]?.[key] });
    }
    expect((await one.ask(`${native}?Nothing=1`)).status).toBe(400);
  });

  it('sends six rate-limit headers on every response, with resets as ISO times', async () => {
    for (const path of [`${ODATA}/Property?$top=1`, `${ODATA}/Nothing`, '/api/v2/sample/listings/nobody']) {
      const { headers } = await one.ask(path);
      expect(headers.get('application-ratelimit-limit')).toBe('5000');
      expect(headers.get('burst-ratelimit-limit')).toBe('334');
      for (const name of ['application', 'burst']) {
        expect(Number(headers.get(`${name}-ratelimit-remaining`))).toBeGreaterThan(0);
        expect(headers.get(`${name}-ratelimit-reset`)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
      expect(headers.get('odata-version')).toBe('4.01');
    }
  });
});

describe('replication', () => {
  afterEach(closeAll);

  /** Follows the header's links until a page is empty; returns the rows and the last link. */
  async function follow(one: RunningBridge, from: string): Promise<{ rows: Row[]; link: string }> {
    const rows: Row[] = [];
    for (let link = from; ; ) {
      const page = await one.ask(link);
      expect(page.status).toBe(200);
      rows.push(...page.rows);
      link = readNextLink(page.headers);
      if (page.rows.length === 0) return { rows, link };
    }
  }

  it('returns every row once, oldest first, and its last link returns later changes', async () => {
    const one = await start(500);
    const { rows, link: first } = await follow(one, `${REPLICATION}?$top=40`);
    const stamps = rows.map((row) => Date.parse(String(row.BridgeModificationTimestamp)));
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    expect(listKeys(rows).toSorted()).toEqual((await one.truth()).map(([key]) => key).toSorted());
    const later = new Set<string>();
    let link = first;
    for (let round = 0; round < 3; round += 1) {
      expect((await one.ask(link)).rows).toEqual([]);
      const changed = one.market.tick(new Date(), 5);
      one.bridge.apply(changed, new Date());
      const there = new Set((await one.truth()).map(([key]) => key));
      const wanted = changed.filter((change) => change.dataset === 'sample' && there.has(change.listingKey));
      const fresh = await one.ask(link);
      expect(new Set(listKeys(fresh.rows))).toEqual(new Set(wanted.map((change) => change.listingKey)));
      for (const key of listKeys(fresh.rows)) later.add(key);
      link = readNextLink(fresh.headers);
    }
    const again = new Set(listKeys((await follow(one, first)).rows));
    expect([...again].every((key) => later.has(key))).toBe(true);
  });

  it('pitfall F5: shows a change by the provider alone in its own timestamp, not in the MLS’s', async () => {
    const one = await start(STILL);
    const { rows, link } = await follow(one, REPLICATION);
    const [row] = rows as [Row];
    await one.control('touch', [row.ListingKey]);
    const [again] = (await one.ask(link)).rows as [Row];
    expect(again).toMatchObject({
      ListingKey: row.ListingKey,
      ModificationTimestamp: row.ModificationTimestamp,
    });
    expect(again.BridgeModificationTimestamp).not.toBe(row.BridgeModificationTimestamp);
  });

  it('has pages of up to 2,000 rows, no offset and no other order', async () => {
    const one = await start(STILL, {}, 2300);
    expect((await one.ask(`${REPLICATION}?$top=5000&$select=ListingKey`)).rows).toHaveLength(2000);
    for (const option of ['$skip=1', '$orderby=ListPrice', '$count=true', '$top=x', 'next=forged']) {
      expect((await one.ask(`${REPLICATION}?${option}`)).status, option).toBe(400);
    }
    const active = await follow(
      one,
      `${REPLICATION}${query({ filter: "StandardStatus eq 'Active'", top: 900, select: 'ListingKey,StandardStatus,BridgeModificationTimestamp' })}`,
    );
    expect(active.rows.every((row) => row.StandardStatus === 'Active')).toBe(true);
    const since = String(active.rows.at(-20)?.BridgeModificationTimestamp);
    const newer = await follow(
      one,
      `${REPLICATION}${query({ filter: `BridgeModificationTimestamp ge ${since}` })}`,
    );
    expect(newer.rows.length).toBeGreaterThanOrEqual(20);
    expect(newer.rows.every((row) => String(row.BridgeModificationTimestamp) >= since)).toBe(true);
    for (const resource of ['Member', 'Offices']) {
      const people = await follow(one, `${ODATA}/${resource}/replication?$top=30`);
      const whole = await one.ask(`${ODATA}/${resource}?$count=true&$top=1`);
      expect(people.rows, resource).toHaveLength(Number(whole.json['@odata.count']));
    }
  });

  it('pitfall F4: sends the next link in the Link header, in a bare next header, or in the body', async () => {
    const one = await start(STILL);
    const places = async () => {
      const { headers, json } = await one.ask(`${REPLICATION}?$top=5`);
      return [headers.has('link'), headers.has('next'), json['@odata.nextLink'] !== undefined];
    };
    expect(await places()).toEqual([true, false, false]);
    await one.control('settings', { nextLink: 'next' });
    expect(await places()).toEqual([false, true, false]);
    await one.control('settings', { nextLink: 'body' });
    expect(await places()).toEqual([false, false, true]);
  });

  it('is refused to a token without the grant', async () => {
    const one = await start(STILL, { tokens: [TOKEN, { token: 'search-only', replication: false }] });
    const headers = { authorization: 'Bearer search-only' };
    expect((await one.ask(REPLICATION, headers)).status).toBe(403);
    expect((await one.ask(`${ODATA}/Property`, headers)).status).toBe(200);
  });
});

describe('rate limits', () => {
  afterEach(closeAll);

  it('are exceeded per minute or hour and reset by a clock that can be set', async () => {
    const one = await start(STILL, { quota: { hour: 8, burst: 3 } });
    const status = async () => (await one.ask(`${ODATA}/Property?$top=1`)).status;
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
    const refused = await one.ask(`${ODATA}/Property`);
    expect(refused.headers.get('burst-ratelimit-remaining')).toBe('0');
    expect(refused.headers.has('retry-after')).toBe(false);
    await one.control('clock', { at: String(refused.headers.get('burst-ratelimit-reset')) });
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
    await one.control('clock', { advanceMs: 61_000 });
    const spent = await one.ask(`${ODATA}/Property`);
    expect([spent.status, spent.headers.get('application-ratelimit-remaining')]).toEqual([429, '0']);
    await one.control('clock', { at: String(spent.headers.get('application-ratelimit-reset')) });
    expect(await status()).toBe(200);
  });
});

describe('wire faults', () => {
  let one: RunningBridge;
  beforeAll(async () => {
    one = await startBridge(STILL);
  });
  afterAll(() => one.close());

  it.each<[WireFault, number, RegExp]>([
    ['401', 401, /"code":"401"/],
    ['403', 403, /not granted/],
    ['403-replication', 403, /replication is not granted/],
    ['404', 404, /Resource not found/],
    ['408', 408, /too long/],
    ['429-hour', 429, /too many/],
    ['429-burst', 429, /too many/],
    ['500-html', 500, /^<html>/],
    ['503', 503, /unavailable/],
  ])('%s once, then a normal response', async (kind, status, body) => {
    await one.control('fault', { kind });
    const spoiled = await one.ask(REPLICATION);
    expect(spoiled.status).toBe(status);
    expect(spoiled.text).toMatch(body);
    if (kind === '429-hour') expect(spoiled.headers.get('application-ratelimit-remaining')).toBe('0');
    if (kind === '429-burst') expect(spoiled.headers.get('burst-ratelimit-remaining')).toBe('0');
    await one.control('clock', { advanceMs: 3_700_000 });
    expect((await one.ask(REPLICATION)).status).toBe(200);
  });

  it('a body that is slow, truncated, cut off, or never begins', async () => {
    await one.control('fault', { kind: 'slow', delayMs: 300 });
    const began = Date.now();
    expect((await one.ask(REPLICATION)).rows.length).toBeGreaterThan(0);
    expect(Date.now() - began).toBeGreaterThan(280);
    await one.control('fault', { kind: 'truncated' });
    const half = await one.ask(REPLICATION);
    expect(half.status).toBe(200);
    expect(() => JSON.parse(half.text)).toThrow();
    await one.control('fault', [{ kind: 'cut' }, { kind: 'down' }]);
    await expect(one.ask(REPLICATION)).rejects.toThrow();
    await expect(one.ask(REPLICATION)).rejects.toThrow();
    expect((await one.ask(REPLICATION)).status).toBe(200);
  });

  it('a refused filter, a dead link, a repeated page, a wrong count: each only on responses that it applies to', async () => {
    await one.control('fault', [
      { kind: '400-filter' },
      { kind: 'dead-next-link' },
      { kind: 'repeated-page' },
      { kind: 'lying-count' },
    ]);
    const filter = query({ filter: 'ListPrice gt 1' });
    const firstPage = await one.ask(`${REPLICATION}?$top=5`);
    expect((await one.ask(REPLICATION + filter)).status).toBe(400);
    expect((await one.ask(REPLICATION + filter)).status).toBe(200);
    const link = readNextLink(firstPage.headers);
    expect((await one.ask(link)).status).toBe(410);
    const repeated = await one.ask(link);
    expect(listKeys(repeated.rows)).toEqual(listKeys(firstPage.rows));
    const second = await one.ask(readNextLink(repeated.headers));
    expect(listKeys(second.rows).some((key) => listKeys(firstPage.rows).includes(key))).toBe(false);
    const count = async () => (await one.ask(`${ODATA}/Property?$count=true&$top=1`)).json['@odata.count'];
    const size = (await one.truth()).length;
    expect([await count(), await count()]).toEqual([size * 2, size]);
  });

  it('require the control token and a known name', async () => {
    const body = JSON.stringify({ kind: '401' });
    const guessed = await fetch(`${one.host}/control/fault`, { method: 'POST', body });
    expect(guessed.status).toBe(401);
    await expect(one.control('fault', { kind: 'earthquake' })).rejects.toThrow('400');
    await expect(one.control('wish', {})).rejects.toThrow('404');
    await one.control('fault', { kind: '503', count: 5 });
    expect(await one.control('clear', { kind: '503' })).toMatchObject({ count: 1 });
    expect((await one.ask(REPLICATION)).status).toBe(200);
  });
});

describe('data faults', () => {
  afterEach(closeAll);

  const walk = async (one: RunningBridge): Promise<string[]> => {
    const rows: Row[] = [];
    let link = `${REPLICATION}?$top=2000&$select=ListingKey,BridgeModificationTimestamp`;
    for (;;) {
      const page = await one.ask(link);
      rows.push(...page.rows);
      link = readNextLink(page.headers);
      if (page.rows.length === 0) return listKeys(rows);
    }
  };

  it('rows missing from lists but available by key: a key walk that shrinks', async () => {
    const one = await start(STILL);
    const size = (await one.truth()).length;
    const { keys } = await one.control('fault', { kind: 'hidden-rows', count: 60 });
    expect(await walk(one)).toHaveLength(size - 60);
    expect((await one.ask(`${ODATA}/Property?$count=true&$top=1`)).json['@odata.count']).toBe(size - 60);
    expect((await one.ask(`${ODATA}/Property('${(keys as string[])[0]}')`)).status).toBe(200);
    expect(await one.truth()).toHaveLength(size);
    await one.control('clear', {});
    expect(await walk(one)).toHaveLength(size);
  });

  it('pitfall F2: a tie longer than a page, and timestamps a microsecond apart, lose nothing', async () => {
    const one = await start(STILL);
    const size = (await one.truth()).length;
    await one.control('fault', { kind: 'tie', count: 120 });
    await one.control('fault', { kind: 'microseconds', count: 50 });
    const rows: Row[] = [];
    for (let link = `${REPLICATION}?$top=25`; ; ) {
      const page = await one.ask(link);
      rows.push(...page.rows);
      link = readNextLink(page.headers);
      if (page.rows.length === 0) break;
    }
    expect(new Set(listKeys(rows)).size).toBe(size);
    expect(rows).toHaveLength(size);
    const tied = Map.groupBy(rows, (row) => String(row.BridgeModificationTimestamp));
    expect(Math.max(...[...tied.values()].map((group) => group.length))).toBeGreaterThan(60);
    expect(rows.some((row) => /\.\d{6}Z$/.test(String(row.ModificationTimestamp)))).toBe(true);
    const plain: string[] = [];
    for (let at = 0; ; ) {
      const options = {
        orderby: 'ModificationTimestamp,ListingKey',
        top: 40,
        skip: at,
        select: 'ListingKey',
      };
      const page = await one.ask(`${ODATA}/Property${query(options)}`);
      plain.push(...listKeys(page.rows));
      at += page.rows.length;
      if (page.rows.length < 40) break;
    }
    expect(new Set(plain).size).toBe(size);
  });

  it('pitfall F26: timestamps in the year 3000', async () => {
    const one = await start(STILL);
    const [key] = (await one.control('fault', { kind: 'future-stamps', count: 1 })).keys as string[];
    const [row] = (await one.ask(`${ODATA}/Property?$orderby=ModificationTimestamp desc&$top=1`)).rows as [
      Row,
    ];
    expect(row).toMatchObject({ ListingKey: key, ModificationTimestamp: '3000-01-01T00:00:00Z' });
    expect(Date.parse(String(row.BridgeModificationTimestamp))).toBeLessThan(Date.now() + 60_000);
    await one.control('clear', { kind: 'future-stamps' });
    expect((await one.truth()).every(([, stamp]) => stamp < '2999')).toBe(true);
  });

  it('pitfall F27: listings under new keys; and listings that disappear and return', async () => {
    const one = await start(STILL);
    const before = (await one.truth()).map(([key]) => key);
    const { keys } = await one.control('fault', { kind: 're-keyed', count: 7 });
    const after = (await one.truth()).map(([key]) => key);
    expect(after).toHaveLength(before.length);
    expect(after.filter((key) => !before.includes(key)).toSorted()).toEqual((keys as string[]).toSorted());
    const [fresh] = keys as [string];
    expect((await one.ask(`${ODATA}/Property('${fresh}')`)).json).toMatchObject({ ListingKey: fresh });
    expect((await one.ask(`${ODATA}/Property('${fresh.replace(/-RK$/, '')}')`)).status).toBe(404);

    const gone = (await one.control('fault', { kind: 'vanished', count: 9 })).keys as string[];
    expect(await one.truth()).toHaveLength(before.length - 9);
    expect((await one.ask(`${ODATA}/Property('${gone[0]}')`)).status).toBe(404);
    expect(await walk(one)).toHaveLength(before.length - 9);
    await one.control('clear', { kind: 'vanished' });
    expect((await walk(one)).toSorted()).toEqual(after.toSorted());
  });

  it('unknown vocabulary, missing and null fields, a dead picture, changed types', async () => {
    const one = await start(STILL);
    const [a, b, c, d, e] = (await one.truth()).map(([key]) => key) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const row = async (key: string) => (await one.ask(`${ODATA}/Property('${key}')`)).json;
    await one.control('fault', [
      { kind: 'unknown-lookup', keys: [a] },
      { kind: 'missing-fields', keys: [b] },
      { kind: 'null-fields', keys: [c] },
      { kind: 'dead-media', keys: [d] },
      { kind: 'type-drift', keys: [e] },
    ]);
    expect(await row(a)).toMatchObject({ PropertySubType: 'Yurt Village' });
    expect(await row(b)).not.toHaveProperty('ListPrice');
    expect(await row(c)).toMatchObject({ ListPrice: null, Media: null });
    const dead = ((await row(d)).Media as Row[]).find((one) => one.Order === 1);
    expect((await fetch(String(dead?.MediaURL))).status).toBe(404);
    const drifted = await row(e);
    expect(typeof drifted.ListPrice).toBe('string');
    expect(typeof drifted.Heating).not.toBe('object');
    expect(drifted.ListingContractDate).toMatch(/T00:00:00Z$/);
    const healthy = await row(a);
    await one.control('clear', {});
    const healed = await row(a);
    expect(healed.PropertySubType).not.toBe(healthy.PropertySubType);
    expect(String(healed.BridgeModificationTimestamp) > String(healthy.BridgeModificationTimestamp)).toBe(
      true,
    );
  });
});
