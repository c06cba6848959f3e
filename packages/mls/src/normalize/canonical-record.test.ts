import { readdirSync, readFileSync } from 'node:fs';
import {
  availableFrom,
  type Listing,
  parseFurnished,
  parseHomeType,
  parseLaundry,
  parsePets,
  parsePool,
  parseSearchType,
  readMelloRoos,
} from '@maru/listing';
import { buildAttribution, classifyPrecision, readDisplayChoices } from '@maru/listing/display';
import { associationFeeMonthly } from '@maru/listing/money';
import { describe, expect, test } from 'vitest';
import { FULL_ROW } from '../../../../dev/conformance/full-row.ts';
import { normalizeListing } from './listing.ts';
import { storableRaw } from './raw.ts';

const RULES = { source: 'Sample MLS', disclaimer: 'Deemed reliable.', labels: {} };

/** A stored member. */
const is = (name: keyof Listing) => (listing: Listing) => listing[name];

/**
 * The 110 facts of a listing (rule F96), each with where it is stored and its value for FULL_ROW. Stored members have
 * RESO's name; the rest is derived from them by pure functions of @maru/listing.
 */
const IDEAS: [idea: string, answer: (listing: Listing) => unknown, expected: unknown][] = [
  ['id', (one) => `${one.provider}:${one.dataset}:${one.listingKey}`, 'bridge:sample:3yd-OC26104512'],
  ['source', is('provider'), 'bridge'],
  ['market', is('dataset'), 'sample'],
  ['marketId', is('listingKey'), '3yd-OC26104512'],
  ['mlsNumber', is('listingId'), 'OC26104512'],
  ['originatingSystem', is('originatingSystemName'), 'Sample MLS'],
  ['universalPropertyId', is('universalPropertyId'), 'urn:reso:upi:2.0:US:06059:555-123-01'],
  ['parcelNumber', is('parcelNumber'), '555-123-01'],
  ['transaction', (one) => parseSearchType(one.propertyType), 'rent'],
  ['propertyType', is('propertyType'), 'Residential Lease'],
  ['propertySubType', (one) => [one.propertySubType, parseHomeType(one)], ['Condominium', 'condo']],
  ['propertySubTypeRaw', is('propertySubTypeRaw'), 'Condominium'],
  ['structureTypes', is('structureType'), ['Multi Family']],
  ['architecturalStyles', is('architecturalStyle'), ['Modern']],
  ['commonInterest', is('commonInterest'), 'Condominium'],
  ['status', is('standardStatus'), 'Active Under Contract'],
  ['statusRaw', (one) => one.mlsStatus ?? one.standardStatus, 'Backup'],
  ['statusChangedAt', is('statusChangeTimestamp'), '2026-11-10T08:00:00.000Z'],
  ['listPrice', is('listPrice'), 3_900],
  ['listPriceLow', is('listPriceLow'), 3_700],
  ['originalListPrice', is('originalListPrice'), 4_200],
  ['previousListPrice', is('previousListPrice'), 4_000],
  ['priceChangedAt', is('priceChangeTimestamp'), '2026-11-09T08:00:00.000Z'],
  ['closePrice', is('closePrice'), 3_850],
  ['closeDate', is('closeDate'), '2026-11-20'],
  ['listedDate', is('listingContractDate'), '2026-10-01'],
  ['offMarketDate', is('offMarketDate'), '2026-11-19'],
  ['daysOnMarket', is('daysOnMarket'), 48],
  ['daysOnSource', (one) => one.daysOnSite ?? one.originalEntryTimestamp, '2026-10-01T17:00:00.000Z'],
  ['addressLine', is('unparsedAddress'), '123 N Culver Dr #4B, Irvine, CA 92620'],
  ['streetNumber', is('streetNumber'), '123'],
  ['streetName', is('streetName'), 'N Culver Dr'],
  ['unit', is('unitNumber'), '4B'],
  ['city', is('city'), 'Irvine'],
  ['county', is('countyOrParish'), 'Orange'],
  ['state', is('stateOrProvince'), 'CA'],
  ['postalCode', is('postalCode'), '92620'],
  ['neighborhood', is('mlsAreaMajor'), 'NW - Northwood'],
  ['subdivision', is('subdivisionName'), 'Woodbury'],
  ['buildingName', is('buildingName'), 'The Terrace'],
  ['latitude', is('latitude'), 33.7],
  ['longitude', is('longitude'), -117.77],
  ['locationPrecision', classifyPrecision, 'exact'],
  ['beds', is('bedroomsTotal'), 2],
  ['bathsTotal', is('bathroomsTotalDecimal'), 2.5],
  ['bathsFull', is('bathroomsFull'), 1],
  ['bathsHalf', is('bathroomsHalf'), 1],
  ['livingArea', is('livingArea'), 1_076],
  ['livingAreaSource', is('livingAreaSource'), 'Assessor'],
  ['lotArea', is('lotSizeSquareFeet'), 2_178],
  ['lotAcres', is('lotSizeAcres'), 0.05],
  ['stories', is('storiesTotal'), 3],
  ['entryLevel', is('entryLevel'), 2],
  ['yearBuilt', is('yearBuilt'), 2008],
  ['newConstruction', is('newConstructionYN'), false],
  ['propertyCondition', is('propertyCondition'), ['Updated/Remodeled']],
  ['facing', is('directionFaces'), 'South'],
  ['views', is('view'), ['Park/Greenbelt']],
  ['waterfront', is('waterfrontYN'), false],
  ['pool', parsePool, 'community'],
  ['spa', is('spaYN'), true],
  ['cooling', (one) => [one.cooling, one.coolingYN], [['Central Air'], true]],
  ['heating', (one) => [one.heating, one.heatingYN], [['Forced Air'], true]],
  ['fireplaces', is('fireplacesTotal'), 1],
  ['flooring', is('flooring'), ['Hardwood']],
  ['appliances', is('appliances'), ['Dishwasher']],
  ['interiorFeatures', is('interiorFeatures'), ['High Ceilings']],
  ['exteriorFeatures', is('exteriorFeatures'), ['Balcony']],
  ['securityFeatures', is('securityFeatures'), ['Gated Community']],
  ['accessibilityFeatures', is('accessibilityFeatures'), ['Accessible Doors']],
  ['laundry', parseLaundry, 'in_unit'],
  ['laundryFeatures', is('laundryFeatures'), ['In Unit']],
  ['parkingTotal', is('parkingTotal'), 3],
  ['garageSpaces', is('garageSpaces'), 2],
  ['parkingFeatures', is('parkingFeatures'), ['Assigned']],
  ['hoaFee', associationFeeMonthly, 450],
  ['hoaFeeRaw', (one) => [one.associationFee, one.associationFeeFrequency], [1_200, 'Quarterly']],
  ['hoaIncludes', is('associationFeeIncludes'), ['Water']],
  ['hoaAmenities', is('associationAmenities'), ['Pool']],
  ['communityFeatures', is('communityFeatures'), ['Park']],
  ['seniorCommunity', is('seniorCommunityYN'), false],
  ['taxAnnual', is('taxAnnualAmount'), 8_000],
  ['melloRoos', readMelloRoos, 2_400],
  ['specialConditions', is('specialListingConditions'), ['Trust']],
  ['listingTerms', is('listingTerms'), ['Cash']],
  ['leaseTerms', is('leaseTerm'), ['12 Months', '6 Months']],
  ['furnished', parseFurnished, 'partially'],
  ['availableFrom', (one) => availableFrom(one, '2026-11-21'), '2026-12-01'],
  ['petsAllowed', parsePets, 'restricted'],
  ['petsDetail', is('petsAllowed'), ['Cats OK', 'Size Limit']],
  ['rentIncludes', is('rentIncludes'), ['Trash Collection']],
  ['securityDeposit', is('securityDeposit'), 3_900],
  ['occupant', is('occupantType'), 'Vacant'],
  [
    'schools',
    (one) => [one.elementarySchool, one.middleOrJuniorSchool, one.highSchool, one.highSchoolDistrict],
    ['Canyon View', 'Sierra Vista', 'Northwood', 'Irvine Unified'],
  ],
  ['remarks', is('publicRemarks'), 'A bright home near the park.'],
  [
    'photos',
    is('media'),
    [
      {
        mediaKey: 'm1',
        mediaUrl: 'https://media.example.com/1.jpg',
        order: 1,
        mediaCategory: 'Photo',
        shortDescription: 'Living room',
        imageWidth: 1_600,
        imageHeight: 1_067,
        mediaAlteration: ['None'],
      },
    ],
  ],
  ['photosCount', is('photosCount'), 1],
  ['photosChangedAt', is('photosChangeTimestamp'), '2026-10-01T18:00:00.000Z'],
  ['virtualTourUrl', is('virtualTourURLUnbranded'), 'https://tours.example.com/1'],
  [
    'openHouses',
    is('openHouses'),
    [
      {
        openHouseKey: 'o1',
        openHouseStartTime: '2026-11-22T21:00:00.000Z',
        openHouseEndTime: '2026-11-23T00:00:00.000Z',
        openHouseRemarks: 'Park at the pool',
      },
    ],
  ],
  [
    'agent',
    (one) => [
      one.listAgentKey,
      one.listAgentFullName,
      one.listAgentDirectPhone,
      one.listAgentEmail,
      one.listAgentStateLicense,
    ],
    ['a1', 'Ann Agent', '949-555-0100', 'ann@example.com', '01234567'],
  ],
  [
    'coAgent',
    (one) => [
      one.coListAgentKey,
      one.coListAgentFullName,
      one.coListAgentDirectPhone,
      one.coListAgentEmail,
      one.coListAgentStateLicense,
    ],
    ['a2', 'Bo Broker', '949-555-0101', 'bo@example.com', '07654321'],
  ],
  [
    'office',
    (one) => [one.listOfficeKey, one.listOfficeName, one.listOfficePhone],
    ['f1', 'Oak Realty', '949-555-0102'],
  ],
  [
    'attribution',
    (one) => buildAttribution(one, RULES),
    {
      text: 'Ann Agent · Oak Realty · 949-555-0103 · Sample MLS',
      disclaimer: 'Deemed reliable. Sizes are estimates.',
      copyright: '© 2026 Sample MLS',
    },
  ],
  ['display', readDisplayChoices, { entireListing: true, address: true, valuation: false, comments: true }],
  ['feedTypes', is('feedTypes'), ['IDX']],
  ['modifiedAt', is('modificationTimestamp'), '2026-11-10T08:00:00.123456Z'],
  ['sourceModifiedAt', is('sourceModifiedAt'), '2026-11-10T08:05:00.000Z'],
  // Not from the feed: the store keeps them beside the record.
  ['firstSeenAt, lastSeenAt, retiredAt', storedColumns, ['first_seen_at', 'last_seen_at', 'retired_at']],
  ['raw', () => storableRaw(FULL_ROW), FULL_ROW],
];

function storedColumns(): string[] {
  const folder = new URL('../../../store/migrations/', import.meta.url);
  const sql = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  return ['first_seen_at', 'last_seen_at', 'retired_at'].filter((column) => sql.includes(column));
}

const read = normalizeListing(FULL_ROW, { dataset: 'sample', provider: 'bridge' });
if ('reason' in read) throw new Error(read.reason);

test('there are 110 facts, each once', () => {
  expect(new Set(IDEAS.map(([idea]) => idea)).size).toBe(110);
});

describe('the full row gives the value of', () => {
  test.each(IDEAS)('%s', (_, answer, expected) => {
    expect(answer(read.listing)).toEqual(expected);
  });
});

test('the full row gives every stored member a value', () => {
  const unstated = Object.entries(read.listing).filter(
    ([, value]) => value === null || (Array.isArray(value) && value.length === 0),
  );
  // The full row has no implausible value, and its rent is monthly.
  expect(unstated.map(([name]) => name)).toEqual([
    'daysOnSite',
    'rentStated',
    'leaseAmountFrequency',
    'implausible',
  ]);
});
