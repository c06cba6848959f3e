import {
  type ListingRoom,
  type ListingUnitType,
  PUBLIC_FIELDS,
  type PublicField,
  type PublicFieldValues,
} from '@maru/listing';
import { readRecord } from './coerce.ts';
import { isLookupName } from './lookups.ts';
import type { OddityCounts } from './oddities.ts';
import { RowReader } from './row-reader.ts';

const SQUARE_FEET_PER_SQUARE_METER = 10.7639;
export const SQUARE_FEET_PER_ACRE = 43_560;
/** Higher prices are typing errors and exceed 32-bit columns. */
export const MAX_DOLLARS = 2_000_000_000;
export const MAX_SQUARE_FEET = 2_000_000_000;
const MAX_PARTS = 200;

/** The stated fields of `PUBLIC_FIELDS`, in its order. */
export function readOtherFields(row: RowReader): PublicFieldValues {
  const values: Record<string, PublicFieldValues[string]> = {};
  for (const [name, { kind }] of PUBLIC_FIELDS) {
    const sent = row.row[name];
    if (sent === null || sent === undefined) continue;
    const value = READERS[kind](row, name);
    if (value !== null && (!Array.isArray(value) || value.length > 0)) values[name] = value;
  }
  return values;
}

const READERS: Record<
  PublicField['kind'],
  (row: RowReader, name: string) => PublicFieldValues[string] | null
> = {
  flag: (row, name) => row.flag(name),
  count: (row, name) => row.number(name, 0, 1_000_000),
  year: (row, name) => row.integer(name, 1700, new Date().getUTCFullYear() + 3),
  // 0 means not filled in (rule F11).
  usd: (row, name) => cents(row.number(name, 0.01, MAX_DOLLARS)),
  percent: (row, name) => row.number(name, 0.01, 1000),
  area: (row, name) => {
    const field = FARM_AREAS.has(name) ? 'FarmLandAreaUnits' : `${name}Units`;
    const unit = row.lookup('AreaUnits', field) ?? (FARM_AREAS.has(name) ? '' : 'Square Feet');
    return inSquareFeet(row.number(name, 0, MAX_SQUARE_FEET), unit);
  },
  measure: (row, name) => {
    const number = row.number(name, 0.001, MAX_SQUARE_FEET);
    if (number === null) return null;
    return [number, row.text(UNITS[name] ?? name.replace(/Numeric$/, 'Units'), 25)]
      .filter((part) => part !== null)
      .join(' ');
  },
  word: (row, name) => row.text(name, 200),
  list: (row, name) => {
    const lookup = OTHER_LOOKUPS[name] ?? name;
    return isLookupName(lookup) ? row.lookups(lookup, name) : row.list(name);
  },
  day: (row, name) => row.date(name),
  text: (row, name) => row.text(name, 255),
  prose: (row, name) => row.prose(name, 6000),
};

/** Of a farm; without a unit they may be acres or square feet: unknown. */
const FARM_AREAS = new Set(['CultivatedArea', 'PastureArea', 'RangeArea', 'WoodedArea']);

/** Fields of units whose name does not follow from that of the measure. */
const UNITS: Record<string, string> = {
  FrontageLengthNumeric: 'FrontageLengthNumericUnit',
  Elevation: 'ElevationUnits',
  CeilingHeight: 'HeightUnits',
  MobileLength: 'MobileDimUnits',
  MobileWidth: 'MobileDimUnits',
};

/** Lookups of another name than their field's. */
const OTHER_LOOKUPS: Record<string, string> = {
  CurrentUse: 'CurrentOrPossibleUse',
  PossibleUse: 'CurrentOrPossibleUse',
  AvailableLeaseType: 'ExistingLeaseType',
};

export function normalizeUnitTypes(rows: unknown, oddities?: OddityCounts): ListingUnitType[] {
  return readParts(rows, 'UnitTypes.', oddities, (row) => {
    const usd = (field: string) => cents(row.number(field, 0.01, MAX_DOLLARS));
    const count = (field: string) => row.number(field, 0, 10_000);
    return {
      unitTypeType: row.text('UnitTypeType', 200),
      unitsTotal: row.integer('UnitTypeUnitsTotal', 1, 10_000),
      bedsTotal: count('UnitTypeBedsTotal'),
      bathsTotal: count('UnitTypeBathsTotal'),
      actualRent: usd('UnitTypeActualRent'),
      proForma: usd('UnitTypeProForma'),
      totalRent: usd('UnitTypeTotalRent'),
      furnished: row.lookup('Furnished', 'UnitTypeFurnished'),
      garageSpaces: count('UnitTypeGarageSpaces'),
      description: row.prose('UnitTypeDescription', 1024),
    };
  });
}

export function normalizeRooms(rows: unknown, oddities?: OddityCounts): ListingRoom[] {
  return readParts(rows, 'Rooms.', oddities, (row) => {
    const sides = [row.number('RoomLength', 0.1, 10_000), row.number('RoomWidth', 0.1, 10_000)];
    const unit = row.text('RoomLengthWidthUnits', 25);
    const area = row.number('RoomArea', 0, MAX_SQUARE_FEET);
    return {
      roomType: row.text('RoomType', 200),
      roomLevel: row.text('RoomLevel', 50),
      dimensions:
        row.text('RoomDimensions', 50) ??
        (sides.includes(null) ? null : [sides.join(' x '), unit].filter((part) => part !== null).join(' ')),
      roomArea: inSquareFeet(area, row.lookup('AreaUnits', 'RoomAreaUnits') ?? 'Square Feet'),
      roomFeatures: row.list('RoomFeatures'),
      description: row.prose('RoomDescription', 1024),
    };
  });
}

/** The rows that state something. */
function readParts<Part extends object>(
  rows: unknown,
  prefix: string,
  oddities: OddityCounts | undefined,
  read: (row: RowReader) => Part,
): Part[] {
  if (!Array.isArray(rows)) return [];
  return rows
    .slice(0, MAX_PARTS)
    .map((one: unknown) => read(new RowReader(readRecord(one), oddities, prefix)))
    .filter((part) =>
      Object.values(part).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null)),
    );
}

export const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100) / 100);

/** Whole; null for 0 and unknown units. */
export function inSquareFeet(area: number | null, unit: string): number | null {
  if (area === null || area <= 0) return null;
  const factor =
    unit === 'Square Meters'
      ? SQUARE_FEET_PER_SQUARE_METER
      : unit === 'Acres'
        ? SQUARE_FEET_PER_ACRE
        : unit === 'Square Feet'
          ? 1
          : Number.NaN;
  const squareFeet = Math.round(area * factor);
  return squareFeet >= 1 && squareFeet <= MAX_SQUARE_FEET ? squareFeet : null;
}
