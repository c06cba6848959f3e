import { describe, expect, test } from 'vitest';
import { mayDisplay, mayDisplayAddress, publicListing } from './display-rules.ts';
import type { Listing } from './listing.ts';

const listing = (own: Partial<Listing>) =>
  ({
    standardStatus: 'Active',
    internetEntireListingDisplayYN: null,
    internetAddressDisplayYN: null,
    unparsedAddress: '123 Oak St',
    streetNumber: '123',
    streetName: 'Oak St',
    unitNumber: '4',
    parcelNumber: '555-123-01',
    subdivisionName: null,
    latitude: 33.7,
    longitude: -117.8,
    publicRemarks: 'A bright home.',
    virtualTourURLUnbranded: 'https://tour.example/123-oak-st',
    media: [],
    openHouses: [],
    ...own,
  }) as unknown as Listing;
const idx = { allowSold: false };

describe('the whole listing', () => {
  test.each([
    [true, true],
    [null, true],
    [false, false],
  ])('InternetEntireListingDisplayYN %s shows it: %s', (flag, shown) => {
    expect(mayDisplay(listing({ internetEntireListingDisplayYN: flag }), idx)).toBe(shown);
  });

  test.each([
    ['Active', true],
    ['Active Under Contract', true],
    ['Coming Soon', true],
    ['Pending', true],
    ['Closed', false],
    ['Hold', false],
    ['Withdrawn', false],
    ['Canceled', false],
    ['Expired', false],
    ['Delete', false],
    ['Incomplete', false],
  ] as const)('%s is shown: %s', (standardStatus, shown) => {
    expect(mayDisplay(listing({ standardStatus }), idx)).toBe(shown);
  });

  test('a sold home is shown where the licence allows it', () => {
    expect(mayDisplay(listing({ standardStatus: 'Closed' }), { allowSold: true })).toBe(true);
  });
});

describe('a withheld address', () => {
  const centre = { latitude: 33.69, longitude: -117.77 };
  const withheld = listing({
    internetAddressDisplayYN: false,
    publicRemarks: 'Come and see 123 Oak St today.',
    media: [{ shortDescription: 'View from Oak St' }, { shortDescription: 'Kitchen' }] as never,
    openHouses: [{ openHouseRemarks: 'Park on Oak St' }] as never,
  });

  test('is nowhere in what visitors may see, and the home stands at the centre of its ZIP', () => {
    const shown = publicListing(withheld, centre);
    expect(JSON.stringify(shown)).not.toMatch(/oak/i);
    expect(shown).toMatchObject({
      parcelNumber: null,
      unitNumber: null,
      virtualTourURLUnbranded: null,
      ...centre,
    });
    expect(shown.media.map((one) => one.shortDescription)).toEqual([null, 'Kitchen']);
  });

  test.each([
    'Welcome to 123 North Culver Lane!',
    '123 culver ln.',
    'At 123 N. Culver, near the park',
    'The best of Culver Lane',
    'Parking on CULVER LN',
  ])('is not told by another spelling of its street: %s', (publicRemarks) => {
    const home = listing({
      internetAddressDisplayYN: false,
      streetNumber: '123',
      streetName: 'N Culver Ln',
      unparsedAddress: null,
      publicRemarks,
    });
    expect(publicListing(home, null).publicRemarks).toBeNull();
  });

  test.each(['Built in 1923, culver style', 'A lane of oaks', '123 steps to the north beach'])(
    'leaves alone what names no street: %s',
    (publicRemarks) => {
      const home = listing({
        internetAddressDisplayYN: false,
        streetNumber: '123',
        streetName: 'N Culver Ln',
        unparsedAddress: null,
        publicRemarks,
      });
      expect(publicListing(home, null).publicRemarks).toBe(publicRemarks);
    },
  );

  test('a tract that is named after the street is withheld with it, any other is not', () => {
    const tract = (subdivisionName: string) =>
      publicListing({ ...withheld, streetName: 'N Lakeview Dr', subdivisionName }, centre).subdivisionName;
    expect(tract('Lakeview Estates')).toBeNull();
    expect(tract('Woodbury')).toBe('Woodbury');
  });

  test('without a ZIP the home has no position at all', () => {
    expect(publicListing(withheld, null)).toMatchObject({ latitude: null, longitude: null });
  });

  test('nothing changes where the seller has not said so', () => {
    expect(mayDisplayAddress(listing({ internetAddressDisplayYN: null }))).toBe(true);
    expect(publicListing(listing({}), centre)).toEqual(listing({}));
  });
});
