import type { Place } from '@maru/listing/places';
import { foldName, foldText } from './fold.ts';
import { hasHangul } from './hangul.ts';
import { otherKeyboard } from './keyboard-layout.ts';
import {
  EXACT,
  type Filter,
  type Hit,
  LAYOUT,
  type Matched,
  NameLookup,
  PREFIX,
  SMALL,
  TYPO,
  WORDLIKE,
} from './name-lookup.ts';
import type { PlaceTable } from './place-table.ts';
import { cleanQuery, splitQualifier, withoutKindWord, zipDigits } from './query-text.ts';
import type { SpellingIndex } from './spelling-index.ts';

export interface PlaceSuggestion {
  place: Place;
  matched: Matched;
  /** Correction for "Did you mean …", when the text itself was not found. */
  didYouMean?: string;
}

export interface SuggestOptions {
  locale: 'en' | 'ko';
  /** Default 8. */
  limit?: number;
  /** Ranks equal matches. */
  countHomes?: (placeId: string) => number;
}

/** One place, several with that name (ask, never redirect: rule R14), or the nearest matches, never empty. */
export type Resolved = Named | { nearest: Place[] };

export type Named = { place: Place } | { ambiguous: Place[] };

interface Ranked {
  hit: Hit;
  count: number;
  weight: number;
}

const SMALL_WEIGHT = 20;
/** Letters from which on a name may have two slips, and inhabitants from which on a slip may mean it. */
const LONG_NAME = 8;
const WELL_KNOWN = 15_000;

/** Whatever the sizes (rules R78, R14). */
const ALWAYS_ASK = new Set([
  'aurora',
  'columbia',
  'corona',
  'dublin',
  'glendale',
  'lakewood',
  'orange',
  'pooler',
  'washington',
]);
/** The largest is meant when it is this many times larger than the next; places in our table count fourfold. */
const CLEARLY_LARGER = 8;
const OWN_CLAIM = 4;

/** Interprets typed text as places. */
export class Suggester {
  readonly #table: PlaceTable;
  readonly #spellings: SpellingIndex;

  constructor(table: PlaceTable, spellings: SpellingIndex) {
    this.#table = table;
    this.#spellings = spellings;
  }

  suggest(text: string, { locale, limit = 8, countHomes }: SuggestOptions): PlaceSuggestion[] {
    const query = cleanQuery(text);
    const hits = this.#first(this.#find(query, this.#startLookup(query)), Math.max(0, limit), countHomes);
    return hits.map(({ index, matched, didYouMean }) => {
      const place = this.#table.placeAt(index);
      const meant = matched === 'typo' ? ((locale === 'ko' ? place.nameKo : null) ?? place.name) : didYouMean;
      return { place, matched, ...(meant === undefined ? {} : { didYouMean: meant }) };
    });
  }

  #startLookup(query: string): NameLookup {
    return new NameLookup(this.#table, this.#spellings, query);
  }

