import { deserialize, serialize } from 'node:v8';
import {
  HOME_TYPES,
  type HomeCard,
  type PlaceIds,
  type SearchType,
  STANDARD_STATUSES,
  type StandardStatus,
} from '@maru/listing';
import { FACINGS } from '@maru/listing/search';
import {
  type Columns,
  dateText,
  dayText,
  FACING_BIT,
  HAS_EXACT_NUMBERS,
  OPEN_DAYS,
  readListPrice,
  TRAIT_BIT,
} from '../homes/columns.ts';
import { readHomeId } from '../homes/home-id.ts';
import type { PlaceBook } from '../homes/place-book.ts';
import { UNSTATED } from '../homes/unstated.ts';
import { CardReader, CardWriter } from './card-bytes.ts';
import type { Dictionary } from './dictionary.ts';

/**
 * A card in two halves: columns, and bytes for the rest. A value is stored in a column only if it is restored
 * exactly, so every field of a card survives unchanged.
 */

/** The numbers that columns may hold exactly. */
const NUMBERS = {
  listPrice: (columns, row) => stated(readListPrice(columns, row)),
  previousListPrice: ({ int }, row) => stated(int.previousPrice[row]),
  bedroomsTotal: ({ int }, row) => stated(int.beds[row]),
  bathroomsTotalDecimal: ({ int }, row) => quarters(int.baths[row]),
  livingArea: ({ int }, row) => stated(int.sqft[row]),
  lotSizeSquareFeet: ({ int }, row) => stated(int.lot[row]),
  yearBuilt: ({ int }, row) => stated(int.year[row]),
  associationFeeMonthly: ({ int }, row) => stated(int.hoa[row]),
  listedAt: ({ listedAt }, row) => (Number.isNaN(listedAt[row]) ? null : listedAt[row]),
  taxOtherAnnualAssessmentAmount: ({ int }, row) => stated(int.mello[row]),
  requiredFeesMonthly: ({ int }, row) => stated(int.fees[row]),
  storiesTotal: ({ int }, row) => stated(int.stories[row]),
  parkingTotal: ({ int }, row) => quarters(int.parking[row]),
  securityDeposit: ({ int }, row) => stated(int.deposit[row]),
  leaseMonths: ({ int }, row) => stated(int.lease[row]),
  latitude: ({ latitude }, row) => (Number.isNaN(latitude[row]) ? null : latitude[row]),
  longitude: ({ longitude }, row) => (Number.isNaN(longitude[row]) ? null : longitude[row]),
  featuresYes: ({ featuresYes }, row) => featuresYes[row],
  featuresStated: ({ featuresStated }, row) => featuresStated[row],
} as const satisfies Partial<Record<keyof HomeCard, (columns: Columns, row: number) => number | null>>;
type NumberField = keyof typeof NUMBERS;
const NUMBER_FIELDS = Object.keys(NUMBERS) as NumberField[];

/** The other fields that columns may hold exactly. */
const OTHERS = {
  closeDate: ({ int }, row) => dateText(int.closeDate[row]),
  availabilityDate: ({ int }, row) => dateText(int.available[row]),
  facing: ({ facing }, row) => FACINGS.find((one) => FACING_BIT[one] === facing[row]) ?? null,
  furnished: (columns, row) => trait(columns, row, TRAIT_BIT.furnished),
  newConstructionYN: (columns, row) => trait(columns, row, TRAIT_BIT.new),
  seniorCommunityYN: (columns, row) => trait(columns, row, TRAIT_BIT.senior),
  schoolDistrict: ({ int }, row, places) => places.districtNamed(int.schoolDistrict[row]),
  schools: ({ int }, row, places) => places.schoolsNamed(int.schools[row]),
  openHouseDays: readOpenDays,
  placeIds: ({ int }, row, places) => ({
    state: places.textAt('state', int.state[row]),
    county: places.textAt('county', int.county[row]),
    city: places.textAt('city', int.city[row]),
    zip: places.textAt('zip', int.zip[row]),
    neighborhoods: places.neighborhoodsNamed(int.neighborhoods[row]),
  }),
  homeType: ({ type }, row) => HOME_TYPES[31 - Math.clz32(type[row])],
  standardStatus: readStandardStatus,
} as const satisfies {
  [field in keyof HomeCard]?: (columns: Columns, row: number, places: PlaceBook) => HomeCard[field];
};
type OtherField = keyof typeof OTHERS;
const OTHER_FIELDS = Object.keys(OTHERS) as OtherField[];

/** Identifies the format of packed cards. */
export const CARD_FIELDS = [1, NUMBER_FIELDS, OTHER_FIELDS] as const;

export interface CardParts {
  columns: Columns;
  places: PlaceBook;
  words: Dictionary;
}

const out = new CardWriter();

