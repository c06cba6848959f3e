import type { FlagFact, ListingFacts, NumberFact, TextFact } from './slipstream-facts.ts';
import type { SlipstreamObject } from './slipstream-listing.ts';

/** A refused request, with the status and the message of its envelope. */
export class SlipstreamFault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** `[longitude, latitude]`, as in GeoJSON. */
export type Ring = readonly (readonly [number, number])[];

/** The parameters of a request. Names are case-insensitive; of a repeated name the last one counts. */
export class Parameters {
  readonly #values = new Map<string, string>();

  constructor(given: Iterable<[string, string]>) {
    for (const [name, value] of given) this.#values.set(name.toLowerCase(), value);
  }

  /** Undefined when absent or empty. */
  get(...names: string[]): string | undefined {
    for (const name of names) {
      const value = this.#values.get(name.toLowerCase())?.trim();
      if (value !== undefined && value !== '') return value;
    }
    return undefined;
  }

  /** Lists are split at `|` or a comma, in lower case. */
  list(...names: string[]): string[] | undefined {
    const value = this.get(...names);
    if (value === undefined) return undefined;
    const list = value
      .split(/[|,]/)
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== '');
    return list.length > 0 ? list : undefined;
  }

  isTrue(name: string): boolean {
    return /^(true|1|yes|y)$/i.test(this.get(name) ?? '');
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values[Symbol.iterator]();
  }
}

export interface Paging {
  number: number;
  size: number;
}

const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 1000;

/** A page size beyond the maximum is reduced to it; an invalid number is refused. */
export function parsePaging(parameters: Parameters): Paging {
  const whole = (name: string, usual: number): number => {
    const value = parameters.get(name);
    if (value === undefined) return usual;
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1) {
      throw new SlipstreamFault(400, `The parameter "${name}" must be an integer from 1.`);
    }
    return Number(value);
  };
  return {
    number: whole('pageNumber', 1),
    size: Math.min(MAX_PAGE_SIZE, whole('pageSize', DEFAULT_PAGE_SIZE)),
  };
}

/** Whether a number matches a value with an operator inside: `5`, `3:5`, `>=3`, `<4`. */
export type NumberTest = (value: number | undefined) => boolean;

/** `min:max`, `min:`, `:max`, `>=n`, `<=n`, `>n`, `<n`, `n` (rule F85). */
export function parseNumberTest(name: string, value: string, read = readNumber): NumberTest {
  const span = (text: string): [number, number] => {
    const found = read(text.trim());
    if (found === undefined) {
      throw new SlipstreamFault(400, `The value "${value.slice(0, 60)}" of "${name}" is not valid.`);
    }
    return found;
  };
  const test = (holds: (value: number) => boolean): NumberTest => {
    return (given) => given !== undefined && holds(given);
  };
  const operator = /^(>=|<=|>|<|=)/.exec(value)?.[1];
  if (operator !== undefined) {
    const [first, last] = span(value.slice(operator.length));
    if (operator === '>=') return test((given) => given >= first);
    if (operator === '<=') return test((given) => given <= last);
    if (operator === '>') return test((given) => given > last);
    if (operator === '<') return test((given) => given < first);
    return test((given) => given >= first && given <= last);
  }
  const colon = value.indexOf(':');
  if (colon >= 0 && read(value) === undefined) {
    const least = value.slice(0, colon).trim();
    const most = value.slice(colon + 1).trim();
    const low = least === '' ? Number.NEGATIVE_INFINITY : span(least)[0];
    const high = most === '' ? Number.POSITIVE_INFINITY : span(most)[1];
    return test((given) => given >= low && given <= high);
  }
  const [first, last] = span(value);
  return test((given) => given >= first && given <= last);
}

function readNumber(text: string): [number, number] | undefined {
  const number = Number(text.replace(/^\$/, '').replaceAll(/,(?=\d{3})/g, ''));
  return text !== '' && Number.isFinite(number) ? [number, number] : undefined;
}

const DAY_SECONDS = 86_400;

/**
 * Epoch seconds, `M/D/YYYY`, an ISO date or instant; a date is its whole day in UTC. Returns the first and last
 * second.
 */
