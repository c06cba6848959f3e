import { type Listing, STANDARD_STATUSES } from '@maru/listing';
import { publicListing } from '@maru/listing/display';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FULL_ROW } from '../../../../dev/conformance/full-row.ts';
import { PROPERTY_FIELDS } from '../../../../dev/conformance/property-fields.ts';
import { parseInstant } from './coerce.ts';
import { normalizeListing } from './listing.ts';
import { OddityCounts } from './oddities.ts';
import { storableRaw } from './raw.ts';

const FROM = { dataset: 'test', provider: 'reso' } as const;
const ROW = { ListingKey: 'k1', ModificationTimestamp: '2026-11-01T08:00:00Z', StandardStatus: 'Active' };
const LONG = process.env.MARU_TEST_LONG === '1';

/** Characters that must not be in any string of a listing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200d\u2060\ufeff]/;

/** The kind of each member, from a listing with all values. */
const full = normalize(FULL_ROW);
const KINDS = new Map(
  Object.entries(full).map(([name, value]) => [name, Array.isArray(value) ? 'list' : typeof value]),
);
KINDS.set('daysOnSite', 'number');

function normalize(row: unknown): Listing {
  const result = normalizeListing(row, FROM);
  if ('reason' in result) throw new Error(result.reason);
  return result.listing;
}

/** Violations of the null policy of rule F96 by a listing. */
function findFaults(listing: Listing): string[] {
  const faults: string[] = [];
  const check = (isGood: boolean, name: string, what: string) => {
    if (!isGood) faults.push(`${name}: ${what}`);
  };
  check(Object.keys(listing).join() === Object.keys(full).join(), 'listing', 'other members');
  check(STANDARD_STATUSES.includes(listing.standardStatus), 'standardStatus', listing.standardStatus);
  for (const [name, value] of Object.entries(listing) as [string, unknown][]) {
    const kind = KINDS.get(name);
    if (value === null) {
      check(kind !== 'list', name, 'a list is never null');
      continue;
    }
    check((Array.isArray(value) ? 'list' : typeof value) === kind, name, `not a ${kind}`);
    check(typeof value !== 'number' || Number.isFinite(value), name, 'no number');
    const parts = name === 'otherFields' ? Object.values(value as object) : [value];
    for (const text of parts.flat()) {
      if (typeof text === 'number') check(Number.isFinite(text), name, 'no number');
      if (typeof text !== 'string') continue;
      check(text.trim() !== '', name, 'a blank is no value');
      check(!UNWANTED.test(text) && text.isWellFormed(), name, 'unwanted characters');
    }
    if (Array.isArray(value)) check(new Set(value).size === value.length, name, 'repeats');
    if (/(?:Timestamp|ModifiedAt)$/.test(name)) check(parseInstant(value) !== null, name, 'no instant');
    if (name.endsWith('Date')) check(/^\d{4}-\d{2}-\d{2}$/.test(String(value)), name, 'no date');
  }
  const { yearBuilt, postalCode } = listing;
  for (const price of [listing.listPrice, listing.originalListPrice, listing.closePrice]) {
    check(price === null || (Number.isInteger(price) && price >= 2), 'price', String(price));
  }
  check(listing.livingArea !== 0 && listing.lotSizeSquareFeet !== 0, 'area', '0 is not known');
  check((listing.latitude === null) === (listing.longitude === null), 'latitude', 'half a position');
  check(yearBuilt === null || (yearBuilt >= 1700 && yearBuilt < 2200), 'yearBuilt', String(yearBuilt));
  check(postalCode === null || /^\d{5}$/.test(postalCode), 'postalCode', String(postalCode));
  check(/^https:/.test(listing.virtualTourURLUnbranded ?? 'https:'), 'virtualTourURLUnbranded', 'not https');
  check(!listing.specialListingConditions.includes('Standard'), 'specialListingConditions', 'Standard');
  check(!listing.cooling.includes('None'), 'cooling', 'None');
  return faults;
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    1,
    -1,
    9999,
    1e308,
    -1e308,
    'Y',
    'n',
    'true',
    '1',
    '12,345.67',
    '$1',
  ),
  fc.constantFrom<unknown>(
    'None',
    ['None'],
    'a,b,,c',
    ['x', 'x', null, 3],
    '<b>bold',
    '&#0;&#xd800;',
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom<unknown>(
    '2026-02-30',
    '2026-11-01',
    '2026-11-01T00:00:00',
    '3000-01-01T00:00:00Z',
    'â€™',
    '\ufeff',
  ),
  fc.double({ noNaN: true }).map((number) => number as unknown),
  fc.integer().map(String),
  fc.webUrl(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.record({ MediaURL: fc.webUrl(), Order: fc.jsonValue(), MediaCategory: fc.string() })),
);
const fields = fc.array(fc.tuple(fc.constantFrom(...PROPERTY_FIELDS, 'Coordinates', 'X_MelloRoos'), junk), {
  minLength: 30,
  maxLength: 150,
});

