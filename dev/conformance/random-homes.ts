import { FEATURES, HOME_TYPES, type HomeCard, type SearchType, STATUS_FILTERS } from '@maru/listing';
import { TRANSPORTATIONS } from '@maru/listing/places';
import {
  type Bounds,
  FACINGS,
  type HomeChanges,
  NULLABLE_FILTERS,
  type Polygon,
  priceEdges,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  roundBounds,
  type SearchQuery,
  type SearchRequest,
  SORTS,
  WANTS,
} from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';

/** The current time for random homes (ms UTC); their dates lie around it. */
export const RANDOM_NOW = Date.UTC(2026, 10, 21, 13, 5, 7);

/** A seeded random generator (mulberry32), equal on every platform. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 0 ≤ x < 1. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.fraction() * from.length)]!;
  }

  /** Null with the given probability. */
  maybe<T>(value: T, probabilityOfNull = 0.1): T | null {
    return this.chance(probabilityOfNull) ? null : value;
  }

  /** Each value with the given probability, in order. */
  some<T>(from: readonly T[], probability: number): T[] {
    return from.filter(() => this.chance(probability));
  }
}

interface Town {
  city: string;
  state: string;
  slug: string;
  county: string | null;
  zips: string[];
  latitude: number;
  longitude: number;
  neighborhoods: string[];
}

/** Dense, sparse and remote places, for clusters of every size and the edges of the map. */
const TOWNS: Town[] = [
  {
    city: 'Irvine',
    state: 'CA',
    slug: 'irvine-ca',
    county: 'orange-county-ca',
    zips: ['92620', '92618', '92602'],
    latitude: 33.6846,
    longitude: -117.8265,
    neighborhoods: ['woodbury-irvine-ca', 'northwood-irvine-ca'],
  },
  {
    city: 'Los Angeles',
    state: 'CA',
    slug: 'los-angeles-ca',
    county: 'los-angeles-county-ca',
    zips: ['90005', '90010'],
    latitude: 34.0618,
    longitude: -118.3089,
    neighborhoods: ['koreatown-los-angeles-ca', 'wilshire-center-los-angeles-ca'],
  },
  {
    city: 'Fort Lee',
    state: 'NJ',
    slug: 'fort-lee-nj',
    county: 'bergen-county-nj',
    zips: ['07024'],
    latitude: 40.8509,
    longitude: -73.9701,
    neighborhoods: [],
  },
  {
    city: 'Adak',
    state: 'AK',
    slug: 'adak-ak',
    county: null,
    zips: ['99546'],
    latitude: 51.88,
    longitude: -176.658,
    neighborhoods: [],
  },
  {
    city: 'Honolulu',
    state: 'HI',
    slug: 'honolulu-hi',
    county: 'honolulu-county-hi',
    zips: ['96815'],
    latitude: 21.3069,
    longitude: -157.8583,
    neighborhoods: [],
  },
];

const DISTRICTS = ['irvine-usd', 'los-angeles-usd', 'fort-lee'];
const SCHOOLS = ['irvine-high', 'northwood-high', 'woodbridge-high', 'wilson-middle'];

const STREETS = ['Oak St', 'N Culver Dr', 'Elm Ave', 'W 5th St', 'Paseo Del Mar', 'Wilshire Blvd', 'Oak Ct'];

const placeSlugs = TOWNS.flatMap((town) => [
  town.state.toLowerCase(),
  ...(town.county === null ? [] : [town.county]),
  town.slug,
  ...town.zips,
  ...town.neighborhoods,
]);

/**
 * `count` cards, unique by homeId and searchType: with nulls, ties, withheld addresses, missing and shared positions,
 * homes both for sale and for rent, and statuses of every group.
 */
export function randomHomes(seed: number, count: number): HomeCard[] {
  const dice = new Dice(seed);
  const homes: HomeCard[] = [];
  for (let i = 0; homes.length < count; i++) {
    const home = randomHome(dice, createHomeId(i));
    homes.push(home);
    if (homes.length < count && dice.chance(0.1)) {
      const searchType: SearchType = home.searchType === 'sale' ? 'rent' : 'sale';
      homes.push({ ...home, searchType, listPrice: dice.maybe(priceFor(dice, searchType)) });
    }
  }
  return homes;
}

