import { FACINGS } from '../search/search-query.ts';
import { HOME_TYPES, SEARCH_TYPES } from './property-type.ts';
import { STANDARD_STATUSES } from './standard-status.ts';

/** Gazetteer slugs, determined when the listing is written. */
export interface PlaceIds {
  state: string | null;
  county: string | null;
  city: string | null;
  zip: string | null;
  neighborhoods: readonly string[];
}

interface OpenHouseTimes {
  startTime: string;
  endTime: string | null;
}

/** Types of the fields of a card. An instant is in ms since the epoch, UTC; a date is `YYYY-MM-DD`. */
interface CardKinds {
  text: string;
  texts: readonly string[];
  date: string;
  number: number;
  integer: number;
  instant: number;
  boolean: boolean;
  placeIds: PlaceIds;
  openHouse: OpenHouseTimes;
}

export interface CardField {
  kind: keyof CardKinds;
  /** The allowed values of a text. */
  values?: readonly string[];
  isNullable?: true;
  isPublic?: true;
}

/** The fields of a card in database order: source of `HomeCard`, the table `home`, the public schema and the row check. */
export const CARD_FIELDS = {
  homeId: { kind: 'text', isPublic: true },
  searchType: { kind: 'text', values: SEARCH_TYPES, isPublic: true },
  dataset: { kind: 'text', isPublic: true },
  listingKey: { kind: 'text' },
  listingId: { kind: 'text', isNullable: true, isPublic: true },
  homeType: { kind: 'text', values: HOME_TYPES, isPublic: true },
  standardStatus: { kind: 'text', values: STANDARD_STATUSES, isPublic: true },
  /** Of a sold home what it was sold for; null when that is not stated. */
  listPrice: { kind: 'number', isNullable: true, isPublic: true },
  previousListPrice: { kind: 'number', isNullable: true, isPublic: true },
  priceChangedAt: { kind: 'instant', isNullable: true, isPublic: true },
  bedroomsTotal: { kind: 'number', isNullable: true, isPublic: true },
  bathroomsTotalDecimal: { kind: 'number', isNullable: true, isPublic: true },
  livingArea: { kind: 'number', isNullable: true, isPublic: true },
  lotSizeSquareFeet: { kind: 'number', isNullable: true, isPublic: true },
  yearBuilt: { kind: 'number', isNullable: true, isPublic: true },
  /** With the rent of leased land; null: a part is not stated. */
  associationFeeMonthly: { kind: 'number', isNullable: true, isPublic: true },
  listedAt: { kind: 'instant', isNullable: true, isPublic: true },
  closeDate: { kind: 'date', isNullable: true },
  /** "123 Oak St"; null when the seller withholds the address or none is known. */
  streetLine: { kind: 'text', isNullable: true, isPublic: true },
  unitNumber: { kind: 'text', isNullable: true, isPublic: true },
  city: { kind: 'text', isNullable: true, isPublic: true },
  stateOrProvince: { kind: 'text', isNullable: true, isPublic: true },
  postalCode: { kind: 'text', isNullable: true, isPublic: true },
  addressWithheld: { kind: 'boolean', isPublic: true },
  latitude: { kind: 'number', isNullable: true, isPublic: true },
  longitude: { kind: 'number', isNullable: true, isPublic: true },
  placeIds: { kind: 'placeIds' },
  /** The first photo: `/media/{photo}/{width}.avif` or `.webp`; null when there is none. */
  photo: { kind: 'text', isNullable: true, isPublic: true },
  /** The first photo's RESO MediaAlteration; empty when unknown. */
  photoAlteration: { kind: 'texts', isPublic: true },
  photosCount: { kind: 'integer', isPublic: true },
  nextOpenHouse: { kind: 'openHouse', isNullable: true, isPublic: true },
  listAgentFullName: { kind: 'text', isNullable: true, isPublic: true },
  listAgentStateLicense: { kind: 'text', isNullable: true, isPublic: true },
  listOfficeName: { kind: 'text', isNullable: true, isPublic: true },
  listOfficePhone: { kind: 'text', isNullable: true, isPublic: true },
  modificationTimestamp: { kind: 'text' },
  /** Mello-Roos and similar assessments, USD a year. */
  taxOtherAnnualAssessmentAmount: { kind: 'number', isNullable: true },
  /** Of a rental: fees required in addition to the rent, USD a month (rule R26). */
  requiredFeesMonthly: { kind: 'number', isNullable: true },
  storiesTotal: { kind: 'number', isNullable: true },
  parkingTotal: { kind: 'number', isNullable: true },
  securityDeposit: { kind: 'number', isNullable: true },
  facing: { kind: 'text', values: FACINGS, isNullable: true },
  /** Null also for "partially" and "negotiable". */
  furnished: { kind: 'boolean', isNullable: true },
  /** The shortest lease offered, months. */
  leaseMonths: { kind: 'number', isNullable: true },
  availabilityDate: { kind: 'date', isNullable: true },
  newConstructionYN: { kind: 'boolean', isNullable: true },
  seniorCommunityYN: { kind: 'boolean', isNullable: true },
  featuresYes: { kind: 'integer' },
  featuresStated: { kind: 'integer' },
  schoolDistrict: { kind: 'text', isNullable: true },
  schools: { kind: 'texts' },
  /** Local days with an open house, ascending, from when the card was made; at most 14. */
  openHouseDays: { kind: 'texts' },
} as const satisfies Record<string, CardField>;

type Fields = typeof CARD_FIELDS;

type FieldValue<F extends CardField> =
  | (F extends { values: readonly (infer V)[] } ? V : CardKinds[F['kind']])
  | (F extends { isNullable: true } ? null : never);

/**
 * A home of one search type by its best listing, without what may not be displayed. Units as in `Listing`. A home for
 * sale and for rent has two cards with one homeId.
 */
export type HomeCard = { -readonly [K in keyof Fields]: FieldValue<Fields[K]> };

export type HomeKey = Pick<HomeCard, 'homeId' | 'searchType'>;

export const CARD_FIELD_NAMES = Object.keys(CARD_FIELDS) as (keyof HomeCard)[];

export type PublicCardField = {
  [K in keyof Fields]: Fields[K] extends { isPublic: true } ? K : never;
}[keyof Fields];

/** Whether an untyped value, such as a row of another version, is a card. */
export function isHomeCard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const card = value as Record<string, unknown>;
  return Object.entries<CardField>(CARD_FIELDS).every(
    ([name, { kind, values, isNullable }]) =>
      (isNullable && card[name] === null) ||
      (values === undefined ? IS_KIND[kind](card[name]) : values.includes(card[name] as string)),
  );
}

const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const IS_KIND: Record<keyof CardKinds, (value: unknown) => boolean> = {
  text: isText,
  texts: isTexts,
  date: isText,
  number: Number.isFinite,
  integer: Number.isInteger,
  instant: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  placeIds: (value) => isObject(value) && isTexts((value as PlaceIds).neighborhoods),
  openHouse: (value) => isObject(value) && isText((value as OpenHouseTimes).startTime),
};
