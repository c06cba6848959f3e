import type { SentenceAnswer } from '@maru/contract';

/** One query of `new-user-queries.json`, with what its writer means by it. */
export interface NewUserQuery {
  id: string;
  text: string;
  language: 'en' | 'ko';
  expect: {
    /** "Irvine, CA", "92620". */
    places: string[];
    excludedPlaces: string[];
    /** Null: either is right. */
    tenure: 'sale' | 'rent' | null;
    filters: Record<string, unknown>;
    /** What must be told; nothing else may be. */
    notUnderstood: string[];
    ask: 'where' | null;
  };
  why: string;
}

export type Judged = Pick<
  SentenceAnswer,
  'searchType' | 'place' | 'filters' | 'notUnderstood' | 'ambiguous' | 'where'
> & { otherPlaces: readonly { slug: string; isExcluded: boolean }[] };

/**
 * What the writers call acceptable besides their own reading: words that may be told as well, and parts that may be
 * missing if they are told.
 */
const ALSO_RIGHT: Readonly<Record<string, { told: string[]; without?: string[] }>> = {
  // "if size cannot be filtered then dogs, and 'big' told"
  'en-17': { told: ['big'] },
  // "view filter; 'beach' and 'ocean' do not become keywords": which view is no filter, and is told.
  'en-24': { told: ['ocean'] },
  'ko-42': { told: ['바다'] },
  // "If no school data for Georgia exist, the school part must be told as not applied"
  'en-28': { told: ['Northview High'], without: ['school'] },
  // "Keeping both with a message, or either one with the other told, is right"
  'en-47': { told: ['at least 4 bedrooms', 'max 3 bedrooms'], without: ['bedsMin'] },
  // "tenure null is acceptable"
  'ko-03': { told: [], without: ['tenure'] },
  'en-37': { told: [], without: ['tenure'] },
};

/** The faults of an answer, none if it is right; `slugOf` gives the slug of a place as the queries name it. */
export function judgeQuery(
  { id, expect }: NewUserQuery,
  answer: Judged,
  slugOf: (place: string) => string,
): string[] {
  const faults: string[] = [];
  const also = ALSO_RIGHT[id] ?? { told: [] };
  const { searchType, filters: given } = answer;
  if (expect.tenure !== null && expect.tenure !== searchType && !also.without?.includes('tenure')) {
    faults.push(`${searchType} for ${expect.tenure}`);
  }
  faults.push(...judgePlaces(expect, answer, slugOf));
  const told = answer.notUnderstood.join(' ');
  const rest = new Map(Object.entries(given));
  rest.delete('notPlace');
  for (const [name, wanted] of Object.entries(expect.filters)) {
    const isRight = (FILTERS[name] ?? (() => false))(wanted, rest, expect.filters);
    const isTold = also.without?.includes(name) && hasWords(told, also.told);
    if (!isRight && !isTold) faults.push(`${name}: ${JSON.stringify(wanted)}`);
  }
  for (const [key, value] of rest) if (value !== '') faults.push(`also ${key}=${value}`);
  if (!hasWords(told, expect.notUnderstood)) faults.push(`not told: ${expect.notUnderstood.join(', ')}`);
  const mayTell = [...expect.notUnderstood, ...also.told].join(' ').toLowerCase();
  const extra = told
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((word) => word !== '' && !mayTell.includes(word));
  if (extra.length > 0) faults.push(`told: ${extra.join(' ')}`);
  if ((expect.ask === 'where') !== (answer.where !== undefined)) faults.push('where is (not) asked');
  if (answer.ambiguous !== undefined) faults.push('asks which');
  return faults;
}

/** Whether a wrong answer says nothing: nothing is told, and nothing is asked. */
export function isSilent({ notUnderstood, ambiguous, where }: Judged): boolean {
  return notUnderstood.length === 0 && ambiguous === undefined && where === undefined;
}

