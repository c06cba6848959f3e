import type { SearchType } from '@maru/listing';
import type { RangeFilter } from '@maru/listing/search';
import { toMeters, toSquareFeet } from './conversions.ts';
import type { Topic } from './lexeme.ts';
import type { Span } from './meaning.ts';
import { findSense, type Quantity } from './quantity.ts';
import type { Reading } from './reading.ts';
import { MIN_PRICE, MIN_RENT, MONEY } from './topics.ts';

/** Adds a number with its topic to the search. */

/** Counted topics: "less than 3" is at most 2. */
const COUNTED = new Set<Topic>(['beds', 'stories', 'parking']);
/** Without a bound a number is a minimum, a maximum, or an exact value. */
const LOWER = new Set<Topic>(['beds', 'baths', 'sqft', 'lot', 'parking']);
const UPPER = new Set<Topic>([
  'price',
  'rent',
  'monthly',
  'hoa',
  'mello',
  'deposit',
  'dom',
  'age',
  'commute',
]);
/** Largest values that the address supports, where below two billion. */
const MAX_VALUES: Partial<Record<RangeFilter, number>> = {
  beds: 99,
  baths: 99,
  dom: 99_999,
  stories: 999,
  parking: 9_999,
};

/** Returns whether the search supports it. */
export function addFilter(
  reading: Reading,
  topic: Topic | undefined,
  quantity: Quantity,
  span: Span,
): boolean {
  const { unit } = quantity;
  if (unit !== null && toMeters(1, unit) !== undefined) return askDistance(reading, quantity, span);
  if (topic === undefined) {
    if (unit === 'percent') return askPercent(reading, quantity, span);
    if (unit === null) {
      reading.prices.push({ quantity, span, topic: undefined });
      return true;
    }
    return false;
  }
  if (topic === 'price' || topic === 'rent') {
    if (topic === 'rent') {
      reading.meaning.saysRent = true;
      reading.meaning.rentSpan ??= span;
    }
    reading.prices.push({ quantity, span, topic });
    return true;
  }
  switch (topic) {
    case 'age':
      return askAge(reading, quantity, span);
    case 'down':
      return askDown(reading, quantity);
    case 'rate':
      return askRate(reading, quantity);
    case 'term':
      return askTerm(reading, quantity);
    case 'lease':
      return askLease(reading, quantity, span);
    case 'commute':
      return askCommute(reading, quantity, span);
    case 'area':
    case 'movein':
    case 'keyword':
      return false;
    default:
      return askRange(reading, topic, quantity, span);
  }
}

function askRange(reading: Reading, topic: RangeFilter, quantity: Quantity, span: Span): boolean {
  if (topic === 'dom' && askSoldSince(reading, quantity)) return true;
  const convert = findConverter(reading, topic, quantity);
  if (convert === undefined) return false;
  if (topic === 'deposit') {
    reading.meaning.saysRent = true;
    reading.meaning.rentSpan ??= span;
  }
  if (topic === 'hoa' || topic === 'mello' || topic === 'monthly') reading.leansSale = true;
  const [min, max] = quantityBounds(topic, quantity);
  const low = min === undefined ? undefined : convert(min, 'low');
  const high = max === undefined ? undefined : convert(max, 'high');
  const most = MAX_VALUES[topic] ?? 2_000_000_000;
  if ([low, high].some((end) => end !== undefined && !(end >= 0 && end <= most))) return false;
  if (topic === 'beds' && high === undefined && isAfterStudio(reading, span[0])) {
    reading.meaning.rangeInstead('beds', 0, low, span);
    return true;
  }
  if (topic === 'year' && [low, high].some((end) => end !== undefined && (end < 1_800 || end > 2_100)))
    return false;
  reading.meaning.range(topic, low, high, span);
  return true;
}

/** "studio or 1 bedroom", "원룸이나 투룸". */
export function isAfterStudio(reading: Reading, at: number): boolean {
  let before = at - 1;
  while (findSense(reading.tokens[before], 'and') !== undefined) before -= 1;
  const isStudio = findSense(reading.tokens[before], 'flag', ({ flag }) => flag === 'studio') !== undefined;
  return isStudio && before < at - 1;
}

