import { type Listing, parseSearchType } from '@maru/listing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant, readInstant } from './coerce.ts';
import { normalizeListing } from './listing.ts';
import { storableRaw } from './raw.ts';

const FROM = { dataset: 'test', provider: 'reso' } as const;
const ROW = { ListingKey: 'k1', ModificationTimestamp: '2026-11-01T08:00:00Z', StandardStatus: 'Active' };

const normalize = (fields: Record<string, unknown>): Listing => {
  const result = normalizeListing({ ...ROW, ...fields }, FROM);
  if ('reason' in result) throw new Error(result.reason);
  return result.listing;
};
const rejectionReason = (fields: Record<string, unknown>): string => {
  const result = normalizeListing({ ...ROW, ...fields }, FROM);
  return 'reason' in result ? result.reason : 'a listing';
};

describe('a row becomes a listing', () => {
  it('a tax bill of zero is not stated (rule F11)', () => {
    expect(normalize({ TaxAnnualAmount: 0, TaxAssessedValue: 0 })).toMatchObject({
      taxAnnualAmount: null,
      taxAssessedValue: null,
      implausible: [],
    });
    expect(normalize({ TaxAnnualAmount: 1.4 }).taxAnnualAmount).toBe(1);
  });

  it('an unreadable row has a reason', () => {
    expect(rejectionReason({ ListingKey: ' ' })).toBe('ListingKey is missing');
    expect(rejectionReason({ ListingKey: { a: 1 } })).toBe(
      'ListingKey cannot be read: a value of type object',
    );
    expect(rejectionReason({ ModificationTimestamp: 1_762_000_000 })).toBe(
      'ModificationTimestamp cannot be read: 1762000000',
    );
    expect(rejectionReason({ StandardStatus: ['Active', 'Pending'] })).toBe(
      'StandardStatus cannot be read: a list',
    );
    expect(rejectionReason({ ModificationTimestamp: 'soon' })).toBe(
      'ModificationTimestamp cannot be read: soon',
    );
    expect(rejectionReason({ StandardStatus: null })).toBe('StandardStatus is missing');
    expect(rejectionReason({ StandardStatus: 'Maybe' })).toBe('StandardStatus cannot be read: Maybe');
    expect(normalizeListing([], FROM)).toEqual({ reason: 'the row is not an object' });
  });

  it.each([
    [undefined, null],
    [null, null],
    ['', null],
    [true, true],
    ['Y', true],
    ['true', true],
    [1, true],
    ['1', true],
    [false, false],
    ['N', false],
    ['False', false],
    [0, false],
    ['perhaps', false],
    [7, false],
    [{}, false],
    [[], false],
  ])('pitfall F18: a display flag of %j is %j: only a missing one means unrestricted', (sent, read) => {
    for (const [field, name] of [
      ['InternetEntireListingDisplayYN', 'internetEntireListingDisplayYN'],
      ['InternetAddressDisplayYN', 'internetAddressDisplayYN'],
      ['InternetAutomatedValuationDisplayYN', 'internetAutomatedValuationDisplayYN'],
      ['InternetConsumerCommentYN', 'internetConsumerCommentYN'],
    ] as const) {
      expect(normalize({ [field]: sent })[name]).toBe(read);
    }
  });

  it.each<[string, Record<string, unknown>, Partial<Listing>]>([
    [
      'pitfall F11: "call" prices are unknown',
      { ListPrice: 1, ClosePrice: 0 },
      { listPrice: null, closePrice: null },
    ],
    [
      'pitfall F30: an undisclosed sale price is an ordinary answer',
      { StandardStatus: 'Closed', ClosePrice: null },
      { standardStatus: 'Closed', closePrice: null },
    ],
    [
      'a rent of ten million is a sale price in the wrong class',
      { PropertyType: 'Residential Lease', ListPrice: 10_000_000 },
      { listPrice: null },
    ],
    [
      'a rent by the square foot is no rent',
      { PropertyType: 'Residential Lease', ListPrice: 3 },
      { listPrice: null },
    ],
    [
      'a palace may cost ten million',
      { PropertyType: 'Residential', ListPrice: 10_000_000 },
      { listPrice: 10_000_000 },
    ],
    [
      '33 bedrooms in a dwelling are a typing error',
      { PropertyType: 'Residential', BedroomsTotal: 33, BathroomsFull: 44 },
      {
        bedroomsTotal: null,
        bathroomsFull: null,
        bathroomsTotalDecimal: null,
        // The reported value is displayed, but not searched.
        implausible: ['BedroomsTotal: 33'],
      },
    ],
    [
      'a year far ahead is none, and is told as it was sent',
      { YearBuilt: 2920 },
      { yearBuilt: null, implausible: ['YearBuilt: 2920'] },
    ],
    [
      '33 bedrooms in an apartment house are not',
      { PropertyType: 'Residential Income', BedroomsTotal: 33 },
      { bedroomsTotal: 33 },
    ],
    [
      'nobody lives in a square foot',
      { LivingArea: 1 },
      { livingArea: null, implausible: ['LivingArea: 1'] },
    ],
    ['a state is known from its ZIP', { PostalCode: '92620' }, { stateOrProvince: 'CA' }],
    [
      'what a lease offers is a list',
      {
        PropertyType: 'Residential Lease',
        LeaseTerm: '12 Months',
        LeaseTermOptions: 'MonthToMonth,TwelveMonths',
      },
      { leaseTerm: ['12 Months', 'Month To Month'] },
    ],
    ['a sale has no lease terms', { PropertyType: 'Residential', LeaseTerm: '12 Months' }, { leaseTerm: [] }],
    [
      'required fees are by the month',
      { AdditionalRent: 300, AdditionalRentFrequency: 'Quarterly' },
      { requiredMonthlyFees: 100 },
    ],
    [
      'required fees without a frequency are not known',
      { AdditionalRent: 300 },
      { requiredMonthlyFees: null },
    ],
    ['a deposit may be a local field', { SAMPLE_SecurityDeposit: '3,900' }, { securityDeposit: 3_900 }],
    [
      'no pool is said by the list alone',
      { PoolFeatures: ['None'] },
      { poolFeatures: [], poolPrivateYN: false },
    ],
    [
      'remarks lose their markup',
      { PublicRemarks: '<p>Bright &amp; airy.<br>Park &lt; 5 min</p><script>x()</script>' },
      { publicRemarks: 'Bright & airy.\nPark < 5 min' },
    ],
    [
      'the market’s own word for the type is kept',
      { PropertySubType: 'Single Family Residence', PropertySubTypeRaw: 'Detached' },
      { propertySubType: 'Single Family Residence', propertySubTypeRaw: 'Detached' },
    ],
    [
      'the provider’s stamp is another than the MLS’s',
      { BridgeModificationTimestamp: '2026-11-02T00:00:00Z' },
      { sourceModifiedAt: '2026-11-02T00:00:00.000Z', modificationTimestamp: '2026-11-01T08:00:00.000Z' },
    ],
    ['without one the MLS’s stands for it', {}, { sourceModifiedAt: '2026-11-01T08:00:00.000Z' }],
    [
      'a caption tells an alteration that the field does not',
      { Media: [{ MediaURL: 'https://m.test/1.jpg', ShortDescription: 'Den - virtually staged' }] },
      { media: [expect.objectContaining({ mediaAlteration: ['Virtual Staging - Item Addition'] })] as never },
    ],
    ['prices are whole dollars', { ListPrice: '$1,234,567.60' }, { listPrice: 1_234_568 }],
    [
      'pitfall F11: a position of zero is none',
      { Latitude: 0, Longitude: -117.8 },
      { latitude: null, longitude: null },
    ],
    [
      'positions may be texts',
      { Latitude: '33.68', Longitude: '-117.8' },
      { latitude: 33.68, longitude: -117.8 },
    ],
    [
      'Coordinates are longitude first',
      { Coordinates: [-117.8, 33.68] },
      { latitude: 33.68, longitude: -117.8 },
    ],
    ['pitfall F11: a year of 0 is unknown', { YearBuilt: 0 }, { yearBuilt: null }],
    ['pitfall F11: a year of 9999 is unknown', { YearBuilt: 9999 }, { yearBuilt: null }],
    ['a year is read from text', { YearBuilt: '1998' }, { yearBuilt: 1998 }],
    ['pitfall F11: an area of 0 is unknown', { LivingArea: 0 }, { livingArea: null }],
    ['square metres become feet', { LivingArea: 100, LivingAreaUnits: 'SquareMeters' }, { livingArea: 1076 }],
    ['an unknown unit is no area', { LivingArea: 100, LivingAreaUnits: 'Pyeong' }, { livingArea: null }],
    ['acres become square feet', { LotSizeAcres: '0.25' }, { lotSizeSquareFeet: 10_890 }],
    ['a lot in its unit', { LotSizeArea: 2, LotSizeUnits: 'Acres' }, { lotSizeSquareFeet: 87_120 }],
    ['a lot without a unit is unknown', { LotSizeArea: 2 }, { lotSizeSquareFeet: null }],
    [
      'bathrooms come from their parts',
      { BathroomsFull: 2, BathroomsThreeQuarter: 1, BathroomsHalf: 1, BathroomsTotalInteger: 4 },
      { bathroomsTotalDecimal: 3.25, bathroomsTotalInteger: 4 },
    ],
    [
      'unfilled parts do not make a home without bathrooms',
      { BathroomsFull: 0, BathroomsHalf: 0, BathroomsTotalInteger: 2 },
      { bathroomsTotalDecimal: 2 },
    ],
    ['a studio has 0 bedrooms', { BedroomsTotal: 0 }, { bedroomsTotal: 0 }],
    ['a fee of 0 is a blank', { AssociationFee: 0, AssociationYN: true }, { associationFee: null }],
    ['no fireplace is 0', { FireplaceYN: false }, { fireplacesTotal: 0 }],
    ['a ZIP keeps its zero', { PostalCode: 2139 }, { postalCode: '02139' }],
    ['a ZIP+4 is a ZIP', { PostalCode: '92620-1234' }, { postalCode: '92620' }],
    ['a state may be a name', { StateOrProvince: 'NewYork' }, { stateOrProvince: 'NY' }],
    [
      'a street is one text',
      { StreetDirPrefix: 'N', StreetName: 'Culver', StreetSuffix: 'Dr' },
      { streetName: 'N Culver Dr' },
    ],
    ['None means no cooling', { Cooling: ['None'] }, { cooling: [], coolingYN: false }],
    ['a date may carry a time', { CloseDate: '2026-02-28T00:00:00' }, { closeDate: '2026-02-28' }],
    ['31 February is no day', { CloseDate: '2026-02-31' }, { closeDate: null }],
    [
      'Mello-Roos may be a local field',
      { CRMLS_MelloRoos: '2400' },
      { taxOtherAnnualAssessmentAmount: 2400 },
    ],
    ['levels tell the storeys', { Levels: ['ThreeOrMore'] }, { storiesTotal: 3 }],
    [
      'a tour must be https',
      { VirtualTourURLUnbranded: 'javascript:alert(1)' },
      { virtualTourURLUnbranded: null },
    ],
    ['spaces add up', { GarageSpaces: 2, CarportSpaces: '1' }, { parkingTotal: 3 }],
    [
      'Standard is no special condition',
      { SpecialListingConditions: ['Standard'] },
      { specialListingConditions: [] },
    ],
  ])('%s', (_, sent, read) => {
    expect(normalize(sent)).toMatchObject(read);
  });

  it.each([
    ['Residential', 'sale'],
    ['Residential Income', 'sale'],
    ['ResidentialIncome', 'sale'],
    ['Land', 'sale'],
    ['Manufactured In Park', 'sale'],
    ['Residential Lease', 'rent'],
    ['ResidentialLease', 'rent'],
    ['residential lease', 'rent'],
    ['Commercial Lease', 'rent'],
  ])('pitfall F7: %s is offered for %s, at any price', (PropertyType, searchType) => {
    const listing = normalize({ PropertyType, ListPrice: 9_000 });
    expect(parseSearchType(listing.propertyType)).toBe(searchType);
    expect(listing.listPrice).toBe(9_000);
  });

  const WEEKLY = {
    PropertyType: 'Residential Lease',
    ListPrice: 1_500,
    OriginalListPrice: 1_600,
    LeaseAmountFrequency: 'Weekly',
  };

  it.each<[string, Record<string, unknown>, Partial<Listing>]>([
    ['weekly', WEEKLY, { listPrice: 6_500, originalListPrice: 6_933, rentStated: 1_500 }],
    [
      'daily',
      { ...WEEKLY, ListPrice: 40, LeaseAmountFrequency: 'Daily' },
      { listPrice: 1_217, rentStated: 40, leaseAmountFrequency: 'Daily', implausible: [] },
    ],
    [
      'annual',
      { ...WEEKLY, ListPrice: 42_000, LeaseAmountFrequency: 'Annually' },
      { listPrice: 3_500, rentStated: 42_000 },
    ],
    [
      'seasonal, which no month has a share of',
      { ...WEEKLY, ListPrice: 9_000, LeaseAmountFrequency: 'Seasonal' },
      { listPrice: null, rentStated: 9_000, leaseAmountFrequency: 'Seasonal', implausible: [] },
    ],
    [
      'in a word that nobody knows',
      { ...WEEKLY, LeaseAmountFrequency: 'Per Term' },
      { listPrice: null, originalListPrice: null, leaseAmountFrequency: 'Per Term' },
    ],
    [
      'monthly',
      { ...WEEKLY, LeaseAmountFrequency: 'Monthly' },
      { listPrice: 1_500, rentStated: null, leaseAmountFrequency: null },
    ],
    ['unsaid', { ...WEEKLY, LeaseAmountFrequency: null }, { listPrice: 1_500, leaseAmountFrequency: null }],
    [
      'weekly, with the same rent by the month as ListPrice',
      { ...WEEKLY, ListPrice: 6_500, LeaseAmount: 1_500 },
      { listPrice: 6_500, rentStated: null, leaseAmountFrequency: null },
    ],
    [
      'by area',
      { ...WEEKLY, ListPrice: 32, LeaseAmountFrequency: '$/SF/YR' },
      { listPrice: null, leaseAmountFrequency: '$/SF/YR' },
    ],
    [
      'by area in a field of its own',
      { ...WEEKLY, ListPrice: 84, LeaseAmountFrequency: 'Annually', LeasePricePerSquareFoot: 84 },
      { listPrice: null, leaseAmountFrequency: 'Per Square Foot' },
    ],
    [
      'far too much by the month',
      { ...WEEKLY, ListPrice: 900_000, LeaseAmountFrequency: 'Daily' },
      { listPrice: null, implausible: ['ListPrice: 900000'] },
    ],
  ])('a rent that is %s is converted to a month or dropped (rule F99)', (_, sent, read) => {
    expect(normalize(sent)).toMatchObject(read);
  });

  it.each([
    [{}, null],
    [{ Country: 'US', StateOrProvince: 'CA' }, 'US'],
    [{ Country: 'Puerto Rico', StateOrProvince: 'PR' }, 'US'],
    [{ Country: 'MX', StateOrProvince: 'Baja California', PostalCode: '22000' }, 'MX'],
    [{ StateOrProvince: 'Baja California', PostalCode: '22000' }, 'MX'],
    [{ StateOrProvince: 'ON' }, 'CA'],
    [{ StateOrProvince: 'Québec' }, 'CA'],
    [{ StateOrProvince: 'CA', PostalCode: '92620' }, null],
    // The abbreviation of California in the country field.
    [{ Country: 'CA', StateOrProvince: 'CA', PostalCode: '92620' }, 'US'],
    // Michoacán, not Michigan.
    [{ Country: 'Mexico', StateOrProvince: 'MI', PostalCode: '58000' }, 'Mexico'],
    [{ Country: 'Costa Rica' }, 'Costa Rica'],
  ])('%j is in the country %j (rule F100)', (sent, country) => {
    expect(normalize(sent).country).toBe(country);
  });

  it('the price of a sale has no frequency', () => {
    expect(normalize({ ...WEEKLY, PropertyType: 'Residential' })).toMatchObject({
      listPrice: 1_500,
      leaseAmountFrequency: null,
    });
  });

  it('pitfall F20: both spellings of a value are one value, by the dictionary and not by removing spaces', () => {
    const listing = normalize({
      PropertyType: 'ResidentialLease',
      View: ['Bridges', 'CreekStream', 'Bridge(s)', 'Creek/Stream'],
      ListingTerms: ['Exchange1031'],
      SecurityFeatures: ['TwentyFourHourSecurity'],
      LeaseTerm: 'TwentyFourMonths',
      Flooring: ['FloorScoreCertifiedFlooring'],
    });
    expect(listing.view).toEqual(['Bridge(s)', 'Creek/Stream']);
    expect(listing.listingTerms).toEqual(['1031 Exchange']);
    expect(listing.securityFeatures).toEqual(['24 Hour Security']);
    expect(listing.leaseTerm).toEqual(['24 Months']);
    expect(listing.flooring).toEqual(['FloorScore(r) Certified Flooring']);
  });

  it('pitfall F32: invisible characters are removed, and do not hide a dictionary value', () => {
    const listing = normalize({
      PropertySubType: 'Condo\ufeffminium',
      View: ['\u200bOcean', 'Ocean\ufeff', 'Ocean'],
      City: 'Ir\u200bvine\u0000',
      ListingKey: '\ufeffk1',
      InternetAddressDisplayYN: '\ufeffN',
    });
    expect(listing.propertySubType).toBe('Condominium');
    expect(listing.view).toEqual(['Ocean']);
    expect([listing.city, listing.listingKey, listing.internetAddressDisplayYN]).toEqual([
      'Irvine',
      'k1',
      false,
    ]);
  });

  it('both spellings of the vocabulary, flags as comma-separated strings, and unknown values are read', () => {
    const legacy = normalize({
      StandardStatus: 'ActiveUnderContract',
      PropertySubType: 'SingleFamilyResidence',
      View: 'CityLights,Mountains, GlassBottomBoat',
      PropertyType: 'ResidentialLease',
      LeaseTerm: 'TwelveMonths',
      ListingTerms: 'Cash,Exchange1031',
    });
    expect(legacy).toMatchObject({
      standardStatus: 'Active Under Contract',
      propertySubType: 'Single Family Residence',
      view: ['City Lights', 'Mountain(s)', 'GlassBottomBoat'],
      leaseTerm: ['12 Months'],
      listingTerms: ['Cash', '1031 Exchange'],
    });
    expect(normalize({ PropertySubType: 'Condo\ufeffminium' }).propertySubType).toBe('Condominium');
    expect(normalize({ PropertySubType: 'House Boat' }).propertySubType).toBe('House Boat');
  });

  it('only permitted pictures are kept, the preferred one first', () => {
    const media = [
      { MediaKey: 'b', MediaURL: 'https://m.test/b.jpg', Order: 2, MediaCategory: 'Photo' },
      { MediaKey: 'a', MediaURL: 'https://m.test/a.jpg', Order: 3, PreferredPhotoYN: true },
      { MediaKey: 'p', MediaURL: 'https://m.test/p.jpg', Order: 0, Permission: ['Private'] },
      { MediaKey: 'd', MediaURL: 'https://m.test/d.jpg', Order: 0, MediaStatus: 'Deleted' },
      { MediaKey: 'x', MediaURL: 'https://m.test/x.pdf', Order: 0, MediaCategory: 'Document' },
      { MediaKey: 'u', MediaURL: 'file:///etc/passwd', Order: 0 },
      { MediaKey: 'i', MediaURL: 'https://m.test/i.jpg', Order: 1, Permission: 'IDX,VOW' },
      null,
    ];
    expect(normalize({ Media: media }).media.map((one) => one.mediaKey)).toEqual(['a', 'i', 'b']);
  });

  it('only public, upcoming open houses are kept', () => {
    const at = { OpenHouseStartTime: '2026-11-22T21:00:00Z', OpenHouseEndTime: '2026-11-23T00:00:00Z' };
    const { openHouses } = normalize({
      OpenHouse: [
        { OpenHouseKey: '1', ...at },
        { OpenHouseKey: '2', OpenHouseType: 'Broker', ...at },
        { OpenHouseKey: '3', OpenHouseStatus: 'Canceled', ...at },
        { OpenHouseKey: '4', OpenHouseStartTime: null },
      ],
    });
    expect(openHouses.map((one) => one.openHouseKey)).toEqual(['1']);
  });

  it('a deeply nested row does not overflow the stack', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(normalize({ View: deep }).view).toEqual([]);
    expect(storableRaw({ deep })).toBeDefined();
  });
});

describe('instants', () => {
  it('keep microseconds and parse offsets', () => {
    expect(readInstant('2026-11-01T08:00:00.123456-08:00')).toBe('2026-11-01T16:00:00.123456Z');
    expect(readInstant('2026-11-01T08:00:00')).toBe('2026-11-01T08:00:00.000Z');
    expect(readInstant('2026-13-01T08:00:00Z')).toBeNull();
    expect(readInstant('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59.000Z');
    expect(readInstant('9999-12-31T23:59:59-08:00')).toBeNull();
  });

  it('survive formatting to the microsecond', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -1_000_000_000_000_000n, max: 4_000_000_000_000_000n }), (micros) => {
        expect(parseInstant(formatInstant(micros * 1000n))).toBe(micros * 1000n);
      }),
    );
  });
});
