import type { Place } from '@maru/listing/places';
import { LEXICON } from './lexicon.ts';

/** A position with a name: a landmark or a school. */
export interface Point {
  name: string;
  latitude: number;
  longitude: number;
}

/** The result for a name: one place, several candidates (the visitor is asked: rule R14), or points, several of a chain. */
export type Named =
  | { place: Place }
  | { ambiguous: readonly Place[] }
  | { points: readonly Point[] }
  | undefined;

/** Exact names only, in either language, with or without a state: no prefixes or similar names. */
export type FindPlace = (name: string) => Named;

export interface NamedPlace {
  end: number;
  found: NonNullable<Named>;
  /** A preceding word marks it as a place. */
  isMarked: boolean;
}

/** Maximum lookups per sentence, to bound the time of a sentence of 5,000 characters. */
const MAX_QUESTIONS = 600;
const MAX_WORDS = 5;
const MAX_SYLLABLES = 14;
/** Smaller places, such as hamlets called Nice or Price, count only when marked as places. */
const KNOWN = 15_000;

const HANGUL = /[\u3131-\u318e\uac00-\ud7a3]/;
const LETTER = /[\p{L}\p{N}]/u;
/** Words that are also state codes: "in", "or", "me". */
const AMBIGUOUS_STATE_CODES = new Set([
  'in',
  'or',
  'me',
  'hi',
  'ok',
  'oh',
  'de',
  'pa',
  'ma',
  'co',
  'al',
  'id',
  'mo',
  'so',
  'va',
  'ar',
  'ct',
]);
/** Those of them that are rarely a word after a name. */
const CODES_ONLY = new Set(['va', 'al', 'id', 'mo', 'ar', 'ct', 'pa', 'ma', 'co']);
/** Frequent words that start no name. */
const NEVER_FIRST =
  /^(?:in|or|me|hi|ok|oh|a|an|the|and|with|for|under|over|to|of|at|by|near|around|no|not|is|are|has|have|my|we|i|us|on|from|within|near|home|homes|house|houses)(?![\p{L}\p{N}])/iu;
/** "near the beach" is no town in North Dakota: small towns need "in". */
const MARK = /(?:^|[^\p{L}])(?:in|city of|outside|outside of)\s+$/iu;
const ZIP_LATER =
  /^\s*(?:이하|이상|미만|초과|까지|부터|정도|불|달러|원|평|sq|sf|or (?:less|under|more|over)|dollars?|usd|won|feet|\+|-|~|%|만|천|개|to )/i;
const ZIP_BEFORE =
  /(?:under|below|over|above|than|least|most|max|min|maximum|minimum|up to|around|about|[<>≤≥$₩~-]|이하|최대|최소|약|가격|예산|월세|price|budget|to|and|between|from)\s*$/i;

/** Finds place names in one text; looks up each name once. */
export class PlaceReader {
  readonly #text: string;
  readonly #findPlace: FindPlace;
  readonly #known = new Map<string, Named>();
  #questions = 0;
  /** Only names marked by a preceding word: "mountain view homes in Irvine". */
  isStrict = false;

  constructor(text: string, find: FindPlace) {
    this.#text = text;
    this.#findPlace = find;
  }

  /** The names that start at a position, of any length. */
  findAt(at: number): NamedPlace[] {
    const text = this.#text;
    const char = text[at] as string;
    if (!LETTER.test(char)) return [];
    const before = text[at - 1] ?? ' ';
    return HANGUL.test(char)
      ? this.#hangulAt(at, before)
      : LETTER.test(before) && !HANGUL.test(before)
        ? []
        : this.#latinAt(at);
  }

  /** The result for a name; looked up once. */
  find(name: string): Named {
    const key = name.toLowerCase();
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.#questions >= MAX_QUESTIONS) return undefined;
    this.#questions += 1;
    const found = withoutCode(name, this.#findPlace(name));
    this.#known.set(key, found);
    return found;
  }

  /** A Korean name, at the start of a word or after another name; "어바인 우드버리" and "LA 한인타운" contain blanks. */
  #hangulAt(at: number, before: string): NamedPlace[] {
    const text = this.#text;
    const names: NamedPlace[] = [];
    let blanks = 0;
    let syllables = 0;
    for (let end = at; end < text.length && syllables < MAX_SYLLABLES; ) {
      const char = text[end] as string;
      if (char === ' ' && blanks < 2) {
        blanks += 1;
        end += 1;
        continue;
      }
      if (!HANGUL.test(char) && !/[a-z.]/i.test(char)) break;
      syllables += 1;
      end += 1;
      if (syllables < 2) continue;
      // "캘리포니아 Irvine": a Latin word is not split.
      if (/[a-z]/i.test(text[end - 1] ?? '') && /[a-z]/i.test(text[end] ?? '')) continue;
      const found = this.find(text.slice(at, end));
      if (found !== undefined && !(HANGUL.test(before) && syllables < 3)) {
        names.push({ end, found, isMarked: false });
      }
    }
    return names;
  }