export function readDate(text: string): [number, number] | undefined {
  if (/^-?\d{1,12}$/.test(text)) return [Number(text), Number(text)];
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = american ?? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (day !== null) {
    const [year, month, date] = american === null ? [day[1], day[2], day[3]] : [day[3], day[1], day[2]];
    const first = Date.UTC(Number(year), Number(month) - 1, Number(date)) / 1000;
    return [first, first + DAY_SECONDS - 1];
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined;
  const at = Math.floor(Date.parse(text) / 1000);
  return Number.isFinite(at) ? [at, at] : undefined;
}

/** A condition of a search; `need` says how much of a listing must be built to test it. */
export interface Condition {
  need: 'facts' | 'whole';
  holds(facts: ListingFacts, whole: () => SlipstreamObject): boolean;
}

/** Parameter → the corresponding member of the answer. */
const NUMBERS: Record<string, NumberFact> = {
  listprice: 'listPrice',
  saleprice: 'salePrice',
  size: 'size',
  beds: 'beds',
  baths: 'baths',
  'baths.total': 'baths',
  'baths.full': 'bathsFull',
  'baths.half': 'bathsHalf',
  yearbuilt: 'yearBuilt',
  'lotsize.sqft': 'lotSqft',
  'lotsize.acres': 'lotAcres',
  garagespaces: 'garageSpaces',
  floorcount: 'floorCount',
  daysonmarket: 'daysOnMarket',
  daysonhji: 'daysOnHJI',
  imagecount: 'imageCount',
};
const DATES: Record<string, NumberFact> = {
  listingdate: 'listingDate',
  saledate: 'saleDate',
  offmarketdate: 'offMarketDate',
};
const TEXTS: Record<string, TextFact> = {
  listingtype: 'listingType',
  propertytype: 'propertyType',
  status: 'status',
  'address.city': 'city',
  city: 'city',
  'address.state': 'state',
  state: 'state',
  'address.zip': 'zip',
  zip: 'zip',
  county: 'county',
  subdivision: 'subdivision',
  area: 'area',
  style: 'style',
  'listingagent.id': 'agentId',
  agentid: 'agentId',
  'listingoffice.id': 'officeId',
  'sellingagent.id': 'sellingAgentId',
  'sellingoffice.id': 'sellingOfficeId',
};
/** Matched as substrings. */
const LINES: Record<string, string> = {
  'address.street': 'street',
  'address.deliveryline': 'deliveryLine',
};
const FLAGS: Record<string, FlagFact> = {
  fireplace: 'fireplace',
  pool: 'pool',
  newconstruction: 'newConstruction',
  waterfront: 'waterfront',
  walkincloset: 'walkInCloset',
  vaultedceiling: 'vaultedCeiling',
};

/** Unknown parameters are ignored (rule F9). */
export function parseConditions(
  parameters: Parameters,
  findBoundary: (areaId: string) => Ring | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const add = (holds: Condition['holds'], need: Condition['need'] = 'facts') =>
    conditions.push({ need, holds });
  for (const [name, given] of parameters) {
    const value = given.trim();
    if (value === '') continue;
    const number = NUMBERS[name] ?? DATES[name];
    if (number !== undefined) {
      const test = parseNumberTest(name, value, name in DATES ? readDate : undefined);
      add((facts) => test(facts.number(number)));
    } else if (name in TEXTS) {
      const wanted = new Set(parameters.list(name));
      add((facts) => wanted.has(facts.text(TEXTS[name]!) ?? ''));
    } else if (name in LINES) {
      const words = value.toLowerCase();
      add((_, whole) => readAddressLine(whole(), LINES[name]!).includes(words), 'whole');
    } else if (name in FLAGS) {
      const wanted = parameters.isTrue(name);
      add((facts) => facts.flag(FLAGS[name]!) === wanted);
    } else if (name === 'keyword') {
      const words = value.toLowerCase();
      add(
        (_, whole) =>
          String(whole().description ?? '')
            .toLowerCase()
            .includes(words),
        'whole',
      );
    } else if (name.startsWith('xf_')) {
      add((_, whole) => isAmong(whole()[name], value), 'whole');
    }
  }
  const circle = parameters.get('circle');
  if (circle !== undefined) {
    const [latitude, longitude, miles] = parseNumbers('circle', circle, (count) => count === 3);
    add((at) => milesBetween(at, { latitude, longitude }) <= miles!);
  }
  const polygon = parameters.get('polygon');
  if (polygon !== undefined) {
    const ring = parseRing(polygon, findBoundary);
    add((at) => isInside(at, ring));
  }
  // Conditions that need the whole answer are tested last.
  return conditions.sort((a, b) => Number(a.need === 'whole') - Number(b.need === 'whole'));
}

function readAddressLine({ address }: SlipstreamObject, member: string): string {
  return String((address as SlipstreamObject | undefined)?.[member] ?? '').toLowerCase();
}

/** A raw field may be a string, a number, a flag or a list of strings; an operator may precede a number. */
function isAmong(value: unknown, wanted: string): boolean {
  if (value === undefined) return false;
  if (/^(>=|<=|>|<)/.test(wanted)) return parseNumberTest('xf', wanted)(Number(value));
  const words = wanted.toLowerCase().split('|');
  const own = (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase());
  return words.some((word) => own.includes(word.trim()));
}

/** `$` and an area's id; GeoJSON, longitude first; `lat,lon,lat,lon,…` (rule F85). */
function parseRing(value: string, findBoundary: (areaId: string) => Ring | undefined): Ring {
  if (value.startsWith('$')) {
    const boundary = findBoundary(value.slice(1));
    if (boundary === undefined) throw new SlipstreamFault(400, 'There is no area with that id.');
    return boundary;
  }
  if (value.startsWith('{')) {
    try {
      const { type, coordinates } = JSON.parse(value) as { type: string; coordinates: [number, number][][] };
      const ring = coordinates[0]!;
      const isClosed = ring[0]?.join() === ring.at(-1)?.join();
      if (type === 'Polygon' && ring.length >= 4 && isClosed && ring.every(isPosition)) return ring;
    } catch {
      // Falls through to the error below, as for JSON that is no polygon.
    }
    throw new SlipstreamFault(400, 'The parameter "polygon" is not a closed GeoJSON polygon.');
  }
  const flat = parseNumbers('polygon', value, (count) => count >= 6 && count % 2 === 0);
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2 + 1]!, flat[at * 2]!] as const);
}

