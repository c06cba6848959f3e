import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGazetteer } from '../../../dev/scripts/build-gazetteer.ts';
import { type CompiledGazetteer, GAZETTEER_FILE } from './compiled.ts';
import { Gazetteer } from './gazetteer.ts';

const RESERVED = [
  'homes',
  'my-page',
  '_my-page',
  'admin',
  'city',
  'detail',
  'list',
  'sell',
  'login',
  'licenses',
  'privacy-policy',
  'terms-of-use',
  'ko',
  'maru',
  'v1',
  'api',
  'docs',
  'builds',
  'assets',
  'tiles',
  'media',
  'og',
  'uploads',
  'healthz',
  'readyz',
  'metrics',
  'realtor',
  'receipt',
  'robots.txt',
  'favicon.ico',
  '.well-known',
  '_maru_agent',
  'users',
  'ping',
  'dev',
];

let gazetteer: Gazetteer;
let compiled: CompiledGazetteer;
beforeAll(async () => {
  gazetteer = await Gazetteer.load(await buildGazetteer());
  compiled = JSON.parse(await readFile(GAZETTEER_FILE, 'utf8')) as CompiledGazetteer;
});

const nowhere = {
  city: null,
  countyOrParish: null,
  stateOrProvince: null,
  postalCode: null,
  latitude: null,
  longitude: null,
};

describe('Slugs', () => {
  it('are unique, well-formed and none of the reserved first segments', () => {
    const slugs = [
      ...compiled.states.map(([code]) => code.toLowerCase()),
      ...compiled.counties.map(([slug]) => slug),
      ...compiled.cities.map(([slug]) => slug),
      ...compiled.neighborhoods.map(([slug]) => slug),
      ...compiled.zips.codes.map((code) => String(code).padStart(5, '0')),
    ];
    expect(slugs.length).toBeGreaterThan(70_000);
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) expect.fail(`bad slug ${slug}`);
      if (RESERVED.includes(slug)) expect.fail(`reserved slug ${slug}`);
    }
  });

  it('keep "-county-" for counties', () => {
    for (const [slug] of [...compiled.cities, ...compiled.neighborhoods])
      expect(slug).not.toContain('-county-');
  });

  it('lead to their place and back', () => {
    for (const slug of [
      'ca',
      'orange-county-ca',
      'irvine-ca',
      'koreatown-los-angeles-ca',
      '92620',
      '00501',
      'orleans-parish-la',
      'san-juan-pr',
      'anchorage-ak',
      'washington-dc',
    ]) {
      expect(gazetteer.findPlace(slug)?.id, slug).toBe(slug);
    }
    for (const slug of ['irvine', 'IRVINE-CA', '', '99999', '1', '__proto__', 'constructor'])
      expect(gazetteer.findPlace(slug)).toBeUndefined();
  });
});

