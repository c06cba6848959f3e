import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HomeSurroundingsAnswer } from '@maru/contract';
import type { Listing } from '@maru/listing';
import type { PlaceDataKind } from '@maru/listing/places';
import { createSqlEngine } from '@maru/store';
import { createChangeSet, createPlaced, watchStatements } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../commands/command-error.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { importPlaceFile } from './import-file.ts';
import type { LayerOptions } from './layer-settings.ts';
import { zipShapefile } from './testing-shapefile.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'maru-place-files-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const OPTIONS: LayerOptions = {
  source: undefined,
  asOf: '2026-08-01',
  licence: undefined,
  link: undefined,
  schoolYear: undefined,
  layer: undefined,
  county: undefined,
  isSample: false,
};

/** Imports a file of that name and answers what the owner was told. */
async function take(
  kind: PlaceDataKind,
  name: string,
  bytes: string | Buffer | object,
  options: Partial<LayerOptions> = {},
): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof bytes === 'string' || Buffer.isBuffer(bytes) ? bytes : JSON.stringify(bytes));
  const lines: string[] = [];
  const { store, gazetteer } = site.parts;
  const parts = { store, gazetteer, say: (line: string) => lines.push(line) };
  await importPlaceFile(kind, path, { ...OPTIONS, ...options }, parts);
  return lines.join('\n');
}

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];
const feature = (properties: object, ring: unknown) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const collection = (features: object[]) => ({ type: 'FeatureCollection', name: 'x {', features });

const HOME = { latitude: 33.7, longitude: -117.8 };
const district = (geoid: string, name: string, ring: [number, number][]) => ({
  properties: {
    GEOID: geoid,
    NAME: name,
    LOGRADE: 'KG',
    HIGRADE: '12',
    UNSDLEA: geoid.slice(2),
    MTFCC: 'G5420',
  },
  ring,
});
const IRVINE = district('0684500', 'Irvine Unified School District', square(-117.9, 33.6, 0.2));
const TUSTIN = district('0640150', 'Tustin Unified School District', square(-117.9, 33.8, 0.2));

