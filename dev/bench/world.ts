import { FEATURES, HOME_TYPES, type HomeCard, type SearchType, type StandardStatus } from '@maru/listing';
import { type Bounds, FACINGS, PAGE_SIZE } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import { Dice, RANDOM_NOW } from '../conformance/random-homes.ts';

const TOWNS = 200;
/** Homes lie within this many degrees of their town's center, most of them near it. */
const TOWN_REACH = 0.1;
const MAX_HOMES = 1_000_000;
const TWIN_EVERY = 11;
const CARDS_PER_CHUNK = 10_000;

export interface WorldOptions {
  seed: number;
  /** Number of homes, both search types together; at most a million. */
  size: number;
  /** Quiet towns get no homes after this many, so that only their surroundings grow. */
  quietAfter?: number;
}

export interface Town {
  latitude: number;
  longitude: number;
  /** No other town is near: a viewport over it shows its homes alone. */
  isQuiet: boolean;
}

/**
 * The homes of a measurement in chunks of a few thousand, so that a million objects are never in memory at once. Each
 * card depends only on the seed and its number: a smaller world is a prefix of a larger one.
 */
export function* worldChunks(options: WorldOptions): Generator<HomeCard[]> {
  const { seed, size, quietAfter = Number.POSITIVE_INFINITY } = options;
  if (size > MAX_HOMES) throw new RangeError(`at most ${MAX_HOMES} homes`);
  const towns = listTowns(seed);
  for (let start = 0; start < size; start += CARDS_PER_CHUNK) {
    const length = Math.min(CARDS_PER_CHUNK, size - start);
    yield Array.from({ length }, (_, i) => createCard(seed, start + i, towns, start + i >= quietAfter));
  }
}

/** The centers of 200 towns of the mainland, largest first. */
export function listTowns(seed: number): Town[] {
  const dice = new Dice(seed);
  const towns = Array.from({ length: TOWNS }, () => ({
    latitude: 30 + dice.fraction() * 17,
    longitude: -120 + dice.fraction() * 45,
  }));
  const isAlone = (town: { latitude: number; longitude: number }) =>
    towns.every(
      (other) =>
        other === town ||
        Math.abs(other.latitude - town.latitude) > 3 * TOWN_REACH ||
        Math.abs(other.longitude - town.longitude) > 3 * TOWN_REACH,
    );
  return towns.map((town, i) => ({ ...town, isQuiet: i % 5 === 2 && isAlone(town) }));
}

/** A random town, weighted by size. */
export function pickTown(dice: Dice, towns: readonly Town[]): Town {
  return towns[Math.floor(dice.fraction() ** 2 * towns.length)]!;
}

export function around(latitude: number, longitude: number, reach: number): Bounds {
  return [longitude - reach, latitude - reach, longitude + reach, latitude + reach];
}

const STATUSES: readonly StandardStatus[] = [
  ...(['Active', 'Active', 'Active', 'Active', 'Active Under Contract', 'Coming Soon'] as const),
  ...(['Pending', 'Closed', 'Closed', 'Hold'] as const),
];
const STREETS = ['Oak St', 'N Culver Dr', 'Elm Ave', 'W 5th St', 'Paseo Del Mar', 'Wilshire Blvd', 'Oak Ct'];
const ALL_FEATURES = 2 ** FEATURES.length - 1;

