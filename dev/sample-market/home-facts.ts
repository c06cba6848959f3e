import type { StandardStatus } from '@maru/listing';
import type { Agent } from './agents.ts';
import { type Area, hoursBehindUtc, NEWER_VILLAGES } from './areas.ts';
import type { Role } from './census.ts';
import type { DatasetName } from './dataset.ts';
import { DAY, HOUR, type Life } from './life.ts';
import { type Random, randomOf, rollOf } from './random.ts';
import type { Lot } from './streets.ts';

export type HomeKind = 'house' | 'townhouse' | 'condo' | 'apartment' | 'multi' | 'manufactured' | 'land';
export type HomeStyle =
  | 'Spanish'
  | 'Craftsman'
  | 'Ranch'
  | 'Modern'
  | 'Contemporary'
  | 'Traditional'
  | 'Colonial'
  | 'Bungalow'
  | 'Mediterranean'
  | 'Farmhouse';

/** The home itself, whoever lists it. Money in USD, areas in sq ft. */
export interface Home {
  /** Ordinal of the home in the market; the parcel number is derived from it. */
  home: number;
  area: Area;
  lot: Lot;
  kind: HomeKind;
  rent: boolean;
  style: HomeStyle;
  beds: number;
  fullBaths: number;
  halfBaths: number;
  livingArea: number;
  lotSize: number;
  yearBuilt: number;
  stories: number;
  garage: number;
  pool: boolean;
  communityPool: boolean;
  spa: boolean;
  solar: boolean;
  adu: boolean;
  remodeled: boolean;
  fireplace: boolean;
  views: string[];
  hasAssociation: boolean;
  /** USD per month, before it is stated at some other frequency. */
  associationFee: number;
  melloRoos: number;
  senior: boolean;
  /** Market value. */
  value: number;
  /** Initial asking price, or monthly rent. */
  ask: number;
  displayEntire: boolean | null;
  displayAddress: boolean | null;
  /** Seed for details not determined above: its appearance, its schools. */
  salt: number;
}

/** The part of a listing that ticks change. Instants in ms, money in USD. */
export interface Course {
  status: StandardStatus;
  enteredAt: number;
  statusAt: number;
  contractAt: number | null;
  modifiedAt: number;
  micros: string;
  photosAt: number;
  photosCount: number;
  photosVersion: number;
  listPrice: number;
  originalListPrice: number;
  previousListPrice: number | null;
  priceChangedAt: number | null;
  majorChange: string;
  closePrice: number | null;
  backAt: number | null;
  openHouse: { start: number; end: number } | null;
}

/** One listing of one home: the source of its feed row, remarks and pictures. */
export interface HomeFacts extends Home, Course {
  dataset: DatasetName;
  role: Role;
  key: string;
  listingId: string;
  agent: Agent;
  coAgent: Agent | null;
  /** The data fault of this row, if any. */
  dirt: string | null;
  /** The four display flags where all combinations are assigned; null: as the home has them. */
  flags: readonly (boolean | null)[] | null;
  /** Seed for differences between two listings of one home. */
  listingSalt: number;
}

export interface Birth {
  seed: number;
  home: number;
  area: Area;
  lot: Lot;
  rent: boolean;
  /** Displayable with its address: counts for the guarantee of each Irvine ZIP code. */
  assured: boolean;
  /** The year in which the market was created. */
  thisYear: number;
}

