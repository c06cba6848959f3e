import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarket, type Market, type ResoRow } from '../sample-market/index.ts';
import type { ServedDataset } from './odata-listings.ts';
import { createSlipstreamServer, type SlipstreamServerOptions } from './slipstream-server.ts';

const LICENSE = 'A1B2-C3D4-E5F6-0789';
const KEY = 's9-00000000-0000-4000-8000-000000000001';
const NOW = new Date('2026-11-21T12:00:00Z');
const SIZE = 700;

/** One object of an answer: usually a listing; agents, areas and schools share members with it. */
type Many = [AnswerObject, ...AnswerObject[]];

interface AnswerObject {
  id: string;
  systemId: string;
  name: string;
  status: string;
  listingType: string;
  propertyType: string;
  listPrice: number;
  modifiedDate: number;
  listingDate: number;
  saleDate: number;
  imageCount: number;
  images: [string, ...string[]];
  beds: number;
  baths: { total: number };
  size: number;
  lotSize: { sqft: number };
  yearBuilt: number;
  floors: string;
  description: string;
  address: { city: string; state: string; zip: string; street: string; deliveryLine: string };
  coordinates: { latitude: number; longitude: number };
  centroid: { latitude: number; longitude: number };
  listingAgent: { id: string };
  listingOffice: { id: string };
  logo: string;
  [member: string]: unknown;
}

interface Result
  extends Record<
    | 'listings'
    | 'sales'
    | 'markets'
    | 'agents'
    | 'offices'
    | 'states'
    | 'counties'
    | 'zipcodes'
    | 'areas'
    | 'schools',
    Many
  > {
  total: number;
  paging: { count: number; number: number; size: number };
  values: string[];
  token: string;
  expires: number;
  customer?: unknown;
}

interface Body {
  success: boolean;
  result: Result;
  error?: { code: number; message: string };
}

const servers: Server[] = [];
let market: Market;
let dataset: ServedDataset;
let rows: ResoRow[];
let shown: ResoRow[];
let api: Awaited<ReturnType<typeof start>>;

