import type { Listing } from '../listing/listing.ts';
import { associationFeeMonthly } from '../money/monthly-fees.ts';
import { composeAddress } from '../places/address.ts';
import type { CorrectableField, CorrectedValue, ListingCorrection } from './correctable-fields.ts';

interface Correctable {
  kind: 'count' | 'quarters' | 'area' | 'year' | 'usd' | 'text' | 'postal' | 'position';
  /** The largest number, or the longest text. */
  most: number;
  /** Reveals a withheld address. */
  revealsAddress?: true;
  /** By default the member of this name. */
  read?: (listing: Listing) => CorrectedValue;
  /** By default it sets the member of this name. Other members that would contradict the value are changed as well. */
  write?: (listing: Listing, value: CorrectedValue) => Partial<Listing>;
}

const SQUARE_FEET_PER_ACRE = 43_560;

const withAddressLine = (member: keyof Listing) => (listing: Listing, value: CorrectedValue) => {
  const changed = { ...listing, [member]: value };
  return { [member]: value, unparsedAddress: composeAddress(changed) };
};

/** A reviewed list: what a report can prove wrong, and nothing that the listing broker decides (price, status, remarks). */
export const CORRECTABLE: Readonly<Record<CorrectableField, Correctable>> = {
  bedroomsTotal: { kind: 'count', most: 30 },
  bathroomsTotalDecimal: {
    kind: 'quarters',
    most: 30,
    write: (_, value) => ({
      bathroomsTotalDecimal: value as number | null,
      bathroomsTotalInteger: null,
      bathroomsFull: null,
      bathroomsThreeQuarter: null,
      bathroomsHalf: null,
      bathroomsOneQuarter: null,
    }),
  },
  livingArea: { kind: 'area', most: 1_000_000 },
  lotSizeSquareFeet: {
    kind: 'area',
    most: 2_000_000_000,
    write: (_, value) => ({
      lotSizeSquareFeet: value as number | null,
      lotSizeAcres: value === null ? null : Math.round((Number(value) / SQUARE_FEET_PER_ACRE) * 100) / 100,
    }),
  },
  yearBuilt: { kind: 'year', most: 2_100 },
  storiesTotal: { kind: 'count', most: 300 },
  garageSpaces: { kind: 'count', most: 100 },
  /** USD per month. */
  associationFee: {
    kind: 'usd',
    most: 100_000,
    read: (listing) => associationFeeMonthly(listing),
    write: (listing, value) => ({
      associationYN: value === null ? listing.associationYN : value !== 0,
      associationFee: value as number | null,
      associationFeeFrequency: value === null ? null : 'Monthly',
      associationFee2: null,
      associationFee2Frequency: null,
    }),
  },
  taxAnnualAmount: { kind: 'usd', most: 10_000_000 },
  taxAssessedValue: { kind: 'usd', most: 2_000_000_000 },
  taxOtherAnnualAssessmentAmount: { kind: 'usd', most: 1_000_000 },
  streetNumber: { kind: 'text', most: 30, revealsAddress: true, write: withAddressLine('streetNumber') },
  streetName: { kind: 'text', most: 100, revealsAddress: true, write: withAddressLine('streetName') },
  unitNumber: { kind: 'text', most: 30, revealsAddress: true, write: withAddressLine('unitNumber') },
  city: { kind: 'text', most: 100, write: withAddressLine('city') },
  postalCode: { kind: 'postal', most: 5, write: withAddressLine('postalCode') },
  position: {
    kind: 'position',
    most: 40,
    revealsAddress: true,
    read: ({ latitude, longitude }) =>
      latitude === null || longitude === null ? null : `${latitude},${longitude}`,
    write: (_, value) => {
      const [latitude = null, longitude = null] = value === null ? [] : String(value).split(',').map(Number);
      return { latitude, longitude };
    },
  },
};

/** Fields by which a home is placed on the map and in a city. */
export const PLACING_FIELDS: ReadonlySet<CorrectableField> = new Set(['city', 'postalCode', 'position']);

export function readCorrectable(listing: Listing, field: CorrectableField): CorrectedValue {
  const { read } = CORRECTABLE[field];
  return read === undefined ? (listing[field as keyof Listing] as CorrectedValue) : read(listing);
}

/** The value that a text means for a field; an empty text is null. Undefined where it is none. */
export function parseCorrection(field: CorrectableField, text: string): CorrectedValue | undefined {
  const { kind, most } = CORRECTABLE[field];
  const trimmed = text.trim();
  if (trimmed === '') return null;
  switch (kind) {
    case 'text':
      return trimmed.length <= most ? trimmed : undefined;
    case 'postal':
      return /^\d{5}$/.test(trimmed) ? trimmed : undefined;
    case 'position':
      return parsePosition(trimmed);
    default: {
      if (!/^\d[\d,]*(\.\d+)?$/.test(trimmed)) return undefined;
      const number = Number(trimmed.replaceAll(',', ''));
      const step = kind === 'quarters' ? 0.25 : kind === 'usd' ? 0.01 : 1;
      const isOnStep = Math.abs(number / step - Math.round(number / step)) < 1e-6;
      const least = kind === 'year' ? 1_700 : kind === 'area' ? 1 : 0;
      return isOnStep && number >= least && number <= most ? number : undefined;
    }
  }
}

function parsePosition(text: string): string | undefined {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const isOnEarth = Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
  return isOnEarth ? `${Number(latitude)},${Number(longitude)}` : undefined;
}

/** The feed's record with the corrections, which it names; undone by `withoutCorrections`. */
export function withCorrections(listing: Listing, corrections: readonly ListingCorrection[]): Listing {
  if (corrections.length === 0) return listing;
  let corrected = listing;
  for (const { field, value } of corrections) {
    const { write } = CORRECTABLE[field];
    corrected = { ...corrected, ...(write === undefined ? { [field]: value } : write(corrected, value)) };
  }
  const members = Object.keys(listing) as (keyof Listing)[];
  return {
    ...corrected,
    corrections: corrections.map((one) => ({ ...one, feedValue: readCorrectable(listing, one.field) })),
    uncorrected: Object.fromEntries(
      members.filter((name) => corrected[name] !== listing[name]).map((name) => [name, listing[name]]),
    ),
  };
}

/** The record as the feed sent it. */
export function withoutCorrections<T extends Partial<Listing>>(listing: T): T {
  if (listing.corrections === undefined) return listing;
  const { corrections, uncorrected, ...rest } = listing;
  return { ...rest, ...uncorrected } as T;
}