describe('Places', () => {
  it('tell their names, parents, position and bounds', () => {
    expect(gazetteer.findPlace('irvine-ca')).toMatchObject({
      kind: 'city',
      name: 'Irvine',
      nameKo: '어바인',
      stateCode: 'CA',
      parents: ['ca', 'orange-county-ca'],
    });
    expect(gazetteer.findPlace('koreatown-los-angeles-ca')).toMatchObject({
      kind: 'neighborhood',
      name: 'Koreatown',
      nameKo: '코리아타운',
      parents: ['ca', 'los-angeles-county-ca', 'los-angeles-ca'],
    });
    expect(gazetteer.findPlace('92620')).toMatchObject({
      kind: 'zip',
      name: '92620',
      parents: ['ca', 'orange-county-ca', 'irvine-ca'],
    });
    expect(gazetteer.findPlace('orange-county-ca')).toMatchObject({
      kind: 'county',
      name: 'Orange County',
      nameKo: '오렌지카운티',
      parents: ['ca'],
    });
    expect(gazetteer.findPlace('ca')).toMatchObject({
      kind: 'state',
      name: 'California',
      nameKo: '캘리포니아',
      parents: [],
    });
  });

  it('lie in their parents', () => {
    const [zip, state] = ['92620', 'ca'].map((slug) => gazetteer.findPlace(slug));
    if (zip === undefined || state === undefined) throw new Error('not found');
    expect(gazetteer.findParent(zip, 'city')?.id).toBe('irvine-ca');
    expect(gazetteer.findParent(zip, 'county')?.id).toBe('orange-county-ca');
    expect(gazetteer.findParent(state, 'county')).toBeUndefined();
  });

  it('lie within their own bounds, in the country', () => {
    for (const slug of [
      ...compiled.cities.map(([slug]) => slug),
      ...compiled.neighborhoods.map(([slug]) => slug),
      ...compiled.states.map(([code]) => code.toLowerCase()),
    ]) {
      const place = gazetteer.findPlace(slug);
      if (place === undefined) throw new Error(slug);
      const [west, south, east, north] = place.bounds;
      const isInside =
        place.longitude >= west &&
        place.longitude <= east &&
        place.latitude >= south &&
        place.latitude <= north;
      if (!isInside || west < -180 || east > -64 || south < 17 || north > 72)
        expect.fail(`${slug} ${place.bounds}`);
    }
  });

  it('are all there: states, counties, cities, ZIP codes', () => {
    expect(gazetteer.statesInOrder().map((state) => state.name)).toHaveLength(52);
    expect(gazetteer.statesInOrder()[0]?.id).toBe('al');
    expect(gazetteer.findChildren('ca').filter(({ kind }) => kind === 'county')).toHaveLength(58);
    expect(gazetteer.findChildren('tx').filter(({ kind }) => kind === 'county')).toHaveLength(254);
    expect(compiled.counties.length).toBeGreaterThan(3200);
    expect(compiled.zips.codes.length).toBeGreaterThan(40_000);
    expect(gazetteer.findChildren('orange-county-ca').map(({ id }) => id)).toEqual(
      expect.arrayContaining(['irvine-ca', 'fullerton-ca', 'orange-ca']),
    );
    expect(gazetteer.findChildren('irvine-ca').map(({ id }) => id)).toEqual(
      expect.arrayContaining(['great-park-irvine-ca', '92620', '92618']),
    );
    expect(gazetteer.findChildren('nowhere')).toEqual([]);
  });

  it('tells every name that a place is known by', () => {
    const names = new Set(gazetteer.names());
    for (const name of [
      'California',
      'Irvine, CA',
      'Orange County, CA',
      '92620',
      '어바인',
      '얼바인',
      '캘리포니아',
    ]) {
      expect(names.has(name), name).toBe(true);
    }
    expect(names.size).toBeGreaterThan(70_000);
  });
});