async function start(options: Partial<SlipstreamServerOptions> = {}) {
  const { server, apply } = createSlipstreamServer({
    dataset,
    licenses: [LICENSE],
    keys: [KEY],
    clock: () => NOW,
    drawPhoto: async (path) => Buffer.from(`drawn ${path}`),
    ...options,
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string, headers: Record<string, string> = { authorization: KEY }) => {
    const response = await fetch(root + path, { headers });
    const body = (await response.json()) as Body;
    return { status: response.status, body, result: body.result };
  };
  const control = async (verb: string, body: unknown) => {
    const response = await fetch(`${root}/control/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const search = async (query: string, service = 'listings/search'): Promise<Result> =>
    (await ask(`/ws/${service}?market=sample-two&${query}`)).result;
  /** All pages of a search. */
  const all = async (query: string, service = 'listings/search'): Promise<AnswerObject[]> => {
    const found: AnswerObject[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { paging, [service.split('/')[0] as 'listings']: list } = await search(
        `${query}&pageSize=1000&pageNumber=${page}`,
        service,
      );
      found.push(...list);
      pages = paging.count;
    }
    return found;
  };
  return { root, ask, control, search, all, apply };
}

const readStatus = (row: ResoRow) => String(row.StandardStatus);
const listIds = (list: AnswerObject[]) => list.map((one) => one.id).sort();
const listKeys = (list: ResoRow[]) => list.map((row) => String(row.ListingKey)).sort();
const toSeconds = (instant: unknown) => Math.floor(Date.parse(String(instant)) / 1000);

beforeAll(async () => {
  market = createMarket({ seed: 21, size: SIZE, now: NOW });
  dataset = market.datasets[1];
  rows = Array.from(dataset.stamps(), ({ listingKey }) => dataset.findRow(listingKey)!);
  shown = rows.filter((row) => row.InternetEntireListingDisplayYN !== false);
  api = await start();
});
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

describe('SlipStream authentication', () => {
  it('issues a token for a license by GET and by POST, under both names of the parameter', async () => {
    const token = /^HJI-[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;
    for (const name of ['license', 'licenseKey']) {
      const { body, result } = await api.ask(`/ws/api/authenticate?${name}=${LICENSE}&version=v20160226`, {});
      expect(body.success).toBe(true);
      expect(result).toEqual({ token: expect.stringMatching(token), expires: NOW.getTime() / 1000 + 86_400 });
      const response = await fetch(`${api.root}/v1/api/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: LICENSE, markets: true, customer: true }),
      });
      const posted = (await response.json()) as Body;
      expect(posted.result.token).toMatch(token);
      expect(posted.result.markets).toEqual([{ id: 'sample-two', name: 'Maru Sample Realty Network' }]);
      expect(posted.result.customer).toBeDefined();
    }
  });

  it('accepts a token in its header or in the query, and a key in three positions', async () => {
    const { token } = (await api.ask(`/ws/api/authenticate?license=${LICENSE}`, {})).result;
    const path = '/ws/listings/search?market=sample-two';
    const ways: [string, Record<string, string>][] = [
      [path, { 'HJI-Slipstream-Token': token }],
      [`${path}&token=${token}`, {}],
      [path, { authorization: KEY }],
      [path, { authorization: `Bearer ${KEY}` }],
      [`${path}&authorization=${KEY}`, {}],
      [path.replace('/ws/', '/v1/'), { authorization: KEY }],
    ];
    for (const [at, headers] of ways) expect((await api.ask(at, headers)).status, at).toBe(200);
    const refused: Record<string, string>[] = [
      {},
      { authorization: 's9-wrong' },
      { authorization: `Bearer ${token}` },
    ];
    for (const headers of refused) {
      expect((await api.ask(path, headers)).status).toBe(401);
    }
  });

  it('expires a token by the clock, with the configured status', async () => {
    const own = await start();
    const { token, expires } = (await own.ask(`/ws/api/authenticate?license=${LICENSE}`, {})).result;
    const path = '/ws/listings/search?market=sample-two';
    const headers = { 'HJI-Slipstream-Token': token };
    await own.control('clock', { at: new Date(expires * 1000).toISOString() });
    expect((await own.ask(path, headers)).status).toBe(200);
    await own.control('clock', { advanceMs: 1000 });
    for (const deadTokenStatus of [403, 401, 404]) {
      await own.control('settings', { deadTokenStatus });
      const { status, body } = await own.ask(path, headers);
      expect(status).toBe(deadTokenStatus);
      expect(body).toEqual({ success: false, error: { code: status, message: expect.any(String) } });
    }
  });

  it('sends the status of each failure in the envelope', async () => {
    const market403 = '/ws/listings/search?market=crmls';
    for (const [path, status] of [
      ['/ws/api/authenticate', 400],
      ['/ws/api/authenticate?license=WRONG', 401],
      ['/ws/listings/search', 400],
      ['/ws/listings/get?market=sample-two', 400],
      ['/ws/listings/search?market=sample-two&listPrice=cheap', 400],
      ['/ws/listings/search?market=sample-two&circle=33.6', 400],
      ['/ws/listings/search?market=sample-two&pageNumber=0', 400],
      [market403, 403],
      ['/ws/nothing/here', 404],
      ['/elsewhere', 404],
    ] as const) {
      const { status: given, body } = await api.ask(path);
      expect([path, given]).toEqual([path, status]);
      expect(body).toEqual({ success: false, error: { code: status, message: expect.any(String) } });
    }
  });
});

