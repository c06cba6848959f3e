import { describe, expect, test } from 'vitest';
import type { Listing } from '../listing/listing.ts';
import { unstatedListing } from '../listing/unstated-listing.ts';
import { namesStreet } from '../places/street.ts';
import {
  classifyPrecision,
  isBarredFromDisplay,
  mayDisplay,
  mayDisplayAddress,
  publicListing,
  readDisplayChoices,
} from './display-rules.ts';

const listing = (own: Partial<Listing>): Listing => ({
  ...unstatedListing({
    dataset: 'test',
    provider: 'reso',
    listingKey: 'k1',
    standardStatus: 'Active',
    modificationTimestamp: '2026-11-01T08:00:00.000Z',
  }),
  unparsedAddress: '123 Oak St',
  streetNumber: '123',
  streetName: 'Oak St',
  unitNumber: '4',
  parcelNumber: '555-123-01',
  latitude: 33.7,
  longitude: -117.8,
  publicRemarks: 'A bright home.',
  virtualTourURLUnbranded: 'https://tour.example/123-oak-st',
  ...own,
});
const idx = { allowSold: false };

describe('the whole listing', () => {
  test.each([
    [true, true],
    [null, true],
    [false, false],
  ])('pitfall F18: InternetEntireListingDisplayYN %s shows it: %s', (flag, shown) => {
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

  test.each([
    [[], true],
    [['IDX'], true],
    [['VOW', 'IDX'], true],
    [['vow', ' idx '], true],
    [['VOW'], false],
    [['BBO', 'PDAP', 'VOW'], false],
    [['IDX Plus'], false],
  ])('a row whose FeedTypes are %j is shown: %s', (feedTypes, shown) => {
    expect(mayDisplay(listing({ feedTypes }), idx)).toBe(shown);
    expect(isBarredFromDisplay(listing({ feedTypes }))).toBe(!shown);
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

  test.each([
    [true, true],
    [null, true],
    [false, false],
  ])('pitfall F18: InternetAddressDisplayYN %s shows the address: %s', (flag, shown) => {
    const home = publicListing(listing({ internetAddressDisplayYN: flag }), centre);
    expect(home.unparsedAddress).toBe(shown ? '123 Oak St' : null);
    expect(home.latitude).toBe(shown ? 33.7 : centre.latitude);
    expect(classifyPrecision(home)).toBe(shown ? 'exact' : 'postal');
    expect(readDisplayChoices(home)).toEqual({
      entireListing: true,
      address: shown,
      valuation: true,
      comments: true,
    });
  });

  test.each([
    [true, true],
    [null, true],
    [false, false],
  ])('pitfall F18: the flags of valuation and comments %s allow them: %s', (flag, allowed) => {
    const home = listing({ internetAutomatedValuationDisplayYN: flag, internetConsumerCommentYN: flag });
    expect(readDisplayChoices(home)).toMatchObject({ valuation: allowed, comments: allowed, address: true });
  });

  test('a home without a position has no precision', () => {
    expect(classifyPrecision(publicListing(withheld, null))).toBe('none');
  });

  /** What must stand even where it names the street: identity, the place that may be told, the credit. */
  const STAYS =
    'dataset provider listingKey listingId originatingSystemName standardStatus city countyOrParish stateOrProvince postalCode ' +
    'listAgentKey listAgentMlsId listAgentFullName listAgentEmail coListAgentKey coListAgentFullName coListAgentEmail ' +
    'listOfficeKey listOfficeMlsId listOfficeName attributionContact copyrightNotice disclaimer';
  const stays = new Set(STAYS.split(' '));
  const tellsPlace = (text: string) =>
    namesStreet(text, { streetNumber: '4821', streetName: 'N Culver Ln' }) ||
    /4821|culver|555-123-01|skyline tower/i.test(text);
  const collectTexts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(collectTexts)
        : [];

  test.each(['4821 North Culver Lane', '4821 culver ln', 'Corner of N. Culver Ln.', 'APN 555-123-01'])(
    'pitfall F19: no text of what visitors may see tells the place: %s',
    (tell) => {
      const bare = listing({});
      const names = Object.keys(bare).filter((name) => !stays.has(name)) as (keyof Listing)[];
      const everywhere = Object.fromEntries(
        names
          .filter((name) => bare[name] === null || typeof bare[name] === 'string')
          .map((name) => [name, `See ${tell} today`]),
      );
      const lists = Object.fromEntries(
        names.filter((name) => Array.isArray(bare[name])).map((name) => [name, ['Pool', tell]]),
      );
      const home = listing({
        ...everywhere,
        ...lists,
        unitTypes: [{ unitTypeType: tell, unitsTotal: 2, description: `Beside ${tell}` }] as never,
        rooms: [{ roomType: 'Den', roomFeatures: ['Bar', tell], description: tell }] as never,
        otherFields: { Inclusions: tell, Roof: ['Tile', tell], TaxLot: '7', BuilderName: 'Shea' },
        unparsedAddress: '4821 N Culver Ln, Irvine, CA 92620',
        streetNumber: '4821',
        streetName: 'N Culver Ln',
        parcelNumber: '555-123-01',
        buildingName: 'Skyline Tower',
        crossStreet: 'Culver & Main',
        directions: 'North on Culver to 4821',
        listingURL: 'https://broker.example/4821-n-culver-ln',
        media: [
          { mediaKey: 'm', mediaUrl: 'https://m.example/1', shortDescription: `Front of ${tell}` },
        ] as never,
        openHouses: [{ openHouseKey: 'o', openHouseRemarks: `Meet at ${tell}` }] as never,
        internetAddressDisplayYN: false,
      });
      const shown = publicListing(home, centre);
      for (const [name, value] of Object.entries(shown)) {
        if (stays.has(name)) continue;
        for (const text of collectTexts(value)) expect(tellsPlace(text), `${name}: ${text}`).toBe(false);
      }
      expect(shown.view).toEqual(['Pool']);
      expect(shown.otherFields).toEqual({ Roof: ['Tile'], BuilderName: 'Shea' });
      expect(shown.rooms).toEqual([{ roomType: 'Den', roomFeatures: ['Bar'], description: null }]);
      expect(JSON.stringify(shown)).not.toMatch(/culver/i);
    },
  );

  test('pitfall F19: an address that came in one line only is looked for all the same', () => {
    const home = listing({
      internetAddressDisplayYN: false,
      unparsedAddress: '4821 N Culver Ln, Irvine, CA 92620',
      streetNumber: null,
      streetName: null,
      publicRemarks: 'You will love 4821 Culver Lane.',
      mlsAreaMajor: 'Northwood',
    });
    expect(publicListing(home, null)).toMatchObject({ publicRemarks: null, mlsAreaMajor: 'Northwood' });
  });

  /** As Slipstream sends a withheld address: with none of its parts. */
  const UNSENT_STREET = {
    internetAddressDisplayYN: false,
    unparsedAddress: null,
    streetNumber: null,
    streetName: null,
  };

  test.each([
    'Welcome to 12486 Laurel Springs Court! Four bedrooms.',
    'A contemporary house with three bedrooms, on Ridgewood Ter.',
    'see 4821 culver ln today',
    'Two blocks from 5th Avenue',
    'WELCOME TO 77 OAK ST',
  ])('pitfall F19: where the feed leaves out the street, no text names one: %s', (publicRemarks) => {
    const home = listing({
      ...UNSENT_STREET,
      publicRemarks,
      media: [{ mediaKey: 'm', mediaUrl: 'https://m.example/1', shortDescription: publicRemarks }] as never,
    });
    const shown = publicListing(home, null);
    expect(shown.publicRemarks).toBeNull();
    expect(shown.media[0]?.shortDescription).toBeNull();
  });

  test.each([
    'This four-bedroom house in Duluth has 2,597 square feet on two levels. Built in 1960.',
    'At the end of a court. The drive holds 4 cars, and 2 more stand in the garage.',
    'Welcome to Federal Way: four bedrooms, four baths and a powder room.',
  ])('where the feed leaves out the street, remarks without one stay: %s', (publicRemarks) => {
    const home = listing({ ...UNSENT_STREET, city: 'Federal Way', publicRemarks });
    expect(publicListing(home, null).publicRemarks).toBe(publicRemarks);
  });

  test('the credit stands even where the office is named after the street', () => {
    const home = listing({ internetAddressDisplayYN: false, listOfficeName: 'Oak St Realty' });
    expect(publicListing(home, null).listOfficeName).toBe('Oak St Realty');
  });
});
