import type { SearchType } from '@maru/listing';
import { isDateNear, isDateWanted, putDay, readDate } from './days.ts';
import { applyFlag } from './flags.ts';
import type { Token } from './lex.ts';
import type { Topic } from './lexeme.ts';
import type { Span } from './meaning.ts';
import { addFilter, quarter, readPrice } from './number-filters.ts';
import {
  boundBefore,
  findSense,
  isFiller,
  isParticleOnly,
  type Quantity,
  readBoundsAfter,
  readQuantity,
  takeBound,
} from './quantity.ts';
import { type ClauseSettings, type NamedPlace, Reading } from './reading.ts';
import {
  fits,
  inferTopic,
  isContinued,
  isNear,
  MIN_PRICE,
  mayTakeBehind,
  ownNumberAfter,
  skipTail,
  topicBehind,
} from './topics.ts';

/** Without a number these ask for nothing and affect nothing else: "price", "방". */
const SOFT = new Set<Topic>(['price', 'beds', 'sqft', 'year', 'age', 'dom']);

type Polarity = 'with' | 'without' | 'any';

/** Reads tokens from left to right: flags, numbers with their topics, places. */
export function readClauses(
  tokens: readonly Token[],
  settings: ClauseSettings,
): { reading: Reading; searchType: SearchType } {
  return new Reader(new Reading(tokens, settings)).read();
}

class Reader {
  readonly #reading: Reading;
  /** A pending "no" or "don't need" whose object has not been read yet. */
  #not: { polarity: Polarity; at: number } | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(): { reading: Reading; searchType: SearchType } {
    const reading = this.#reading;
    for (let at = 0; at < reading.tokens.length; ) at = Math.max(at + 1, this.#readAt(at));
    const searchType = this.#searchType();
    for (const { quantity, span, topic } of reading.prices) {
      readPrice(reading, quantity, span, topic, searchType);
    }
    return { reading, searchType };
  }