describe('SlipStream listings', () => {
  it('omits empty members and sends no null', async () => {
    const list = await api.all('images=true&details=true&features=true&extended=true');
    const withoutValues = JSON.stringify(list, (_, value) => {
      expect(value).not.toBeNull();
      if (typeof value === 'object' && !Array.isArray(value)) expect(Object.keys(value)).not.toHaveLength(0);
      return value;
    });
    expect(withoutValues.length).toBeGreaterThan(1000);
    expect(new Set(list.map((one) => one.stdAddress === undefined))).toEqual(new Set([true, false]));
  });

  it('sends a short form without flags, and each part by its own flag', async () => {
    const small = (await api.search('pageSize=1')).listings[0]!;
    expect(Object.keys(small)).toEqual(
      expect.arrayContaining(['id', 'systemId', 'market', 'address', 'status']),
    );
    for (const part of ['images', 'description', 'modifiedDate', 'features'])
      expect(small[part]).toBeUndefined();
    expect(Object.keys(small).some((name) => name.startsWith('xf_'))).toBe(false);
    const row = dataset.findRow(small.id)!;
    const get = async (flag: string) =>
      (await api.search(`id=${small.id}&${flag}=true`, 'listings/get')).listings[0] as AnswerObject;
    expect((await get('images')).images).toHaveLength(small.imageCount);
    expect((await get('details')).modifiedDate).toBe(toSeconds(row.ModificationTimestamp));
    expect((await get('features')).features).toBeDefined();
    expect(Object.keys(await get('extended')).some((name) => name.startsWith('xf_'))).toBe(true);
    // A misspelt flag is ignored, as is any unknown parameter (rule F9).
    expect(await get('detils')).toEqual(small);
  });

  it('sends instants in epoch seconds, floors as a string, rents as monthly prices, and its own vocabulary', async () => {
    const list = await api.all('details=true');
    for (const one of list) {
      const row = dataset.findRow(one.id)!;
      expect(one.modifiedDate).toBe(toSeconds(row.ModificationTimestamp));
      expect(one.listingDate).toBe(toSeconds(`${row.ListingContractDate}T00:00:00Z`));
      if (row.StoriesTotal != null) expect(one.floors).toBe(String(row.StoriesTotal));
      if (row.PropertyType === 'Residential Lease') {
        expect([one.listingType, one.listPrice]).toEqual(['Rental', row.ListPrice]);
      }
    }
    const words = new Set(list.flatMap((one) => [one.status, one.propertyType, one.listingType]));
    for (const word of ['Detached', 'Rental', 'Residential', 'Active']) expect(words).toContain(word);
    for (const word of ['Single Family Residence', 'Residential Lease', 'Active Under Contract']) {
      expect(words).not.toContain(word);
    }
  });

  it('contains only what may be displayed: no opted-out home, no street or position of a hidden address', async () => {
    const hiddenKeys = listKeys(rows.filter((row) => row.InternetEntireListingDisplayYN === false));
    expect(hiddenKeys.length).toBeGreaterThan(0);
    const sold = await api.all('extended=true&details=true', 'sales/search');
    const list = (await api.all('images=true&details=true&features=true&extended=true')).concat(sold);
    expect(listIds(list).filter((id) => hiddenKeys.includes(id))).toEqual([]);
    for (const id of hiddenKeys) {
      expect((await api.search(`id=${id}`, 'listings/get')).listings).toEqual([]);
      expect((await api.search(`id=${id}`, 'listings/inactive/get')).listings).toEqual([]);
    }
    const withheld = list.filter((one) => dataset.findRow(one.id)!.InternetAddressDisplayYN === false);
    expect(withheld.length).toBeGreaterThan(0);
    for (const one of withheld) {
      const row = dataset.findRow(one.id)!;
      expect(Object.keys(one.address).sort()).toEqual(['city', 'state', 'zip']);
      expect(one.coordinates).toBeUndefined();
      const { description, subdivision, xf_publicremarks, xf_subdivisionname, ...rest } = one;
      const json = JSON.stringify(rest);
      expect(json).not.toContain(`${row.StreetNumber} ${row.StreetName}`);
      expect(json).not.toContain(String(row.Latitude));
    }
    expect(JSON.stringify(list)).not.toContain('CONFIDENTIAL');
  });

  it('does not find a hidden address by its street or position', async () => {
    const row = shown.find((one) => one.InternetAddressDisplayYN === false && readStatus(one) === 'Active')!;
    const street = encodeURIComponent(String(row.StreetName));
    const near = `circle=${row.Latitude},${row.Longitude},0.5`;
    for (const query of [`address.street=${street}`, `address.deliveryLine=${street}`, near]) {
      expect(listIds(await api.all(query))).not.toContain(row.ListingKey);
    }
    expect(listIds(await api.all(`zip=${row.PostalCode}`))).toContain(row.ListingKey);
  });

  it('garbles some descriptions by a wrong character set', async () => {
    const list = await api.all('details=true');
    const broken = list.filter((one) => /\u00c2\u00a0/.test(one.description ?? ''));
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.length).toBeLessThan(list.length / 10);
  });

  it('serves pictures by position, with other bytes at the same address after reordering', async () => {
    const own = await start();
    const one = (await own.search('images=true&pageSize=1')).listings[0]!;
    expect(one.images[0]).toBe(`${own.root}/sample-two/${one.systemId}/photo_1.jpg`);
    const bytes = async (url: string) => await (await fetch(url)).text();
    const first = await bytes(one.images[0]);
    expect(first).toMatch(/^drawn \/photos\//);
    const media = dataset.findRow(one.id)!.Media as ResoRow[];
    const turned = media.map((item) => ({ ...item, Order: media.length + 1 - Number(item.Order) }));
    await own.control('change', [{ ListingKey: one.id, Media: turned }]);
    expect(await bytes(one.images[0])).not.toBe(first);
    expect((await fetch(`${own.root}/sample-two/${one.systemId}/photo_99.jpg`)).status).toBe(404);
    expect((await fetch(`${own.root}/sample-two/logo.png`)).headers.get('content-type')).toBe('image/png');
  });
});