/** Invents the home on a lot: its facts, then its value. Pure. */
export function inventHome({ seed, home, area, lot, rent, assured, thisYear }: Birth): Home {
  const random = randomOf(seed, 'home', home);
  const kind = chooseKind(lot, area, rent, random);
  const urban = area.character === 'urban';
  const newer = NEWER_VILLAGES.has(lot.village ?? '');
  const yearBuilt = chooseYear(area, kind, newer, thisYear, random);
  const style = chooseStyle(area, kind, yearBuilt, random);
  const beds = chooseBeds(kind, urban, random);
  const livingArea = chooseArea(kind, beds, random);
  const lotSize = chooseLotSize(kind, area, livingArea, random);
  const stories = chooseStories(kind, livingArea, style, random);
  const baths = Math.max(1, Math.min(beds + 1, Math.round(beds * 0.75 + random.between(-0.4, 0.7))));
  const half = livingArea > 1300 && stories > 1 && random.chance(0.6) ? 1 : 0;
  const detached = kind === 'house' || kind === 'manufactured';
  const warm = ['socal', 'desert', 'hawaii', 'southeast', 'texas'].includes(area.region);
  const pool = kind === 'house' && lotSize > 4500 && random.chance(warm ? 0.2 : 0.04);
  const hasAssociation =
    kind === 'condo' ||
    kind === 'apartment' ||
    kind === 'townhouse' ||
    (detached && random.chance(area.irvine ? 0.85 : 0.3));
  const remodeled = yearBuilt < thisYear - 15 && random.chance(0.35);
  const views = chooseViews(area, lot, random);
  const associationFee = !hasAssociation
    ? 0
    : Math.round(random.between(kind === 'house' ? 60 : 220, kind === 'house' ? 260 : 620) / 5) * 5;
  const melloRoos = newer && random.chance(0.85) ? Math.round(livingArea * random.between(0.9, 2.4)) : 0;
  const value = computeMarketValue(
    area,
    kind,
    livingArea,
    lotSize,
    yearBuilt,
    { pool, remodeled, views, beds },
    random,
  );
  const ask = rent
    ? computeRent(value, kind, random)
    : roundPrice(value * random.between(0.97, 1.06), random);
  return {
    home,
    area,
    lot,
    kind,
    rent,
    style,
    beds,
    fullBaths: kind === 'land' ? 0 : baths,
    halfBaths: kind === 'land' ? 0 : half,
    livingArea,
    lotSize,
    yearBuilt,
    stories,
    garage: chooseGarage(kind, urban, livingArea, random),
    pool,
    communityPool: hasAssociation && random.chance(area.irvine ? 0.85 : 0.35),
    spa: pool && random.chance(0.5),
    solar: detached && warm && random.chance(0.15),
    adu: kind === 'house' && lotSize > 6000 && random.chance(0.06),
    remodeled,
    fireplace: kind !== 'apartment' && kind !== 'land' && random.chance(0.45),
    views,
    hasAssociation,
    associationFee,
    melloRoos,
    senior: random.chance(0.008),
    value,
    ask,
    ...decideDisplay(seed, home, assured),
    salt: random.int(1, 2_000_000_000),
  };
}

/** The seller's display choices. Cheap: computed for a million homes without inventing them. */
export function decideDisplay(
  seed: number,
  home: number,
  assured: boolean,
): Pick<Home, 'displayEntire' | 'displayAddress'> {
  const flag = rollOf(seed, home, 21);
  return {
    displayEntire: assured ? true : flag < 0.005 ? false : flag < 0.03 ? null : true,
    displayAddress: assured ? true : flag >= 0.03 && flag < 0.045 ? false : flag > 0.97 ? null : true,
  };
}