/** Ids of different lengths whose byte order differs from their creation order: "h0", "h7", "h10", "hz1". */
function createHomeId(i: number): string {
  return `h${((i * 7919) % 1_000_003).toString(36)}`;
}

function priceFor(dice: Dice, searchType: SearchType): number {
  // Sometimes exactly on an edge, where histogram counts go wrong.
  if (dice.chance(0.2)) return dice.pick(priceEdges(searchType));
  return searchType === 'sale' ? dice.whole(150, 6_500) * 1_000 : dice.whole(20, 240) * 50;
}

function randomHome(dice: Dice, homeId: string): HomeCard {
  const town = dice.chance(0.6) ? TOWNS[0]! : dice.pick(TOWNS);
  const zip = dice.pick(town.zips);
  const searchType: SearchType = dice.chance(0.75) ? 'sale' : 'rent';
  const homeType = dice.pick(HOME_TYPES);
  const isLand = homeType === 'land';
  const standardStatus = dice.pick([
    ...(['Active', 'Active', 'Active', 'Active', 'Active Under Contract', 'Coming Soon'] as const),
    ...(['Pending', 'Closed', 'Closed', 'Hold'] as const),
  ]);
  const withheld = dice.chance(0.08);
  const spread = dice.pick([0.002, 0.02, 0.15]);
  const degree = (centre: number) => Number((centre + (dice.fraction() - 0.5) * spread).toFixed(6));
  // A home with a withheld address is placed at the center of its ZIP code; homes of one building share a position
  // too.
  const isShared = withheld || dice.chance(0.15);
  const isNowhere = dice.chance(0.06);
  const step = town.zips.indexOf(zip) * 0.01;
  const listPrice = dice.maybe(priceFor(dice, searchType), 0.05);
  const bedroomsTotal = isLand ? null : dice.maybe(dice.whole(0, 7));
  return {
    homeId,
    searchType,
    dataset: dice.pick(['kc', 'os']),
    listingKey: `key-${homeId}`,
    listingId: dice.maybe(`OC26${String(dice.whole(0, 999_999)).padStart(6, '0')}`),
    homeType,
    standardStatus,
    listPrice,
    previousListPrice: listPrice === null ? null : dice.maybe(listPrice + dice.whole(1, 50) * 100, 0.7),
    priceChangedAt: dice.maybe(RANDOM_NOW - dice.whole(0, 60) * DAY_MS, 0.7),
    bedroomsTotal,
    bathroomsTotalDecimal: isLand ? null : dice.maybe(dice.whole(0, 24) / 4),
    livingArea: isLand ? null : dice.maybe(dice.chance(0.03) ? 0 : dice.whole(40, 500) * 10),
    lotSizeSquareFeet: dice.maybe(dice.whole(0, 30) * 500, 0.3),
    yearBuilt: isLand ? null : dice.maybe(dice.whole(1900, 2027)),
    associationFeeMonthly: dice.maybe(dice.chance(0.4) ? 0 : dice.whole(1, 900), 0.25),
    // Whole days tie often; a few homes were listed a moment ago or in the future.
    listedAt: dice.maybe(
      RANDOM_NOW - dice.whole(-1, 200) * DAY_MS - (dice.chance(0.5) ? 0 : dice.whole(0, DAY_MS)),
      0.05,
    ),
    closeDate: closeDateFor(dice, standardStatus === 'Closed'),
    taxOtherAnnualAssessmentAmount: dice.maybe(dice.chance(0.5) ? 0 : dice.whole(1, 90) * 100, 0.3),
    requiredFeesMonthly: searchType === 'rent' ? dice.maybe(dice.whole(0, 20) * 10, 0.5) : null,
    storiesTotal: isLand ? null : dice.maybe(dice.whole(1, 4)),
    parkingTotal: dice.maybe(dice.chance(0.1) ? 1.5 : dice.whole(0, 6), 0.2),
    securityDeposit: searchType === 'rent' ? dice.maybe(dice.whole(0, 90) * 100, 0.3) : null,
    facing: dice.maybe(dice.pick(FACINGS), 0.3),
    furnished: dice.maybe(dice.chance(0.3), 0.4),
    leaseMonths: dice.maybe(dice.pick([0, 1, 6, 12, 24]), 0.4),
    availabilityDate: dice.maybe(dayFrom(dice, -30, 90), 0.4),
    newConstructionYN: dice.maybe(dice.chance(0.2), 0.3),
    seniorCommunityYN: dice.maybe(dice.chance(0.2), 0.3),
    ...randomFeatures(dice),
    schoolDistrict: dice.maybe(dice.pick(DISTRICTS), 0.3),
    schools: dice.some(SCHOOLS, 0.3),
    openHouseDays: dice.chance(0.15) ? [...new Set([dayFrom(dice, -2, 3), dayFrom(dice, 0, 20)])].sort() : [],
    streetLine: withheld ? null : dice.maybe(`${dice.whole(1, 400)} ${dice.pick(STREETS)}`, 0.04),
    unitNumber: withheld ? null : dice.maybe(String(dice.whole(1, 30)), 0.7),
    city: dice.maybe(town.city, 0.02),
    stateOrProvince: town.state,
    postalCode: dice.maybe(zip, 0.02),
    addressWithheld: withheld,
    latitude: isNowhere ? null : isShared ? town.latitude + step : degree(town.latitude),
    longitude: isNowhere ? null : isShared ? town.longitude + step : degree(town.longitude),
    placeIds: {
      state: town.state.toLowerCase(),
      county: town.county,
      city: dice.maybe(town.slug, 0.03),
      zip: dice.maybe(zip, 0.03),
      neighborhoods: dice.some(town.neighborhoods, 0.4),
    },
    photo: dice.maybe(`kc/${homeId}/1`),
    photoAlteration: dice.some(['Virtually Staged'], 0.05),
    photosCount: dice.whole(0, 40),
    nextOpenHouse: dice.chance(0.1)
      ? { startTime: '2026-11-22T20:00:00.000Z', endTime: dice.maybe('2026-11-22T23:00:00.000Z') }
      : null,
    listAgentFullName: dice.maybe('Min-ji Park'),
    listAgentStateLicense: dice.maybe('01234567'),
    listOfficeName: dice.maybe('Maru Sample Realty'),
    listOfficePhone: dice.maybe('949-555-0100'),
    modificationTimestamp: new Date(RANDOM_NOW - dice.whole(0, 90) * DAY_MS).toISOString(),
  };
}