describe('SlipStream searches', () => {
  it('keeps active, sold and inactive listings on three shelves', async () => {
    const gone = /Withdrawn|Canceled|Expired|Hold|Delete|Incomplete/;
    const isSold = (row: ResoRow) => readStatus(row) === 'Closed';
    const onMarket = shown.filter((row) => !isSold(row) && !gone.test(readStatus(row)));
    expect(listIds(await api.all(''))).toEqual(listKeys(onMarket));
    const sales = await api.all('details=true', 'sales/search');
    expect(listIds(sales)).toEqual(listKeys(shown.filter(isSold)));
    for (const sale of sales)
      expect(sale.saleDate).toBe(toSeconds(`${dataset.findRow(sale.id)!.CloseDate}T00:00:00Z`));
    const id = sales[0]!.id;
    expect((await api.search(`id=${id}`, 'sales/get')).sales[0].id).toBe(id);
    expect((await api.search(`id=${id}`, 'listings/get')).listings).toEqual([]);
    const own = await start();
    const lost = String(onMarket[0]!.ListingKey);
    await own.control('change', [{ ListingKey: lost, StandardStatus: 'Withdrawn' }]);
    expect(listIds(await own.all(''))).not.toContain(lost);
    expect((await own.search(`id=${lost}`, 'listings/inactive/get')).listings[0].status).toBe('Withdrawn');
  });

  it('pages by 25 by default and 1000 at most, and its count is of pages', async () => {
    const { total, paging, listings } = await api.search('');
    expect(listings).toHaveLength(25);
    expect(paging).toEqual({ count: Math.ceil(total / 25), number: 1, size: 25 });
    expect((await api.search('pageSize=5000')).paging.size).toBe(1000);
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 60); page++) {
      ids.push(
        ...(await api.search(`pageSize=60&pageNumber=${page}`)).listings.map((one: AnswerObject) => one.id),
      );
    }
    expect(new Set(ids).size).toBe(total);
    expect((await api.search(`pageNumber=${paging.count + 1}`)).listings).toEqual([]);
  });

  it('pitfall F8: the operator is inside the value, and only min:max is a range', async () => {
    const list = await api.all('listingType=residential&details=true');
    const price = (holds: (price: number) => boolean) =>
      listIds(list.filter((one) => one.listPrice !== undefined && holds(one.listPrice)));
    const searchIds = async (query: string) => listIds(await api.all(`listingType=residential&${query}`));
    const middle = list.map((one) => one.listPrice as number).sort((a, b) => a - b)[list.length >> 1]!;
    expect(await searchIds(`listPrice=%3E%3D${middle}`)).toEqual(price((one) => one >= middle));
    expect(await searchIds(`listPrice=>=${middle}`)).toEqual(price((one) => one >= middle));
    expect(await searchIds(`listPrice=%3C${middle}`)).toEqual(price((one) => one < middle));
    expect(await searchIds(`listPrice=%3E${middle}`)).toEqual(price((one) => one > middle));
    expect(await searchIds(`listPrice=%3C%3D${middle}`)).toEqual(price((one) => one <= middle));
    expect(await searchIds(`listPrice=${middle}`)).toEqual(price((one) => one === middle));
    expect(await searchIds(`listPrice=${middle / 2}:${middle}`)).toEqual(
      price((one) => one >= middle / 2 && one <= middle),
    );
    // Repeated parameters do not combine: the last one counts.
    expect(await searchIds(`listPrice=%3E%3D0&listPrice=%3C%3D${middle}`)).toEqual(
      price((one) => one <= middle),
    );
  });

  it('parses dates in three forms and orders by them', async () => {
    const list = await api.all('details=true');
    const day = list.map((one) => one.listingDate as number).sort((a, b) => a - b)[list.length >> 1]!;
    const iso = new Date(day * 1000).toISOString().slice(0, 10);
    const american = `${Number(iso.slice(5, 7))}/${Number(iso.slice(8))}/${iso.slice(0, 4)}`;
    const since = listIds(list.filter((one) => one.listingDate >= day));
    for (const form of [iso, american, String(day)]) {
      expect(listIds(await api.all(`listingDate=%3E%3D${encodeURIComponent(form)}`))).toEqual(since);
    }
    const stamps = list.map((one) => one.modifiedDate as number).sort((a, b) => a - b);
    const from = stamps[stamps.length >> 1]!;
    const increment = await api.all(
      `modifiedDate=%3E%3D${from}&sortField=modifiedDate&sortOrder=asc&details=true`,
    );
    expect(increment.map((one) => one.modifiedDate)).toEqual(stamps.filter((stamp) => stamp >= from));
    const prices = (await api.all('sortField=listPrice&sortOrder=desc')).map((one) => one.listPrice ?? -1);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });

  it('ignores case in names and strings, and splits lists at a bar or a comma', async () => {
    const list = await api.all('details=true');
    const [one, two] = [...new Set(list.map((item) => String(item.address.city)))];
    const both = listIds(list.filter((item) => [one, two].includes(item.address.city)));
    for (const query of [`address.city=${one}|${two}`, `CITY=${one!.toUpperCase()},${two!.toLowerCase()}`]) {
      expect(listIds(await api.all(query))).toEqual(both);
    }
    const pending = listIds(list.filter((item) => item.status === 'Pending'));
    expect(listIds(await api.all('STATUS=pending&listpricee=>9&limit=1'))).toEqual(pending);
    const ids = listIds(list).slice(0, 3);
    expect(listIds((await api.search(`id=${ids.join('|')}`, 'listings/get')).listings)).toEqual(ids);
    expect(listIds((await api.search(`id=${ids.join(',')}`)).listings)).toEqual(ids);
    expect((await api.ask('/ws/listings/search?MARKET=SAMPLE-TWO')).status).toBe(200);
  });

  it('filters by numbers, flags, terms and raw fields', async () => {
    const list = await api.all('details=true&extended=true&features=true');
    const cases: [string, (one: AnswerObject) => boolean][] = [
      ['beds=>=4', (one) => one.beds >= 4],
      ['baths=2:3', (one) => one.baths?.total >= 2 && one.baths?.total <= 3],
      ['size=%3C1500', (one) => one.size < 1500],
      ['lotSize.sqft=%3E5000', (one) => one.lotSize?.sqft > 5000],
      ['yearBuilt=:1980', (one) => one.yearBuilt <= 1980],
      ['propertyType=Condo|Townhouse', (one) => /^(Condo|Townhouse)$/.test(one.propertyType)],
      ['pool=true', (one) => dataset.findRow(one.id)!.PoolPrivateYN === true],
      ['keyword=kitchen', (one) => /kitchen/i.test(one.description)],
      [
        `listingOffice.id=${list[0]!.listingOffice.id}`,
        (one) => one.listingOffice.id === list[0]!.listingOffice.id,
      ],
      ['xf_specialconditions=x', () => false],
      ['xf_city=Atlanta', (one) => one.xf_city === 'Atlanta'],
    ];
    for (const [query, holds] of cases) {
      expect([query, listIds(await api.all(query))]).toEqual([query, listIds(list.filter(holds))]);
    }
  });

  it('pitfall F10: a circle has the latitude first, GeoJSON the longitude, a flat polygon the latitude', async () => {
    const list = await api.all('');
    const at = list.find(
      (one) => one.coordinates !== undefined && one.coordinates.latitude > 20,
    )!.coordinates;
    const { latitude: lat, longitude: lon } = at;
    const box = (one: AnswerObject) =>
      Math.abs(one.coordinates?.latitude - lat) < 0.2 && Math.abs(one.coordinates?.longitude - lon) < 0.2;
    const inBox = listIds(list.filter(box));
    const [s, n, w, e] = [lat - 0.2, lat + 0.2, lon - 0.2, lon + 0.2];
    const ring = [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ];
    const geo = encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    expect(listIds(await api.all(`polygon=${geo}`))).toEqual(inBox);
    expect(listIds(await api.all(`polygon=${s},${w},${s},${e},${n},${e},${n},${w}`))).toEqual(inBox);
    const near = listIds(await api.all(`circle=${lat},${lon},5&sortField=distance`));
    expect(near.length).toBeGreaterThan(0);
    expect(listIds(await api.all(`circle=${lon},${lat},5`))).toEqual([]);
    const zip = list.find((one) => one.coordinates === at)!.address.zip;
    const [area] = (await api.ask(`/ws/areas/zipcodes/search?name=${zip}&details=true`)).result.zipcodes;
    expect(area.id).toMatch(/^[0-9a-f]{32}$/);
    const inside = await api.all(`polygon=$${area.id}`);
    expect(inside.length).toBeGreaterThan(0);
    expect((await api.ask('/ws/listings/search?market=sample-two&polygon=$00')).status).toBe(400);
  });
});