/** The bytes of a card whose row is already written; valid until the next call. */
export function packCard(card: HomeCard, row: number, { columns, places, words }: CardParts): CardWriter {
  out.clear();
  const shared = (text: string | null) => out.count(text === null ? 0 : words.intern(text) + 1);
  out.text(card.listingKey);
  out.text(card.listingId);
  out.text(card.streetLine);
  out.text(card.unitNumber);
  out.text(card.photo);
  shared(card.dataset);
  shared(card.city);
  shared(card.stateOrProvince);
  shared(card.postalCode);
  shared(card.listAgentFullName);
  shared(card.listAgentStateLicense);
  shared(card.listOfficeName);
  shared(card.listOfficePhone);
  shared(card.photoAlteration.length === 0 ? null : JSON.stringify(card.photoAlteration));
  out.count(card.addressWithheld ? 1 : 0);
  out.number(card.photosCount);
  out.count(card.priceChangedAt === null ? 0 : 1);
  if (card.priceChangedAt !== null) out.number(card.priceChangedAt);
  writeInstant(card.modificationTimestamp);
  out.count(card.nextOpenHouse === null ? 0 : 1);
  if (card.nextOpenHouse !== null) {
    writeInstant(card.nextOpenHouse.startTime);
    writeInstant(card.nextOpenHouse.endTime);
  }

  writeInexactNumbers(card, row, columns);
  const others = OTHER_FIELDS.filter((field) => !isSame(OTHERS[field](columns, row, places), card[field]));
  out.count(others.length === 0 ? 0 : 1);
  if (others.length > 0) out.raw(serialize(Object.fromEntries(others.map((field) => [field, card[field]]))));
  return out;
}

/** The dataset of a packed card; ten times as fast as the card. */
export function readDataset(bytes: Buffer, words: Dictionary): string {
  const from = new CardReader(bytes);
  // The texts that `packCard` writes before the dataset.
  for (let texts = 5; texts > 0; texts--) from.skipText();
  const number = from.count();
  return number === 0 ? '' : words.textAt(number - 1);
}

export function unpackCard(
  bytes: Buffer,
  row: number,
  searchType: SearchType,
  { columns, places, words }: CardParts,
): HomeCard {
  const from = new CardReader(bytes);
  const word = () => {
    const number = from.count();
    return number === 0 ? null : words.textAt(number - 1);
  };
  const listingKey = from.text() ?? '';
  const listingId = from.text();
  const streetLine = from.text();
  const unitNumber = from.text();
  const photo = from.text();
  const dataset = word() ?? '';
  const city = word();
  const stateOrProvince = word();
  const postalCode = word();
  const listAgentFullName = word();
  const listAgentStateLicense = word();
  const listOfficeName = word();
  const listOfficePhone = word();
  const alterations = word();
  const addressWithheld = from.count() === 1;
  const photosCount = from.number();
  const priceChangedAt = from.count() === 0 ? null : from.number();
  const modificationTimestamp = readInstant(from) ?? '';
  const nextOpenHouse =
    from.count() === 0 ? null : { startTime: readInstant(from) ?? '', endTime: readInstant(from) };
  const card: HomeCard = {
    homeId: readHomeId(columns.id, row),
    searchType,
    dataset,
    listingKey,
    listingId,
    homeType: OTHERS.homeType(columns, row),
    standardStatus: OTHERS.standardStatus(columns, row),
    listPrice: NUMBERS.listPrice(columns, row),
    previousListPrice: NUMBERS.previousListPrice(columns, row),
    priceChangedAt,
    bedroomsTotal: NUMBERS.bedroomsTotal(columns, row),
    bathroomsTotalDecimal: NUMBERS.bathroomsTotalDecimal(columns, row),
    livingArea: NUMBERS.livingArea(columns, row),
    lotSizeSquareFeet: NUMBERS.lotSizeSquareFeet(columns, row),
    yearBuilt: NUMBERS.yearBuilt(columns, row),
    associationFeeMonthly: NUMBERS.associationFeeMonthly(columns, row),
    listedAt: NUMBERS.listedAt(columns, row),
    closeDate: OTHERS.closeDate(columns, row),
    taxOtherAnnualAssessmentAmount: NUMBERS.taxOtherAnnualAssessmentAmount(columns, row),
    requiredFeesMonthly: NUMBERS.requiredFeesMonthly(columns, row),
    storiesTotal: NUMBERS.storiesTotal(columns, row),
    parkingTotal: NUMBERS.parkingTotal(columns, row),
    securityDeposit: NUMBERS.securityDeposit(columns, row),
    facing: OTHERS.facing(columns, row),
    furnished: OTHERS.furnished(columns, row),
    leaseMonths: NUMBERS.leaseMonths(columns, row),
    availabilityDate: OTHERS.availabilityDate(columns, row),
    newConstructionYN: OTHERS.newConstructionYN(columns, row),
    seniorCommunityYN: OTHERS.seniorCommunityYN(columns, row),
    featuresYes: NUMBERS.featuresYes(columns, row),
    featuresStated: NUMBERS.featuresStated(columns, row),
    schoolDistrict: OTHERS.schoolDistrict(columns, row, places),
    schools: OTHERS.schools(columns, row, places),
    openHouseDays: OTHERS.openHouseDays(columns, row),
    streetLine,
    unitNumber,
    city,
    stateOrProvince,
    postalCode,
    addressWithheld,
    latitude: NUMBERS.latitude(columns, row),
    longitude: NUMBERS.longitude(columns, row),
    placeIds: OTHERS.placeIds(columns, row, places),
    photo,
    photoAlteration: alterations === null ? [] : (JSON.parse(alterations) as string[]),
    photosCount,
    nextOpenHouse,
    listAgentFullName,
    listAgentStateLicense,
    listOfficeName,
    listOfficePhone,
    modificationTimestamp,
  };
  for (let left = from.count(); left > 0; left--) {
    const field = NUMBER_FIELDS[from.count()];
    (card as Record<NumberField, number | null>)[field] = from.count() === 0 ? null : from.number();
  }
  if (from.count() === 1) Object.assign(card, deserialize(from.raw()));
  return card;
}

