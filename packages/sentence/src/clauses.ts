import type { Facing, Feature, HomeType, Place, RangeFilter, SearchType, Sort } from '@maru/listing';
import { metersOf, squareFeetOf } from './conversions.ts';
import { dayAfter, dayOf, nextMonth, nextWeekday } from './dates.ts';
import type { Token } from './lex.ts';
import type { Topic } from './lexeme.ts';
import { Meaning, type Span } from './meaning.ts';
import {
  boundBefore,
  isFiller,
  type Quantity,
  readBoundsAfter,
  readQuantity,
  senseOf,
  takeBound,
} from './quantity.ts';

export interface ClauseSettings {
  /** Won for a dollar; undefined: not known, or too old. */
  won: number | undefined;
  /** `YYYY-MM-DD`. */
  today: string;
  /** Where the words say neither. */
  searchType: SearchType;
  /** The sentence, in lower case: what the tokens are of. */
  text: string;
}

export interface Clauses {
  meaning: Meaning;
  searchType: SearchType;
  places: { place: Place; span: Span }[];
  ambiguous: { places: readonly Place[]; span: Span } | undefined;
  /** Metres around the place, or around the visitor. */
  meters: { value: number; span: Span } | undefined;
  nearMe: Span | undefined;
  about: Set<'people' | 'schools' | 'safety'>;
  /** For each token: whether it was understood. */
  understood: boolean[];
  usedWon: boolean;
  neededWon: boolean;
  saysPyeong: boolean;
  saysJeonse: boolean;
}

/** What is counted: there "less than 3" is at most 2. */
const COUNTED = new Set<Topic>(['beds', 'stories', 'parking']);
/** A number without a side is at least that, at most that, or exactly that. */
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
const MONEY = new Set<Topic>(['price', 'rent', 'monthly', 'hoa', 'mello', 'deposit']);
/** What the address can say at most, where it is less than two billion. */
const MOST: Partial<Record<RangeFilter, number>> = {
  beds: 99,
  baths: 99,
  dom: 99_999,
  stories: 999,
  parking: 9_999,
};
/** What is too little to be the price of a home, or a month's rent, is something else. */
const LEAST_PRICE = 10_000;
const LEAST_RENT = 100;

type Polarity = 'with' | 'without' | 'any';

