import { describe, expect, test } from 'vitest';
import { normalizeStreet } from '../places/street.ts';
import { identifyHome, isSamePlace, normalizeUnit } from './home-identity.ts';

const house = {
  dataset: 'kc',
  listingKey: 'k1',
  listingId: null,
  originatingSystemName: null,
  universalPropertyId: null,
  internetAddressDisplayYN: null,
  propertyType: 'Residential',
  propertySubType: 'Single Family Residence',
  parcelNumber: null,
  streetNumber: '123',
  streetName: 'N Culver Dr',
  unparsedAddress: null,
  unitNumber: null,
  city: 'Irvine',
  countyOrParish: 'Orange',
  stateOrProvince: 'CA',
  postalCode: '92620',
};
type Own = { [K in keyof typeof house]?: (typeof house)[K] | string | boolean | null };
const findKey = (own: Own = {}) =>
  identifyHome({ ...house, ...own } as Parameters<typeof identifyHome>[0]).homeKey;

const findKeys = (own: Own = {}) =>
  identifyHome({ ...house, ...own } as Parameters<typeof identifyHome>[0]).keys;

describe('the identity of a home', () => {
  test('a home is known by its parcel, its address, its universal id and the number of its MLS at once', () => {
    const own = {
      parcelNumber: '529-261-07',
      universalPropertyId: 'US-06059-N-52926107-R-N',
      originatingSystemName: 'California Regional MLS',
      listingId: 'OC26-001',
    };
    expect(findKeys(own)).toEqual([
      'parcel:ca:orange:52926107:',
      'address:ca:92620:123 n culver dr:',
      'upi:us06059n52926107rn:',
      'mls:california regional mls:oc26001:92620:123:',
    ]);
    expect(findKeys({ ...own, internetAddressDisplayYN: false })).toEqual(['listing:kc:k1']);
    expect(findKeys({ ...own, streetNumber: null, streetName: null })).toEqual(['listing:kc:k1']);
  });

  test('numbers that say nothing are no keys', () => {
    const system = { originatingSystemName: 'Test MLS' };
    for (const listingId of ['', '-', 'TBD', null]) {
      expect(findKeys({ ...system, listingId }).join()).not.toContain('mls:');
    }
    expect(findKeys({ listingId: 'OC26001' }).join()).not.toContain('mls:');
    expect(findKeys({ universalPropertyId: 'unknown' }).join()).not.toContain('upi:');
  });

  test('two records are of the same place by parcel, address or universal id, withheld or not', () => {
    const same = (a: Own, b: Own) =>
      isSamePlace(
        ...([
          { ...house, ...a },
          { ...house, ...b },
        ] as Parameters<typeof isSamePlace>),
      );
    expect(same({ internetAddressDisplayYN: false }, { streetName: 'North Culver Drive' })).toBe(true);
    expect(same({ streetNumber: '125' }, {})).toBe(false);
    const parcel = { parcelNumber: '529-261-07' };
    expect(same({ ...parcel, streetNumber: '125' }, parcel)).toBe(true);
    expect(same({ ...parcel, unitNumber: '4' }, parcel)).toBe(false);
  });

  test('two spellings of one address are one home, whoever lists it', () => {
    const key = findKey();
    expect(key).toBe('address:ca:92620:123 n culver dr:');
    expect(findKey({ streetName: 'NORTH CULVER DRIVE', dataset: 'crmls', listingKey: '9' })).toBe(key);
    expect(findKey({ streetName: 'N. Culver Dr.' })).toBe(key);
    expect(
      findKey({ streetNumber: null, streetName: null, unparsedAddress: '123 n culver dr, Irvine, CA' }),
    ).toBe(key);
    expect(findKey({ streetName: 'S Culver Dr' })).not.toBe(key);
    expect(findKey({ postalCode: '92604' })).not.toBe(key);
  });

  test('the parcel comes before the address, within its county, whatever its punctuation', () => {
    const key = findKey({ parcelNumber: '529-261-07' });
    expect(key).toBe('parcel:ca:orange:52926107:');
    expect(
      findKey({ parcelNumber: '529 261 07', streetName: 'Other St', countyOrParish: 'Orange County' }),
    ).toBe(key);
    expect(findKey({ parcelNumber: '529-261-07', countyOrParish: 'Los Angeles' })).not.toBe(key);
  });

  test('what is no parcel number merges nobody', () => {
    for (const parcelNumber of ['0', '000-000-00', '0000', 'TBD', 'N/A', '1111-111', '']) {
      expect(findKey({ parcelNumber }), parcelNumber).toBe(findKey());
    }
    expect(findKey({ parcelNumber: '529-261-07', countyOrParish: null })).toBe(findKey());
  });

  test('units of one building are homes of their own', () => {
    const condo = { propertySubType: 'Condominium' };
    expect(findKey({ ...condo, unitNumber: '4' })).toBe('address:ca:92620:123 n culver dr:4');
    expect(findKey({ ...condo, unitNumber: '#4' })).toBe(findKey({ ...condo, unitNumber: 'Apt. 4' }));
    expect(findKey({ ...condo, unitNumber: '4', parcelNumber: '529-261-07' })).not.toBe(
      findKey({ ...condo, unitNumber: '5', parcelNumber: '529-261-07' }),
    );
  });

  test('a hidden address, no address, and a condominium or an apartment without a unit stand alone', () => {
    const alone = 'listing:kc:k1';
    const parcelNumber = '529-261-07';
    expect(findKey({ internetAddressDisplayYN: false, parcelNumber })).toBe(alone);
    expect(findKey({ propertySubType: 'Condominium', parcelNumber })).toBe(alone);
    expect(findKey({ propertySubType: 'Apartment' })).toBe(alone);
    expect(findKey({ streetNumber: null })).toBe(alone);
    expect(findKey({ streetNumber: '0', streetName: 'Oak St' })).toBe(alone);
    expect(findKey({ streetNumber: null, streetName: null, unparsedAddress: 'Lot 4 Oak St, Irvine' })).toBe(
      alone,
    );
    expect(findKey({ city: null, postalCode: null })).toBe(alone);
    expect(findKey({ stateOrProvince: null })).toBe(alone);
  });
});

test('streets are compared by their short words', () => {
  expect(normalizeStreet('17 Northwest Río Grande Boulevard')).toBe('17 nw rio grande blvd');
  expect(normalizeStreet("4 O'Neill  Ct.")).toBe('4 oneill ct');
  expect(normalizeStreet('12 1/2 Elm Avenue')).toBe('12 1 2 elm ave');
});

test('units are compared without their words', () => {
  expect(['Unit 4-B', '#4B', '4b', 'Apt 4 B'].map(normalizeUnit)).toEqual(['4b', '4b', '4b', '4b']);
  expect(normalizeUnit(null)).toBe('');
  expect(normalizeUnit('A')).toBe('a');
});
