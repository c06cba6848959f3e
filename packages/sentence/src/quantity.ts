import type { Amount } from './amount.ts';
import type { Token } from './lex.ts';
import type { Bound, Lexeme, Unit } from './lexeme.ts';

/** One or two numbers with a unit and bounds: "under 1.2M", "3~4개", "30평대". Values are in that unit. */
export interface Quantity {
  low?: number;
  high?: number;
  /** The single value, without a bound. */
  value?: number;
  /** "less than", "초과": for counted topics the bound itself is excluded. */
  isLowOpen?: boolean;
  isHighOpen?: boolean;
  unit: Unit | null;
  currency: 'usd' | 'krw' | null;
  /** Has a multiplier: 만, k, million … */
  isScaled: boolean;
  isExact: boolean;
  isAbout: boolean;
  /** Per month: "/mo", 월. */
  isMonthly: boolean;
  /** A duration in one word ("a week"), which counts only beside a topic. */
  isSpan: boolean;
  /** Indexes of tokens; `end` not included. */
  start: number;
  end: number;
}

export function findSense<K extends Lexeme['k']>(
  token: Token | undefined,
  kind: K,
  fits: (lexeme: Extract<Lexeme, { k: K }>) => boolean = () => true,
): Extract<Lexeme, { k: K }> | undefined {
  if (token?.k !== 'phrase') return undefined;
  return token.senses.find(
    (lexeme): lexeme is Extract<Lexeme, { k: K }> =>
      lexeme.k === kind && fits(lexeme as Extract<Lexeme, { k: K }>),
  );
}

export function isParticleOnly(token: Token | undefined): boolean {
  return findSense(token, 'particle') !== undefined;
}

/** Particles and meaningless words between a number and its topic. */
export function isFiller(token: Token | undefined): boolean {
  return findSense(token, 'particle') !== undefined || findSense(token, 'noise') !== undefined;
}

export function boundBefore(token: Token | undefined): Bound | undefined {
  return findSense(token, 'bound', ({ side }) => side !== 'after')?.bound;
}

function boundAfter(token: Token | undefined): Bound | undefined {
  return findSense(token, 'bound', ({ side }) => side !== 'before')?.bound;
}

function tokenAmount(token: Token | undefined): Amount | undefined {
  if (token?.k === 'amount') return token.amount;
  const number = findSense(token, 'number');
  return number === undefined
    ? undefined
    : { value: number.value, end: 0, currency: null, scale: 1, isPlain: false };
}

/** A possible unit after a number. "min" is one before a commute; 대 counts cars, and is a decade after money. */
function unitAt(tokens: readonly Token[], at: number, { value, currency, scale }: Amount): Unit | undefined {
  const token = tokens[at];
  const isMinutes = findSense(token, 'bound', ({ unit }) => unit === 'minutes') !== undefined;
  if (isMinutes) return isWay(tokens[at + 1]) ? 'minutes' : undefined;
  const unit = findSense(token, 'unit')?.unit;
  if (unit === 'cars' && (currency !== null || scale > 1 || value > 50)) return undefined;
  return unit;
}

function isWay(token: Token | undefined): boolean {
  return (
    findSense(token, 'mode') !== undefined ||
    findSense(token, 'topic', ({ topic }) => topic === 'commute') !== undefined ||
    findSense(token, 'to') !== undefined ||
    findSense(token, 'in') !== undefined
  );
}

/** Whether a bound refers to a year: "after 2010", "2010 or newer". */
function isYearBound(token: Token | undefined): boolean {
  return findSense(token, 'bound', ({ unit }) => unit === 'year') !== undefined;
}