describe('SlipStream: markets, areas, schools', () => {
  it('describes the market with its required attribution, and lists the values of a field', async () => {
    const [one] = (await api.ask('/ws/markets/get?id=SAMPLE-TWO&details=true')).result.markets;
    expect(one).toMatchObject({
      id: 'sample-two',
      copyright: expect.any(String),
      disclaimer: expect.any(String),
    });
    expect((await fetch(one.logo)).status).toBe(200);
    expect((await api.ask('/ws/markets/search?coords=33.6,-117.8')).result.markets).toHaveLength(1);
    const { values } = (await api.ask('/ws/markets/enumerate?id=sample-two&property=listingType')).result;
    expect(values).toEqual(expect.arrayContaining(['Rental', 'Residential']));
    const statuses = (await api.ask('/ws/markets/enumerate?id=sample-two&property=status')).result.values;
    expect(statuses).toEqual(expect.arrayContaining(['Active', 'Closed', 'Pending']));
  });

  it('has agents and offices', async () => {
    const { result } = await api.ask('/ws/markets/agents/search?market=sample-two&pageSize=1000');
    expect(result.total).toBe(dataset.members.length);
    const one = result.agents[0];
    expect((await api.ask(`/ws/mls/agents/get?market=sample-two&id=${one.id}`)).result.agents[0]).toEqual(
      one,
    );
    const name = encodeURIComponent(one.name);
    expect(
      listIds((await api.ask(`/ws/markets/agents/search?market=sample-two&name=${name}`)).result.agents),
    ).toContain(one.id);
    const offices = await api.ask('/ws/markets/offices/search?market=sample-two&pageSize=1000');
    expect(offices.result.total).toBe(dataset.offices.length);
    const listed = new Set((await api.all('details=true')).map((listing) => listing.listingAgent?.id));
    expect(result.agents.some((agent: AnswerObject) => listed.has(agent.id))).toBe(true);
  });

  it('finds areas and schools named by its listings', async () => {
    const { states } = (await api.ask('/ws/areas/states/search?pageSize=100')).result;
    expect(listIds(states)).toHaveLength(new Set(shown.map((row) => row.StateOrProvince)).size);
    const { areas } = (await api.ask('/ws/areas/lookup?keyword=a&type=county&details=true')).result;
    expect(areas.length).toBeGreaterThan(0);
    expect(areas[0]).toMatchObject({ type: 'counties', centroid: { latitude: expect.any(Number) } });
    const again = (await api.ask(`/ws/areas/counties/get?id=${areas[0].id}`)).result.counties;
    expect(again[0].name).toBe(areas[0].name);
    const school = (await api.ask('/ws/schools/search?details=true')).result.schools[0];
    const { latitude, longitude } = school.coordinates;
    const circle = `circle=${latitude},${longitude},50&sortField=distance&details=true`;
    const { schools } = (await api.ask(`/ws/schools/search?${circle}`)).result;
    expect(schools[0].coordinates).toEqual(school.coordinates);
    const named = (await api.ask(`/ws/schools/search?name=${encodeURIComponent(schools[0].name)}`)).result
      .schools;
    expect(listIds(named)).toContain(schools[0].id);
  });
});

