import { toSquareFeet } from './conversions.ts';
import type { Token } from './lex.ts';
import type { Topic } from './lexeme.ts';
import {
  findSense,
  isFiller,
  isParticleOnly,
  type Quantity,
  readBoundsAfter,
  readQuantity,
} from './quantity.ts';
import type { Reading } from './reading.ts';

/** Infers the topic of a number from its unit and the words around it. */

export const MONEY = new Set<Topic>(['price', 'rent', 'monthly', 'hoa', 'mello', 'deposit']);
/** Smaller amounts are neither the price of a home nor a monthly rent. */
export const MIN_PRICE = 10_000;
export const MIN_RENT = 100;

export function topicBehind(
  reading: Reading,
  quantity: Quantity,
): { topic: Topic; end: number; isPost: boolean } | undefined {
  let at = quantity.end;
  for (let guard = 0; guard < 2; guard += 1) {
    const topic = findSense(reading.tokens[at], 'topic');
    if (topic !== undefined) return { topic: topic.topic, end: at + 1, isPost: topic.post === true };
    if (!isText(reading.tokens[at], reading.readText(reading.tokens[at]))) return undefined;
    at += 1;
  }
  return undefined;
}

/** Whether a number with this unit fits the preceding topic. */
export function fits(
  topic: Topic,
  { unit, currency, value, low, high, isScaled }: Quantity,
  isFlagToo: boolean,
): boolean {
  const most = value ?? high ?? low ?? 0;
  const isMoney = currency !== null || (isScaled && unit === null);
  if (MONEY.has(topic))
    return (
      unit === null && (topic === 'price' || topic === 'rent' ? currency !== null || most >= MIN_RENT : true)
    );
  switch (topic) {
    case 'beds':
    case 'baths':
      return !isMoney && (unit === null || unit === 'piece') && most <= 20;
    case 'sqft':
    case 'lot':
      return !isMoney && (unit === null ? most >= 300 && !isFlagToo : toSquareFeet(1, unit) !== undefined);
    case 'year':
      return !isMoney && (unit === 'year' || unit === null) && most >= 1_800 && most <= 2_100;
    case 'age':
      return unit === 'year' && most < 300;
    case 'dom':
      // The unit is in the noun: "60 days on market".
      if (unit === null) return !isMoney && most <= 1_000 && currency === null;
      return unit === 'days' || unit === 'weeks' || unit === 'months' || unit === 'hours';
    case 'stories':
      return !isMoney && (unit === 'floors' || unit === null) && most <= 100;
    case 'parking':
      return !isMoney && (unit === 'cars' || unit === 'piece' || unit === null) && most <= 50;
    case 'down':
      return unit === 'percent' || (unit === null && isMoney);
    case 'rate':
      return unit === 'percent' || (unit === null && !isMoney && most <= 30);
    case 'term':
      return unit === 'year';
    case 'lease':
      return unit === 'months' || (unit === 'year' && most < 20);
    case 'commute':
      return unit === 'minutes' || unit === 'hours' || (unit === null && !isMoney);
    default:
      return false;
  }
}

/** "HOA 100 이상 300 이하": whether the second number continues the topic of the first. */
export function isContinued(reading: Reading, quantity: Quantity, from: number): boolean {
  const last = reading.lastTopic;
  if (last === undefined || quantity.unit !== null) return false;
  if (last.topic === 'price' || last.topic === 'rent') return false;
  const oneSided = (quantity.low === undefined) !== (quantity.high === undefined);
  if (!oneSided || !MONEY.has(last.topic)) return false;
  for (let at = last.end; at < from; at += 1) {
    const token = reading.tokens[at];
    if (!isFiller(token) && findSense(token, 'and') === undefined) return false;
  }
  return (quantity.low ?? quantity.high ?? 0) < MIN_PRICE;
}

export function mayTakeBehind(
  reading: Reading,
  quantity: Quantity,
  behind: { topic: Topic; end: number; isPost: boolean },
): boolean {
  const { topic, end, isPost } = behind;
  if (topic === 'movein' || topic === 'keyword') return false;
  if (
    !fits(topic, quantity, false) &&
    !(topic === 'age' && (quantity.unit === null || quantity.unit === 'year'))
  ) {
    const isSized = topic === 'lot' && quantity.unit !== null && quantity.unit !== 'year';
    if (!isSized && !(topic === 'term' && quantity.unit === null)) return false;
  }
  if (topic === 'price' || topic === 'rent') return false;
  if (topic === 'sqft') return quantity.unit === null && isPost;
  // A noun with its own number: "under 900k HOA under 300".
  const next = ownNumberAfter(reading, end);
  if (next !== undefined && MONEY.has(topic)) return false;
  if (!isPost)
    return (
      next === undefined &&
      (topic === 'beds' || topic === 'baths' || MONEY.has(topic) || topic === 'down' || topic === 'year')
    );
  // "900k 방 3개", "12억 화장실 2": 3개 belongs to the preceding noun.
  if (next !== undefined && next.unit === 'piece') return false;
  return true;
}