  #latinAt(at: number): NamedPlace[] {
    const text = this.#text;
    const names: NamedPlace[] = [];
    const zip = /^\d{5}(?:-\d{4})?(?![\p{L}\p{N},.-]*\d|[a-z%])/u.exec(text.slice(at, at + 16));
    if (zip !== null) {
      const end = at + zip[0].length;
      const isNumber =
        ZIP_LATER.test(text.slice(end, end + 12)) || ZIP_BEFORE.test(text.slice(Math.max(0, at - 12), at));
      const found = isNumber ? undefined : this.find(zip[0]);
      return found === undefined ? [] : [{ end, found, isMarked: true }];
    }
    const rest = text.slice(at, at + 80);
    if (!/^\p{L}/u.test(rest) || NEVER_FIRST.test(rest)) return [];
    const isMarked = MARK.test(text.slice(Math.max(0, at - 12), at));
    const word = /[\p{L}\p{M}\p{N}'.]{1,80}/uy;
    let end = at;
    let hasName = false;
    for (let words = 0; words < MAX_WORDS; words += 1) {
      word.lastIndex = end;
      const next = word.exec(text);
      if (next === null) break;
      const part = next[0].replace(/\.+$/, '');
      // A particle may follow the last word: "Irvine에서".
      const hangul = part.search(HANGUL);
      end = next.index + (hangul > 0 ? hangul : part.length);
      // "Irvine, CA 92620" is that ZIP code; in "homes in 92620" it is no name.
      const isZip = /^\d+$/.test(part);
      if (hangul !== 0 && end > at && (hasName || !isZip) && !this.#isLooseEnd(part, words, next.index)) {
        const found = this.find(text.slice(at, end));
        hasName = found !== undefined;
        if (
          found !== undefined &&
          !isOnlyWord(found, text.slice(at, end)) &&
          (isMarked || (!this.isStrict && isWellKnown(found, text.slice(at, end))))
        ) {
          names.push({ end, found, isMarked });
        }
      }
      if (hangul >= 0) {
        names.push(...this.#withHangul(at, hangul === 0 ? next.index : end));
        break;
      }
      names.push(...this.#withHangul(at, end + (text[end] === ' ' ? 1 : 0)));
      const gap = /^(?:\.?,? |-)/.exec(text.slice(end, end + 3));
      if (gap === null) break;
      end += gap[0].length;
    }
    return names;
  }

  /** "LA 한인타운", "LA다운타운": a name that starts in Latin letters and continues in Hangul. */
  #withHangul(at: number, from: number): NamedPlace[] {
    const names: NamedPlace[] = [];
    for (let end = from; end < from + 10 && HANGUL.test(this.#text[end] ?? ''); end += 1) {
      if (end === from) continue;
      const found = this.find(this.#text.slice(at, end + 1));
      if (found !== undefined) names.push({ end: end + 1, found, isMarked: false });
    }
    return names;
  }

  /** "Portland or" may mean Oregon: only in capitals, after a comma, or at the end of the sentence. */
  #isLooseEnd(word: string, words: number, at: number): boolean {
    const small = word.toLowerCase();
    if (!AMBIGUOUS_STATE_CODES.has(small)) return words > 0 && LEXICON_ONLY.test(small);
    if (words === 0) return true;
    // "annandale va": no other word follows a town so, but for a loan.
    if (CODES_ONLY.has(small)) return /^ loans?/i.test(this.#text.slice(at + word.length));
    if (word === word.toUpperCase() || /,\s*$/.test(this.#text.slice(0, at))) return false;
    return at + word.length < this.#text.length;
  }
}

/** Words that cannot end a name. */
const LEXICON_ONLY =
  /^(?:with|under|over|for|and|the|a|an|near|below|above|at|by|to|from|homes?|house|houses|condos?|has|have)$/;

/** LA is Los Angeles, not Louisiana: of a state code and a city, a sentence means the city. */
function withoutCode(name: string, found: Named): Named {
  if (found === undefined || !('ambiguous' in found) || name.length > 2) return found;
  const [first, ...more] = found.ambiguous.filter(({ kind }) => kind !== 'state');
  return first !== undefined && more.length === 0 ? { place: first } : found;
}

/** "in price", "in unit": a word of the grammar that is also the name of a hamlet. */
function isOnlyWord(found: NonNullable<Named>, name: string): boolean {
  const lower = name.toLowerCase();
  if ('points' in found || /[ ,]/.test(lower) || ('place' in found && found.place.nameKo !== null))
    return false;
  return LEXICON.findAt(lower, 0).some(({ end }) => end === lower.length);
}

/** Whether a name without a marking word ("in Irvine") counts as a place. */
function isWellKnown(found: NonNullable<Named>, name: string): boolean {
  if ('points' in found) return true;
  if (/[ ,]/.test(name) && !('ambiguous' in found) && found.place.kind !== 'state') {
    // It has more than its own name: a state, or several words.
    if (found.place.name.toLowerCase() !== name.toLowerCase()) return true;
  }
  const lower = name.toLowerCase();
  // A word of the grammar that is also a town.
  if (LEXICON.findAt(lower, 0).some(({ end }) => end === lower.length) && !/ /.test(lower)) return false;
  const places = 'place' in found ? [found.place] : found.ambiguous;
  // "ocean view": "ocean" alone does not mean Ocean County.
  if (places.every(({ kind, nameKo }) => kind === 'county' && nameKo === null) && !/ /.test(lower))
    return false;
  if (places.every(isListedArea)) return isOwnName(lower);
  return places.some(({ nameKo, population }) => nameKo !== null || population >= KNOWN);
}

/** A subdivision of the feed, of which nobody counts the people. */
function isListedArea({ kind, population, nameKo }: Place): boolean {
  return kind === 'neighborhood' && population === 0 && nameKo === null;
}

/** "laguna altura", not "ocean view": most of its words say nothing else of a home. */
function isOwnName(name: string): boolean {
  const words = name.split(/[ -]/);
  const own = words.filter((word) => !LEXICON.findAt(word, 0).some(({ end }) => end === word.length));
  return own.length >= 2 && own.length > words.length / 2;
}