/** The quantity at a token, with the bounds before and after it; undefined when there is none. */
export function readQuantity(tokens: readonly Token[], start: number): Quantity | undefined {
  let at = start;
  const before: Bound[] = [];
  let isYear = false;
  for (let guard = 0; guard < 4; guard += 1) {
    const bound = boundBefore(tokens[at]);
    if (bound === undefined) break;
    before.push(bound);
    isYear ||= isYearBound(tokens[at]);
    at += 1;
    if (
      at < tokens.length &&
      isFiller(tokens[at]) &&
      tokenAmount(tokens[at]) === undefined &&
      boundBefore(tokens[at]) === undefined
    )
      at += 1;
  }
  let isMonthly = false;
  if (findSense(tokens[at], 'month') !== undefined) {
    const skip = isFiller(tokens[at + 1]) && tokenAmount(tokens[at + 1]) === undefined ? 2 : 1;
    const amount = tokenAmount(tokens[at + skip]);
    if (amount !== undefined && (amount.currency !== null || amount.value >= 100)) {
      isMonthly = true;
      at += skip;
    }
  }
  const firstAt = tokens[at];
  if (firstAt?.k === 'years') {
    return readYears(tokens, start, at, firstAt, before);
  }
  const first = tokenAmount(tokens[at]);
  const span = first === undefined ? findSense(tokens[at], 'span') : undefined;
  if (span !== undefined) return readSpan(tokens, start, at, span.days, before);
  if (first === undefined) return undefined;
  at += 1;
  let low = first.value;
  let high: number | undefined;
  let { currency, scale } = first;
  // "1800+ sqft": the bound is between the number and its unit.
  const early = boundAfter(tokens[at]);
  const isEarly = early !== undefined && unitAt(tokens, at + 1, first) !== undefined;
  if (isEarly) at += 1;
  let unit = unitAt(tokens, at, first) ?? null;
  if (unit !== null) at += 1;
  // 불, 이상 … 120만불: a second number after "to", or after the first one's bound.
  const isBetween = before.includes('between');
  const link = linkAt(tokens, at, isBetween);
  const second = link === undefined ? undefined : tokenAmount(tokens[link]);
  if (link !== undefined && second !== undefined) {
    at = link + 1;
    const secondUnit = unitAt(tokens, at, second);
    if (secondUnit !== undefined) at += 1;
    unit ??= secondUnit ?? null;
    currency ??= second.currency;
    high = second.value;
    // 80~120만, 800-900k, 1-1.5M: the second number's multiplier applies to both.
    if (first.scale === 1 && second.scale > 1 && low < high) {
      const grown = low * second.scale;
      low = grown <= high ? grown : low * 1_000 <= high ? low * 1_000 : low;
    }
    scale = Math.max(scale, second.scale);
    if (high < low) [low, high] = [high, low];
  }
  isYear ||= isYearBound(tokens[at]);
  const isLikeYear = low >= 1_800 && (high ?? low) <= 2_100 && currency === null && scale === 1;
  if (isYear && isLikeYear) unit ??= 'year';
  const quantity: Quantity = {
    unit,
    currency,
    isScaled: scale > 1,
    isExact: false,
    isAbout: false,
    isMonthly,
    isSpan: false,
    start,
    end: at,
  };
  if (high !== undefined) {
    quantity.low = low;
    quantity.high = high;
  } else quantity.value = low;
  if (first.isDecade && high === undefined) applyBound(quantity, 'decade', low, scale);
  for (const bound of before) applyBound(quantity, bound, low, scale);
  if (isEarly) applyBound(quantity, early, low, scale);
  return readBoundsAfter(tokens, quantity, scale);
}

/** Bounds after a quantity; called again once its unit or topic was read. */
export function readBoundsAfter(tokens: readonly Token[], quantity: Quantity, scale = 1): Quantity {
  let at = quantity.end;
  for (let guard = 0; guard < 6; guard += 1) {
    const token = tokens[at];
    // 이하로, 3개는 이상: particles may be in between.
    const skip =
      findSense(token, 'particle') !== undefined &&
      boundAfter(tokens[at + 1]) !== undefined &&
      boundAfter(token) === undefined
        ? 1
        : 0;
    const bound = boundAfter(tokens[at + skip]);
    if (bound !== undefined) {
      // "3 beds min 2 baths": the bound belongs to the baths; "30 min" is a duration.
      const isNext =
        findSense(tokens[at + skip], 'bound')?.side === 'both' &&
        tokenAmount(tokens[at + skip + 1]) !== undefined;
      if (isNext) break;
      applyBound(quantity, bound, quantity.value ?? quantity.low ?? 0, scale);
      at += skip + 1;
      continue;
    }
    if (
      findSense(token, 'month') !== undefined &&
      isMoney(quantity) &&
      tokenAmount(tokens[at + 1]) === undefined
    ) {
      quantity.isMonthly = true;
      at += 1;
      continue;
    }
    break;
  }
  quantity.end = at;
  return quantity;
}