export function ownNumberAfter(reading: Reading, at: number): Quantity | undefined {
  for (let step = 0; step < 2; step += 1) {
    const quantity = readQuantity(reading.tokens, at + step);
    if (quantity !== undefined) return quantity;
    if (!isFiller(reading.tokens[at + step])) return undefined;
  }
  return undefined;
}

export function inferTopic(reading: Reading, quantity: Quantity, from: number): Topic | undefined {
  const { unit, value, low, high } = quantity;
  const most = value ?? high ?? low ?? 0;
  switch (unit) {
    case 'pyeong':
    case 'sqm':
    case 'sqft':
      return 'sqft';
    case 'acre':
      return 'lot';
    case 'floors':
      return 'stories';
    case 'cars':
      // "차고 2대".
      return findSense(reading.tokens[from - 1], 'flag', ({ flag }) => flag === 'has:garage') === undefined
        ? undefined
        : 'parking';
    case 'year':
      if (most >= 1_800) return 'year';
      return isNear(reading, from, 'new') || isNear(reading, from, 'built') ? 'age' : undefined;
    case 'days':
    case 'weeks':
    case 'hours':
    case 'months':
      return inferSpanTopic(reading, quantity, from);
    case 'minutes':
      return 'commute';
    default:
      return undefined;
  }
}

export function isNear(reading: Reading, at: number, what: 'new' | 'built' | 'listed'): boolean {
  for (let step = -3; step <= 5; step += 1) {
    const token = reading.tokens[at + step];
    if (what === 'listed') {
      if (findSense(token, 'topic', ({ topic }) => topic === 'dom') !== undefined) return true;
    } else if (what === 'built') {
      if (findSense(token, 'topic', ({ topic }) => topic === 'year' || topic === 'age') !== undefined)
        return true;
    } else if (findSense(token, 'flag', ({ flag }) => flag === what) !== undefined) return true;
  }
  return false;
}

/** Skips words that only complete the phrase: "2010년 이후에 지은", "30분 거리". */
export function skipTail(
  reading: Reading,
  topic: Topic | undefined,
  quantity: Quantity,
  end: number,
): number {
  let at = end;
  for (let guard = 0; guard < 3; guard += 1) {
    const token = reading.tokens[at];
    const isSame =
      topic !== undefined &&
      findSense(
        token,
        'topic',
        (one) =>
          one.topic === topic ||
          (topic === 'age' && one.topic === 'year') ||
          (topic === 'year' && one.topic === 'age'),
      ) !== undefined &&
      ownNumberAfter(reading, at + 1) === undefined;
    const isGoingBy = topic === 'commute' && findSense(token, 'mode') !== undefined;
    const isOnParticle = isParticleOnly(token) && topic !== undefined && guard === 0;
    if (isSame || isGoingBy) {
      at += 1;
      quantity.end = at;
      readBoundsAfter(reading.tokens, quantity);
      at = quantity.end;
    } else if (
      isOnParticle &&
      findSense(reading.tokens[at + 1], 'topic', (one) => one.topic === topic) !== undefined
    )
      at += 1;
    else break;
  }
  return at;
}

/** Words between a number and its noun: "5,000 sqft of land", "300불의 관리비". */
function isText(token: Token | undefined, text: string): boolean {
  return (
    findSense(token, 'particle') !== undefined ||
    text === 'of' ||
    text === 'a' ||
    text === 'in' ||
    text === 'or'
  );
}

/** Days and months: time on the market, or the term of a lease. */
function inferSpanTopic(reading: Reading, { unit, value }: Quantity, from: number): Topic | undefined {
  const isSided = value === undefined;
  if (isNear(reading, from, 'listed') || (unit !== 'months' && isSided)) return 'dom';
  const isFor = reading.readText(reading.tokens[from - 1]) === 'for';
  const saysRent = reading.tokens.some(
    (token) => findSense(token, 'flag', ({ flag }) => flag === 'rent' || flag === 'shortterm') !== undefined,
  );
  if (unit === 'months' && (isFor || saysRent)) return 'lease';
  return isSided ? 'dom' : undefined;
}
