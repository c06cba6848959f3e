import type { DataFault } from './faults.ts';
import { isDateText, type Row } from './odata-value.ts';

/** Fields that a page needs and a listing can lack. */
const NEEDED = [
  'BedroomsTotal',
  'BathroomsTotalInteger',
  'LivingArea',
  'LotSizeSquareFeet',
  'YearBuilt',
  'ListPrice',
  'PublicRemarks',
  'Latitude',
  'Longitude',
  'ListAgentFullName',
  'ListOfficeName',
  'PostalCode',
  'Media',
];

/** Keys and timestamps never change: they identify the row. */
const NEVER_DRIFTS = /Key$|Timestamp$|^ListingId$|^Media$|^StandardStatus$|^PropertyType$/;

/** A row changed by data faults (rules F51, F52); returns a new row. */
export function applyRowFaults(row: Row, faults: ReadonlySet<DataFault>): Row {
  let spoiled = row;
  for (const fault of faults) spoiled = SPOILERS[fault]?.(spoiled) ?? spoiled;
  return spoiled;
}

const SPOILERS: Partial<Record<DataFault, (row: Row) => Row>> = {
  'unknown-lookup': (row) => ({
    ...row,
    MlsStatus: 'Sort Of Sold',
    PropertySubType: 'Yurt Village',
    Cooling: ['Ice Blocks', 'Central\u{FEFF} Air'],
  }),
  'missing-fields': (row) => {
    const rest = { ...row };
    for (const field of NEEDED) delete rest[field];
    return rest;
  },
  'null-fields': (row) => ({ ...row, ...Object.fromEntries(NEEDED.map((field) => [field, null])) }),
  'dead-media': (row) => {
    const media = Array.isArray(row.Media) ? (row.Media as Row[]) : [];
    const dead = { MediaURL: 'http://sample.invalid/photos/gone/1.jpg' };
    return { ...row, Media: media.map((one) => (one.Order === 1 ? { ...one, ...dead } : one)) };
  },
  'type-drift': (row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, NEVER_DRIFTS.test(name) ? value : drifted(value)]),
    ),
};

function drifted(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'Y' : 'N';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return typeof value === 'string' && isDateText(value) ? `${value}T00:00:00Z` : value;
}