  /** The stated search type, else the default. */
  #searchType(): SearchType {
    const { saysRent, saysSale, rentSpan } = this.#reading.meaning;
    if (saysRent && saysSale) {
      if (rentSpan !== undefined) this.#reading.forget(rentSpan);
      return 'sale';
    }
    if (saysRent) return 'rent';
    if (saysSale) return 'sale';
    const { prices, isPaying, leansRent, leansSale, settings } = this.#reading;
    if (isPaying || leansSale) return settings.searchType;
    if (prices.some(({ quantity }) => quantity.isMonthly || isRentOnly(quantity))) return 'rent';
    const isPriceOfHome = prices.some(({ quantity }) => largestEnd(quantity) >= MIN_PRICE);
    return leansRent && !isPriceOfHome ? 'rent' : settings.searchType;
  }

  #readAt(at: number): number {
    const token = this.#reading.tokens[at] as Token;
    switch (token.k) {
      case 'stop':
        this.#endNot();
        this.#reading.take(at, at + 1);
        return at + 1;
      case 'word':
        this.#endNot();
        return at + 1;
      case 'place':
        return this.#readPlace(at, (named) => this.#reading.places.push({ place: token.place, ...named }));
      case 'places':
        return this.#readPlace(at, (named) =>
          this.#reading.ambiguous.push({ places: token.places, ...named }),
        );
      case 'points':
        this.#endNot();
        // "30 min from UCI"
        if (/^(?:from|to)$/.test(this.#reading.readText(this.#reading.tokens[at - 1]))) {
          this.#reading.take(at - 1, at);
        }
        this.#reading.points.push({ points: token.points, span: [at, at + 1] });
        this.#reading.take(at, at + 1);
        return at + 1;
      case 'school':
        this.#endNot();
        this.#reading.schools.push({
          schools: token.schools,
          span: [at, at + 1],
          isNear: isNearMarked(this.#reading, at),
        });
        this.#reading.take(at, at + 1);
        return at + 1;
      case 'district':
        this.#endNot();
        this.#reading.meaning.query.schoolDistrict ??= token.id;
        this.#reading.take(at, at + 1);
        return at + 1;
      case 'quoted':
        return this.#readQuoted(at, token.text, token.isMinus);
      case 'fraction':
        return this.#readFraction(at, token.first, token.second);
      case 'date':
        return this.#readDay(at);
      default:
        return this.#readPhrase(at);
    }
  }

  #readPhrase(at: number): number {
    const tokens = this.#reading.tokens;
    const token = tokens[at] as Token;
    const people = findSense(token, 'people');
    if (people !== undefined) return this.#readPeople(at, people.about);
    if (findSense(token, 'nearme') !== undefined) {
      this.#reading.nearMe ??= [at, at + 1];
      this.#reading.take(at, at + 1);
      return at + 1;
    }
    const pets = this.#readPetCount(at);
    if (pets !== undefined) return pets;
    const quantity = this.#readNumber(at);
    if (quantity !== undefined) return quantity;
    const flag = findSense(token, 'flag');
    const topic = findSense(token, 'topic');
    if (topic !== undefined) {
      const next = this.#readTopic(at, topic.topic, flag !== undefined);
      if (next !== undefined) return next;
    }
    if (flag !== undefined) return this.#readFlag(at, flag.flag);
    const not = findSense(token, 'not', ({ side }) => side === 'before');
    if (not !== undefined && !(findSense(token, 'noise') && !this.#isNotUseful(at))) {
      this.#endNot();
      this.#not = { polarity: not.mode, at };
      return at + 1;
    }
    const mode = findSense(token, 'mode');
    if (mode !== undefined && findSense(token, 'noise') === undefined) {
      this.#endNot();
      return at + 1;
    }
    if (topic !== undefined) return this.#readBareTopic(at, topic.topic);
    if (findSense(token, 'day') !== undefined || findSense(token, 'weekday') !== undefined)
      return this.#readDay(at);
    if (findSense(token, 'and') !== undefined) {
      this.#reading.take(at, at + 1);
      return at + 1;
    }
    if (isFiller(token) || findSense(token, 'in') !== undefined || findSense(token, 'to') !== undefined) {
      this.#reading.take(at, at + 1);
      // "no kids": the object must follow directly.
      if (!isArticle(token)) this.#endNot();
      return at + 1;
    }
    this.#endNot();
    return at + 1;
  }

  #isNotUseful(at: number): boolean {
    return (
      findSense(this.#reading.tokens[at + 1], 'flag') !== undefined ||
      findSense(this.#reading.tokens[at + 1], 'topic') !== undefined
    );
  }

  /** A "no" without an object is marked as not understood. */
  #endNot(): void {
    this.#not = undefined;
  }

  /** The polarity of a flag or topic from the words before and after it, and the extent of all its words. */
  #polarityAt(at: number, end: number): { polarity: Polarity; span: Span } {
    let next = end;
    while (next < this.#reading.tokens.length && isParticleOnly(this.#reading.tokens[next])) {
      next += 1;
    }
    const after = findSense(this.#reading.tokens[next], 'not', ({ side }) => side === 'after');
    if (after !== undefined) return { polarity: after.mode, span: [at, next + 1] };
    if (this.#not !== undefined) return { polarity: this.#not.polarity, span: [this.#not.at, end] };
    return { polarity: 'with', span: [at, end] };
  }

  #readFlag(at: number, flag: string): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    const isUnderstood = polarity === 'any' || applyFlag(this.#reading, flag, polarity === 'with', span, at);
    const end = Math.max(span[1], at + 1);
    if (isUnderstood) this.#reading.take(span[0], end);
    else this.#reading.forget(span);
    // "no pool or spa": the "no" continues over an "or" only.
    const isGoingOn = this.#not !== undefined && findSense(this.#reading.tokens[end], 'and') !== undefined;
    if (!isGoingOn) this.#endNot();
    return end;
  }

  #readDay(at: number): number {
    this.#endNot();
    return readDate(this.#reading, at);
  }

  /** About people: no filter; all adjacent words belong to the phrase. */
  #readPeople(at: number, about: 'people' | 'schools' | 'safety'): number {
    this.#reading.about.add(about);
    let from = at;
    while (
      findSense(this.#reading.tokens[from - 1], 'around') !== undefined ||
      findSense(this.#reading.tokens[from - 1], 'not') !== undefined
    ) {
      from -= 1;
    }
    let to = at + 1;
    while (
      findSense(this.#reading.tokens[to], 'around') !== undefined ||
      findSense(this.#reading.tokens[to], 'people') !== undefined ||
      (isParticleOnly(this.#reading.tokens[to]) &&
        findSense(this.#reading.tokens[to + 1], 'around') !== undefined) ||
      findSense(this.#reading.tokens[to], 'not', ({ side }) => side === 'after') !== undefined
    ) {
      to += 1;
    }
    this.#reading.forget([from, to]);
    this.#endNot();
    return to;
  }

  /** "Irvine", "not Santa Ana", "산타아나 말고". */
  #readPlace(at: number, put: (named: Omit<NamedPlace, 'place'>) => void): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    const isWanted = polarity !== 'without';
    const own: Span = isWanted ? [at, at + 1] : span;
    put({ span: own, isWanted, isNear: isNearMarked(this.#reading, at) });
    this.#reading.take(own[0], own[1]);
    if (findSense(this.#reading.tokens[own[1]], 'and') === undefined) this.#endNot();
    return own[1];
  }

  #readQuoted(at: number, text: string, isMinus: boolean): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    this.#reading.meaning.keyword(text, !isMinus && polarity !== 'without');
    this.#reading.take(span[0], span[1]);
    this.#endNot();
    return span[1];
  }

  #readFraction(at: number, first: number, second: number): number {
    this.#endNot();
    if (
      isDateWanted(this.#reading, at) &&
      first >= 1 &&
      first <= 12 &&
      second >= 1 &&
      second <= 31 &&
      Number.isInteger(second)
    ) {
      return putDay(this.#reading, at, { month: first, day: second });
    }
    if (first <= 12 && second <= 12) {
      this.#reading.meaning.range('beds', first, undefined, [at, at + 1]);
      this.#reading.meaning.range('baths', quarter(second), undefined, [at, at + 1]);
      this.#reading.take(at, at + 1);
    }
    return at + 1;
  }

  /** "2 dogs", "강아지 한 마리": how many is no number of rooms, and nothing that a search can ask. */
  #readPetCount(at: number): number | undefined {
    const { tokens } = this.#reading;
    if (tokens[at]?.k !== 'amount') return undefined;
    const isPet = (token: Token | undefined) =>
      findSense(token, 'flag', ({ flag }) => flag === 'has:pets') !== undefined;
    if (isPet(tokens[at + 1])) {
      this.#reading.take(at, at + 1);
      return at + 1;
    }
    const isCounted = /^마리/.test(this.#reading.readText(tokens[at + 1]));
    if (!isCounted || !(isPet(tokens[at - 1]) || isPet(tokens[at - 2]))) return undefined;
    this.#reading.take(at, at + 2);
    return at + 2;
  }

  /** A number that starts here, with the topic after it. */
  #readNumber(at: number): number | undefined {
    const quantity = readQuantity(this.#reading.tokens, at);
    if (quantity === undefined) return undefined;
    return this.#bind(quantity, undefined, at);
  }

  /** "HOA under 300", "방은 3개 이상", "built after 2010". */
  #readTopic(at: number, topic: Topic, isFlagToo: boolean): number | undefined {
    const tokens = this.#reading.tokens;
    let start = at + 1;
    // Units may repeat the topic: "lease term of 12 months".
    for (let guard = 0; guard < 3; guard += 1) {
      const token = tokens[start];
      if (readQuantity(tokens, start) !== undefined) break;
      const isMore = findSense(token, 'topic', (one) => one.topic === topic) !== undefined;
      if (
        isMore ||
        isFiller(token) ||
        isColon(token, this.#reading.readText(token)) ||
        findSense(token, 'in') !== undefined ||
        findSense(token, 'month') !== undefined ||
        (topic === 'commute' && findSense(token, 'mode') !== undefined)
      ) {
        start += 1;
      } else break;
    }
    if (topic === 'movein' || topic === 'keyword') return undefined;
    const quantity = readQuantity(tokens, start);
    if (quantity === undefined) return undefined;
    if (!fits(topic, quantity, isFlagToo)) return undefined;
    // "최소 방 3개", "max HOA 300": the bound precedes the noun.
    const bound = this.#reading.understood[at - 1] ? undefined : boundBefore(tokens[at - 1]);
    if (bound !== undefined && quantity.value !== undefined) {
      takeBound(quantity, bound);
      this.#reading.take(at - 1, at);
    }
    // "pets 2 beds": a number followed by its own noun is not about the preceding one.
    const behind = topicBehind(this.#reading, quantity);
    const isOfBehind =
      behind !== undefined &&
      behind.topic !== topic &&
      behind.isPost &&
      quantity.unit === null &&
      ownNumberAfter(this.#reading, behind.end) === undefined &&
      fits(behind.topic, quantity, false);
    if (isOfBehind) return undefined;
    return this.#bind(quantity, topic, at);
  }

  /**
   * Determines the topic of a number and adds it to the search. Returns the next token; undefined without a topic.
   */
  #bind(quantity: Quantity, before: Topic | undefined, from: number): number | undefined {
    let topic = before;
    let end = quantity.end;
    if (topic === undefined) {
      const behind = topicBehind(this.#reading, quantity);
      if (behind !== undefined && mayTakeBehind(this.#reading, quantity, behind)) {
        topic = behind.topic;
        end = behind.end;
        quantity.end = end;
        readBoundsAfter(this.#reading.tokens, quantity);
        end = quantity.end;
      }
    }
    topic ??= inferTopic(this.#reading, quantity, from);
    if (
      topic === undefined &&
      this.#reading.lastTopic !== undefined &&
      isContinued(this.#reading, quantity, from)
    ) {
      topic = this.#reading.lastTopic.topic;
    }
    end = skipTail(this.#reading, topic, quantity, end);
    // "땅 1에이커": the property type is land.
    for (const one of [from, end - 1]) {
      if (
        topic === 'lot' &&
        findSense(this.#reading.tokens[one], 'flag', ({ flag }) => flag === 'type:land') !== undefined
      ) {
        this.#reading.meaning.type('land', true);
      }
    }
    const isBareSpan = quantity.isSpan && quantity.value !== undefined && before === undefined;
    if (isBareSpan && end === quantity.end && !isNear(this.#reading, from, 'listed')) return undefined;
    // "2층집 싫어요", "not under 500k": negated numbers are not supported.
    const { polarity, span: whole } = this.#polarityAt(from, end);
    this.#endNot();
    if (polarity !== 'with') {
      if (polarity === 'any') this.#reading.take(whole[0], whole[1]);
      return Math.max(whole[1], end);
    }
    const span: Span = [from, end];
    const isDone = addFilter(this.#reading, topic, quantity, span);
    if (!isDone) {
      this.#reading.lastTopic = undefined;
      return before === undefined ? end : undefined;
    }
    this.#reading.take(from, end);
    this.#reading.lastTopic = topic === undefined ? undefined : { topic, end };
    // "2 car garage": parking spaces, and a garage.
    return end;
  }

  /** A topic without a number: "no HOA", "parking", "방". */
  #readBareTopic(at: number, topic: Topic): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    this.#endNot();
    const end = Math.max(span[1], at + 1);
    if (polarity === 'any') {
      this.#reading.take(span[0], end);
      return end;
    }
    if (polarity === 'without' && (topic === 'hoa' || topic === 'mello' || topic === 'deposit')) {
      this.#reading.meaning.range(topic, undefined, 0, span);
      if (topic === 'deposit') this.#reading.meaning.saysRent = true;
      this.#reading.take(span[0], end);
      return end;
    }
    if (polarity === 'without' && topic === 'rent') {
      this.#reading.meaning.saysSale = true;
      this.#reading.take(span[0], end);
      return end;
    }
    if (polarity === 'without') return end;
    if (topic === 'deposit') {
      // "보증금 있는": it asks for nothing, but only who rents speaks of one.
      this.#reading.leansRent = true;
      this.#reading.take(at, at + 1);
    } else if (topic === 'parking') {
      this.#reading.meaning.range('parking', 1, undefined, span);
      this.#reading.take(at, at + 1);
    } else if (topic === 'rent') {
      this.#reading.meaning.saysRent = true;
      this.#reading.meaning.rentSpan ??= span;
      this.#reading.take(at, at + 1);
    } else if (SOFT.has(topic) || findSense(this.#reading.tokens[at], 'noise') !== undefined)
      this.#reading.take(at, at + 1);
    else if (topic === 'movein' && isDateNear(this.#reading, at)) this.#reading.take(at, at + 1);
    return at + 1;
  }
}

/** "under $3,500": no home costs so little, nobody rents for so much more. */
function isRentOnly(quantity: Quantity): boolean {
  const { unit, currency, isScaled, value } = quantity;
  const most = largestEnd(quantity);
  const isSaid = currency !== null || value === undefined;
  return unit === null && !isScaled && currency !== 'krw' && isSaid && most >= 800 && most < MIN_PRICE;
}

function largestEnd({ value, high, low }: Quantity): number {
  return value ?? high ?? low ?? 0;
}

const NEAR_BEFORE = new Set(['near', 'around', 'close to', 'nearby', 'by', 'next to']);
const NEAR_AFTER = /^(?:근처|근방|주변|인근|부근|가까운|가까이)/;

/** "near Koreatown", "코리아타운 근처". */
function isNearMarked(reading: Reading, at: number): boolean {
  return (
    NEAR_BEFORE.has(reading.readText(reading.tokens[at - 1])) ||
    NEAR_AFTER.test(reading.readText(reading.tokens[at + 1]))
  );
}

/** Articles between a "no" and its noun: "no a pool". */
function isArticle(token: Token): boolean {
  return token.end - token.start <= 3;
}

function isColon(token: Token | undefined, text: string): boolean {
  return token?.k === 'stop' && (text === ':' || text === '=');
}