function judgePlaces(
  { places, excludedPlaces, filters }: NewUserQuery['expect'],
  { place, otherPlaces }: Judged,
  slugOf: (place: string) => string,
): string[] {
  const given = [
    ...(place === undefined ? [] : [place]),
    ...otherPlaces.filter((one) => !one.isExcluded).map(({ slug }) => slug),
  ];
  const excluded = otherPlaces.filter((one) => one.isExcluded).map(({ slug }) => slug);
  // A school or a landmark says where; naming its city as well is right.
  const mayAdd = places.length === 0 && (filters.school !== undefined || filters.near !== undefined);
  const isSame = sorted(given) === sorted(places.map(slugOf));
  return [
    ...(isSame || (mayAdd && given.length <= 1) ? [] : [`in ${given.join(', ') || 'no place'}`]),
    ...(sorted(excluded) === sorted(excludedPlaces.map(slugOf)) ? [] : [`without ${excluded.join(', ')}`]),
  ];
}

const sorted = (values: readonly string[]) => [...values].sort().join();

function hasWords(told: string, wanted: readonly string[]): boolean {
  return wanted.every((words) =>
    words.split(/[ ,]+/).every((word) => told.toLowerCase().includes(word.toLowerCase())),
  );
}

type Rest = Map<string, string>;
/** Whether a filter is as wanted; takes what it accounts for from the rest. */
type Check = (wanted: unknown, rest: Rest, all: Record<string, unknown>) => boolean;

/** The key has one of these values. */
const is =
  (key: string, values: (wanted: never) => string[]): Check =>
  (wanted, rest) => {
    const isRight = values(wanted as never).includes(rest.get(key) ?? '');
    if (isRight) rest.delete(key);
    return isRight;
  };

/** The list of a key has this value; what is left of it stays. */
const lists =
  (key: string, pick: (wanted: never) => string): Check =>
  (wanted, rest) => {
    const values = (rest.get(key) ?? '').split(',').filter(Boolean);
    const value = pick(wanted as never);
    if (!values.includes(value)) return false;
    rest.set(key, values.filter((one) => one !== value).join());
    return true;
  };

/** The words of the listing have these, quoted or not. */
const words =
  (pick: (wanted: never) => string): Check =>
  (wanted, rest) => {
    const text = pick(wanted as never).toLowerCase();
    const terms = (rest.get('q') ?? '').match(/"[^"]*"|\S+/g) ?? [];
    const at = terms.findIndex((term) => term.replaceAll('"', '').toLowerCase() === text);
    if (at < 0) return false;
    rest.set('q', terms.toSpliced(at, 1).join(' '));
    return true;
  };

/** A range within a hundredth (평, won, "1,999,999"), or for "about" within a tenth; both ends at once. */
const range =
  (key: string, min: string, max: string, factor = 1): Check =>
  (_wanted, rest, all) => {
    const given = rest.get(key);
    // The second of two ends: the first has taken it.
    if (given === undefined) return all[min] !== undefined && all[max] !== undefined && taken.has(rest);
    const parts = given.split('-');
    const [low, high] = parts.length === 1 ? [parts[0], parts[0]] : parts;
    const isNear = (one: string | undefined, wanted: unknown, slack: number) =>
      wanted === undefined
        ? one === '' || one === undefined
        : Math.abs(Number(one) - Number(wanted) * factor) <= slack * Number(wanted) * factor;
    const isBand = all[min] === undefined && low !== '' && isNear(high, all[max], 0.101);
    const isRight = (isNear(low, all[min], 0.01) && isNear(high, all[max], 0.01)) || isBand;
    if (isRight) {
      rest.delete(key);
      taken.add(rest);
    }
    return isRight;
  };
const taken = new WeakSet<Rest>();

const TYPES: Record<string, string> = {
  House: 'house',
  Condo: 'condo',
  Townhouse: 'townhouse',
  Duplex: 'multi',
  Apartment: 'apartment',
  Manufactured: 'manufactured',
  Land: 'land',
};