function randomFeatures(dice: Dice): Pick<HomeCard, 'featuresYes' | 'featuresStated'> {
  const all = 2 ** FEATURES.length - 1;
  const featuresStated = dice.whole(0, all) | dice.whole(0, all);
  return { featuresStated, featuresYes: featuresStated & dice.whole(0, all) };
}

/** A day (`YYYY-MM-DD`) between `from` and `to` days after RANDOM_NOW. */
function dayFrom(dice: Dice, from: number, to: number): string {
  return new Date(RANDOM_NOW + dice.whole(from, to) * DAY_MS).toISOString().slice(0, 10);
}

function closeDateFor(dice: Dice, isClosed: boolean): string | null {
  if (!isClosed || dice.chance(0.1)) return null;
  // The day on which twelve months end, its neighbors, or any day of two years.
  if (dice.chance(0.3)) return dice.pick(['2025-11-20', '2025-11-21', '2025-11-22']);
  return new Date(RANDOM_NOW - dice.whole(0, 730) * DAY_MS).toISOString().slice(0, 10);
}

/** Changes to `homes`: new prices, statuses and positions, removals and additions. */
export function randomChanges(seed: number, homes: readonly HomeCard[], count: number): HomeChanges {
  const dice = new Dice(seed);
  const changes: HomeChanges = { upserts: [], removals: [] };
  const touched = new Set<string>();
  const once = (home: { homeId: string; searchType: string }) => {
    const key = `${home.homeId}/${home.searchType}`;
    if (touched.has(key)) return false;
    touched.add(key);
    return true;
  };
  for (let i = 0; i < count; i++) {
    const kind = homes.length === 0 ? 0 : dice.whole(0, 3);
    if (kind === 0) {
      const arrival = randomHome(dice, `n${(seed >>> 0).toString(36)}x${i}`);
      if (once(arrival)) changes.upserts.push(arrival);
      continue;
    }
    const home = dice.pick(homes);
    if (!once(home)) continue;
    const { homeId, searchType } = home;
    if (kind === 1) changes.removals.push({ homeId, searchType });
    else if (kind === 2) changes.upserts.push({ ...randomHome(dice, homeId), searchType });
    else changes.upserts.push({ ...home, listPrice: dice.maybe(priceFor(dice, searchType)) });
  }
  if (dice.chance(0.3)) changes.removals.push({ homeId: 'never-was-here', searchType: 'sale' });
  return changes;
}