describe('any row', () => {
  test('gives a complete listing for any field values', () => {
    fc.assert(
      fc.property(fields, (entries) => {
        const row = { ...Object.fromEntries(entries), ...ROW };
        const listing = normalize(row);
        expect(findFaults(listing)).toEqual([]);
        expect(findFaults(publicListing({ ...listing, internetAddressDisplayYN: false }, null))).toEqual([]);
        expect(JSON.stringify(storableRaw(row))).not.toContain('\\u0000');
      }),
      { numRuns: LONG ? 20_000 : 200 },
    );
  });

  test('is a listing or a reason why not', () => {
    const key = fc.oneof(fc.constantFrom(...Object.keys(ROW)), fc.constantFrom(...PROPERTY_FIELDS));
    const rows = fc.oneof(fc.jsonValue(), fc.dictionary(key, junk));
    fc.assert(
      fc.property(rows, (json) => {
        const result = normalizeListing(json, FROM);
        if ('listing' in result) expect(findFaults(result.listing)).toEqual([]);
        else expect(result.reason).toMatch(/^(?:ListingKey|ModificationTimestamp|StandardStatus|the row) /);
      }),
      { numRuns: LONG ? 20_000 : 400 },
    );
  });

  test('gives the same listing with and without counting oddities', () => {
    fc.assert(
      fc.property(fields, (entries) => {
        const row = { ...Object.fromEntries(entries), ...ROW };
        const counted = normalizeListing(row, { ...FROM, oddities: new OddityCounts() });
        expect(counted).toEqual(normalizeListing(row, FROM));
      }),
      { numRuns: LONG ? 5_000 : 50 },
    );
  });
});

describe('confidential fields', () => {
  /** RESO fields that visitors must not see and our records must not contain. */
  const CONFIDENTIAL = (
    'PrivateRemarks PrivateOfficeRemarks SyndicationRemarks ShowingInstructions ShowingContactName ShowingContactPhone ' +
    'ShowingContactPhoneExt ShowingContactType ShowingRequirements ShowingConsiderations ShowingServiceName ShowingDays ' +
    'ShowingStartTime ShowingEndTime LockBoxLocation LockBoxSerialNumber LockBoxType AccessCode OwnerName OwnerPhone OccupantName ' +
    'OccupantPhone TenantNames Buyer BuyerAgentFullName BuyerAgentEmail BuyerFinancing ExpirationDate ListingAgreement ' +
    'CompensationComments BuyerAgencyCompensation BuyerAgencyCompensationType BuyerBrokerageCompensation ' +
    'BuyerBrokerageCompensationType SubAgencyCompensation SubAgencyCompensationType TransactionBrokerCompensation ' +
    'TransactionBrokerCompensationType DualVariableCompensationYN DualOrVariableRateCommissionYN LeaseRenewalCompensation ' +
    'ConcessionsComments AuctionReserveAmount ListAgentHomePhone ListAgentMobilePhone ListAgentPager CoListAgentHomePhone ' +
    'ConcessionsAmount Concessions CompSaleYN License1 License2 License3 SerialU SerialX SerialXX DOH1 DOH2 DOH3 DownPayment ' +
    'CurrentFinancing Contingency Ownership OwnershipType YearsCurrentOwner ParkManagerName ParkManagerPhone AssociationPhone ' +
    'AssociationPhone2 ListingService SyndicateTo SignOnPropertyYN ShowingAdvanceNotice ShowingAttendedYN ShowingInstructions ' +
    'StartShowingDate DistanceToPlaceofWorshipNumeric DistanceToPlaceofWorshipComments WalkScore AuctionLicenseNumber ' +
    'TenantType BuyerOfficeName BuyerTeamName CoBuyerAgentFullName VirtualTourURLBranded ContinentRegion'
  ).split(' ');

  test('every name of the list is in the dictionary', () => {
    expect(CONFIDENTIAL.filter((name) => !PROPERTY_FIELDS.includes(name))).toEqual([]);
  });

  test('are in no member of a listing, by construction', () => {
    const marked = Object.fromEntries(CONFIDENTIAL.map((name) => [name, `MARK of ${name}`]));
    expect(JSON.stringify(normalize({ ...FULL_ROW, ...marked }))).not.toContain('MARK');
  });

  test('only the fields that a listing needs are read: no other name of the dictionary is', () => {
    const bare = normalize(ROW);
    const reached = PROPERTY_FIELDS.filter((name) => {
      if (name in ROW) return false;
      const probes: unknown[] = [
        `MARK ${name}`,
        ['MARK'],
        7,
        '2020-02-02',
        '2020-02-02T02:02:02Z',
        true,
        false,
        'https://mark.example/x',
      ];
      return probes.some(
        (probe) =>
          JSON.stringify(normalize({ ...ROW, PropertyType: 'Residential Lease', [name]: probe })) !==
          JSON.stringify(normalize({ ...ROW, PropertyType: 'Residential Lease' })),
      );
    });
    expect(bare.publicRemarks).toBeNull();
    expect(reached.filter((name) => CONFIDENTIAL.includes(name))).toEqual([]);
    expect(
      reached.filter((name) =>
        /^private|lockbox|showing|compensation|commission|owner(?:name|phone)/i.test(name),
      ),
    ).toEqual([]);
  });

  test('an offer of compensation is not stored even with the raw row, under any name', () => {
    const offers = {
      BuyerAgencyCompensation: '2.5',
      BuyerBrokerageCompensationType: '%',
      DualVariableCompensationYN: true,
      DualOrVariableRateCommissionYN: true,
      LeaseRenewalCompensation: ['Yes'],
      CompensationComments: 'ask',
      CRMLS_BuyersAgentComm: '2.5',
      STELLAR_CoBrokeFee: 3,
      xf_sellingofficecomm: '2.5%',
      xf_coopcomp: '2.5',
      ListAgent: { MemberKey: 'm', SubAgencyCompensation: '1' },
    };
    const kept = {
      ListPrice: 5,
      CommunityFeatures: ['Park'],
      CommonInterest: 'None',
      ListOfficeName: 'Oak',
      CompSaleYN: true,
      PrivateRemarks: 'key below the mat',
    };
    expect(storableRaw({ ...offers, ...kept })).toEqual({ ...kept, ListAgent: { MemberKey: 'm' } });
  });
});