  resolve(text: string): Resolved {
    const query = cleanQuery(text);
    const bySlug = this.#table.findIndex(query);
    if (bySlug !== undefined) return { place: this.#table.placeAt(bySlug) };
    const lookup = this.#startLookup(query);
    const named = this.#named(query, lookup);
    if (named !== undefined) return named;

    // A long text is shortened by a quarter at a time, to bound the cost.
    const least = hasHangul(query) ? 2 : 3;
    const shorter = (length: number) => (length > WORDLIKE ? Math.floor(length * 0.75) : length - 1);
    for (let length = query.length; length >= least || length === query.length; length = shorter(length)) {
      const nearest = this.#first(this.#find(cleanQuery(query.slice(0, length)), lookup), 6, undefined);
      if (nearest.length > 0) return { nearest: nearest.map(({ index }) => this.#table.placeAt(index)) };
    }
    return { nearest: this.#best().map((index) => this.#table.placeAt(index)) };
  }

  findNamed(text: string): Named | undefined {
    const query = cleanQuery(text);
    const lookup = this.#startLookup(query);
    const named = this.#mayBeName(query) ? this.#named(query, lookup) : undefined;
    if (named === undefined || 'place' in named) return named;
    // For 파사데나 use the one in our table, if it is the only one and not always ambiguous.
    const own = this.#literal(query, {}, lookup).filter((hit) => hit.matched === 'exact' && hit.isOwn);
    const [only] = own;
    if (only === undefined || own.length > 1) return named;
    return ALWAYS_ASK.has(foldName(this.#table.nameAt(only.index)))
      ? named
      : { place: this.#table.placeAt(only.index) };
  }

  findMisspelled(text: string, countHomes?: SuggestOptions['countHomes']): Place | undefined {
    const query = cleanQuery(text);
    const least = TYPO + (query.length < LONG_NAME ? 1 : 2) / 4;
    const isKnown = ({ index, quality }: Hit) =>
      quality <= least &&
      this.#table.kindAt(index) !== 'zip' &&
      (this.#table.koreanNameAt(index) !== undefined || this.#table.populationAt(index) >= WELL_KNOWN);
    const [first] = this.#first(this.#startLookup(query).typos(query, {}).filter(isKnown), 1, countHomes);
    if (first === undefined) return undefined;
    const place = this.#table.placeAt(first.index);
    // Who mistypes a name rarely does so at its first letter.
    const isSameStart = hasHangul(query) || foldName(query)[0] === foldName(place.name)[0];
    return isSameStart ? place : undefined;
  }

  #mayBeName(query: string): boolean {
    if (zipDigits(query) !== undefined) return /^\d{5}(-|$)|[\s,]\d{5}/.test(query);
    const { latin, koreanByKey, bareCounties } = this.#spellings;
    const isName = (name: string) => {
      const key = foldText(name);
      if (hasHangul(key)) return koreanByKey.has(key) || bareCounties.has(key);
      return latin.has(key) || latin.has(foldName(name)) || bareCounties.has(foldName(name));
    };
    if (query === '') return false;
    const stripped = withoutKindWord(query);
    if (isName(query) || (stripped !== undefined && isName(stripped.rest))) return true;
    return splitQualifier(query).some(
      ({ rest, qualifier }) => this.#stateNamed(qualifier) !== undefined && isName(rest),
    );
  }

  #named(query: string, lookup: NameLookup): Named | undefined {
    const literal = this.#literal(query, {}, lookup);
    const exact = this.#ranked(
      literal.filter((hit) => hit.matched === 'exact' && !hit.isBareCounty),
      undefined,
    );
    const [first] = exact;
    if (first !== undefined) {
      const asked = ALWAYS_ASK.has(foldName(this.#table.nameAt(first.index))) && !this.#isQualified(query);
      if (asked) {
        const all = this.#ranked(literal, undefined).filter(
          (hit) => hit.matched === 'exact' || this.#spellings.prominent.has(hit.index),
        );
        return { ambiguous: all.slice(0, 12).map((hit) => this.#table.placeAt(hit.index)) };
      }
      // New York is the city; its state does not make it ambiguous.
      const { state, county, city } = this.#table.parentsAt(first.index);
      const rivals = exact.filter(
        ({ index }) => index !== first.index && ![state, county, city].includes(index),
      );
      const [second] = rivals;
      if (second === undefined || this.#isClearlyMeant(first, second)) {
        return { place: this.#table.placeAt(first.index) };
      }
      return { ambiguous: [first, ...rivals].slice(0, 12).map((hit) => this.#table.placeAt(hit.index)) };
    }
    const bare = literal.filter((hit) => hit.isBareCounty);
    return bare.length === 1 && bare[0] !== undefined
      ? { place: this.#table.placeAt(bare[0].index) }
      : undefined;
  }

  #isClearlyMeant(first: Hit, second: Hit): boolean {
    const claim = (this.#table.populationAt(first.index) + 1) * (first.isOwn ? OWN_CLAIM : 1);
    return claim >= CLEARLY_LARGER * (this.#table.populationAt(second.index) + 1);
  }

  #best(): number[] {
    return [...this.#spellings.prominent]
      .filter((index) => this.#table.kindAt(index) === 'city')
      .sort((a, b) => this.#table.populationAt(b) - this.#table.populationAt(a))
      .slice(0, 6);
  }

  /** As written, else with the other keyboard, else with typos. */
  #find(query: string, lookup: NameLookup): Hit[] {
    if (query === '') return [];
    const literal = this.#literal(query, {}, lookup);
    if (literal.length > 0) return literal;

    const others = otherKeyboard(query);
    for (const meant of others) {
      const hits = this.#literal(meant, {}, lookup);
      if (hits.length > 0) {
        return hits.map((hit) => ({
          ...hit,
          matched: 'layout',
          quality: LAYOUT + hit.quality / 10,
          didYouMean: meant,
        }));
      }
    }
    const typos = lookup.typos(query, {});
    if (typos.length > 0) return typos;
    const qualified = this.#qualified(query, (rest, filter) => lookup.typos(rest, filter));
    if (qualified.length > 0) return qualified;
    for (const meant of others) {
      const hits = lookup.typos(meant, {});
      if (hits.length > 0) return hits;
    }
    return [];
  }

  /** Complete, prefix, 초성; with or without kind word and state. */
  #literal(text: string, filter: Filter, lookup: NameLookup): Hit[] {
    const digits = zipDigits(text);
    if (digits !== undefined) return this.#zips(digits);
    const whole = lookup.names(text, filter);
    if (whole.some((hit) => hit.matched === 'exact')) return whole;
    // "Denver, CO" is a prefix of Denver County; prefer a name with its state.
    const qualified =
      filter.state === undefined
        ? this.#qualified(text, (rest, inner) => this.#literal(rest, inner, lookup))
        : [];
    if (qualified.some((hit) => hit.matched === 'exact')) return qualified;
    if (whole.length > 0) return whole;
    const stripped = withoutKindWord(text);
    if (stripped !== undefined) {
      const hits = lookup.names(stripped.rest, { ...filter, kind: stripped.kind });
      // With "County" the bare name is complete.
      if (hits.length > 0)
        return hits.map((hit) => (hit.isBareCounty ? { ...hit, quality: EXACT, isBareCounty: false } : hit));
    }
    return qualified;
  }

  /** "irvine ca", "Irvine, Calif", "캘리포니아 어바인", "irvine, c": the remaining text within the state. */
  #qualified(text: string, find: (rest: string, filter: Filter) => Hit[]): Hit[] {
    const splits = splitQualifier(text);
    for (const { rest, qualifier } of splits) {
      const state = this.#stateNamed(qualifier);
      const hits = state === undefined ? [] : find(rest, { state });
      if (hits.length > 0) return hits;
    }
    for (const { rest, qualifier, isLast } of splits) {
      const states = isLast ? this.#statesBeginning(foldText(qualifier)) : [];
      const hits = states.flatMap((state) => find(rest, { state }));
      if (hits.length === 0) continue;
      // An incomplete state makes the whole match a prefix match.
      return hits.map((hit) =>
        hit.matched === 'exact' ? { ...hit, matched: 'prefix', quality: PREFIX + hit.quality / 10 } : hit,
      );
    }
    return [];
  }

  #stateNamed(text: string): number | undefined {
    return this.#spellings.states.get(foldText(text)) ?? this.#spellings.states.get(foldName(text));
  }

  #statesBeginning(key: string): number[] {
    if (key === '') return [];
    const found = new Set<number>();
    for (const [name, state] of this.#spellings.states) if (name.startsWith(key)) found.add(state);
    return [...found];
  }

  #isQualified(query: string): boolean {
    return splitQualifier(query).some(({ qualifier }) => this.#stateNamed(qualifier) !== undefined);
  }

  #zips(digits: string): Hit[] {
    const table = this.#table;
    const span = 10 ** (5 - digits.length);
    const from = Number(digits) * span;
    const hits: Hit[] = [];
    for (let at = table.firstZipFrom(from); ; at++) {
      const code = table.compiled.zips.codes[at];
      if (code === undefined || code >= from + span) return hits;
      hits.push({
        index: table.firstZip + at,
        matched: digits.length === 5 ? 'exact' : 'prefix',
        quality: digits.length === 5 ? EXACT : PREFIX,
        isOwn: false,
        isBareCounty: false,
      });
    }
  }

  #ranked(hits: readonly Hit[], countOf: ((placeId: string) => number) | undefined): Hit[] {
    return this.#first(hits, hits.length, countOf);
  }

  /** Best match, then most homes, then largest population; a top-k selection among thousands of prefix matches. */
  #first(hits: readonly Hit[], limit: number, countOf: ((placeId: string) => number) | undefined): Hit[] {
    const best: Ranked[] = [];
    if (limit === 0) return [];
    for (const hit of hits) {
      const last = best.length < limit ? undefined : best[best.length - 1];
      if (last !== undefined && hit.quality > last.hit.quality) continue;
      const count = countOf === undefined ? 0 : countOf(this.#table.slugAt(hit.index));
      if (last !== undefined && hit.quality === last.hit.quality && count < last.count) continue;
      const ranked = { hit, count, weight: this.#weight(hit) };
      if (last !== undefined && compareRanked(ranked, last) > 0) continue;
      // Insert in order; without a limit all are sorted below.
      best.push(ranked);
      if (limit >= hits.length) continue;
      best.sort(compareRanked);
      if (best.length > limit) best.pop();
    }
    return best.sort(compareRanked).map(({ hit }) => hit);
  }

  #weight({ index, isOwn, matched, isBareCounty }: Hit): number {
    const isWide = this.#table.kindAt(index) !== 'city' && this.#table.parentsAt(index).city < 0;
    const isSmallExact = matched === 'exact' && !isBareCounty && this.#table.populationAt(index) < SMALL;
    return (
      (this.#table.populationAt(index) + 1) *
      (isOwn ? OWN_WEIGHT : 1) *
      (isWide ? WIDE_WEIGHT : 1) *
      (isSmallExact ? SMALL_WEIGHT : 1)
    );
  }
}

/** Lexington in Massachusetts, in the table, ranks before the ten times larger one in Kentucky. */
const OWN_WEIGHT = 16;
/** Cities rank before the state, county or region with the same name: New York, Los Angeles. */
const WIDE_WEIGHT = 0.15;

function compareRanked(a: Ranked, b: Ranked): number {
  return (
    a.hit.quality - b.hit.quality || b.count - a.count || b.weight - a.weight || a.hit.index - b.hit.index
  );
}