/** "sold in the last 6 months". */
function askSoldSince(reading: Reading, quantity: Quantity): boolean {
  const isSold = reading.tokens.some(
    (token) => findSense(token, 'flag', ({ flag }) => flag === 'sold') !== undefined,
  );
  if (!isSold) return false;
  const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  const months =
    quantity.unit === 'months' ? most : quantity.unit === 'year' ? most * 12 : Math.ceil(most / 30);
  if (months < 1 || months > 120) return false;
  reading.meaning.query.soldMonths = Math.ceil(months);
  return true;
}

function findConverter(
  reading: Reading,
  topic: RangeFilter,
  quantity: Quantity,
): ((value: number, end: 'low' | 'high') => number) | undefined {
  const { unit } = quantity;
  if (MONEY.has(topic)) return dollarConverter(reading, quantity);
  switch (topic) {
    case 'sqft':
    case 'lot':
      if (unit === 'pyeong') reading.saysPyeong = true;
      return (value) => Math.round(unit === null ? value : (toSquareFeet(value, unit) ?? value));
    case 'dom': {
      const days = { days: 1, weeks: 7, months: 30, hours: 1 / 24 }[unit as 'days'] ?? 1;
      return (value) => Math.max(1, Math.round(value * days));
    }
    case 'baths':
      return quarter;
    default:
      return (value) => Math.round(value);
  }
}

/** Converts an amount to dollars: from won if won is stated, or 억, since no home costs that many dollars. */
function dollarConverter(reading: Reading, quantity: Quantity): ((value: number) => number) | undefined {
  const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  const isWon = quantity.currency === 'krw' || (quantity.currency === null && most >= 1e8);
  if (!isWon) return (value) => Math.round(value);
  const { won } = reading.settings;
  if (won === undefined) {
    reading.neededWon = true;
    return undefined;
  }
  reading.usedWon = true;
  return (value) => Math.round(value / won);
}

/** Adds a price or a rent, once it is known which of them it is. */
export function readPrice(
  reading: Reading,
  quantity: Quantity,
  span: Span,
  topic: 'price' | 'rent' | undefined,
  searchType: SearchType,
): void {
  const isSided = quantity.value === undefined;
  const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  const isRent = searchType === 'rent';
  // 월세 200만: no monthly rent is two million dollars.
  if (isRent && quantity.currency === null && most >= 200_000) quantity.currency = 'krw';
  const isSaid = quantity.currency !== null || quantity.isScaled || topic !== undefined;
  if (!isRent && isShortThousands(quantity, most)) scaleBy(quantity, 1_000);
  const convert = dollarConverter(reading, quantity);
  const least = isRent ? MIN_RENT : quantity.isMonthly ? MIN_RENT : MIN_PRICE;
  const dollars = convert === undefined ? 0 : convert(quantity.value ?? quantity.high ?? quantity.low ?? 0);
  if (convert === undefined || (!isSaid && !isSided) || dollars < least || dollars > 2_000_000_000) {
    reading.forget(span);
    return;
  }
  const key: RangeFilter = quantity.isMonthly && !isRent ? 'monthly' : 'price';
  const [min, max] = quantityBounds(key, quantity);
  reading.meaning.range(
    key,
    min === undefined ? undefined : convert(min),
    max === undefined ? undefined : convert(max),
    span,
  );
}

/** "under 600" for a home for sale: thousands. */
function isShortThousands({ currency, isScaled, isMonthly }: Quantity, most: number): boolean {
  return currency === null && !isScaled && !isMonthly && most >= 100 && most < 1_000;
}

function scaleBy(quantity: Quantity, factor: number): void {
  for (const end of ['value', 'low', 'high'] as const) {
    const value = quantity[end];
    if (value !== undefined) quantity[end] = value * factor;
  }
}

function askAge(reading: Reading, quantity: Quantity, span: Span): boolean {
  const thisYear = Number(reading.settings.today.slice(0, 4));
  const [young, old] = quantityBounds('age', quantity);
  if ((old ?? young ?? 0) > 300) return false;
  reading.meaning.range(
    'year',
    old === undefined ? undefined : thisYear - old,
    young === undefined ? undefined : thisYear - young,
    span,
  );
  return true;
}

