import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeListing } from '../normalize/listing.ts';
import { findMarketMap } from './market-map.ts';
import { listMemberRows, listOfficeRows, type Row, type Shelf, toResoRow } from './slipstream-row.ts';

/** As sent by a Californian market, assembled from public clients' samples. */
const item = {
  id: '150052562',
  systemId: '150052562',
  market: 'sandicor',
  geoType: 'listing',
  listingType: 'Residential',
  propertyType: 'Detached',
  style: 'Tudor/French Normandy',
  status: 'Price Change',
  listPrice: 1_900_000,
  address: {
    deliveryLine: '1973 Campo Truck',
    street: '1973 Campo Truck',
    city: 'Campo',
    state: 'CA',
    zip: '01906',
  },
  coordinates: { latitude: 32.6492331, longitude: -116.4724095 },
  county: 'San Diego',
  area: 'CAMPO (91906)',
  subdivision: 'Campo',
  beds: 4,
  baths: { total: 4, full: 3, half: 1 },
  size: 3200,
  lotSize: { sqft: 18_600_120, acres: 427 },
  floors: '2',
  yearBuilt: 1989,
  description: 'Youâ€™ll love it',
  daysOnMarket: 705,
  daysOnHJI: 703,
  listingDate: 1_443_052_800,
  modifiedDate: 1_503_703_680,
  lastUpdated: 1_504_001_681,
  listingAgent: { id: '651088', name: 'Willem Example', phone: '619-555-0100' },
  coListingAgent: { name: 'Carol Example' },
  listingOffice: { id: '69489', name: 'Quality Example', phone: '619-555-0101' },
  schools: { district: 'Mountain Empire', elementary: 'Campo Elementary' },
  tourURL: 'https://tours.example/150052562',
  imageCount: 2,
  images: [
    'https://listing-images.example/sandicor/150052562/photo_1.jpg',
    'https://listing-images.example/sandicor/150052562/photo_2.jpg?sig=abc',
  ],
  features: { Interior: ['Pantry', 'Wet Bar'], 'Exterior Features': 'Dock, Dog Run', 'Heating/Cooling': [] },
  xf_parcelnumber: '600-111-22',
  xf_taxannualamount: '12,345',
  xf_mellorooscdf: 900,
  xf_poolprivateyn: 'Y',
  xf_privateremarks: 'Key under the mat',
  xf_buyeragencycompensation: '2.5',
  source: 'SANDICOR',
};

const toRow = (json: unknown, shelf: Shelf = 'listings', market = 'sandicor') =>
  toResoRow(json, { map: findMarketMap(market), shelf });

function normalize(json: unknown, shelf: Shelf = 'listings') {
  const result = normalizeListing(toRow(json, shelf), { dataset: 'sandicor', provider: 'slipstream' });
  if (!('listing' in result)) throw new Error(result.reason);
  return result.listing;
}

