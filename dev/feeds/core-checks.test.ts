import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarket } from '../sample-market/index.ts';
import { createBridgeServer } from './bridge-server.ts';
import type { Row } from './odata-value.ts';
import { createResoServer } from './reso-server.ts';
import { type ServedMarket, WholeMarketDataset } from './served-market.ts';

/**
 * The queries of RESO Web API Core 2 that a server with string enumerations must answer, as a table. Each row has the
 * query and the condition that every returned row must meet.
 */
const TOKEN = 'check-token';
const SERVERS = {
  'a plain RESO server': {
    start: (market: ServedMarket) =>
      createResoServer({ market, token: TOKEN, limits: { usual: 25, most: 100 } }).server,
    path: '',
    resources: ['Property', 'Member', 'Office', 'Media'],
    usual: 25,
    prefers: true,
  },
  'Bridge, v2': {
    start: startBridge,
    path: '/api/v2/OData/sample',
    resources: ['Property', 'Member', 'Office', 'OpenHouse', 'Lookup'],
    usual: 10,
    prefers: false,
  },
  'Bridge, v3': {
    start: startBridge,
    path: '/api/v3/OData/sample',
    resources: ['Property', 'Member', 'Office', 'OpenHouse', 'Lookup'],
    usual: 10,
    prefers: true,
  },
};

function startBridge(market: ServedMarket): Server {
  const dataset = new WholeMarketDataset(market, 'sample');
  return createBridgeServer({ dataset, tokens: [TOKEN] }).server;
}

const market: ServedMarket = createMarket({ seed: 7, size: 200, now: new Date() });
// A row for date queries to include or exclude.
const first = market.properties[0] as Row;
market.properties[0] = { ...first, ListingContractDate: '2019-12-31', Cooling: ['Central Air'] };
const key = String(first.ListingKey);

let server: Server;
let root = '';