const FILTERS: Record<string, Check> = {
  bedsMin: (wanted, rest, all) => is('beds', () => [`${wanted}-${all.bedsMax ?? ''}`])(wanted, rest, all),
  bedsMax: () => true,
  bedsExact: is('beds', (beds: number) => (beds === 0 ? ['0'] : [String(beds), `${beds}-`])),
  bathsMin: is('baths', (baths: number) => [`${baths}-`]),
  priceMin: range('price', 'priceMin', 'priceMax'),
  priceMax: range('price', 'priceMin', 'priceMax'),
  monthlyMax: is('monthly', (usd: number) => [`-${usd}`]),
  downPercent: is('down', (percent: number) => [`${percent}%`]),
  homeTypes: is('type', (types: string[]) => [types.map((type) => TYPES[type]).join()]),
  pool: (wanted, rest, all) => lists(wanted ? 'has' : 'lacks', () => 'pool')(wanted, rest, all),
  adu: lists('has', () => 'adu'),
  view: lists('has', () => 'view'),
  waterfront: lists('has', () => 'waterfront'),
  laundryInUnit: lists('has', () => 'laundry'),
  petsAllowed: lists('has', () => 'pets'),
  garageMin: (wanted, rest, all) => {
    const isCounted = is('parking', () => [`${wanted}-`])(wanted, rest, all);
    const isThere = lists('has', () => 'garage')(wanted, rest, all);
    return wanted === 1 ? isThere || isCounted : isCounted;
  },
  parking: is('parking', () => ['1-']),
  school: (wanted, rest, all) =>
    is((wanted as { relation: string }).relation === 'near' ? 'near' : 'school', () => [
      rest.get('near') ?? rest.get('school') ?? '-',
    ])(wanted, rest, all),
  near: (wanted, rest) => {
    const { minutes } = wanted as { minutes: number | null };
    const keys = minutes === null ? ['near'] : ['commute', 'to'];
    const isRight =
      keys.every((key) => rest.has(key)) &&
      (minutes === null || rest.get('commute')?.endsWith(`,-${minutes}`) === true);
    if (isRight) for (const key of keys) rest.delete(key);
    return isRight;
  },
  hoaMax: is('hoa', (usd: number) => [`-${usd}`]),
  storiesMax: is('stories', (stories: number) => [String(stories), `-${stories}`]),
  lotAcresMin: range('lot', 'lotAcresMin', 'lotAcresMax', 43_560),
  lotSqftMin: range('lot', 'lotSqftMin', 'lotSqftMax'),
  sqftMin: range('sqft', 'sqftMin', 'sqftMax'),
  yearBuiltMin: is('year', (year: number) => [`${year}-`, `${year + 1}-`]),
  depositMax: is('deposit', (usd: number) => [`-${usd}`]),
  furnished: is('furnished', () => ['1']),
  leaseMonthsMax: is('lease', (months: number) => [String(months)]),
  rvParking: words(() => 'RV parking'),
  condition: words((one: string) => one),
  basement: words((one: unknown) => (one === 'finished' ? 'finished basement' : 'basement')),
  topFloor: words(() => 'top floor'),
  yard: (wanted, rest, all) =>
    words(() => 'yard')(wanted, rest, all) || words(() => 'backyard')(wanted, rest, all),
  keywords: (wanted, rest, all) =>
    (wanted as string[]).every((one) =>
      one === 'in-law suite' ? lists('has', () => 'adu')(one, rest, all) : words(() => one)(one, rest, all),
    ),
  seniorCommunity: is('senior', (one: string) => [one === 'only' ? '1' : '0']),
  availableBy: (wanted, rest) => {
    const isRight = rest.get('from')?.startsWith((wanted as string).slice(0, 7)) === true;
    if (isRight) rest.delete('from');
    return isRight;
  },
  priceCut: is('cut', () => ['any']),
  openHouse: is('open', () => ['weekend']),
  listedWithinDays: (wanted, rest, all) => {
    if (rest.get('sort') === 'new') rest.delete('sort');
    return is('dom', () => [`-${wanted}`])(wanted, rest, all);
  },
  newConstruction: is('new', () => ['1']),
};