/** The homes after the changes, as an array. */
export function applyToList(homes: readonly HomeCard[], { upserts, removals }: HomeChanges): HomeCard[] {
  const byKey = new Map(homes.map((home) => [`${home.homeId}/${home.searchType}`, home]));
  for (const { homeId, searchType } of removals) byKey.delete(`${homeId}/${searchType}`);
  for (const home of upserts) byKey.set(`${home.homeId}/${home.searchType}`, home);
  return [...byKey.values()];
}

/** Any request that a page or a map can make, and some that only a program would. */
export function randomRequest(seed: number, homes: readonly HomeCard[] = []): SearchRequest {
  const dice = new Dice(seed);
  const searchType: SearchType = dice.chance(0.8) ? 'sale' : 'rent';
  const query: SearchQuery = { searchType };
  if (dice.chance(0.3)) query.place = dice.chance(0.95) ? dice.pick(placeSlugs) : 'nowhere-ca';
  const other = dice.pick(placeSlugs);
  if (query.place !== undefined && query.place !== other && dice.chance(0.4)) query.otherPlaces = [other];
  if (dice.chance(0.1)) query.notPlaces = [dice.pick(placeSlugs)];
  if (dice.chance(0.1)) query.lacks = [dice.pick(FEATURES)];
  if (dice.chance(0.4)) query.bbox = randomBounds(dice, homes);
  const busy = dice.pick([0, 0.1, 0.3]);
  if (dice.chance(0.15))
    query.poly = Array.from({ length: dice.whole(1, 3) }, () => randomPolygon(dice, homes));
  if (dice.chance(0.1)) {
    const [longitude, latitude] = randomBounds(dice, homes);
    query.near = { latitude: Math.max(-85, latitude), longitude, meters: dice.whole(100, 160_000) };
  }
  for (const filter of RANGE_FILTERS) {
    if (dice.chance(busy)) query[filter] = randomRange(dice, filter, searchType);
  }
  const rare = busy / 3;
  if (dice.chance(rare)) query.facing = dice.some(FACINGS, 0.4);
  if (dice.chance(busy)) query.has = dice.some(FEATURES, 0.15);
  if (dice.chance(rare)) query.furnished = true;
  if (dice.chance(rare)) query.lease = dice.whole(1, 24);
  if (dice.chance(rare)) query.from = dayFrom(dice, -10, 60);
  if (dice.chance(rare)) query.new = true;
  if (dice.chance(rare)) query.senior = dice.chance(0.5);
  if (dice.chance(rare)) query.schoolDistrict = dice.chance(0.9) ? dice.pick(DISTRICTS) : 'nowhere-usd';
  if (dice.chance(rare)) query.school = dice.some([...SCHOOLS, 'nowhere-high'], 0.4);
  if (dice.chance(rare)) query.open = dice.pick(['any', 'weekend', dayFrom(dice, 0, 8)]);
  if (dice.chance(rare)) query.cut = dice.pick([0, 1, 2, 5]);
  if (dice.chance(0.15)) {
    const [longitude, latitude] = randomBounds(dice, homes);
    query.to = [Number(Math.max(-85, latitude).toFixed(3)), Number(longitude.toFixed(3))];
    if (dice.chance(0.4)) {
      const [east, , , north] = randomBounds(dice, homes);
      const at = [Number(Math.min(85, north).toFixed(3)), Number(east.toFixed(3))] as const;
      query.to2 = { at, by: dice.pick(TRANSPORTATIONS), depart: dice.pick(['0800', '1200']) };
    }
  }
  if (dice.chance(0.15)) {
    const by = dice.pick(TRANSPORTATIONS);
    const minutes = { max: dice.whole(0, 200) };
    query.commute = { by, depart: dice.pick(['0800', '1200']), minutes };
  }
  if (dice.chance(0.25)) query.type = dice.some(HOME_TYPES, 0.4);
  if (dice.chance(0.4)) query.status = dice.some(STATUS_FILTERS, 0.5);
  if (dice.chance(0.2)) query.soldMonths = dice.whole(1, 24);
  const unk = dice.some(NULLABLE_FILTERS, dice.pick([0, 0, 0.5]));
  if (unk.length > 0) query.unk = unk;
  if (dice.chance(0.2)) query.wholeCost = true;
  if (dice.chance(0.8)) query.sort = dice.pick(SORTS);
  if (dice.chance(0.3)) query.page = dice.chance(0.9) ? dice.whole(1, 5) : 100;
  const request: SearchRequest = {
    query,
    want: new Set(dice.chance(0.5) ? WANTS : dice.some(WANTS, 0.5)),
  };
  if (dice.chance(0.1))
    request.loan = { down: { percent: dice.whole(0, 40) }, rate: dice.whole(0, 90) / 10, years: 30 };
  if (dice.chance(0.05)) request.loan = { down: { amount: dice.whole(0, 900) * 1_000 }, rate: 6, years: 15 };
  if (dice.chance(0.1)) request.keyword = new Set(dice.some(homes, 0.4).map((home) => home.homeId));
  if (dice.chance(0.8)) request.zoom = dice.chance(0.5) ? dice.whole(0, 22) : dice.whole(0, 2_000) / 100;
  if (dice.chance(0.05)) request.take = dice.whole(1, 90);
  if (dice.chance(0.2)) request.without = new Set(dice.some(homes, 0.3).map((home) => home.homeId));
  if (dice.chance(0.2)) request.clip = randomBounds(dice, homes);
  return request;
}