const isPosition = (at: readonly number[]): boolean =>
  Number.isFinite(at[0]) && Number.isFinite(at[1]) && Math.abs(at[1]!) <= 90;

export function parseNumbers(name: string, value: string, isCount: (count: number) => boolean): number[] {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (!isCount(numbers.length) || !numbers.every(Number.isFinite)) {
    throw new SlipstreamFault(400, `The parameter "${name}" is not valid.`);
  }
  return numbers;
}

type Place = { latitude: number | undefined; longitude: number | undefined };

const EARTH_MILES = 3958.8;

/** Infinite when a position is unknown. */
export function milesBetween(a: Place, b: Place): number {
  if (a.latitude === undefined || a.longitude === undefined) return Number.POSITIVE_INFINITY;
  if (b.latitude === undefined || b.longitude === undefined) return Number.POSITIVE_INFINITY;
  const radians = Math.PI / 180;
  const half =
    Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2 +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(half)));
}

function isInside({ latitude, longitude }: Place, ring: Ring): boolean {
  if (latitude === undefined || longitude === undefined) return false;
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x1, y1] = ring[at]!;
    const [x2, y2] = ring[before]!;
    if (y1 > latitude === y2 > latitude) continue;
    if (longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

export interface Sort {
  field: NumberFact | 'modifiedDate' | 'distance';
  descending: boolean;
}

/** The member that a search is ordered by; undefined for an unknown name, which is ignored. */
export function parseSort(parameters: Parameters): Sort | undefined {
  const sortField = parameters.get('sortField')?.toLowerCase();
  if (sortField === undefined) return undefined;
  const field = sortField === 'modifieddate' ? 'modifiedDate' : (DATES[sortField] ?? NUMBERS[sortField]);
  if (field === undefined && sortField !== 'distance') return undefined;
  return { field: field ?? 'distance', descending: /^desc/i.test(parameters.get('sortOrder') ?? '') };
}