function isMoney({ unit, isScaled, currency, value, high, low }: Quantity): boolean {
  return unit === null && (isScaled || currency !== null || (value ?? high ?? low ?? 0) >= 100);
}

function linkAt(tokens: readonly Token[], at: number, isBetween: boolean): number | undefined {
  const token = tokens[at];
  if (findSense(token, 'to') !== undefined) {
    const skip = boundBefore(tokens[at + 1]) === 'about' ? 2 : 1;
    return at + skip;
  }
  if (isBetween && (findSense(token, 'and') !== undefined || isFiller(token))) return at + 1;
  // "90만불과 120만불 사이"
  if (findSense(token, 'particle') !== undefined && tokenAmount(tokens[at + 1]) !== undefined) {
    const after = tokens.slice(at + 2, at + 5);
    const isSpan = after.some((one) => boundAfter(one) === 'between');
    return isSpan ? at + 1 : undefined;
  }
  return undefined;
}

function readSpan(
  tokens: readonly Token[],
  start: number,
  at: number,
  days: number,
  before: readonly Bound[],
): Quantity {
  const quantity: Quantity = {
    unit: 'days',
    currency: null,
    isScaled: false,
    isExact: false,
    isAbout: false,
    isMonthly: false,
    isSpan: true,
    value: days,
    start,
    end: at + 1,
  };
  for (const bound of before) applyBound(quantity, bound, days, 1);
  return readBoundsAfter(tokens, quantity);
}

function readYears(
  tokens: readonly Token[],
  start: number,
  at: number,
  years: Extract<Token, { k: 'years' }>,
  before: readonly Bound[],
): Quantity {
  const quantity: Quantity = {
    unit: 'year',
    currency: null,
    isScaled: false,
    isExact: false,
    isAbout: false,
    isMonthly: false,
    isSpan: false,
    low: years.from,
    high: years.to,
    start,
    end: at + 1,
  };
  for (const bound of before) applyBound(quantity, bound, years.from, 1);
  return readBoundsAfter(tokens, quantity);
}

/** A bound before the noun: "최소 방 3개". */
export function takeBound(quantity: Quantity, bound: Bound): void {
  applyBound(quantity, bound, quantity.value ?? quantity.low ?? 0, 1);
}

function applyBound(quantity: Quantity, bound: Bound, value: number, scale: number): void {
  const { low, high } = quantity;
  switch (bound) {
    case 'between':
      // "from 800k" without a second number is a minimum.
      if (high === undefined) applyBound(quantity, 'min', value, scale);
      return;
    case 'max':
    case 'below':
      quantity.high = high ?? value;
      if (quantity.value !== undefined || low === value || high !== undefined) delete quantity.low;
      quantity.isHighOpen = bound === 'below';
      delete quantity.value;
      return;
    case 'min':
    case 'above':
      // For a range ("2010년대 이후") its start; "80에서 120 이상" is contradictory and stays a range.
      if (low !== undefined && high !== undefined && quantity.unit !== 'year') return;
      quantity.low = low ?? value;
      delete quantity.high;
      quantity.isLowOpen = bound === 'above';
      delete quantity.value;
      return;
    case 'about':
      quantity.isAbout = true;
      return;
    case 'exact':
      quantity.isExact = true;
      return;
    case 'decade':
      if (quantity.value !== undefined) {
        quantity.low = value;
        quantity.high = value + decadeStep(value) - (quantity.unit === 'pyeong' ? 0 : 1);
        delete quantity.value;
      } else if (low !== undefined && high !== undefined) {
        quantity.high = high + decadeStep(high) - (quantity.unit === 'pyeong' ? 0 : 1);
      }
  }
}

/** 30평대 is a range of ten, 900k's and 120만불대 of a hundred thousand: the last nonzero digit. */
function decadeStep(value: number): number {
  let step = 1;
  while (value % (step * 10) === 0 && step < value) step *= 10;
  return step;
}