function randomRange(dice: Dice, filter: RangeFilter, searchType: SearchType): Range {
  const value = () => {
    switch (filter) {
      case 'price':
        return priceFor(dice, searchType);
      case 'beds':
        return dice.whole(0, 6);
      case 'baths':
        return dice.whole(0, 20) / 4;
      case 'sqft':
        return dice.whole(0, 50) * 100;
      case 'lot':
        return dice.whole(0, 30) * 500;
      case 'year':
        return dice.whole(1900, 2027);
      case 'hoa':
        return dice.chance(0.3) ? 0 : dice.whole(0, 900);
      case 'mello':
        return dice.whole(0, 90) * 100;
      case 'dom':
        return dice.whole(0, 200);
      case 'monthly':
        return searchType === 'sale' ? dice.whole(5, 400) * 100 : dice.whole(10, 120) * 100;
      case 'stories':
        return dice.whole(0, 4);
      case 'parking':
        return dice.whole(0, 6);
      case 'deposit':
        return dice.whole(0, 90) * 100;
    }
  };
  const [a, b] = [value(), value()];
  return dice.pick([
    { min: a },
    { max: a },
    { min: Math.min(a, b), max: Math.max(a, b) },
    ...(dice.chance(0.2) ? [{ min: a, max: a }] : []),
  ]);
}

/** Random corners within some bounds: the polygon may intersect itself or be flat. */
function randomPolygon(dice: Dice, homes: readonly HomeCard[]): Polygon {
  const [west, south, east, north] = randomBounds(dice, homes);
  return Array.from({ length: dice.whole(3, 12) }, () => {
    const latitude = south + (north - south) * dice.fraction();
    return [latitude, west + (east - west) * dice.fraction()] as const;
  });
}

/** A viewport around a town or a home, from a street to the whole world, sometimes with a home on its edge. */
function randomBounds(dice: Dice, homes: readonly HomeCard[]): Bounds {
  if (dice.chance(0.05)) return [-180, -90, 180, 90];
  const home = homes.length > 0 && dice.chance(0.5) ? dice.pick(homes) : undefined;
  const town = dice.pick(TOWNS);
  const latitude = home?.latitude ?? town.latitude;
  const longitude = home?.longitude ?? town.longitude;
  const reach = dice.pick([0.001, 0.01, 0.1, 1, 30]);
  if (home !== undefined && dice.chance(0.2)) {
    return [longitude, Math.max(-90, latitude - reach), Math.min(180, longitude + reach), latitude];
  }
  const [west, south, east, north] = roundBounds([
    longitude - reach * dice.fraction(),
    latitude - reach * dice.fraction(),
    longitude + reach * dice.fraction(),
    latitude + reach * dice.fraction(),
  ]);
  return [west, south, Math.max(east, west + 0.0001), Math.max(north, south + 0.0001)];
}