/** The course of a listing until the market's creation, from its home and its life. Pure. */
export function inventCourse(
  seed: number,
  index: number,
  born: number,
  role: Role,
  home: Home,
  life: Life,
): Course {
  const shared = randomOf(seed, 'price', home.home);
  const { steps, status } = life;
  // An earlier attempt asked more, or sold at lower prices; twins ask the same.
  const level =
    role !== 'earlier' ? 1 : status === 'Closed' ? shared.between(0.84, 0.98) : shared.between(1.02, 1.11);
  const rounded = (price: number) =>
    home.rent ? Math.max(650, Math.round(price / 25) * 25) : roundPrice(price, shared);
  const listPrice = level === 1 ? home.ask : rounded(home.ask * level);
  const step = home.rent ? 50 : listPrice > 400_000 ? 5000 : 1000;
  // All past prices are drawn in any case, so that an outdated twin states the same ones.
  const before = Math.max(listPrice + step, rounded(listPrice * shared.between(1.012, 1.07)));
  const first = Math.max(before + step, rounded(before * shared.between(1.015, 1.06)));
  const lower = Math.max(step, Math.min(listPrice - step, rounded(listPrice * shared.between(0.95, 0.99))));
  const over = shared.between(0.955, 1.03);
  const prices =
    steps < 0 ? [lower, listPrice] : [first, before, listPrice].slice(2 - steps - (life.behind ? 1 : 0));
  if (life.behind) prices.pop();
  const currentPrice = prices.at(-1)!;
  const random = randomOf(seed, 'course', index);
  return {
    status,
    enteredAt: life.enteredAt,
    statusAt: life.statusAt,
    contractAt: life.contractAt,
    modifiedAt: life.modifiedAt,
    micros: life.micros,
    photosAt: life.photosAt,
    photosCount: choosePhotoCount(home, random),
    photosVersion: 1,
    listPrice: currentPrice,
    originalListPrice: prices[0]!,
    previousListPrice: prices.at(-2) ?? null,
    priceChangedAt: life.priceChangedAt,
    majorChange: describeMajorChange(status, steps),
    closePrice:
      status !== 'Closed' ? null : home.rent ? currentPrice : roundPrice(currentPrice * over, random),
    backAt: null,
    openHouse:
      status === 'Active' && home.kind !== 'land' && mayHaveOpenHouse(seed, index, home.rent)
        ? nextWeekend(born, home.area, random)
        : null,
  };
}

/** Whether an active listing had an upcoming open house when the market was created, assuming that it is not land. */
export function mayHaveOpenHouse(seed: number, index: number, rent: boolean): boolean {
  return rollOf(seed, index, 11) < (rent ? 0.03 : 0.095);
}

/** Most listings show the whole home; cheap ones and rentals not always. */
function choosePhotoCount(home: Home, random: Random): number {
  if (home.kind === 'land') return random.int(3, 5);
  const count = home.rent ? random.int(5, 13) : random.int(6, 14);
  // A studio has few rooms to show.
  return home.beds < 2 && home.lot.floors > 0 ? Math.min(9, count) : count;
}

function chooseKind(lot: Lot, area: Area, rent: boolean, random: Random): HomeKind {
  if (lot.kind === 'towers') return rent && random.chance(0.6) ? 'apartment' : 'condo';
  if (lot.kind === 'condos') return rent && random.chance(0.4) ? 'apartment' : 'condo';
  if (lot.kind === 'townhouses') return 'townhouse';
  const chance = random.next();
  if (!rent && chance < (area.irvine ? 0.003 : area.character === 'town' ? 0.08 : 0.025)) return 'land';
  // Palisades Park is a town of two-family houses.
  const twoFamily = area.lattice === 'palisades-park' ? 0.6 : 0.955;
  if (!rent && !area.irvine && chance > twoFamily) return 'multi';
  // No manufactured homes where land is this expensive.
  if (area.pricePerSquareFoot < 450 && chance > 0.935 && area.character !== 'urban') return 'manufactured';
  return 'house';
}

function chooseYear(area: Area, kind: HomeKind, newer: boolean, thisYear: number, random: Random): number {
  if (area.irvine) return newer ? random.int(1998, thisYear) : random.int(1966, 1994);
  if (area.character === 'urban')
    return random.chance(0.3) ? random.int(2003, thisYear) : random.int(1921, 1989);
  if (area.character === 'village') return random.int(1990, thisYear);
  if (kind === 'manufactured') return random.int(1972, 2015);
  return Math.min(thisYear, Math.round(1984 + random.normal() * 17));
}