/** Reads tokens from left to right: flags, numbers with what they are about, places. */
export function readClauses(tokens: readonly Token[], settings: ClauseSettings): Clauses {
  return new Reader(tokens, settings).read();
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #settings: ClauseSettings;
  readonly #meaning = new Meaning();
  readonly #understood: boolean[];
  readonly #places: Clauses['places'] = [];
  readonly #about: Clauses['about'] = new Set();
  /** Amounts that nothing says what they are of: a price, once it is known whether it is a rent. */
  readonly #prices: { quantity: Quantity; span: Span; topic: 'price' | 'rent' | undefined }[] = [];
  #ambiguous: Clauses['ambiguous'];
  #meters: Clauses['meters'];
  #nearMe: Clauses['nearMe'];
  #usedWon = false;
  #neededWon = false;
  /** What one can pay a month, all in. */
  #isPaying = false;
  #saysPyeong = false;
  #saysJeonse = false;
  /** A "no" or "don't need" that waits for what it is about. */
  #not: { polarity: Polarity; at: number } | undefined;
  /** What the last number was about: "HOA 100 이상 300 이하". */
  #lastTopic: { topic: Topic; end: number } | undefined;

  constructor(tokens: readonly Token[], settings: ClauseSettings) {
    this.#tokens = tokens;
    this.#settings = settings;
    this.#understood = tokens.map(() => false);
  }

  read(): Clauses {
    for (let at = 0; at < this.#tokens.length; ) at = Math.max(at + 1, this.#readAt(at));
    this.#endNot();
    const searchType = this.#searchType();
    for (const one of this.#prices) this.#readPrice(one.quantity, one.span, one.topic, searchType);
    return {
      meaning: this.#meaning,
      searchType,
      places: this.#places,
      ambiguous: this.#ambiguous,
      meters: this.#meters,
      nearMe: this.#nearMe,
      about: this.#about,
      understood: this.#understood,
      usedWon: this.#usedWon,
      neededWon: this.#neededWon,
      saysPyeong: this.#saysPyeong,
      saysJeonse: this.#saysJeonse,
    };
  }

  /** What the words say: sale, rent, or what is looked for anyway. */
  #searchType(): SearchType {
    const { saysRent, saysSale, rentSpan } = this.#meaning;
    if (saysRent && saysSale) {
      if (rentSpan !== undefined) this.#forget(rentSpan);
      return 'sale';
    }
    if (saysRent) return 'rent';
    if (saysSale) return 'sale';
    const isMonthly = this.#prices.some(({ quantity }) => quantity.isMonthly);
    return isMonthly && !this.#isPaying ? 'rent' : this.#settings.searchType;
  }

  #take(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.#understood[at] = true;
  }

  #forget([from, to]: Span): void {
    for (let at = from; at < to; at += 1) this.#understood[at] = false;
  }

  #readAt(at: number): number {
    const token = this.#tokens[at] as Token;
    switch (token.k) {
      case 'stop':
        this.#endNot();
        this.#take(at, at + 1);
        return at + 1;
      case 'word':
        this.#endNot();
        return at + 1;
      case 'place':
        return this.#readPlace(at, token.place);
      case 'places':
        this.#endNot();
        if (this.#ambiguous === undefined) {
          this.#ambiguous = { places: token.places, span: [at, at + 1] };
          this.#take(at, at + 1);
        }
        return at + 1;
      case 'quoted':
        return this.#readQuoted(at, token.text, token.isMinus);
      case 'fraction':
        return this.#readFraction(at, token.first, token.second);
      case 'date':
        return this.#readDate(at);
      default:
        return this.#readPhrase(at);
    }
  }

  #readPhrase(at: number): number {
    const tokens = this.#tokens;
    const token = tokens[at] as Token;
    const people = senseOf(token, 'people');
    if (people !== undefined) return this.#readPeople(at, people.about);
    if (senseOf(token, 'nearme') !== undefined) {
      this.#nearMe ??= [at, at + 1];
      this.#take(at, at + 1);
      return at + 1;
    }
    const quantity = this.#readNumber(at);
    if (quantity !== undefined) return quantity;
    const flag = senseOf(token, 'flag');
    const topic = senseOf(token, 'topic');
    if (topic !== undefined) {
      const next = this.#readTopic(at, topic.topic, flag !== undefined);
      if (next !== undefined) return next;
    }
    if (flag !== undefined) return this.#readFlag(at, flag.flag);
    const not = senseOf(token, 'not', ({ side }) => side === 'before');
    if (not !== undefined && !(senseOf(token, 'noise') && !this.#isNotUseful(at))) {
      this.#endNot();
      this.#not = { polarity: not.mode, at };
      return at + 1;
    }
    const mode = senseOf(token, 'mode');
    if (mode !== undefined && senseOf(token, 'noise') === undefined) {
      this.#endNot();
      return at + 1;
    }
    if (topic !== undefined) return this.#readBareTopic(at, topic.topic);
    if (senseOf(token, 'day') !== undefined || senseOf(token, 'weekday') !== undefined)
      return this.#readDate(at);
    if (senseOf(token, 'and') !== undefined) {
      this.#take(at, at + 1);
      return at + 1;
    }
    if (isFiller(token) || senseOf(token, 'in') !== undefined || senseOf(token, 'to') !== undefined) {
      this.#take(at, at + 1);
      // "no kids": what follows a "no" must come at once.
      if (!isArticle(token)) this.#endNot();
      return at + 1;
    }
    this.#endNot();
    return at + 1;
  }

  #isNotUseful(at: number): boolean {
    return (
      senseOf(this.#tokens[at + 1], 'flag') !== undefined ||
      senseOf(this.#tokens[at + 1], 'topic') !== undefined
    );
  }

  /** A "no" that found nothing to be about is not understood itself. */
  #endNot(): void {
    this.#not = undefined;
  }

  /** How a flag or topic is meant, by what stands before or after it; and where its words begin and end. */
  #polarityAt(at: number, end: number): { polarity: Polarity; span: Span } {
    let next = end;
    while (next < this.#tokens.length && isParticleOnly(this.#tokens[next])) {
      next += 1;
    }
    const after = senseOf(this.#tokens[next], 'not', ({ side }) => side === 'after');
    if (after !== undefined) return { polarity: after.mode, span: [at, next + 1] };
    if (this.#not !== undefined) return { polarity: this.#not.polarity, span: [this.#not.at, end] };
    return { polarity: 'with', span: [at, end] };
  }

  #readFlag(at: number, flag: string): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    const isUnderstood = polarity === 'any' || this.#applyFlag(flag, polarity === 'with', span, at);
    const end = Math.max(span[1], at + 1);
    if (isUnderstood) this.#take(span[0], end);
    else this.#forget(span);
    // "no pool or spa": the "no" goes on over an "or" only.
    const isGoingOn = this.#not !== undefined && senseOf(this.#tokens[end], 'and') !== undefined;
    if (!isGoingOn) this.#endNot();
    return end;
  }

  /** Whether the search can ask it. */
  #applyFlag(flag: string, wanted: boolean, span: Span, at: number): boolean {
    const meaning = this.#meaning;
    const [name = '', value = ''] = flag.split(':');
    switch (name) {
      case 'has':
        if (wanted) meaning.has(value as Feature);
        return wanted;
      case 'type':
        meaning.type(value as HomeType, wanted);
        return true;
      case 'facing':
        meaning.facing(value as Facing, wanted);
        return true;
      case 'side':
        // "east" of "east or south facing".
        if (!this.#isSideOfFacing(at)) return false;
        meaning.facing(value as Facing, wanted);
        return true;
      case 'paying':
        this.#isPaying = true;
        return true;
      case 'newalone': {
        const next = this.#tokens[at + 1];
        if (!wanted || !(next === undefined || next.k === 'stop' || isType(next))) return false;
        meaning.query.new = true;
        return true;
      }
      case 'sort':
        if (wanted) meaning.sort(value as Sort);
        return wanted;
      case 'sale':
        if (wanted) meaning.saysSale = true;
        else meaning.saysRent = true;
        return true;
      case 'rent':
        if (wanted) {
          meaning.saysRent = true;
          meaning.rentSpan ??= span;
        } else meaning.saysSale = true;
        return true;
      case 'jeonse':
        // The United States have none: it is a rent, and that is said.
        meaning.saysRent = true;
        this.#saysJeonse = true;
        return false;
      case 'new':
        if (wanted) meaning.query.new = true;
        return wanted;
      case 'furnished':
        if (wanted) meaning.query.furnished = true;
        return wanted;
      case 'senior':
        meaning.query.senior = wanted;
        return true;
      case 'pending':
      case 'coming':
      case 'sold':
        if (!wanted) return true;
        meaning.status(name);
        if (this.#isIncluded(at)) meaning.status('active');
        return true;
      case 'active':
        if (wanted) meaning.status('active');
        return wanted;
      case 'open':
        if (wanted) meaning.query.open ??= 'any';
        return wanted;
      case 'weekend':
        if (wanted) meaning.query.open = 'weekend';
        return wanted;
      case 'thisweekend':
        if (meaning.query.open === undefined && !this.#isOpenAhead(at)) return false;
        meaning.query.open = 'weekend';
        return true;
      case 'cut':
        if (wanted) meaning.query.cut ??= 0;
        return wanted;
      case 'single':
        if (!wanted) return false;
        meaning.range('stories', 1, 1, span);
        return true;
      case 'studio':
        if (!wanted) return false;
        meaning.range('beds', 0, 0, span);
        return true;
      case 'oneroom':
      case 'tworoom':
      case 'threeroom': {
        if (!wanted) return false;
        const beds = { oneroom: 1, tworoom: 2, threeroom: 3 }[name];
        meaning.range('beds', beds, undefined, span);
        return true;
      }
      case 'monthtomonth':
        if (!wanted) return false;
        meaning.query.lease = 1;
        meaning.saysRent = true;
        meaning.rentSpan ??= span;
        return true;
      case 'unk':
        meaning.hasUnknowns = wanted;
        return true;
      default:
        return false;
    }
  }

  /** "including pending", "펜딩 포함": beside what is for sale. */
  #isIncluded(at: number): boolean {
    const near = [this.#tokens[at - 1], this.#tokens[at + 1], this.#tokens[at + 2]];
    return near.some((token) => senseOf(token, 'noise') !== undefined && INCLUDED.has(this.#textOf(token)));
  }

  #isOpenAhead(at: number): boolean {
    return [1, 2, 3].some(
      (step) => senseOf(this.#tokens[at + step], 'flag', ({ flag }) => flag === 'open') !== undefined,
    );
  }

  #isSideOfFacing(at: number): boolean {
    let next = at + 1;
    while (
      senseOf(this.#tokens[next], 'and') !== undefined ||
      senseOf(this.#tokens[next], 'flag', ({ flag }) => flag.startsWith('side:')) !== undefined
    ) {
      next += 1;
    }
    return senseOf(this.#tokens[next], 'flag', ({ flag }) => flag.startsWith('facing:')) !== undefined;
  }

  #textOf(token: Token | undefined): string {
    return token === undefined ? '' : this.#settings.text.slice(token.start, token.end);
  }

  /** About people: no filter, whatever is said beside it belongs to it. */
  #readPeople(at: number, about: 'people' | 'schools' | 'safety'): number {
    this.#about.add(about);
    let from = at;
    while (
      senseOf(this.#tokens[from - 1], 'around') !== undefined ||
      senseOf(this.#tokens[from - 1], 'not') !== undefined
    ) {
      from -= 1;
    }
    let to = at + 1;
    while (
      senseOf(this.#tokens[to], 'around') !== undefined ||
      senseOf(this.#tokens[to], 'people') !== undefined ||
      (isParticleOnly(this.#tokens[to]) && senseOf(this.#tokens[to + 1], 'around') !== undefined) ||
      senseOf(this.#tokens[to], 'not', ({ side }) => side === 'after') !== undefined
    ) {
      to += 1;
    }
    this.#forget([from, to]);
    this.#endNot();
    return to;
  }

  #readPlace(at: number, place: Place): number {
    this.#endNot();
    this.#places.push({ place, span: [at, at + 1] });
    this.#take(at, at + 1);
    return at + 1;
  }

  #readQuoted(at: number, text: string, isMinus: boolean): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    this.#meaning.keyword(text, !isMinus && polarity !== 'without');
    this.#take(span[0], span[1]);
    this.#endNot();
    return span[1];
  }

  #readFraction(at: number, first: number, second: number): number {
    this.#endNot();
    if (
      this.#isDateWanted(at) &&
      first >= 1 &&
      first <= 12 &&
      second >= 1 &&
      second <= 31 &&
      Number.isInteger(second)
    ) {
      return this.#putDay(at, { month: first, day: second });
    }
    if (first <= 12 && second <= 12) {
      this.#meaning.range('beds', first, undefined, [at, at + 1]);
      this.#meaning.range('baths', quarter(second), undefined, [at, at + 1]);
      this.#take(at, at + 1);
    }
    return at + 1;
  }

  /** "by", "입주", "open house" before or after. */
  #isDateWanted(at: number): boolean {
    for (let step = 1; step <= 3; step += 1) {
      const before = this.#tokens[at - step];
      if (senseOf(before, 'topic', ({ topic }) => topic === 'movein') !== undefined) return true;
      if (senseOf(before, 'flag', ({ flag }) => flag === 'open') !== undefined) return true;
      if (before === undefined || before.k !== 'phrase') break;
    }
    return false;
  }

  #readDate(at: number): number {
    this.#endNot();
    const token = this.#tokens[at] as Token;
    const { today } = this.#settings;
    if (token.k === 'date') return this.#putDay(at, token);
    const weekday = senseOf(token, 'weekday');
    const relative = senseOf(token, 'day');
    const day =
      weekday !== undefined
        ? nextWeekday(today, weekday.day)
        : relative?.offset === 100
          ? nextMonth(today)
          : dayAfter(today, relative?.offset ?? 0);
    return this.#useDay(at, day, weekday !== undefined);
  }

  #putDay(at: number, date: { year?: number; month: number; day?: number }): number {
    const day = dayOf(date, this.#settings.today);
    return day === undefined ? at + 1 : this.#useDay(at, day, false);
  }

  /** A day is of an open house, of moving in, or of nothing that a search knows. */
  #useDay(at: number, day: string, isWeekday: boolean): number {
    const around = (kind: (token: Token | undefined) => boolean, reach: number) => {
      for (let step = 1; step <= reach; step += 1) {
        if (kind(this.#tokens[at - step])) return at - step;
        if (kind(this.#tokens[at + step])) return at + step;
      }
      return undefined;
    };
    const open = around(
      (token) => senseOf(token, 'flag', ({ flag }) => flag === 'open' || flag === 'weekend') !== undefined,
      3,
    );
    if (open !== undefined) {
      this.#meaning.query.open = day;
      this.#takeBetween(at, open);
      return at + 1;
    }
    const movein = around(
      (token) => senseOf(token, 'topic', ({ topic }) => topic === 'movein') !== undefined,
      3,
    );
    if (movein !== undefined && !isWeekday) {
      this.#meaning.query.from = day;
      this.#takeBetween(at, movein);
      return this.#skipDateEnd(Math.max(at, movein) + 1);
    }
    return at + 1;
  }

  #takeBetween(one: number, other: number): void {
    this.#take(Math.min(one, other), Math.max(one, other) + 1);
  }

  /** "12월 1일까지 입주": the bound belongs to the day. */
  #skipDateEnd(at: number): number {
    let end = at;
    while (senseOf(this.#tokens[end], 'bound', ({ side }) => side !== 'before') !== undefined) end += 1;
    this.#take(at, end);
    return end;
  }

  /** A number that begins here, with what it is about after it. */
  #readNumber(at: number): number | undefined {
    const quantity = readQuantity(this.#tokens, at);
    if (quantity === undefined) return undefined;
    this.#endNot();
    return this.#bind(quantity, undefined, at);
  }

  /** "HOA under 300", "방은 3개 이상", "built after 2010". */
  #readTopic(at: number, topic: Topic, isFlagToo: boolean): number | undefined {
    const tokens = this.#tokens;
    let start = at + 1;
    // Months and the like are said twice: "lease term of 12 months".
    for (let guard = 0; guard < 3; guard += 1) {
      const token = tokens[start];
      if (readQuantity(tokens, start) !== undefined) break;
      const isMore = senseOf(token, 'topic', (one) => one.topic === topic) !== undefined;
      if (
        isMore ||
        isFiller(token) ||
        isColon(token, this.#textOf(token)) ||
        senseOf(token, 'in') !== undefined ||
        senseOf(token, 'month') !== undefined
      ) {
        start += 1;
      } else break;
    }
    if (topic === 'movein' || topic === 'keyword') return undefined;
    const quantity = readQuantity(tokens, start);
    if (quantity === undefined) return undefined;
    if (!this.#fits(topic, quantity, isFlagToo)) return undefined;
    // "최소 방 3개", "max HOA 300": the side stands before the noun.
    const bound = this.#understood[at - 1] ? undefined : boundBefore(tokens[at - 1]);
    if (bound !== undefined && quantity.value !== undefined) {
      takeBound(quantity, bound);
      this.#take(at - 1, at);
    }
    // "pets 2 beds": a number that its own noun follows is not about what stands before.
    const behind = this.#topicBehind(quantity);
    const isOfBehind =
      behind !== undefined &&
      behind.topic !== topic &&
      behind.isPost &&
      quantity.unit === null &&
      this.#ownNumberAfter(behind.end) === undefined &&
      this.#fits(behind.topic, quantity, false);
    if (isOfBehind) return undefined;
    return this.#bind(quantity, topic, at);
  }

  #topicBehind(quantity: Quantity): { topic: Topic; end: number; isPost: boolean } | undefined {
    let at = quantity.end;
    for (let guard = 0; guard < 2; guard += 1) {
      const topic = senseOf(this.#tokens[at], 'topic');
      if (topic !== undefined) return { topic: topic.topic, end: at + 1, isPost: topic.post === true };
      if (!isOf(this.#tokens[at], this.#textOf(this.#tokens[at]))) return undefined;
      at += 1;
    }
    return undefined;
  }

  /** Whether a number of this unit can be about the topic that stands before it. */
  #fits(topic: Topic, { unit, currency, value, low, high, isScaled }: Quantity, isFlagToo: boolean): boolean {
    const most = value ?? high ?? low ?? 0;
    const isMoney = currency !== null || (isScaled && unit === null);
    if (MONEY.has(topic))
      return (
        unit === null &&
        (topic === 'price' || topic === 'rent' ? currency !== null || most >= LEAST_RENT : true)
      );
    switch (topic) {
      case 'beds':
      case 'baths':
        return !isMoney && (unit === null || unit === 'piece') && most <= 20;
      case 'sqft':
      case 'lot':
        return !isMoney && (unit === null ? most >= 300 && !isFlagToo : squareFeetOf(1, unit) !== undefined);
      case 'year':
        return !isMoney && (unit === 'year' || unit === null) && most >= 1_800 && most <= 2_100;
      case 'age':
        return unit === 'year' && most < 300;
      case 'dom':
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

  /** Says what a number is about and asks for it. Returns where to read on; undefined where it is about nothing. */
  #bind(quantity: Quantity, before: Topic | undefined, from: number): number | undefined {
    let topic = before;
    let end = quantity.end;
    if (topic === undefined) {
      const behind = this.#topicBehind(quantity);
      if (behind !== undefined && this.#mayTakeBehind(quantity, behind)) {
        topic = behind.topic;
        end = behind.end;
        quantity.end = end;
        readBoundsAfter(this.#tokens, quantity);
        end = quantity.end;
      }
    }
    topic ??= this.#topicOfUnit(quantity, from);
    if (topic === undefined && this.#lastTopic !== undefined && this.#isContinued(quantity, from)) {
      topic = this.#lastTopic.topic;
    }
    end = this.#skipTail(topic, quantity, end);
    // "땅 1에이커": the land itself is looked for.
    for (const one of [from, end - 1]) {
      if (
        topic === 'lot' &&
        senseOf(this.#tokens[one], 'flag', ({ flag }) => flag === 'type:land') !== undefined
      ) {
        this.#meaning.type('land', true);
      }
    }
    const isBareSpan = quantity.isSpan && quantity.value !== undefined && before === undefined;
    if (isBareSpan && end === quantity.end && !this.#isNear(from, 'listed')) return undefined;
    const span: Span = [from, end];
    const isDone = this.#ask(topic, quantity, span);
    if (!isDone) {
      this.#lastTopic = undefined;
      return before === undefined ? end : undefined;
    }
    this.#take(from, end);
    this.#lastTopic = topic === undefined ? undefined : { topic, end };
    // "2 car garage": spaces, and in a garage.
    return end;
  }

  /** "HOA 100 이상 300 이하": the second number goes on with what the first was about. */
  #isContinued(quantity: Quantity, from: number): boolean {
    const last = this.#lastTopic;
    if (last === undefined || quantity.unit !== null) return false;
    if (last.topic === 'price' || last.topic === 'rent') return false;
    const oneSided = (quantity.low === undefined) !== (quantity.high === undefined);
    if (!oneSided || !MONEY.has(last.topic)) return false;
    for (let at = last.end; at < from; at += 1) {
      const token = this.#tokens[at];
      if (!isFiller(token) && senseOf(token, 'and') === undefined) return false;
    }
    return (quantity.low ?? quantity.high ?? 0) < LEAST_PRICE;
  }

  #mayTakeBehind(quantity: Quantity, behind: { topic: Topic; end: number; isPost: boolean }): boolean {
    const { topic, end, isPost } = behind;
    if (topic === 'movein' || topic === 'keyword') return false;
    if (
      !this.#fits(topic, quantity, false) &&
      !(topic === 'age' && (quantity.unit === null || quantity.unit === 'year'))
    ) {
      if (!(topic === 'lot' && quantity.unit !== null) && !(topic === 'term' && quantity.unit === null))
        return false;
    }
    if (topic === 'price' || topic === 'rent') return false;
    if (topic === 'sqft') return quantity.unit === null && isPost;
    // A noun with a number of its own: "under 900k HOA under 300".
    const next = this.#ownNumberAfter(end);
    if (next !== undefined && MONEY.has(topic)) return false;
    if (!isPost)
      return (
        next === undefined &&
        (topic === 'beds' || topic === 'baths' || MONEY.has(topic) || topic === 'down' || topic === 'year')
      );
    // "900k 방 3개", "12억 화장실 2": 3개 is of what stands before it.
    if (next !== undefined && next.unit === 'piece') return false;
    return true;
  }

  #ownNumberAfter(at: number): Quantity | undefined {
    for (let step = 0; step < 2; step += 1) {
      const quantity = readQuantity(this.#tokens, at + step);
      if (quantity !== undefined) return quantity;
      if (!isFiller(this.#tokens[at + step])) return undefined;
    }
    return undefined;
  }

  #topicOfUnit({ unit, value, low, high }: Quantity, from: number): Topic | undefined {
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
        return senseOf(this.#tokens[from - 1], 'flag', ({ flag }) => flag === 'has:garage') === undefined
          ? undefined
          : 'parking';
      case 'year':
        if (most >= 1_800) return 'year';
        return this.#isNear(from, 'new') || this.#isNear(from, 'built') ? 'age' : undefined;
      case 'days':
      case 'weeks':
      case 'hours':
        return 'dom';
      case 'months':
        return this.#textOf(this.#tokens[from - 1]) === 'for' ? 'lease' : 'dom';
      case 'minutes':
        return 'commute';
      default:
        return undefined;
    }
  }

  #isNear(at: number, what: 'new' | 'built' | 'listed'): boolean {
    for (let step = -3; step <= 5; step += 1) {
      const token = this.#tokens[at + step];
      if (what === 'listed') {
        if (senseOf(token, 'topic', ({ topic }) => topic === 'dom') !== undefined) return true;
      } else if (what === 'built') {
        if (senseOf(token, 'topic', ({ topic }) => topic === 'year' || topic === 'age') !== undefined)
          return true;
      } else if (senseOf(token, 'flag', ({ flag }) => flag === what) !== undefined) return true;
    }
    return false;
  }

  /** Words that only finish what has been said: "2010년 이후에 지은", "30분 거리". */
  #skipTail(topic: Topic | undefined, quantity: Quantity, end: number): number {
    let at = end;
    for (let guard = 0; guard < 3; guard += 1) {
      const token = this.#tokens[at];
      const isSame =
        topic !== undefined &&
        senseOf(
          token,
          'topic',
          (one) =>
            one.topic === topic ||
            (topic === 'age' && one.topic === 'year') ||
            (topic === 'year' && one.topic === 'age'),
        ) !== undefined &&
        this.#ownNumberAfter(at + 1) === undefined;
      const isGoingBy = topic === 'commute' && senseOf(token, 'mode') !== undefined;
      const isOnParticle = isParticleOnly(token) && topic !== undefined && guard === 0;
      if (isSame || isGoingBy) {
        at += 1;
        quantity.end = at;
        readBoundsAfter(this.#tokens, quantity);
        at = quantity.end;
      } else if (
        isOnParticle &&
        senseOf(this.#tokens[at + 1], 'topic', (one) => one.topic === topic) !== undefined
      )
        at += 1;
      else break;
    }
    return at;
  }

  /** Whether the search can ask it. */
  #ask(topic: Topic | undefined, quantity: Quantity, span: Span): boolean {
    const { unit } = quantity;
    if (unit !== null && metersOf(1, unit) !== undefined) return this.#askDistance(quantity, span);
    if (topic === undefined) {
      if (unit === 'percent') return this.#askPercent(quantity, span);
      if (unit === null) {
        this.#prices.push({ quantity, span, topic: undefined });
        return true;
      }
      return false;
    }
    if (topic === 'price' || topic === 'rent') {
      if (topic === 'rent') {
        this.#meaning.saysRent = true;
        this.#meaning.rentSpan ??= span;
      }
      this.#prices.push({ quantity, span, topic });
      return true;
    }
    switch (topic) {
      case 'age':
        return this.#askAge(quantity, span);
      case 'down':
        return this.#askDown(quantity);
      case 'rate':
        return this.#askRate(quantity);
      case 'term':
        return this.#askTerm(quantity);
      case 'lease':
        return this.#askLease(quantity, span);
      case 'commute':
        return this.#askCommute(quantity, span);
      case 'area':
      case 'movein':
      case 'keyword':
        return false;
      default:
        return this.#askRange(topic, quantity, span);
    }
  }

  #askRange(topic: RangeFilter, quantity: Quantity, span: Span): boolean {
    if (topic === 'dom' && this.#askSoldSince(quantity)) return true;
    const convert = this.#converterOf(topic, quantity);
    if (convert === undefined) return false;
    if (topic === 'deposit') {
      this.#meaning.saysRent = true;
      this.#meaning.rentSpan ??= span;
    }
    const [min, max] = endsOf(topic, quantity);
    const low = min === undefined ? undefined : convert(min, 'low');
    const high = max === undefined ? undefined : convert(max, 'high');
    const most = MOST[topic] ?? 2_000_000_000;
    if ([low, high].some((end) => end !== undefined && !(end >= 0 && end <= most))) return false;
    if (topic === 'year' && [low, high].some((end) => end !== undefined && (end < 1_800 || end > 2_100)))
      return false;
    this.#meaning.range(topic, low, high, span);
    return true;
  }

  /** "sold in the last 6 months". */
  #askSoldSince(quantity: Quantity): boolean {
    const isSold = this.#tokens.some(
      (token) => senseOf(token, 'flag', ({ flag }) => flag === 'sold') !== undefined,
    );
    if (!isSold) return false;
    const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    const months =
      quantity.unit === 'months' ? most : quantity.unit === 'year' ? most * 12 : Math.ceil(most / 30);
    if (months < 1 || months > 120) return false;
    this.#meaning.query.soldMonths = Math.ceil(months);
    return true;
  }

  #converterOf(
    topic: RangeFilter,
    quantity: Quantity,
  ): ((value: number, end: 'low' | 'high') => number) | undefined {
    const { unit } = quantity;
    if (MONEY.has(topic)) return this.#dollarsOf(quantity);
    switch (topic) {
      case 'sqft':
      case 'lot':
        if (unit === 'pyeong') this.#saysPyeong = true;
        return (value) => Math.round(unit === null ? value : (squareFeetOf(value, unit) ?? value));
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

  /** Dollars of an amount: won where won is said, or 억, which no home costs in dollars. */
  #dollarsOf(quantity: Quantity): ((value: number) => number) | undefined {
    const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    const isWon = quantity.currency === 'krw' || (quantity.currency === null && most >= 1e8);
    if (!isWon) return (value) => Math.round(value);
    const { won } = this.#settings;
    if (won === undefined) {
      this.#neededWon = true;
      return undefined;
    }
    this.#usedWon = true;
    return (value) => Math.round(value / won);
  }

  /** A price or a rent, known now to be the one or the other. */
  #readPrice(
    quantity: Quantity,
    span: Span,
    topic: 'price' | 'rent' | undefined,
    searchType: SearchType,
  ): void {
    const isSided = quantity.value === undefined;
    const most = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    const isRent = searchType === 'rent';
    // 월세 200만: no month's rent is two million dollars.
    if (isRent && quantity.currency === null && most >= 200_000) quantity.currency = 'krw';
    const isSaid = quantity.currency !== null || quantity.isScaled || topic !== undefined;
    const convert = this.#dollarsOf(quantity);
    const least = isRent ? LEAST_RENT : quantity.isMonthly ? LEAST_RENT : LEAST_PRICE;
    const dollars = convert === undefined ? 0 : convert(most);
    if (convert === undefined || (!isSaid && !isSided) || dollars < least || dollars > 2_000_000_000) {
      this.#forget(span);
      return;
    }
    const key: RangeFilter = quantity.isMonthly && !isRent ? 'monthly' : 'price';
    const [min, max] = endsOf(key, quantity);
    this.#meaning.range(
      key,
      min === undefined ? undefined : convert(min),
      max === undefined ? undefined : convert(max),
      span,
    );
  }

  #askAge(quantity: Quantity, span: Span): boolean {
    const thisYear = Number(this.#settings.today.slice(0, 4));
    const [young, old] = endsOf('age', quantity);
    if ((old ?? young ?? 0) > 300) return false;
    this.#meaning.range(
      'year',
      old === undefined ? undefined : thisYear - old,
      young === undefined ? undefined : thisYear - young,
      span,
    );
    return true;
  }

  #askPercent(quantity: Quantity, _span: Span): boolean {
    const percent = quantity.value ?? quantity.low ?? quantity.high ?? 0;
    for (const step of [quantity.start - 1, quantity.start - 2, quantity.end, quantity.end + 1]) {
      if (senseOf(this.#tokens[step], 'flag', ({ flag }) => flag === 'cut') === undefined) continue;
      if (!(percent >= 1 && percent <= 99)) return false;
      this.#meaning.query.cut = Math.round(percent);
      return true;
    }
    return false;
  }

  #askDown(quantity: Quantity): boolean {
    const value = quantity.value ?? quantity.low ?? quantity.high ?? 0;
    if (quantity.unit === 'percent') {
      if (value > 100) return false;
      this.#meaning.query.down = { percent: Math.round(value * 10) / 10 };
      return true;
    }
    const convert = this.#dollarsOf(quantity);
    if (convert === undefined) return false;
    this.#meaning.query.down = { amount: convert(value) };
    return true;
  }

  #askRate(quantity: Quantity): boolean {
    const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    if (!(value > 0 && value <= 30)) return false;
    this.#meaning.query.rate = Math.round(value * 1_000) / 1_000;
    return true;
  }

  #askTerm(quantity: Quantity): boolean {
    const years = quantity.value ?? 0;
    if (![10, 15, 20, 30, 40].includes(years)) return false;
    this.#meaning.query.term = years;
    return true;
  }

  #askLease(quantity: Quantity, span: Span): boolean {
    const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    const months = Math.round(quantity.unit === 'year' ? value * 12 : value);
    if (!(months >= 0 && months <= 60)) return false;
    this.#meaning.query.lease = Math.min(this.#meaning.query.lease ?? 60, months);
    this.#meaning.saysRent = true;
    this.#meaning.rentSpan ??= span;
    return true;
  }

  #askCommute(quantity: Quantity, span: Span): boolean {
    const hours = quantity.unit === 'hours' ? 60 : 1;
    const value = (quantity.value ?? quantity.high ?? quantity.low ?? 0) * hours;
    if (!(value >= 1 && value <= 600)) return false;
    let by: 'car' | 'transit' | 'walk' | 'bicycle' = 'car';
    for (let at = span[0] - 4; at < span[1] + 3; at += 1) {
      const mode = senseOf(this.#tokens[at], 'mode');
      if (mode === undefined) continue;
      by = mode.by;
      this.#take(at, at + 1);
      break;
    }
    const isAtLeast = quantity.value === undefined && quantity.high === undefined;
    this.#meaning.query.commute = {
      by,
      depart: '0800',
      minutes: isAtLeast ? { min: Math.round(value) } : { max: Math.round(value) },
    };
    return true;
  }

  #askDistance(quantity: Quantity, span: Span): boolean {
    const value = quantity.value ?? quantity.high ?? quantity.low ?? 0;
    const meters = quantity.unit === null ? undefined : metersOf(value, quantity.unit);
    if (meters === undefined || meters < 100 || meters > 160_000) return false;
    this.#meters = { value: meters, span };
    return true;
  }

  /** A topic without a number: "no HOA", "parking", "방". */
  #readBareTopic(at: number, topic: Topic): number {
    const { polarity, span } = this.#polarityAt(at, at + 1);
    this.#endNot();
    const end = Math.max(span[1], at + 1);
    if (polarity === 'any') {
      this.#take(span[0], end);
      return end;
    }
    if (polarity === 'without' && (topic === 'hoa' || topic === 'mello')) {
      this.#meaning.range(topic, undefined, 0, span);
      this.#take(span[0], end);
      return end;
    }
    if (polarity === 'without' && topic === 'rent') {
      this.#meaning.saysSale = true;
      this.#take(span[0], end);
      return end;
    }
    if (polarity === 'without') return end;
    if (topic === 'parking') {
      this.#meaning.range('parking', 1, undefined, span);
      this.#take(at, at + 1);
    } else if (topic === 'rent') {
      this.#meaning.saysRent = true;
      this.#meaning.rentSpan ??= span;
      this.#take(at, at + 1);
    } else if (SOFT.has(topic) || senseOf(this.#tokens[at], 'noise') !== undefined) this.#take(at, at + 1);
    else if (topic === 'movein' && this.#isDateNear(at)) this.#take(at, at + 1);
    return at + 1;
  }

  #isDateNear(at: number): boolean {
    return [-3, -2, -1, 1, 2, 3].some((step) => {
      const token = this.#tokens[at + step];
      return token?.k === 'date' || token?.k === 'fraction' || senseOf(token, 'day') !== undefined;
    });
  }
}

const INCLUDED = new Set([
  'include',
  'includes',
  'including',
  'included',
  'also',
  'too',
  '포함',
  '포함한',
  '포함해서',
  'plus',
  'and',
  '도',
]);
/** Said without a number they ask for nothing and hide nothing: "price", "방". */
const SOFT = new Set<Topic>(['price', 'beds', 'sqft', 'year', 'age', 'dom']);

/** The two ends of what was said, inclusive. */
function endsOf(topic: Topic, quantity: Quantity): [min: number | undefined, max: number | undefined] {
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

function isType(token: Token): boolean {
  return senseOf(token, 'flag', ({ flag }) => flag.startsWith('type:')) !== undefined;
}

function quarter(value: number): number {
  return Math.round(value * 4) / 4;
}

function isParticleOnly(token: Token | undefined): boolean {
  return senseOf(token, 'particle') !== undefined;
}

/** "no a pool": what may stand between a "no" and its noun. */
function isArticle(token: Token): boolean {
  return token.end - token.start <= 3;
}

function isColon(token: Token | undefined, text: string): boolean {
  return token?.k === 'stop' && (text === ':' || text === '=');
}

/** What may stand between a number and its noun: "5,000 sqft of land", "300불의 관리비". */
function isOf(token: Token | undefined, text: string): boolean {
  return (
    senseOf(token, 'particle') !== undefined ||
    text === 'of' ||
    text === 'a' ||
    text === 'in' ||
    text === 'or'
  );
}
