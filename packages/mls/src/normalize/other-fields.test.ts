import { type Listing, PUBLIC_FIELDS } from '@maru/listing';
import { publicListing } from '@maru/listing/display';
import { describe, expect, test } from 'vitest';
import { PROPERTY_FIELDS } from '../../../../dev/conformance/property-fields.ts';
import { normalizeListing } from './listing.ts';

const ROW = { ListingKey: 'k1', ModificationTimestamp: '2026-11-01T08:00:00Z', StandardStatus: 'Active' };

function normalize(row: Record<string, unknown>): Listing {
  const result = normalizeListing({ ...ROW, ...row }, { dataset: 'test', provider: 'reso' });
  if ('reason' in result) throw new Error(result.reason);
  return result.listing;
}
const fields = (row: Record<string, unknown>) => normalize(row).otherFields;

describe('the further fields of a record', () => {
  test('are those of the dictionary, and none that is confidential', () => {
    const names = [...PUBLIC_FIELDS.keys()];
    expect(names.filter((name) => !PROPERTY_FIELDS.includes(name))).toEqual([]);
    const never =
      /remarks$|showing|lockbox|access|owner(?!pays)|occupan(?!cyrate)|tenant|buyer|seller|compensation|commission|concession|expiration|agreement|listingservice|syndicate|license\d|licensenumber|serial|DOH|phone$|managername|financing|downpayment|reserve|worship|score|agent|office/i;
    expect(names.filter((name) => never.test(name))).toEqual([
      'LandLeaseExpirationDate',
      'FrontageLengthRemarks',
    ]);
  });

  test.each([
    ['Roof', 'Composition,Flat', ['Composition', 'Flat']],
    ['Sewer', ['PublicSewer', 'Unheard Of'], ['Public Sewer', 'Unheard Of']],
    ['BasementYN', 'N', false],
    ['YearRenovated', 9999, undefined],
    ['NumberOfUnitsVacant', 0, 0],
    ['GrossIncome', 0, undefined],
    ['GrossIncome', '$48,000', 48_000],
    ['CapRate', '5.2', 5.2],
    ['BuilderName', ' Shea Homes ', 'Shea Homes'],
    ['Inclusions', 'Washer<br>Dryer', 'Washer\nDryer'],
    ['Inclusions', '', undefined],
    ['LandLeaseExpirationDate', '2049-12-31T00:00:00', '2049-12-31'],
    ['CurrentUse', ['RowCrops'], ['Row Crops']],
  ])('%s %j is read as %j', (name, sent, read) => {
    expect(fields({ [name]: sent })[name]).toEqual(read);
  });

  test('areas are square feet whatever their unit, and unknown where a unit is needed and missing', () => {
    expect(
      fields({
        AboveGradeFinishedArea: 100,
        AboveGradeFinishedAreaUnits: 'SquareMeters',
        BuildingAreaTotal: 900,
      }),
    ).toEqual({ AboveGradeFinishedArea: 1_076, BuildingAreaTotal: 900 });
    expect(fields({ PastureArea: 2, FarmLandAreaUnits: 'Acres' })).toEqual({ PastureArea: 87_120 });
    expect(fields({ PastureArea: 2 })).toEqual({});
  });

  test('a measure keeps its unit', () => {
    expect(
      fields({
        DistanceToBusNumeric: 0.5,
        DistanceToBusUnits: 'Miles',
        MobileLength: 60,
        MobileDimUnits: 'Feet',
        CeilingHeight: 9,
      }),
    ).toEqual({ MobileLength: '60 Feet', CeilingHeight: '9', DistanceToBusNumeric: '0.5 Miles' });
  });

  test('the units that are let and the rooms have their own rows; a row that states nothing is none', () => {
    const { unitTypes, rooms } = normalize({
      UnitTypes: [
        { UnitTypeType: '2 Bedroom', UnitTypeUnitsTotal: 2, UnitTypeBedsTotal: 2, UnitTypeActualRent: 2_150 },
        { UnitTypeKey: 'u2', UnitTypeActualRent: 0 },
        'none',
      ],
      Rooms: [
        {
          RoomType: 'Kitchen',
          RoomLevel: 'Main',
          RoomLength: 12,
          RoomWidth: 10,
          RoomLengthWidthUnits: 'Feet',
        },
      ],
    });
    expect(unitTypes).toEqual([
      expect.objectContaining({ unitTypeType: '2 Bedroom', unitsTotal: 2, bedsTotal: 2, actualRent: 2_150 }),
    ]);
    expect(rooms).toEqual([
      expect.objectContaining({ roomType: 'Kitchen', roomLevel: 'Main', dimensions: '12 x 10 Feet' }),
    ]);
  });
});

describe('where the address is withheld', () => {
  const ADDRESS = { StreetNumber: '123', StreetName: 'Culver', StreetSuffix: 'Dr', City: 'Irvine' };
  const shown = (row: Record<string, unknown>) =>
    publicListing(normalize({ ...ADDRESS, InternetAddressDisplayYN: false, ...row }), null);

  test('fields that reveal the place are left out, and texts that name the street', () => {
    const row = {
      TaxLegalDescription: 'Lot 7 of tract 4321',
      TaxLot: '7',
      TaxBlock: '2',
      TaxTract: '4321',
      ParkName: 'Culver Mobile Estates',
      PublicSurveySection: '12',
      DistanceToStreetComments: 'close to Trabuco',
      Inclusions: 'The bench on Culver Dr',
      BuilderName: 'Shea Homes',
      LotFeatures: ['Corner of Culver Dr', 'Level'],
      Roof: ['Tile'],
      UnitTypes: [{ UnitTypeUnitsTotal: 2, UnitTypeDescription: '123 Culver Dr, unit A' }],
      Rooms: [{ RoomType: 'Den', RoomDescription: 'looks on Culver Dr' }],
    };
    const { otherFields, unitTypes, rooms } = shown(row);
    expect(otherFields).toEqual({ Roof: ['Tile'], LotFeatures: ['Level'], BuilderName: 'Shea Homes' });
    expect(unitTypes).toEqual([expect.objectContaining({ unitsTotal: 2, description: null })]);
    expect(rooms).toEqual([expect.objectContaining({ roomType: 'Den', description: null })]);
    // The same record with its address.
    expect(publicListing(normalize({ ...ADDRESS, ...row }), null).otherFields).toMatchObject({
      TaxTract: '4321',
      ParkName: 'Culver Mobile Estates',
      Inclusions: 'The bench on Culver Dr',
    });
  });
});