function chooseStyle(area: Area, kind: HomeKind, year: number, random: Random): HomeStyle {
  if (kind === 'manufactured') return 'Ranch';
  if (area.region === 'socal' || area.region === 'desert') {
    if (year < 1945) return random.pick<HomeStyle>(['Bungalow', 'Spanish', 'Craftsman']);
    if (year < 1980) return random.pick<HomeStyle>(['Ranch', 'Ranch', 'Traditional', 'Spanish']);
    return random.pick<HomeStyle>([
      'Spanish',
      'Mediterranean',
      'Mediterranean',
      'Contemporary',
      'Modern',
      'Traditional',
      'Farmhouse',
    ]);
  }
  if (area.region === 'northwest') {
    if (year < 1950) return random.pick<HomeStyle>(['Craftsman', 'Bungalow', 'Traditional']);
    return random.pick<HomeStyle>([
      'Craftsman',
      'Contemporary',
      'Modern',
      'Ranch',
      'Traditional',
      'Farmhouse',
    ]);
  }
  if (area.region === 'hawaii')
    return random.pick<HomeStyle>(['Bungalow', 'Contemporary', 'Ranch', 'Modern']);
  if (year < 1950) return random.pick<HomeStyle>(['Colonial', 'Bungalow', 'Traditional', 'Craftsman']);
  return random.pick<HomeStyle>([
    'Traditional',
    'Traditional',
    'Colonial',
    'Ranch',
    'Craftsman',
    'Farmhouse',
    'Contemporary',
  ]);
}

function chooseBeds(kind: HomeKind, urban: boolean, random: Random): number {
  switch (kind) {
    case 'land':
      return 0;
    case 'apartment':
    case 'condo':
      return random.pick(urban ? [0, 1, 1, 2, 2, 2, 3] : [1, 2, 2, 2, 3, 3]);
    case 'townhouse':
      return random.pick([2, 3, 3, 3, 4]);
    case 'multi':
      return random.pick([4, 5, 6, 6, 8]);
    case 'manufactured':
      return random.pick([2, 2, 3, 3]);
    default:
      return random.pick([2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6]);
  }
}

function chooseArea(kind: HomeKind, beds: number, random: Random): number {
  if (kind === 'land') return 0;
  const base: Record<Exclude<HomeKind, 'land'>, [number, number]> = {
    apartment: [430, 270],
    condo: [460, 300],
    townhouse: [540, 330],
    house: [480, 470],
    multi: [600, 380],
    manufactured: [520, 320],
  };
  const [flat, perBed] = base[kind];
  return Math.max(380, Math.round((flat + perBed * beds) * (1 + random.normal() * 0.11)));
}

function chooseLotSize(kind: HomeKind, area: Area, livingArea: number, random: Random): number {
  if (kind === 'land') return Math.round(random.between(6000, area.character === 'town' ? 180_000 : 30_000));
  if (kind === 'condo' || kind === 'apartment') return 0;
  if (kind === 'townhouse') return random.int(900, 2600);
  const roomy =
    area.character === 'town'
      ? 2.1
      : area.character === 'suburb'
        ? 1.35
        : area.character === 'village'
          ? 0.95
          : 1;
  return Math.round(Math.max(2400, (livingArea * 0.7 + 3200) * roomy * (1 + random.normal() * 0.18)));
}

function chooseStories(kind: HomeKind, livingArea: number, style: HomeStyle, random: Random): number {
  if (kind === 'condo' || kind === 'apartment') return 1;
  if (kind === 'townhouse') return random.pick([2, 2, 3]);
  if (kind === 'multi') return 2;
  if (kind === 'manufactured' || kind === 'land' || style === 'Ranch' || style === 'Bungalow') return 1;
  return livingArea > 2200 ? 2 : livingArea < 1400 ? 1 : random.pick([1, 2]);
}

function chooseGarage(kind: HomeKind, urban: boolean, livingArea: number, random: Random): number {
  if (kind === 'land') return 0;
  if (kind === 'apartment') return random.pick([0, 1]);
  if (kind === 'condo') return random.pick(urban ? [1, 1, 2] : [1, 2, 2]);
  if (kind === 'manufactured') return random.pick([0, 1, 2]);
  return livingArea > 3200 ? 3 : random.pick([1, 2, 2, 2, 2]);
}