async function surroundings(homeId: string): Promise<HomeSurroundingsAnswer> {
  const answer = await site.app.inject(`/maru/v1/home/surroundings?homeId=${homeId}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

async function homeOf(listing: Partial<Listing>): Promise<string> {
  const { store } = site.parts;
  await store.applyChanges(createChangeSet({ upserts: [createPlaced(listing)] }));
  const { rows } = await store.pool.query<{ id: string }>(
    'select home_id as id from listing where listing_key = $1',
    [listing.listingKey],
  );
  return rows[0]!.id;
}

async function cardOf(homeId: string) {
  const { rows } = await site.parts.store.pool.query(
    'select school_district, schools from home where home_id = $1',
    [homeId],
  );
  return rows[0];
}

const place = (key: string, more: Partial<Listing> = {}): Partial<Listing> => ({
  listingKey: key,
  listingId: key,
  parcelNumber: key,
  streetNumber: key.replace(/\D/g, ''),
  ...HOME,
  highSchoolDistrict: null,
  elementarySchoolDistrict: null,
  elementarySchool: null,
  middleOrJuniorSchool: null,
  highSchool: null,
  ...more,
});

describe('what the owner imports', () => {
  it('gives homes the district of the official boundary where the feed names none, and the search finds them by it', async () => {
    const before = await homeOf(place('k101'));
    const named = await homeOf(place('k102', { highSchoolDistrict: 'Capistrano Unified' }));
    const withheld = await homeOf(place('k103', { internetAddressDisplayYN: false }));
    expect(await cardOf(before)).toEqual({ school_district: null, schools: [] });

    const zip = zipShapefile('tl_2025_06_unsd', [
      IRVINE,
      TUSTIN,
      district('0699997', 'School District Not Defined', square(-119, 33, 0.1)),
    ]);
    const told = await take('districts', 'tl_2025_06_unsd.zip', zip, { asOf: undefined });
    expect(told).toBe(
      'districts:tiger:ca-unified: 2 districts (CA), United States Census Bureau (TIGER/Line), as of 2025-01-01\n' +
        '  left out 1: areas without a district',
    );
    expect(await site.parts.store.refreshPlaceAreas()).toBe(1);
    expect(await site.parts.store.refreshPlaceAreas()).toBe(0);

    const after = await homeOf(place('k104'));
    for (const id of [before, after]) {
      expect(await cardOf(id)).toEqual({ school_district: 'irvine-usd', schools: [] });
    }
    expect(await cardOf(named)).toEqual({ school_district: 'capistrano-usd', schools: [] });
    // A district would tell where in its ZIP code the home is.
    expect(await cardOf(withheld)).toEqual({ school_district: null, schools: [] });

    const engine = createSqlEngine(site.parts.store);
    const found = await engine.search({
      query: { searchType: 'sale', schoolDistrict: 'irvine-usd' },
      want: new Set(['total', 'listings']),
    });
    expect(new Set(found.listings.map(({ homeId }) => homeId))).toEqual(new Set([before, after]));

    const answer = await surroundings(before);
    expect(answer).toMatchObject({
      position: 'exact',
      districts: [
        { id: 'irvine-usd', name: 'Irvine Unified School District', kind: 'unified', lowestGrade: 'KG' },
      ],
      layers: [{ source: 'United States Census Bureau (TIGER/Line)', asOf: '2025-01-01' }],
    });
    expect(await surroundings(withheld)).toMatchObject({
      ...{ position: 'withheld', districts: [], assigned: [], nearby: [], hazards: [] },
    });
  });

  it('tells homes outside of every special tax district of their county that they have no such tax', async () => {
    const { store } = site.parts;
    const unstated = { taxOtherAnnualAssessmentAmount: null };
    const at = (key: string, longitude: number, more: Partial<Listing> = {}) =>
      homeOf(place(key, { ...unstated, longitude, ...more }));
    const inside = await at('k901', -116.05);
    const outside = await at('k902', -116.25);
    const stated = await at('k903', -116.26, { taxOtherAnnualAssessmentAmount: 1_200 });
    const withheld = await at('k904', -116.27, { internetAddressDisplayYN: false });
    const leviesOf = async () => {
      const rows = await store.pool.query(
        'select home_id, tax_other_annual_assessment_amount as levies from home where home_id = any($1)',
        [[inside, outside, stated, withheld]],
      );
      const found = new Map(rows.rows.map(({ home_id, levies }) => [home_id, levies]));
      return [inside, outside, stated, withheld].map((id) => found.get(id));
    };
    expect(await leviesOf()).toEqual([null, null, 1_200, null]);

    const file = collection([feature({ CFD_NAME: 'CFD 13-1' }, square(-116.1, 33.6, 0.15))]);
    await expect(take('levies', 'cfd.geojson', file, { source: 'County of Orange' })).rejects.toThrow(
      '--county',
    );
    const options = { source: 'County of Orange', county: 'Orange County, CA' };
    expect(await take('levies', 'cfd.geojson', file, options)).toBe(
      'levies:cfd:orange-county-ca: 1 levies (CA), County of Orange, as of 2026-08-01',
    );
    await store.refreshPlaceAreas();
    expect(await leviesOf()).toEqual([null, 0, 1_200, null]);
    const states = (await store.datasets()).map((one) => ({
      ...one,
      ...{ lastSuccessAt: Date.now(), failingSince: null, shrinkingSince: null, hidden: false },
      initialLoadDone: true,
    }));
    site.parts.clock.update(states);
    const page = async (homeId: string) => (await site.app.inject(`/maru/v1/home?homeId=${homeId}`)).json();
    expect((await page(outside)).unlevied).toEqual({ source: 'County of Orange', asOf: '2026-08-01' });
    expect((await page(inside)).unlevied).toBeNull();
    // A home that arrives later is told at once; without the file the tax is unknown again.
    const later = await at('k905', -116.28);
    expect((await page(later)).unlevied).not.toBeNull();
    await store.placeData.removeLayer('levies:cfd:orange-county-ca');
    await store.refreshPlaceAreas();
    expect(await leviesOf()).toEqual([null, null, 1_200, null]);
  });

  it('calls a school assigned only where the official boundary of a school year covers the home (rule R27)', async () => {
    const id = '068450012345';
    const east = HOME.longitude + 0.01;
    const area = feature(
      { ncessch: id, schnam: 'Canyon View Elementary', leaid: '0684500', gslo: 'KG', gshi: '06' },
      square(east - 0.02, 33.69, 0.02),
    );
    const open = feature(
      { ncessch: '068450099999', schnam: 'Magnet', gslo: 'KG', gshi: '06', openEnroll: '1' },
      square(-117.9, 33.6, 0.2),
    );
    await expect(take('attendance', 'sabs.geojson', collection([area]))).rejects.toThrow('--school-year');
    await take('attendance', 'sabs.geojson', collection([area, open]), { schoolYear: '2026-2027' });
    // One degree of longitude is some 92.6 km here: 20 m are 0.000216°.
    const outside = await homeOf(place('k201', { longitude: Number((east + 0.000216).toFixed(6)) }));
    const inside = await homeOf(place('k202', { longitude: Number((east - 0.000216).toFixed(6)) }));
    expect((await surroundings(outside)).assigned).toEqual([]);
    expect((await surroundings(inside)).assigned).toMatchObject([
      {
        name: 'Canyon View Elementary',
        level: 'elementary',
        lowestGrade: 'KG',
        highestGrade: '6',
        school: null,
      },
    ]);
    expect((await surroundings(inside)).layers.map((one) => one.schoolYear)).toContain('2026-2027');
    expect(await cardOf(inside)).toEqual({ school_district: 'irvine-usd', schools: [id] });
    expect(await cardOf(outside)).toEqual({ school_district: 'irvine-usd', schools: [] });
  });

  it('reads the directories of California, Washington and NCES, and counts what it cannot use', async () => {
    const cde = [
      'CDSCode\tNCESDist\tNCESSchool\tStatusType\tCounty\tDistrict\tSchool\tStreet\tCity\tZip\tState\tWebSite\tCharter\tGSserved\tMagnet\tLatitude\tLongitude\tMultilingual',
      '30736500000000\t0684500\tNo Data\tActive\tOrange\tIrvine Unified\tNo Data\t5050 Barranca\tIrvine\t92604\tCA\tNo Data\tNo Data\tNo Data\tNo Data\t33.68\t-117.8\tN',
      '30736500107789\t0684500\t12345\tActive\tOrange\tIrvine Unified\tCanyon View "East" Elementary\t12025 Yale\tIrvine\t92620-1234\tCA\twww.iusd.org\tN\tK-6\tN\t33.701\t-117.801\tY',
      '30736500107790\t0684500\t12346\tClosed\tOrange\tIrvine Unified\tOld School\tx\tIrvine\t92620\tCA\tNo Data\tN\tK-6\tN\t33.7\t-117.8\tN',
      '30736500107791\t0684500\t12347\tActive\tOrange\tIrvine Unified\tNowhere Elementary\tx\tIrvine\t92620\tCA\tNo Data\tN\tK-6\tN\tNo Data\tNo Data\tN',
    ].join('\r\n');
    expect(await take('schools', 'pubschls.txt', Buffer.from(`\ufeff${cde}`))).toBe(
      'schools:cde: 1 schools (CA), California Department of Education, as of 2026-08-01\n' +
        '  refused 1: no position (row 5)\n' +
        '  left out 1: rows of districts\n' +
        '  left out 1: schools that are not active (Closed)',
    );
    const nces = [
      'NCESSCH,SCH_NAME,LEA_NAME,STABR,LCITY,LZIP,GSLO,GSHI,MEMBER,FTE,STUTERATIO,CHARTER_TEXT,LATCOD,LONCOD,AM,HI',
      '068450012348,"Portola, High",Irvine Unified,CA,Irvine,92618,09,12,2450,98.5,24.9,No,33.72,-117.79,12,300',
      '530000112345,Lakeside Middle,Seattle,WA,Seattle,98101,06,08,-1,M,0,No,47.6,-122.3,1,2',
      'short,row',
    ].join('\n');
    expect(await take('schools', 'Public_School_Characteristics_2024-25.csv', nces)).toContain(
      '  refused 1: fewer columns than the first row (row 4)',
    );
    const ospi =
      'LEACode,LEAName,SchoolCode,SchoolName,LowestGrade,HighestGrade,City,ZipCode,Latitude,Longitude\n17001,Seattle,2061,"Lincoln Elementary",K,5,Seattle,98103,47.66,-122.34';
    await take('schools', 'Washington_School_Directory.csv', gzipSync(ospi));

    const inside = await homeOf(place('k301'));
    const { assigned, nearby } = await surroundings(inside);
    expect(assigned[0]!.school).toMatchObject({
      schoolId: '068450012345',
      name: 'Canyon View "East" Elementary',
      level: 'elementary',
      zip: '92620',
      isMultilingual: true,
      isCharter: false,
      enrollment: null,
      website: 'http://www.iusd.org/',
      link: 'https://www.cde.ca.gov/schooldirectory/details?cdscode=30736500107789',
      meters: 145,
    });
    expect(nearby).toMatchObject([
      { name: 'Portola, High', level: 'high', enrollment: 2450, studentTeacherRatio: 24.9, meters: 2411 },
    ]);
    const seattle = (await site.parts.store.placeData.listNames()).filter(({ state }) => state === 'WA');
    expect(seattle.map(({ id, level }) => [id, level])).toEqual(
      expect.arrayContaining([
        ['wa-2061', 'elementary'],
        ['530000112345', 'middle'],
      ]),
    );
    const { placeNames } = site.parts;
    await placeNames.refresh();
    expect(placeNames.suggest('port', 5).map(({ name }) => name)).toEqual(['Portola, High']);
    expect(placeNames.suggest('irv', 5)).toMatchObject([{ kind: 'district', id: 'irvine-usd', state: 'CA' }]);
    expect(placeNames.find('school', '068450012345')?.city).toBe('Irvine');
  });

  it('says the official hazard zones with source, date and link, and no score (rule R6)', async () => {
    const flood = collection([
      feature(
        { FLD_AR_ID: '06059C_1', DFIRM_ID: '06059C', FLD_ZONE: 'AE', SFHA_TF: 'T', ZONE_SUBTY: 'FLOODWAY' },
        square(-117.801, 33.699, 0.002),
      ),
      feature(
        {
          FLD_AR_ID: '06059C_2',
          DFIRM_ID: '06059C',
          FLD_ZONE: 'X',
          SFHA_TF: 'F',
          ZONE_SUBTY: 'AREA OF MINIMAL FLOOD HAZARD',
        },
        square(-117.9, 33.5, 0.1),
      ),
      feature({ FLD_AR_ID: '06059C_3', DFIRM_ID: '06059C', FLD_ZONE: 'AE', SFHA_TF: 'T' }, [[0, 9e9]]),
      feature(
        { FLD_AR_ID: '06059C_4', DFIRM_ID: '06059C', FLD_ZONE: 'AE', SFHA_TF: 'T' },
        square(-120, 36, 0.1),
      ),
    ]);
    expect(await take('hazards', 'S_FLD_HAZ_AR.geojson', flood)).toContain(
      'coordinates not in degrees (WGS84) (shape 3)',
    );
    await take(
      'hazards',
      'fhsz.geojson',
      collection([
        feature({ FHSZ_Description: 'Very High', SRA: 'LRA', OBJECTID: 1 }, square(-117.9, 33.6, 0.2)),
      ]),
    );
    const { hazards, layers } = await surroundings(await homeOf(place('k401')));
    expect(hazards).toMatchObject([
      { type: 'fire', zone: 'Very High', detail: 'LRA', isSpecial: true },
      { type: 'flood', zone: 'AE', detail: 'FLOODWAY', isSpecial: true },
    ]);
    for (const { layer } of hazards) {
      const said = layers.find((one) => one.layer === layer);
      expect(said?.source).not.toBe('');
      expect(said?.asOf).toBe('2026-08-01');
      expect(said?.link).toMatch(/^https:/);
    }
    const maps = (await site.app.inject('/tiles/zones/layers.json')).json().layers;
    expect(maps).toMatchObject([
      { hazardType: 'fire', asOf: '2026-08-01' },
      { hazardType: 'flood', source: 'Federal Emergency Management Agency' },
    ]);
    const tile = await site.app.inject('/tiles/zones/flood/12/707/1640.json');
    expect(tile.json()).toMatchObject({ isWhole: true, areas: [{ zone: 'AE' }] });
    // Kept, so that the same bytes are sent to whoever asks next, and none to who has them.
    const etag = tile.headers.etag as string;
    const known = await site.app.inject({
      url: '/tiles/zones/flood/12/707/1640.json',
      headers: { 'if-none-match': etag },
    });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    const { statements } = await watchStatements(() =>
      site.app.inject('/tiles/zones/flood/12/707/1640.json'),
    );
    expect(statements.filter(({ text }) => text.includes('place_piece'))).toEqual([]);
    // What is too much is said not to be all.
    const everywhere = [-125, 32, -114, 42] as const;
    const zones = (own: object) =>
      site.parts.store.placeData.findZones(everywhere, { type: 'flood', meters: 10, limit: 100, ...own });
    const all = await zones({});
    expect(all.isWhole).toBe(true);
    expect(all.pieces.length).toBeGreaterThan(1);
    for (const few of [{ limit: 1 }, { mostBytes: 1 }, { mostLookedAt: 1 }]) {
      const some = await zones(few);
      expect([some.pieces.length, some.isWhole], JSON.stringify(few)).toEqual([1, false]);
    }
    for (const path of ['flood/3/0/0', 'flood/12/4096/0', 'crime/12/707/1640', 'flood/12/x/1640']) {
      expect((await site.app.inject(`/tiles/zones/${path}.json`)).statusCode, path).toBe(404);
    }
  });

  it('draws the outlines of cities and ZIP codes under their own names', async () => {
    const cities = collection([
      feature({ GEOID: '0636770', NAME: 'Irvine', NAMELSAD: 'Irvine city' }, square(-117.87, 33.6, 0.18)),
      feature(
        { GEOID: '0600001', NAME: 'Nowhere at All', NAMELSAD: 'Nowhere at All CDP' },
        square(-117.87, 33.6, 0.18),
      ),
    ]);
    expect(await take('outlines', 'tl_2025_06_place.geojson.gz', gzipSync(JSON.stringify(cities)))).toContain(
      'left out 1: unknown places',
    );
    // One feature a line, and a number for a text.
    const zips = [feature({ ZCTA5CE20: '92620' }, square(-117.8, 33.7, 0.05))]
      .map((one) => JSON.stringify(one))
      .join('\n');
    await take('outlines', 'zcta.json', zips);
    for (const slug of ['irvine-ca', '92620']) {
      const answer = await site.app.inject(`/tiles/outline/${slug}.json`);
      expect(answer.json().rings[0].length, slug).toBe(4);
    }
    for (const path of ['district/irvine-usd', 'school/068450012345']) {
      const answer = await site.app.inject(`/tiles/boundary/${path}.json`);
      expect(answer.json().rings[0].length, path).toBe(4);
    }
    expect((await site.app.inject('/tiles/boundary/district/nowhere-usd.json')).json()).toEqual({
      rings: [],
    });
    expect((await site.app.inject('/tiles/boundary/crime/irvine-usd.json')).statusCode).toBe(404);
  });

  it('puts a new file in the place of the old one, and a broken one in the place of nothing', async () => {
    const { store } = site.parts;
    const layers = await store.placeData.listLayers();
    await expect(
      take('districts', 'tl_2026_06_unsd.zip', zipShapefile('x', [IRVINE]).subarray(0, 300)),
    ).rejects.toThrow(CommandError);
    const cut = JSON.stringify(
      collection([feature({ FLD_ZONE: 'AE', SFHA_TF: 'T' }, square(-117.9, 33.6, 0.1))]),
    );
    await expect(take('hazards', 'cut.geojson', cut.slice(0, -60))).rejects.toThrow('truncated');
    await expect(
      take('hazards', 'odd.geojson', collection([feature({ a: 1 }, square(0, 0, 1))])),
    ).rejects.toThrow('is not a known format');
    await expect(take('schools', 'odd.csv', 'a,b\n1,2')).rejects.toThrow('not a known school directory');
    await expect(take('schools', 'empty.csv', '')).rejects.toThrow('is empty');
    await expect(
      take(
        'districts',
        'tl_2026_06_unsd.zip',
        zipShapefile('x', [
          {
            ...IRVINE,
            ring: [
              [1, 1],
              [1, 1],
              [1, 1],
            ],
          },
        ]),
      ),
    ).rejects.toThrow('no usable row');
    expect(await store.placeData.listLayers()).toEqual(layers);

    await take('districts', 'tl_2026_06_unsd.zip', zipShapefile('x', [TUSTIN]));
    expect(await store.refreshPlaceAreas()).toBeGreaterThan(0);
    const home = await homeOf(place('k501'));
    expect((await surroundings(home)).districts).toEqual([]);
    expect(await cardOf(home)).toMatchObject({ school_district: null });
    expect(await store.placeData.removeLayer('hazards:fhsz:ca')).toBe(true);
    expect(await store.placeData.removeLayer('hazards:fhsz:ca')).toBe(false);
    expect((await surroundings(home)).hazards.map(({ type }) => type)).toEqual(['flood']);
  });
});

it('gives an open house to a calendar without what the page does not say', async () => {
  const showing = (openHouseKey: string, openHouseStartTime: string) => ({
    openHouseKey,
    openHouseStartTime,
    openHouseEndTime: null,
    openHouseRemarks: 'Shoes off, please',
  });
  const openHouses = [showing('1', '2099-11-29T19:00:00Z'), showing('2', '2001-01-01T19:00:00Z')];
  const open = await homeOf(place('k601', { openHouses }));
  const withheld = await homeOf(place('k602', { openHouses, internetAddressDisplayYN: false }));
  const file = await site.app.inject(`/maru/v1/home/open-house.ics?homeId=${open}&locale=ko`);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const text = file.body.replace(/\r\n /g, '');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain('DTSTART;TZID=America/Los_Angeles:20991129T110000');
  expect(text).toContain('Shoes off\\, please');
  const kept = (await site.app.inject(`/maru/v1/home/open-house.ics?homeId=${withheld}`)).body;
  expect(kept).toContain('BEGIN:VEVENT');
  expect(kept).not.toContain('602');
  for (const query of ['homeId=nobody', `homeId=${open}&start=2001-01-01T19:00:00Z`]) {
    expect((await site.app.inject(`/maru/v1/home/open-house.ics?${query}`)).statusCode, query).toBe(404);
  }
  expect((await site.app.inject('/maru/v1/home/open-house.ics?homeId=%00')).statusCode).toBe(400);
});

it('the districts of a file of several states are each named with their own', async () => {
  const anchorage = district('0200180', 'Anchorage School District', square(-150, 61, 0.2));
  const poway = district('0631530', 'Poway Unified School District', square(-117.1, 32.9, 0.1));
  await take('districts', 'tl_2026_us_unsd.zip', zipShapefile('tl_2026_us_unsd', [anchorage, poway]));
  const { placeNames } = site.parts;
  await placeNames.refresh();
  expect(placeNames.suggest('poway', 5)).toMatchObject([{ kind: 'district', state: 'CA' }]);
  expect(placeNames.suggest('anchorage', 5)).toMatchObject([{ kind: 'district', state: 'AK' }]);
});

it('the roll of a county stands in the table of tax by year, and is told of no withheld address', async () => {
  const { store } = site.parts;
  const roll = [
    'APN,Tax Year,Assessed Land,Assessed Improvements,Tax Billed',
    '529 261 07,2025,400000,212000,8100.40',
    '529-261-07,2024,390000,210000,',
    '529-261-08,2025,1,1,1',
    ',2025,1,1,1',
    '529-261-07,soon,1,1,1',
    '529-261-07,2023,0,0,0',
    '529-261-07,2022',
  ].join('\n');
  const options = { county: 'orange-county-ca', source: 'Orange County Assessor', asOf: '2026-07-01' };
  const told = await take('rolls', 'roll.csv', roll, options);
  expect(told).toContain(
    'rolls:roll:orange-county-ca: 3 rolls (CA), Orange County Assessor, as of 2026-07-01',
  );
  for (const fault of [
    'no parcel number (row 5)',
    'no tax year (row 6)',
    'no assessed value and no tax (row 7)',
    'fewer columns than the first row (row 8)',
  ])
    expect(told).toContain(fault);

  const write = async (own: object) => {
    const upserts = [
      createPlaced({ listingKey: 'taxed', parcelNumber: '529-261-07', taxYear: 2025, ...own }),
    ];
    await store.applyChanges(createChangeSet({ upserts }));
    const { rows } = await store.pool.query(`select home_id from listing where listing_key = 'taxed'`);
    return (await store.loadHome(rows[0].home_id))!.taxYears;
  };
  expect(await write({ taxAnnualAmount: 7_000, taxAssessedValue: 5 })).toMatchObject([
    {
      year: 2025,
      taxAnnualAmount: 8_100,
      taxAssessedValue: 612_000,
      roll: { assessedLand: 400_000, assessedImprovements: 212_000, source: 'Orange County Assessor' },
    },
    { year: 2024, taxAnnualAmount: null, taxAssessedValue: 600_000 },
  ]);
  const withheld = { internetAddressDisplayYN: false, modificationTimestamp: '2026-11-21T00:00:00Z' };
  expect(await write({ ...withheld, taxAnnualAmount: 7_000 })).toMatchObject([{ year: 2025, roll: null }]);
  const shown = { internetAddressDisplayYN: true };
  expect(await write({ ...shown, modificationTimestamp: '2026-11-22T00:00:00Z' })).toHaveLength(2);
  // The newer file of the same county takes the place of the older one.
  await take('rolls', 'roll.csv', 'parcel_number\ttax_year\ttax_billed\n52926107\t2026\t9,000', options);
  const years = await write({ ...shown, modificationTimestamp: '2026-11-23T00:00:00Z' });
  expect(years.map(({ year, roll }) => [year, roll === null])).toEqual([
    [2026, false],
    [2025, true],
  ]);

  await expect(take('rolls', 'roll.csv', roll, { ...options, county: 'irvine-ca' })).rejects.toThrow(
    '--county',
  );
  await expect(take('rolls', 'roll.csv', 'a,b\n1,2', options)).rejects.toThrow('is no assessment roll');
});