async function listen(kind: { start: (market: ServedMarket) => Server; path: string }): Promise<void> {
  server = kind.start(market);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}${kind.path}`;
}

function close(): void {
  server.close().closeAllConnections();
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(root + path, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
  const text = await response.text();
  expect(response.headers.get('odata-version')).toMatch(/^4\.0(1)?$/);
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const json = isJson ? JSON.parse(text) : null;
  return { status: response.status, text, json, rows: (json?.value ?? []) as Row[] };
}

const query = (options: Record<string, string>) =>
  `/Property?${Object.entries(options)
    .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

type Check = [
  name: string,
  filter: string,
  field: string,
  holds: (value: never) => boolean,
  mayBeEmpty?: 'empty',
];
const INT = 'BedroomsTotal';
const DEC = 'ListPrice';
const DATE = 'ListingContractDate';
const TS = 'OriginalEntryTimestamp';
const DAY = '2019-12-31';
const INSTANT = '2019-12-31T23:55:55-09:00';
const at = (value: string) => Date.parse(value);

const CHECKS: Check[] = [
  ['and', `${INT} gt 1 and ${INT} lt 15`, INT, (v: number) => v > 1 && v < 15],
  ['or', `${INT} lt 15 or ${INT} gt 1`, INT, (v: number) => v < 15 || v > 1],
  ['not', `not (${INT} le -1)`, INT, (v: number | null) => !(v !== null && v <= -1)],
  ['whole number eq', `${INT} eq 1`, INT, (v: number) => v === 1],
  ['whole number ne', `${INT} ne 1`, INT, (v: number) => v !== 1],
  ['whole number gt', `${INT} gt 1`, INT, (v: number) => v > 1],
  ['whole number ge', `${INT} ge 1`, INT, (v: number) => v >= 1],
  ['whole number lt', `${INT} lt 15`, INT, (v: number) => v < 15],
  ['whole number le', `${INT} le 15`, INT, (v: number) => v <= 15],
  ['decimal ne', `${DEC} ne 0.00`, DEC, (v: number) => v !== 0],
  ['decimal gt', `${DEC} gt 0.00`, DEC, (v: number) => v > 0],
  ['decimal ge', `${DEC} ge 0.00`, DEC, (v: number) => v >= 0],
  ['decimal lt', `${DEC} lt 1234567.89`, DEC, (v: number) => v < 1234567.89],
  ['decimal le', `${DEC} le 1234567.89`, DEC, (v: number) => v <= 1234567.89],
  ['date eq', `${DATE} eq ${DAY}`, DATE, (v: string) => v === DAY],
  ['date ne', `${DATE} ne ${DAY}`, DATE, (v: string) => v !== DAY],
  ['date gt', `${DATE} gt ${DAY}`, DATE, (v: string) => v > DAY],
  ['date ge', `${DATE} ge ${DAY}`, DATE, (v: string) => v >= DAY],
  ['date lt', `${DATE} lt ${DAY}`, DATE, (v: string) => v < DAY, 'empty'],
  ['date le', `${DATE} le ${DAY}`, DATE, (v: string) => v <= DAY],
  ['instant gt with an offset', `${TS} gt ${INSTANT}`, TS, (v: string) => at(v) > at(INSTANT)],
  ['instant ge with an offset', `${TS} ge ${INSTANT}`, TS, (v: string) => at(v) >= at(INSTANT)],
  ['instant lt now', `${TS} lt now()`, TS, (v: string) => at(v) < Date.now()],
  ['instant le now', `${TS} le now()`, TS, (v: string) => at(v) <= Date.now()],
  ['instant ne now', `${TS} ne now()`, TS, (v: string) => at(v) !== Date.now()],
  ['single lookup eq', `StandardStatus eq 'Active'`, 'StandardStatus', (v: string) => v === 'Active'],
  ['single lookup ne', `StandardStatus ne 'Active'`, 'StandardStatus', (v: string) => v !== 'Active'],
  [
    'multi lookup any',
    `Cooling/any(e:e eq 'Central Air')`,
    'Cooling',
    (v: string[]) => v.includes('Central Air'),
  ],
  [
    'multi lookup all',
    `Cooling/all(e:e eq 'Central Air')`,
    'Cooling',
    (v: string[] | null) => (v ?? []).every((one) => one === 'Central Air'),
  ],
];

describe.each(Object.entries(SERVERS))('RESO Web API Core, answered by %s', (_name, kind) => {
  beforeAll(() => listen(kind));
  afterAll(close);

  it.each(CHECKS)('filter: %s', async (_, filter, field, holds, mayBeEmpty) => {
    const { status, rows } = await ask(query({ top: '5', select: `ListingKey,${field}`, filter }));
    expect(status).toBe(200);
    expect(rows.length).toBeLessThanOrEqual(5);
    if (mayBeEmpty === undefined) expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(['ListingKey', field]);
      expect((holds as (value: unknown) => boolean)(row[field]), JSON.stringify(row)).toBe(true);
    }
  });

  it.each(['asc', 'desc'])('orders by instant %s, also with a filter', async (direction) => {
    for (const filter of [undefined, `${INT} gt 1`]) {
      const order = { orderby: `${TS} ${direction}`, top: '20', select: `ListingKey,${INT},${TS}` };
      const { status, rows } = await ask(query(filter === undefined ? order : { ...order, filter }));
      expect(status).toBe(200);
      expect(rows).toHaveLength(20);
      const stamps = rows.map((row) => at(String(row[TS])));
      expect(stamps).toEqual(stamps.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
      if (filter !== undefined) expect(rows.every((row) => Number(row[INT]) > 1)).toBe(true);
    }
  });

  it('describes itself: service document and EDMX', async () => {
    const service = await ask('/');
    expect(service.status).toBe(200);
    expect(service.rows.map((row) => row.name)).toContain('Property');
    const { status, text } = await ask('/$metadata');
    expect(status).toBe(200);
    expect(text).toMatch(/^<\?xml[\s\S]*<edmx:Edmx Version="4.0"[\s\S]*<\/edmx:Edmx>\s*$/);
    for (const name of kind.resources) expect(text).toContain(`EntityType Name="${name}"`);
    expect(text).toContain('<Property Name="ListingKey" Type="Edm.String" Nullable="false"/>');
    expect(text).toContain('<Property Name="Cooling" Type="Collection(Edm.String)"/>');
    expect(text).toContain('<Property Name="BedroomsTotal" Type="Edm.Int64"/>');
    expect(text).toContain(
      '<Property Name="ModificationTimestamp" Type="Edm.DateTimeOffset" Precision="6"/>',
    );
    const open: string[] = [];
    for (const [, end, name, alone] of text.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (alone === '') open.push(name as string);
    }
    expect(open).toEqual([]);
  });

  it('answers one entity by its key, without a collection around it', async () => {
    const { status, json } = await ask(`/Property('${key}')?$select=ListingKey`);
    expect(status).toBe(200);
    expect(json.ListingKey).toBe(key);
    expect(json.value).toBeUndefined();
    expect((await ask("/Property('no''body')")).status).toBe(404);
  });

  it('selects, tops, skips, counts', async () => {
    const select = await ask(query({ select: `ListingKey,${INT}`, top: '5' }));
    expect(select.rows).toHaveLength(5);
    const skipped = await ask(query({ select: 'ListingKey', top: '5', skip: '5' }));
    const first = new Set(select.rows.map((row) => row.ListingKey));
    expect(skipped.rows.some((row) => first.has(row.ListingKey))).toBe(false);
    const { json, rows } = await ask(query({ count: 'true' }));
    expect(json['@odata.count']).toBe(200);
    expect(rows).toHaveLength(kind.usual);
  });

  it('refuses unsupported queries with an OData error', async () => {
    for (const filter of [
      "BadField eq 'SoBad'",
      `${INT} eq 'x'`,
      `${INT} eq`,
      `(${INT} eq 1`,
      'true and',
      "'",
    ]) {
      const { status, json } = await ask(query({ filter }));
      expect(status, filter).toBe(400);
      expect(json.error).toMatchObject({ code: '400', message: expect.any(String) });
    }
    expect((await ask(query({ filter: "StandardStatus has Ns'Active'" }))).status).toBe(501);
    expect((await ask(query({ orderby: 'Nothing' }))).status).toBe(400);
    expect((await ask(query({ select: 'Nothing' }))).status).toBe(400);
    expect((await ask(query({ top: '-1' }))).status).toBe(400);
    expect((await ask(query({ skiptoken: 'forged' }))).status).toBe(400);
    expect((await ask(query({ filter: '('.repeat(5000) }))).status).toBe(400);
    expect((await ask('/ResourceNotFound')).status).toBe(404);
    expect((await ask('/Property', { authorization: 'Bearer wrong' })).status).toBe(401);
  });

  it('pages by next link in the size that the client prefers, every row once', async () => {
    const keys: unknown[] = [];
    let path = query({ orderby: `${DEC} desc`, select: 'ListingKey', filter: `${INT} ne 2` });
    for (let pages = 0; path !== '' && pages < 50; pages++) {
      const { json, rows } = await ask(path, { prefer: 'odata.maxpagesize=17' });
      expect(rows.length).toBeLessThanOrEqual(kind.prefers ? 17 : kind.usual);
      keys.push(...rows.map((row) => row.ListingKey));
      path = String(json['@odata.nextLink'] ?? '').replace(root, '');
    }
    const whole = await ask(query({ filter: `${INT} ne 2`, count: 'true', top: '1' }));
    expect(keys).toHaveLength(whole.json['@odata.count']);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each<[string, (row: Row) => boolean]>([
    ["contains(tolower(City), 'irvine')", (row) => /irvine/i.test(String(row.City))],
    ["startswith(City,'I') and not endswith(City,'x')", (row) => /^I.*[^x]$/.test(String(row.City))],
    ['year(OriginalEntryTimestamp) ge 2020', (row) => at(String(row[TS])) >= at('2020-01-01')],
    ['date(OriginalEntryTimestamp) gt 2019-01-01', (row) => at(String(row[TS])) > at('2019-01-01')],
    ['YearBuilt eq null', (row) => row.YearBuilt === null],
    [
      "StandardStatus in ('Active','Pending')",
      (row) => /^(Active|Pending)$/.test(String(row.StandardStatus)),
    ],
    ["City eq 'O''Fallon' or ListPrice gt 5", (row) => Number(row.ListPrice) > 5],
  ])('filters by %s', async (filter, holds) => {
    const { status, rows } = await ask(query({ filter }));
    expect(status).toBe(200);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(holds)).toBe(true);
  });
});

describe('a plain RESO server', () => {
  beforeAll(() => listen(SERVERS['a plain RESO server']));
  afterAll(close);

  it('expands pictures and open houses, and finds listings by them', async () => {
    const { rows } = await ask(query({ top: '5', expand: 'Media,OpenHouse' }));
    for (const row of rows) {
      expect(row.Media).toHaveLength(Number(row.PhotosCount));
      expect(row.OpenHouse).toBeInstanceOf(Array);
    }
    const [picture] = rows.flatMap((row) => row.Media as Row[]);
    expect(String(picture?.MediaURL)).toMatch(`${root}/photos/`);
    const photo = await fetch(String(picture?.MediaURL));
    expect(photo.headers.get('content-type')).toBe('image/jpeg');
    expect(new Uint8Array(await photo.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
    const some = await ask(query({ filter: 'Media/any(m:m/Order gt 1)', top: '3', select: 'ListingKey' }));
    expect(some.rows).toHaveLength(3);
    const owners = rows.slice(0, 2).map((row) => `'${row.ListingKey}'`);
    const media = await ask(`/Media?$filter=${encodeURIComponent(`ResourceRecordKey in (${owners})`)}`);
    expect(media.rows.length).toBeGreaterThan(1);
  });
});