function chooseViews(area: Area, lot: Lot, random: Random): string[] {
  const views: string[] = [];
  if (lot.besidePark) views.push('Park/Greenbelt');
  if (lot.besideWater) views.push('Lake');
  if (lot.floor >= 6) views.push('City Lights');
  if (random.chance(0.2))
    views.push(
      random.pick(
        area.region === 'socal'
          ? ['Hills', 'Mountain(s)', 'City Lights', 'Canyon']
          : ['Trees/Woods', 'Hills', 'Territorial'],
      ),
    );
  if (area.zip === '92657' && random.chance(0.6)) views.push('Ocean');
  return [...new Set(views)];
}

function computeMarketValue(
  area: Area,
  kind: HomeKind,
  livingArea: number,
  lotSize: number,
  year: number,
  extra: { pool: boolean; remodeled: boolean; views: string[]; beds: number },
  random: Random,
): number {
  const level = area.pricePerSquareFoot;
  if (kind === 'land') return Math.max(18_000, lotSize ** 0.72 * level * 0.9 * random.between(0.7, 1.3));
  const mid = kind === 'condo' || kind === 'apartment' ? 1250 : 1950;
  const bySize = (livingArea / mid) ** -0.22;
  const byKind = {
    house: 1.06,
    townhouse: 0.94,
    condo: 0.9,
    apartment: 0.86,
    multi: 0.8,
    manufactured: 0.45,
  }[kind];
  const byAge = year > 2012 ? 1.07 : year < 1970 ? 0.95 : 1;
  const extras = 1 + (extra.pool ? 0.04 : 0) + (extra.remodeled ? 0.05 : 0) + extra.views.length * 0.015;
  return livingArea * level * bySize * byKind * byAge * extras * (1 + random.normal() * 0.085);
}

/** 0.3 to 0.8 % of the value per month; a lower share for expensive homes, and similar for neighboring flats. */
function computeRent(value: number, kind: HomeKind, random: Random): number {
  const level = Math.max(
    0.0029,
    0.0049 - Math.log10(Math.max(1, value / 250_000)) * 0.0016,
    0.0058 - Math.log10(Math.max(1, value) / 300_000) * 0.0042,
  );
  const part = Math.min(0.0078, level) * random.between(0.95, 1.08);
  return Math.max(650, Math.round((value * part * (kind === 'apartment' ? 1.06 : 1)) / 25) * 25);
}

/** Prices in the usual forms: …,900, …,000, sometimes …,888. */
function roundPrice(value: number, random: Random): number {
  const thousands = Math.max(20, Math.round(value / 1000));
  const ending = random.next();
  if (thousands > 400 && ending < 0.3)
    return Math.round(thousands / 10) * 10_000 - 1000 + (ending < 0.1 ? 900 : 0);
  if (ending < 0.06) return thousands * 1000 + 888;
  if (ending < 0.5) return thousands * 1000 + 900;
  return Math.round(thousands / 5) * 5000 || 5000;
}

function describeMajorChange(status: StandardStatus, steps: number): string {
  if (status === 'Active') return steps > 0 ? 'Price Change' : 'New Listing';
  return status;
}

/**
 * The next Saturday or Sunday, two or three hours between 10:00 and 16:00 local time (winter time is precise enough).
 */
export function nextWeekend(now: number, area: Area, random: Random): { start: number; end: number } {
  const offset = hoursBehindUtc(area);
  const today = Math.floor(now / DAY) * DAY;
  const weekday = new Date(today).getUTCDay();
  const toSaturday = (6 - weekday + 7) % 7 || 7;
  const day = today + (toSaturday + random.int(0, 1)) * DAY;
  const start = day + (random.int(10, 13) + offset) * HOUR;
  return { start, end: start + random.int(2, 3) * HOUR };
}