describe('a SlipStream listing', () => {
  it('becomes a listing, member by member', () => {
    expect(normalize(item)).toMatchObject({
      dataset: 'sandicor',
      provider: 'slipstream',
      listingKey: '150052562',
      listingId: '150052562',
      originatingSystemName: 'SANDICOR',
      propertyType: 'Residential',
      propertySubType: 'Single Family Residence',
      propertySubTypeRaw: 'Detached',
      architecturalStyle: ['Tudor', 'French Normandy'],
      standardStatus: 'Active',
      mlsStatus: 'Price Change',
      listPrice: 1_900_000,
      listingContractDate: '2015-09-24',
      modificationTimestamp: '2017-08-25T23:28:00.000Z',
      sourceModifiedAt: '2017-08-29T10:14:41.000Z',
      photosChangeTimestamp: '2017-08-25T23:28:00.000Z',
      daysOnMarket: 705,
      daysOnSite: 703,
      unparsedAddress: '1973 Campo Truck',
      streetNumber: '1973',
      streetName: 'Campo Truck',
      city: 'Campo',
      countyOrParish: 'San Diego',
      stateOrProvince: 'CA',
      postalCode: '01906',
      mlsAreaMajor: 'CAMPO (91906)',
      subdivisionName: 'Campo',
      latitude: 32.6492331,
      longitude: -116.4724095,
      bedroomsTotal: 4,
      bathroomsTotalInteger: 4,
      bathroomsTotalDecimal: 3.5,
      livingArea: 3200,
      lotSizeSquareFeet: 18_600_120,
      lotSizeAcres: 427,
      storiesTotal: 2,
      yearBuilt: 1989,
      publicRemarks: 'You’ll love it',
      highSchoolDistrict: 'Mountain Empire',
      elementarySchool: 'Campo Elementary',
      virtualTourURLUnbranded: 'https://tours.example/150052562',
      photosCount: 2,
      interiorFeatures: ['Pantry', 'Wet Bar'],
      exteriorFeatures: ['Dock', 'Dog Run'],
      parcelNumber: '600-111-22',
      taxAnnualAmount: 12_345,
      taxOtherAnnualAssessmentAmount: 900,
      poolPrivateYN: true,
      listAgentKey: '651088',
      listAgentFullName: 'Willem Example',
      listAgentDirectPhone: '619-555-0100',
      coListAgentFullName: 'Carol Example',
      listOfficeKey: '69489',
      listOfficeName: 'Quality Example',
      internetAddressDisplayYN: null,
    });
  });

  it('contains nothing confidential', () => {
    expect(JSON.stringify(toRow(item))).not.toMatch(/under the mat|ompensation|2\.5/);
  });

  it('pitfall F15: photos by position carry the listing’s modification date, and a signed address is unchanged', () => {
    expect(normalize(item).media.map((one) => one.mediaUrl)).toEqual([
      'https://listing-images.example/sandicor/150052562/photo_1.jpg?v=1503703680',
      'https://listing-images.example/sandicor/150052562/photo_2.jpg?sig=abc',
    ]);
    const later = normalize({ ...item, modifiedDate: item.modifiedDate + 60 });
    expect(later.media[0]?.mediaUrl).toContain('?v=1503703740');
  });

  it('keeps other photos when one has no address any more', () => {
    const images = ['', null, '//cdn.example/a.jpg', 'no photo', { url: 'https://cdn.example/b.jpg' }];
    expect(normalize({ ...item, images }).media.map((one) => one.mediaUrl)).toEqual([
      'https://cdn.example/a.jpg?v=1503703680',
      'https://cdn.example/b.jpg?v=1503703680',
    ]);
  });

  it('pitfall F7: a rental is recognized by its listingType, at any price', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Rental', 'RENTAL', 'rental ', 'Residential Lease', 'Short Term Rental', 'For Rent'),
        fc.oneof(fc.integer({ min: 0, max: 50_000_000 }), fc.constant(undefined)),
        (listingType, listPrice) => {
          expect(normalize({ ...item, listingType, listPrice }).propertyType).toBe('Residential Lease');
        },
      ),
    );
    expect(normalize({ ...item, listingType: 'Commercial Lease' }).propertyType).toBe('Commercial Lease');
    expect(normalize({ ...item, listingType: 'Office for lease' }).propertyType).toBe('Commercial Lease');
    // A cheap lot is no rental.
    expect(normalize({ ...item, listingType: 'Land', listPrice: 900 }).propertyType).toBe('Land');
    expect(normalize({ ...item, listingType: undefined, xf_propertytype: 'Rental' }).propertyType).toBe(
      'Residential Lease',
    );
  });

  it('keeps an unknown status, type and subtype, and counts them', () => {
    const words: string[] = [];
    const unknown = { ...item, status: 'Bumpable', listingType: 'Dockominium', propertyType: 'Yurt' };
    const row = toResoRow(unknown, {
      map: findMarketMap('sandicor'),
      shelf: 'listings',
      onUnknownWord: (property, word) => words.push(`${property}=${word}`),
    });
    expect(row).toMatchObject({ StandardStatus: 'Active', MlsStatus: 'Bumpable' });
    expect(row).toMatchObject({ PropertyType: 'Dockominium', PropertySubTypeRaw: 'Yurt' });
    expect(words.sort()).toEqual(['listingType=Dockominium', 'propertyType=Yurt', 'status=Bumpable']);
    expect(normalize(unknown)).toMatchObject({
      standardStatus: 'Active',
      mlsStatus: 'Bumpable',
      propertySubType: 'Yurt',
      propertySubTypeRaw: 'Yurt',
    });
    expect(normalize({ ...item, propertyType: 'Attached', xf_propertysubtype: 'Condo' })).toMatchObject({
      propertySubType: 'Condominium',
      propertySubTypeRaw: 'Attached',
    });
  });

  it('without a status is active in the market, sold among the sales, withdrawn elsewhere', () => {
    const { status: _, ...silent } = item;
    expect(normalize(silent).standardStatus).toBe('Active');
    expect(normalize(silent, 'sales').standardStatus).toBe('Closed');
    expect(normalize(silent, 'inactive').standardStatus).toBe('Withdrawn');
    expect(normalize({ ...item, status: 'ACTIVE' }, 'inactive').standardStatus).toBe('Withdrawn');
    expect(normalize({ ...item, status: 'Expired' }, 'inactive').standardStatus).toBe('Expired');
    expect(normalize({ ...item, status: 'contingent' }).standardStatus).toBe('Active Under Contract');
    expect(normalize({ ...item, status: 'constructor' }).standardStatus).toBe('Active');
  });

  it('has the price and date of a sale', () => {
    const sale = { ...item, status: 'Closed', salePrice: 1_850_000, saleDate: 1_504_051_200 };
    expect(normalize(sale, 'sales')).toMatchObject({
      standardStatus: 'Closed',
      closePrice: 1_850_000,
      closeDate: '2017-08-30',
    });
  });

  it('prefers the standardized address, and parses number and unit', () => {
    const address = { ...item.address, deliveryLine: '123 1/2 n oak street unit 4', street: undefined };
    const stdAddress = { deliveryLine: '123 1/2 N Oak St Unit 4', street: '123 1/2 N Oak St', city: 'Campo' };
    expect(normalize({ ...item, address, stdAddress })).toMatchObject({
      unparsedAddress: '123 1/2 N Oak St Unit 4',
      streetNumber: '123 1/2',
      streetName: 'N Oak St',
      unitNumber: '4',
    });
    expect(normalize({ ...item, address: { ...address, unit: '#4' } })).toMatchObject({ unitNumber: '4' });
    const whole = { ...item.address, street: '5th Ave', deliveryLine: '77 5th Ave Apt 2B, Campo, CA 01906' };
    expect(normalize({ ...item, address: whole })).toMatchObject({
      unparsedAddress: '77 5th Ave Apt 2B, Campo, CA 01906',
      streetNumber: '77',
      streetName: '5th Ave',
      unitNumber: '2B',
    });
  });

  it('hides an address withheld by the seller', () => {
    const withheld = { ...item, address: { ...item.address, withheld: true } };
    const { coordinates: _, ...unplaced } = {
      ...item,
      address: { city: 'Campo', state: 'CA', zip: '91906' },
    };
    for (const one of [withheld, unplaced]) {
      const listing = normalize(one);
      expect(listing).toMatchObject({ internetAddressDisplayYN: false, city: 'Campo', latitude: null });
      expect(JSON.stringify(listing)).not.toContain('Campo Truck');
    }
    // Unreadable values restrict; false and empty values do not.
    for (const [said, shown] of [
      ['Address withheld by seller', false],
      ['Y', false],
      [{ reason: 'seller' }, false],
      ['N', null],
      ['', null],
      [null, null],
    ] as const) {
      const listing = normalize({ ...item, address: { ...item.address, withheld: said } });
      expect([said, listing.internetAddressDisplayYN]).toEqual([said, shown]);
    }
    // A lot without a street but with a position only has no name.
    expect(normalize({ ...item, address: { city: 'Campo' } }).internetAddressDisplayYN).toBeNull();
  });

  it('has agents and offices with an id', () => {
    expect(listMemberRows(item)).toEqual([
      expect.objectContaining({ MemberKey: '651088', MemberFullName: 'Willem Example', OfficeKey: '69489' }),
    ]);
    expect(listOfficeRows({ ...item, sellingOffice: { id: '', name: 'None' } })).toEqual([
      expect.objectContaining({ OfficeKey: '69489', OfficeName: 'Quality Example' }),
    ]);
  });

  it('treats absent, null and empty members alike, at any depth', () => {
    const nothing = fc.constantFrom(null, '', '   ', undefined, {}, []);
    const paths = listPaths(item).filter((path) => path !== 'id' && path !== 'modifiedDate');
    fc.assert(
      fc.property(fc.subarray(paths, { minLength: 1 }), nothing, (removed, blank) => {
        const without = structuredClone(item) as Row;
        const blanked = structuredClone(item) as Row;
        for (const path of removed) {
          put(without, path, undefined);
          put(blanked, path, structuredClone(blank));
        }
        expect(normalize(blanked)).toEqual(normalize(without));
      }),
      { numRuns: process.env.MARU_TEST_LONG === '1' ? 5000 : 300 },
    );
  });

  it('accepts any JSON without a throw', () => {
    const member = fc.oneof(fc.constantFrom(...Object.keys(item)), fc.string());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(member, fc.jsonValue())), (json) => {
        const row = toRow(json);
        normalizeListing(row, { dataset: 'x', provider: 'slipstream' });
        listMemberRows(json);
        listOfficeRows(json);
      }),
      { numRuns: process.env.MARU_TEST_LONG === '1' ? 20_000 : 500 },
    );
  });
});

/** "address.city", "images": every member, recursively. */
function listPaths(value: Row, before = ''): string[] {
  return Object.entries(value).flatMap(([key, one]) => [
    before + key,
    ...(typeof one === 'object' && one !== null && !Array.isArray(one)
      ? listPaths(one as Row, `${before}${key}.`)
      : []),
  ]);
}

function put(into: Row, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) into[first] = value;
  else if (typeof into[first] === 'object' && into[first] !== null) {
    put(into[first] as Row, rest.join('.'), value);
  }
}