function createCard(seed: number, number: number, towns: readonly Town[], isLate: boolean): HomeCard {
  // One home in eleven is the previous one under the other search type.
  const isTwin = number % TWIN_EVERY === TWIN_EVERY - 1;
  const dice = new Dice(Math.imul(isTwin ? number - 1 : number, 0x9e3779b1) ^ seed);
  const homeId = `h${((isTwin ? number - 1 : number) * 7919) % 1_000_003}`;
  const first: SearchType = dice.chance(0.75) ? 'sale' : 'rent';
  const searchType: SearchType = isTwin ? (first === 'sale' ? 'rent' : 'sale') : first;
  let at = towns.indexOf(pickTown(dice, towns));
  while (isLate && towns[at]!.isQuiet) at = (at + 1) % towns.length;
  const town = towns[at]!;
  const near = () => (dice.fraction() + dice.fraction() - 1) * TOWN_REACH;
  const hasPosition = !dice.chance(0.06);
  const homeType = dice.pick(HOME_TYPES);
  const isLand = homeType === 'land';
  const standardStatus = dice.pick(STATUSES);
  const listPrice =
    searchType === 'sale' ? dice.maybe(dice.whole(150, 6_500) * 1_000, 0.05) : dice.whole(20, 240) * 50;
  const featuresStated = dice.whole(0, ALL_FEATURES) | dice.whole(0, ALL_FEATURES);
  const withheld = dice.chance(0.05);
  const agent = at * 20 + dice.whole(0, 19);
  const day = (from: number, to: number) => formatDay(dice.whole(from, to));
  return {
    homeId,
    searchType,
    dataset: agent % 2 === 0 ? 'kc' : 'os',
    listingKey: `key-${homeId}`,
    listingId: `OC26${String(number).padStart(6, '0')}`,
    homeType,
    standardStatus,
    listPrice,
    previousListPrice: listPrice !== null && dice.chance(0.2) ? listPrice + dice.whole(1, 50) * 100 : null,
    priceChangedAt: dice.maybe(RANDOM_NOW - dice.whole(0, 60) * DAY_MS, 0.7),
    bedroomsTotal: isLand ? null : dice.maybe(dice.whole(0, 7), 0.05),
    bathroomsTotalDecimal: isLand ? null : dice.maybe(dice.whole(0, 20) / 4, 0.05),
    livingArea: isLand ? null : dice.maybe(dice.whole(40, 500) * 10),
    lotSizeSquareFeet: dice.maybe(dice.whole(0, 30) * 500, 0.3),
    yearBuilt: isLand ? null : dice.maybe(dice.whole(1900, 2027)),
    associationFeeMonthly: dice.maybe(dice.chance(0.4) ? 0 : dice.whole(1, 900), 0.25),
    listedAt: dice.maybe(RANDOM_NOW - dice.whole(0, 200 * 24 * 60) * 60_000, 0.02),
    closeDate: standardStatus === 'Closed' ? day(-730, 0) : null,
    taxOtherAnnualAssessmentAmount: dice.maybe(dice.chance(0.5) ? 0 : dice.whole(1, 90) * 100, 0.3),
    requiredFeesMonthly: searchType === 'rent' ? dice.maybe(dice.whole(0, 20) * 10, 0.5) : null,
    storiesTotal: isLand ? null : dice.maybe(dice.whole(1, 4)),
    parkingTotal: dice.maybe(dice.whole(0, 6), 0.2),
    securityDeposit: searchType === 'rent' ? dice.maybe(dice.whole(0, 90) * 100, 0.3) : null,
    facing: dice.maybe(dice.pick(FACINGS), 0.3),
    furnished: dice.maybe(dice.chance(0.3), 0.4),
    leaseMonths: searchType === 'rent' ? dice.maybe(dice.pick([0, 1, 6, 12, 24]), 0.4) : null,
    availabilityDate: searchType === 'rent' ? dice.maybe(day(-30, 90), 0.4) : null,
    newConstructionYN: dice.maybe(dice.chance(0.2), 0.3),
    seniorCommunityYN: dice.maybe(dice.chance(0.2), 0.3),
    featuresYes: featuresStated & (dice.whole(0, ALL_FEATURES) | dice.whole(0, ALL_FEATURES)),
    featuresStated,
    schoolDistrict: `district-${at}`,
    schools: [`high-${at}-${dice.whole(1, 3)}`, `middle-${at}-${dice.whole(1, 3)}`],
    openHouseDays: dice.chance(0.1) ? [day(0, 7)] : [],
    streetLine: withheld ? null : `${dice.whole(1, 9_999)} ${dice.pick(STREETS)}`,
    unitNumber: withheld ? null : dice.maybe(String(dice.whole(1, 30)), 0.7),
    city: `Town ${at}`,
    stateOrProvince: 'CA',
    postalCode: String(10_000 + at * PAGE_SIZE),
    addressWithheld: withheld,
    latitude: hasPosition ? Number((town.latitude + near()).toFixed(6)) : null,
    longitude: hasPosition ? Number((town.longitude + near()).toFixed(6)) : null,
    placeIds: {
      state: 'ca',
      county: `county-${at >> 2}-ca`,
      city: `town-${at}-ca`,
      zip: String(10_000 + at * PAGE_SIZE),
      neighborhoods: [],
    },
    photo: dice.maybe(`kc/${homeId}/1`),
    photoAlteration: dice.chance(0.02) ? ['Virtually Staged'] : [],
    photosCount: dice.whole(0, 40),
    nextOpenHouse: dice.chance(0.1)
      ? { startTime: '2026-11-22T20:00:00.000Z', endTime: '2026-11-22T23:00:00.000Z' }
      : null,
    listAgentFullName: `Agent ${agent}`,
    listAgentStateLicense: String(1_000_000 + agent),
    listOfficeName: `Office ${agent >> 2}`,
    listOfficePhone: `949-555-${String(agent % 10_000).padStart(4, '0')}`,
    modificationTimestamp: new Date(RANDOM_NOW - dice.whole(0, 90) * DAY_MS).toISOString(),
  };
}

const days = new Map<number, string>();

/** The day (`YYYY-MM-DD`) that many days after RANDOM_NOW. */
function formatDay(ahead: number): string {
  const known = days.get(ahead) ?? new Date(RANDOM_NOW + ahead * DAY_MS).toISOString().slice(0, 10);
  days.set(ahead, known);
  return known;
}