describe('Locating a listing', () => {
  it('goes by the names it gives', () => {
    const { placeIds, postalCentre } = gazetteer.locate({
      city: 'Irvine',
      countyOrParish: 'Orange',
      stateOrProvince: 'CA',
      postalCode: '92618',
      latitude: 33.6745,
      longitude: -117.7345,
    });
    expect(placeIds).toMatchObject({
      state: 'ca',
      county: 'orange-county-ca',
      city: 'irvine-ca',
      zip: '92618',
    });
    expect(placeIds.neighborhoods).toEqual(
      expect.arrayContaining(['great-park-irvine-ca', 'southern-california-ca']),
    );
    expect(postalCentre?.latitude).toBeCloseTo(33.7, 0);
  });

  it('understands variants of names', () => {
    const findCity = (city: string, stateOrProvince: string, countyOrParish: string | null = null) =>
      gazetteer.locate({ ...nowhere, city, stateOrProvince, countyOrParish }).placeIds;
    expect(findCity('LA CANADA FLINTRIDGE', 'California').city).toBe('la-canada-flintridge-ca');
    expect(findCity('Saint Louis', 'MO', 'St. Louis City')).toMatchObject({
      city: 'st-louis-mo',
      county: 'st-louis-city-mo',
    });
    expect(findCity('얼바인', '가주').city).toBe('irvine-ca');
    expect(findCity('New Orleans', 'LA', 'Orleans Parish')).toMatchObject({
      city: 'new-orleans-la',
      county: 'orleans-parish-la',
    });
    expect(findCity('Fairfax', 'VA', 'Fairfax City')).toMatchObject({
      city: 'fairfax-va',
      county: 'fairfax-city-va',
    });
    expect(findCity('Centreville', 'VA', 'FAIRFAX')).toMatchObject({
      city: 'centreville-va',
      county: 'fairfax-county-va',
    });
    expect(findCity('Washington', 'DC').city).toBe('washington-dc');
    expect(findCity('Midway', 'FL', 'Gadsden').city).toBe('midway-gadsden-fl');
  });

  it('takes quarters that feeds give as cities for what they are', () => {
    expect(
      gazetteer.locate({
        ...nowhere,
        city: 'Northridge',
        stateOrProvince: 'CA',
        postalCode: '91324',
        latitude: 34.23,
        longitude: -118.54,
      }).placeIds,
    ).toMatchObject({
      city: 'los-angeles-ca',
      county: 'los-angeles-county-ca',
      neighborhoods: expect.arrayContaining(['northridge-los-angeles-ca', 'san-fernando-valley-ca']),
    });
    expect(
      gazetteer.locate({
        ...nowhere,
        city: 'Flushing',
        stateOrProvince: 'NY',
        countyOrParish: 'Queens',
        postalCode: '11354',
      }).placeIds,
    ).toMatchObject({
      city: 'new-york-ny',
      county: 'queens-county-ny',
      neighborhoods: expect.arrayContaining(['flushing-new-york-ny', 'queens-new-york-ny']),
    });
    expect(
      gazetteer.locate({ ...nowhere, city: 'Annandale', stateOrProvince: 'VA', postalCode: '22003' }).placeIds
        .neighborhoods,
    ).toEqual(['northern-virginia-va']);
  });

  it('tells towns and quarters of one name apart by where the home is', () => {
    const brentwood = (postalCode: string) =>
      gazetteer.locate({ ...nowhere, city: 'Brentwood', stateOrProvince: 'CA', postalCode }).placeIds.city;
    expect(brentwood('90049')).toBe('los-angeles-ca');
    expect(brentwood('94513')).toBe('brentwood-ca');
  });

  it('falls back to the ZIP, then to the position', () => {
    expect(gazetteer.locate({ ...nowhere, postalCode: '92620-1234' }).placeIds).toMatchObject({
      state: 'ca',
      county: 'orange-county-ca',
      city: 'irvine-ca',
      zip: '92620',
    });
    expect(
      gazetteer.locate({ ...nowhere, city: 'Unincorporated', stateOrProvince: 'CA', postalCode: '92620' })
        .placeIds.city,
    ).toBe('irvine-ca');
    expect(gazetteer.locate({ ...nowhere, latitude: 33.709, longitude: -117.766 }).placeIds).toMatchObject({
      state: 'ca',
      county: 'orange-county-ca',
      city: 'irvine-ca',
    });
  });

  it('puts no home into a quarter of another city, and every home into its region', () => {
    const tustin = gazetteer.locate({
      ...nowhere,
      city: 'Tustin',
      stateOrProvince: 'CA',
      latitude: 33.727,
      longitude: -117.785,
    }).placeIds;
    expect(tustin).toMatchObject({ city: 'tustin-ca', neighborhoods: ['southern-california-ca'] });
  });

  it('guesses no quarter for a home without a position', () => {
    const { placeIds } = gazetteer.locate({
      ...nowhere,
      city: 'Irvine',
      stateOrProvince: 'CA',
      postalCode: '92620',
    });
    expect(placeIds.neighborhoods).toEqual(['southern-california-ca']);
  });

  it('says null for what it cannot know', () => {
    const nothing = {
      placeIds: { state: null, county: null, city: null, zip: null, neighborhoods: [] },
      postalCentre: null,
    };
    expect(gazetteer.locate(nowhere)).toEqual(nothing);
    expect(gazetteer.locate({ ...nowhere, latitude: 0, longitude: 0 })).toEqual(nothing);
    expect(
      gazetteer.locate({
        ...nowhere,
        city: '\ud800',
        postalCode: 'x'.repeat(10_000),
        latitude: Number.NaN,
        longitude: 9,
      }),
    ).toEqual(nothing);
    expect(gazetteer.locate({ ...nowhere, postalCode: '00000', stateOrProvince: 'CA' })).toMatchObject({
      placeIds: { state: 'ca', zip: null },
      postalCentre: null,
    });
  });
});

describe('Loading', () => {
  it('of a missing file says what to run', async () => {
    await expect(Gazetteer.load('/nowhere/gazetteer.json')).rejects.toThrow('build:gazetteer');
  });
});