function askPercent(reading: Reading, quantity: Quantity, _span: Span): boolean {
  const percent = quantity.value ?? quantity.low ?? quantity.high ?? 0;
  for (const step of [quantity.start - 1, quantity.start - 2, quantity.end, quantity.end + 1]) {
    if (findSense(reading.tokens[step], 'flag', ({ flag }) => flag === 'cut') === undefined) continue;
    if (!(percent >= 1 && percent <= 99)) return false;
    reading.meaning.query.cut = Math.round(percent);
    return true;
  }
  return false;
}

function askDown(reading: Reading, quantity: Quantity): boolean {
  // A loan implies buying: what they can pay per month is no rent.
  reading.isPaying = true;
  const value = quantity.value ?? quantity.low ?? quantity.high ?? 0;
  if (quantity.unit === 'percent') {
    if (value > 100) return false;
    reading.meaning.query.down = { percent: Math.round(value * 10) / 10 };
    return true;
  }
  const convert = dollarConverter(reading, quantity);
  if (convert === undefined) return false;
  reading.meaning.query.down = { amount: convert(value) };
  return true;
}

function askRate(reading: Reading, quantity: Quantity): boolean {
  const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  if (!(value > 0 && value <= 30)) return false;
  reading.meaning.query.rate = Math.round(value * 1_000) / 1_000;
  return true;
}

function askTerm(reading: Reading, quantity: Quantity): boolean {
  const years = quantity.value ?? 0;
  if (![10, 15, 20, 30, 40].includes(years)) return false;
  reading.meaning.query.term = years;
  return true;
}

function askLease(reading: Reading, quantity: Quantity, span: Span): boolean {
  const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  const months = Math.round(quantity.unit === 'year' ? value * 12 : value);
  if (!(months >= 0 && months <= 60)) return false;
  reading.meaning.query.lease = Math.min(reading.meaning.query.lease ?? 60, months);
  reading.meaning.saysRent = true;
  reading.meaning.rentSpan ??= span;
  return true;
}

function askCommute(reading: Reading, quantity: Quantity, span: Span): boolean {
  const hours = quantity.unit === 'hours' ? 60 : 1;
  const value = (quantity.value ?? quantity.high ?? quantity.low ?? 0) * hours;
  if (!(value >= 1 && value <= 600)) return false;
  let by: 'car' | 'transit' | 'walk' | 'bicycle' = 'car';
  for (let at = span[0] - 4; at < span[1] + 3; at += 1) {
    const mode = findSense(reading.tokens[at], 'mode');
    if (mode === undefined) continue;
    by = mode.by;
    reading.take(at, at + 1);
    break;
  }
  const isAtLeast = quantity.value === undefined && quantity.high === undefined;
  reading.meaning.query.commute = {
    by,
    depart: '0800',
    minutes: isAtLeast ? { min: Math.round(value) } : { max: Math.round(value) },
  };
  return true;
}

function askDistance(reading: Reading, quantity: Quantity, span: Span): boolean {
  const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
  const meters = quantity.unit === null ? undefined : toMeters(value, quantity.unit);
  if (meters === undefined || meters < 100 || meters > 160_000) return false;
  reading.meters = { value: meters, span };
  return true;
}

/** Both bounds, inclusive. */
function quantityBounds(
  topic: Topic,
  quantity: Quantity,
): [min: number | undefined, max: number | undefined] {
  const { value, low, high, isAbout, isExact, isLowOpen, isHighOpen } = quantity;
  const isCounted = COUNTED.has(topic);
  if (value !== undefined) {
    if (isAbout && (MONEY.has(topic) || topic === 'sqft' || topic === 'lot'))
      return [value * 0.9, value * 1.1];
    if (isExact) return [value, value];
    if (LOWER.has(topic)) return [value, undefined];
    return UPPER.has(topic) ? [undefined, value] : [value, value];
  }
  return [
    low === undefined ? undefined : isCounted && isLowOpen ? low + 1 : low,
    high === undefined ? undefined : isCounted && isHighOpen ? Math.max(0, high - 1) : high,
  ];
}

export function quarter(value: number): number {
  return Math.round(value * 4) / 4;
}