const inexact = new Uint8Array(NUMBER_FIELDS.length);

function writeInexactNumbers(card: HomeCard, row: number, columns: Columns): void {
  let count = 0;
  for (let i = 0; i < NUMBER_FIELDS.length; i++) {
    const field = NUMBER_FIELDS[i];
    if (!Object.is(NUMBERS[field](columns, row), card[field])) inexact[count++] = i;
  }
  out.count(count);
  for (let at = 0; at < count; at++) {
    out.count(inexact[at]);
    const value = card[NUMBER_FIELDS[inexact[at]]];
    out.count(value === null ? 0 : 1);
    if (value !== null) out.number(value);
  }
  if (count > 0) columns.standing[row] |= HAS_EXACT_NUMBERS;
}

export function readStandardStatus({ standing }: Columns, row: number): StandardStatus {
  return STANDARD_STATUSES[standing[row] & ~HAS_EXACT_NUMBERS];
}

/** A timestamp as a number if it is in JavaScript's format; else as text. */
function writeInstant(text: string | null): void {
  const ms = text === null ? Number.NaN : isoMs(text);
  out.count(Number.isNaN(ms) ? 0 : 1);
  if (Number.isNaN(ms)) out.text(text);
  else out.number(ms);
}

function readInstant(from: CardReader): string | null {
  return from.count() === 0 ? from.text() : new Date(from.number()).toISOString();
}

/** NaN for text that `toISOString` does not return, and for years not of four digits. */
function isoMs(text: string): number {
  if (text.length !== 24 || text.charCodeAt(23) !== 90) return Number.NaN;
  for (let i = 0; i < 23; i++) {
    const code = text.charCodeAt(i);
    const sign = ISO_FORM.charCodeAt(i);
    if (sign === 48 ? code < 48 || code > 57 : code !== sign) return Number.NaN;
  }
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hours = digits(text, 11, 2);
  const minutes = digits(text, 14, 2);
  const seconds = digits(text, 17, 2);
  // Date.UTC maps years below 100 to the 20th century.
  if (digits(text, 0, 4) < 100 || month < 1 || month > 12 || day < 1 || day > 28) return slowIsoMs(text);
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN;
  return Date.UTC(digits(text, 0, 4), month - 1, day, hours, minutes, seconds, digits(text, 20, 3));
}

/** Zeros stand for digits. */
const ISO_FORM = '0000-00-00T00:00:00.000Z';

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
}

/** For days that not every month has. */
function slowIsoMs(text: string): number {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || new Date(ms).toISOString() !== text ? Number.NaN : ms;
}

function readOpenDays({ firstOpenDay, openDays }: Columns, row: number): string[] {
  const days: string[] = [];
  if (openDays[row] === 0) return days;
  for (let after = 0; after < OPEN_DAYS; after++) {
    if (((openDays[row] >>> after) & 1) === 1) days.push(dayText(firstOpenDay[row] + after));
  }
  return days;
}

function trait({ traits }: Columns, row: number, bit: number): boolean | null {
  return (traits[row] & bit) === 0 ? null : (traits[row] & (bit << 1)) !== 0;
}

function stated(value: number): number | null {
  return value === UNSTATED ? null : value;
}

function quarters(value: number): number | null {
  return value === UNSTATED ? null : value / 4;
}

function isSame(a: HomeCard[OtherField], b: HomeCard[OtherField]): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) return isSameList(a as readonly string[], b as readonly string[]);
  const [one, other] = [a as PlaceIds, b as PlaceIds];
  return (
    one.state === other.state &&
    one.county === other.county &&
    one.city === other.city &&
    one.zip === other.zip &&
    isSameList(one.neighborhoods, other.neighborhoods)
  );
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