describe('SlipStream changes and faults', () => {
  it('follows the market and returns the truth', async () => {
    const own = await start();
    const before = await own.all('');
    const at = new Date(NOW.getTime() + 60_000);
    const changes = market.tick(at, 30).filter((change) => change.dataset === 'sample-two');
    own.apply(changes, at);
    expect(changes.length).toBeGreaterThan(0);
    const newest = (await own.all('details=true&sortField=modifiedDate&sortOrder=desc')).slice(0, 1);
    expect(newest[0]!.modifiedDate).toBe(at.getTime() / 1000);
    const response = await fetch(`${own.root}/control/truth`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const truth = (await response.json()) as [string, string, string][];
    const onMarket = truth
      .filter(([, , service]) => service === 'listings')
      .map(([key]) => key)
      .sort();
    expect(onMarket).toEqual(listIds(await own.all('')));
    expect(before.length).toBeGreaterThan(0);
    await own.control('remove', [onMarket[0]]);
    expect(listIds(await own.all(''))).not.toContain(onMarket[0]);
    await own.control('add', [dataset.findRow(onMarket[0]!)]);
    expect(listIds(await own.all(''))).toContain(onMarket[0]);
  });

  it('applies each wire fault once', async () => {
    const own = await start();
    const path = '/ws/listings/search?market=sample-two';
    for (const status of [401, 403, 404, 408, 429, 503]) {
      const kind = status === 429 ? '429-burst' : String(status);
      await own.control('fault', { kind, retryAfter: '2' });
      const { status: given, body } = await own.ask(path);
      expect([kind, given, body.success]).toEqual([kind, status, false]);
      expect((await own.ask(path)).status).toBe(200);
    }
    await own.control('fault', [
      { kind: '500-html' },
      { kind: 'truncated' },
      { kind: 'cut' },
      { kind: 'down' },
    ]);
    const raw = () => fetch(own.root + path, { headers: { authorization: KEY } });
    expect((await raw()).headers.get('content-type')).toBe('text/html');
    await expect((await raw()).json()).rejects.toThrow();
    await expect((await raw()).text()).rejects.toThrow();
    await expect(raw()).rejects.toThrow();
    await own.control('fault', [{ kind: 'lying-count' }, { kind: 'repeated-page' }]);
    const { total } = await own.search('');
    const second = await own.search('pageNumber=2');
    const first = await own.search('');
    expect([total, second.listings]).toEqual([first.total * 2, first.listings]);
    expect((await own.control('fault', { kind: 'dead-next-link' })).status).toBe(400);
    expect((await own.control('fault', { kind: 'nonsense' })).status).toBe(400);
  });

  it('applies data faults until they are cleared, and never reveals a hidden address by them', async () => {
    const own = await start();
    const whole = listIds(await own.all(''));
    await own.control('fault', { kind: 'hidden-rows', keys: whole.slice(0, 5) });
    expect(listIds(await own.all(''))).toEqual(whole.slice(5));
    expect((await own.search(`id=${whole[0]}`, 'listings/get')).listings).toHaveLength(1);
    await own.control('fault', [
      { kind: 'type-drift', count: 100_000 },
      { kind: 'null-fields', count: 20 },
    ]);
    const list = await own.all('details=true&extended=true&features=true&images=true');
    expect(JSON.stringify(list)).not.toContain('null');
    for (const one of list) {
      if (dataset.findRow(one.id)?.InternetAddressDisplayYN !== false) continue;
      expect([one.coordinates, one.address.street, one.address.deliveryLine]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    await own.control('clear', {});
    expect(listIds(await own.all(''))).toEqual(whole);
    await own.control('fault', { kind: 'tie', count: 100_000 });
    expect(new Set((await own.all('details=true')).map((one) => one.modifiedDate)).size).toBe(1);
  });
});
