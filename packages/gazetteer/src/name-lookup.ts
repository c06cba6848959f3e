import type { PlaceKind } from '@maru/listing/places';
import {
  beginningDistance,
  CONSONANT_CLASSES,
  consonantCounts,
  jamoDistance,
  letterDistance,
} from './edit-distance.ts';
import { foldName, foldText } from './fold.ts';
import { decomposeHangul, hasHangul, isConsonant } from './hangul.ts';
import type { PlaceTable } from './place-table.ts';
import { type KoreanSpelling, letterMask, type SpellingIndex } from './spelling-index.ts';

/** How a suggestion answers the text: the whole name, its beginning, its 초성, the wrong keyboard, or a slip. */
export type Matched = 'exact' | 'prefix' | 'initials' | 'layout' | 'typo';

export interface Hit {
  index: number;
  matched: Matched;
  /** "Orange" for a county: exact, but not its whole name. */
  isBareCounty: boolean;
  quality: number;
  /** In our Korean table itself, not only through another place with the same English name. */
  isOwn: boolean;
  didYouMean?: string;
}

export interface Filter {
  state?: number;
  kind?: PlaceKind;
}

export const EXACT = 0;
/** Penalty of "Orange" for the well-known Orange County. */
const KNOWN_COUNTY = 0.05;
export const PREFIX = 1;
const INITIALS = 2;
export const LAYOUT = 3;
export const TYPO = 4;
const BEGUN_TYPO = 5;

/** Smaller places are ranked as prefix matches, so that a hamlet called Lake does not hide Lake Forest. */
export const SMALL = 40_000;

export const MAX_DISTANCES = 24_000;
const A_SCAN = 100;
/** Longer texts cannot be misspelled names (the longest has 39 letters with its state); their first word may be. */
const LONGEST_MISSPELLED = 44;
/** Up to this length a text may be one word and is shortened letter by letter. */
export const WORDLIKE = 12;

/** Lookups for one question, each part of its text once. Misspellings that need more than `MAX_DISTANCES` are not found. */
export class NameLookup {
  readonly #table: PlaceTable;
  readonly #spellings: SpellingIndex;
  readonly #names = new Map<string, Hit[]>();
  readonly #typos = new Map<string, Hit[]>();
  #distancesLeft = MAX_DISTANCES;
  #longestTypo = LONGEST_MISSPELLED;

  constructor(table: PlaceTable, spellings: SpellingIndex, question: string) {
    this.#table = table;
    this.#spellings = spellings;
    if (question.length > LONGEST_MISSPELLED) this.#longestTypo = WORDLIKE;
  }

  /** Equal to the text, starting with it, or having it as 초성. */
  names(text: string, filter: Filter): Hit[] {
    let hits = this.#names.get(text);
    if (hits === undefined) {
      hits = this.#findNames(text);
      this.#names.set(text, hits);
    }
    return this.#only(hits, filter);
  }

  /** The name or prefix is one or two typos away. */
  typos(text: string, filter: Filter): Hit[] {
    const folded = foldText(text);
    const key = hasHangul(folded) ? folded : foldName(text);
    let hits = this.#typos.get(key);
    if (hits === undefined) {
      hits = this.#findTypos(key);
      this.#typos.set(key, hits);
    }
    const all = this.#only(hits, filter);
    let best = Number.POSITIVE_INFINITY;
    for (const { quality } of all) best = Math.min(best, quality);
    return all.filter((hit) => hit.quality <= best + 0.61);
  }

  #only(hits: Hit[], { state, kind }: Filter): Hit[] {
    if (state === undefined && kind === undefined) return hits;
    return hits.filter(
      ({ index }) =>
        (state === undefined || this.#table.stateAt(index) === state) &&
        (kind === undefined || this.#table.kindAt(index) === kind),
    );
  }

  #findNames(text: string): Hit[] {
    const hits = new Hits(this.#table);
    const key = foldText(text);
    if (key === '') return [];
    for (const index of this.#spellings.bareCounties.get(hasHangul(key) ? key : foldName(text)) ?? []) {
      const isKnown = this.#spellings.prominent.has(index);
      hits.add(index, 'exact', isKnown ? KNOWN_COUNTY : PREFIX, isKnown, true);
    }
    if (!hasHangul(key)) this.#latinNames(text, key, hits);
    this.#koreanNames(key, hits);
    return hits.all();
  }

  #latinNames(text: string, key: string, hits: Hits): void {
    const { latin, latinKeys, bareCounties, prominent } = this.#spellings;
    const name = foldName(text);
    for (const exact of new Set([name, key])) {
      for (const index of latin.get(exact) ?? []) hits.add(index, 'exact', EXACT, prominent.has(index));
    }
    for (let at = lowerBound(latinKeys, name); at < latinKeys.length; at++) {
      const found = latinKeys[at] ?? '';
      if (!found.startsWith(name)) break;
      if (found === name) continue;
      for (const index of latin.get(found) ?? []) hits.add(index, 'prefix', PREFIX, prominent.has(index));
      for (const index of bareCounties.get(found) ?? [])
        hits.add(index, 'prefix', PREFIX, prominent.has(index));
    }
  }

  #koreanNames(key: string, hits: Hits): void {
    const { korean, koreanLetters, koreanOrder, mostSyllables } = this.#spellings;
    const letters = decomposeHangul(key);
    const from = lowerBound(koreanLetters, letters);
    let to = from;
    while (koreanLetters[to]?.startsWith(letters) === true) to += 1;
    // In table order: of equally good spellings of a place the first counts.
    for (const at of koreanOrder.slice(from, to).sort()) {
      const entry = korean[at] as KoreanSpelling;
      if (entry.key === key) hits.addEntry(entry, 'exact', EXACT);
      else hits.addEntry(entry, 'prefix', PREFIX);
    }
    // Input methods may combine consonants: ㅂㅅ becomes ㅄ.
    const chars = Array.from(key).flatMap((char) =>
      /[ㄱ-ㅎ]/.test(char) ? Array.from(decomposeHangul(char)) : [char],
    );
    if (chars.length > mostSyllables || !chars.some(isConsonant)) return;
    for (const entry of korean) {
      if (chars.length > entry.syllables || entry.letters.startsWith(letters)) continue;
      if (!isInitials(chars, entry.key, entry.initials)) continue;
      hits.addEntry(entry, 'initials', INITIALS + (chars.length === entry.syllables ? 0 : 0.3));
    }
  }

  #findTypos(key: string): Hit[] {
    const hits = new Hits(this.#table);
    if (key.length > this.#longestTypo) return [];
    this.#distancesLeft -= A_SCAN;
    if (this.#distancesLeft < 0) return [];
    if (hasHangul(key)) this.#koreanTypos(key, hits);
    else this.#latinTypos(key, hits);
    return hits.all();
  }

  #koreanTypos(key: string, hits: Hits): void {
    const syllables = Array.from(key).length;
    if (syllables < 2 || syllables > 20) return;
    const limit = syllables <= 3 ? 1 : 2;
    const letters = decomposeHangul(key);
    const { length } = letters;
    const counts = consonantCounts(letters);
    const { korean, koreanCounts } = this.#spellings;
    for (let at = 0; at < korean.length; at++) {
      const entry = korean[at] as KoreanSpelling;
      const difference = entry.letters.length - length;
      if (difference < -limit * 2) continue;
      let more = 0;
      let fewer = 0;
      for (let i = 0; i < CONSONANT_CLASSES; i++) {
        const apart = (counts[i] ?? 0) - (koreanCounts[at * CONSONANT_CLASSES + i] ?? 0);
        if (apart > 0) more += apart;
        else fewer -= apart;
      }
      // An edit of cost 1 removes at most one consonant of a class and adds one of another.
      if (more > limit) continue;
      if (fewer <= limit && difference <= limit * 2) {
        if (!this.#mayCompute()) return;
        const distance = jamoDistance(letters, entry.letters, limit);
        if (distance <= limit) {
          hits.addEntry(entry, 'typo', TYPO + distance / 4);
          continue;
        }
      }
      if (difference > 1 && more <= 1) {
        // Incomplete and misspelled: 부애나 for 부에나파크.
        if (!this.#mayCompute()) return;
        const begun = jamoDistance(letters, entry.letters, 1, length);
        if (begun <= 1) hits.addEntry(entry, 'typo', BEGUN_TYPO + begun / 4);
      }
    }
  }

  #latinTypos(key: string, hits: Hits): void {
    if (key.length < 4 || key.length > 40) return;
    const limit = key.length < 6 ? 1 : 2;
    const mask = letterMask(key);
    const { latinKeys, latinMasks, latinLengths } = this.#spellings;
    const mayBeginIt = key.length >= 6;
    for (let at = 0; at < latinMasks.length; at++) {
      const length = latinLengths[at] ?? 0;
      const keyMask = latinMasks[at] ?? 0;
      // An edit removes at most one of the letters and adds one.
      const missing = mask & ~keyMask;
      // More than two bits: most names are rejected here.
      const afterOne = missing & (missing - 1);
      if ((afterOne & (afterOne - 1)) !== 0) continue;
      const mayBeWhole =
        Math.abs(length - key.length) <= limit &&
        (limit > 1 || afterOne === 0) &&
        bitCount(keyMask & ~mask) <= limit;
      const mayBeBegun = mayBeginIt && length > key.length && afterOne === 0;
      if (!mayBeWhole && !mayBeBegun) continue;
      const found = latinKeys[at] ?? '';
      if (mayBeWhole && !this.#mayCompute()) return;
      const distance = mayBeWhole ? letterDistance(key, found, limit) : limit + 1;
      if (distance <= limit) this.#addLatin(found, TYPO + distance / 4, hits);
      else if (mayBeBegun) {
        const begun = beginningDistance(key, found);
        if (begun <= 1) this.#addLatin(found, BEGUN_TYPO + begun / 4, hits);
      }
    }
  }

  get spent(): number {
    return MAX_DISTANCES - Math.max(0, this.#distancesLeft);
  }

  #mayCompute(): boolean {
    this.#distancesLeft -= 1;
    return this.#distancesLeft >= 0;
  }

  #addLatin(found: string, quality: number, hits: Hits): void {
    const { latin, bareCounties, prominent } = this.#spellings;
    for (const index of latin.get(found) ?? []) hits.add(index, 'typo', quality, prominent.has(index));
    for (const index of bareCounties.get(found) ?? []) hits.add(index, 'typo', quality + 0.1, false);
  }
}

class Hits {
  readonly #table: PlaceTable;
  readonly #byIndex = new Map<number, Hit>();

  constructor(table: PlaceTable) {
    this.#table = table;
  }

  add(index: number, matched: Matched, quality: number, isOwn: boolean, isBareCounty = false): void {
    const known = this.#byIndex.get(index);
    const isSmall = quality === EXACT && !isOwn && this.#table.populationAt(index) < SMALL;
    const graded = isSmall ? PREFIX : quality;
    const isBetter =
      known === undefined || graded < known.quality || (matched === 'exact' && known.matched !== 'exact');
    if (isBetter) this.#byIndex.set(index, { index, matched, quality: graded, isOwn, isBareCounty });
  }

  addEntry(
    entry: { own: readonly number[]; shared: readonly number[] },
    matched: Matched,
    quality: number,
  ): void {
    for (const index of entry.own) this.add(index, matched, quality, true);
    for (const index of entry.shared) this.add(index, matched, quality, false);
  }

  all(): Hit[] {
    return [...this.#byIndex.values()];
  }
}

/** "어ㅂㅇ" against 어바인: a single consonant matches an initial, a syllable itself; the last may be incomplete. */
function isInitials(chars: readonly string[], key: string, initials: string): boolean {
  const [first = ''] = chars;
  // Fast path: most differ in the first character.
  if (isConsonant(first) ? initials[0] !== first : chars.length > 1 && !key.startsWith(first)) return false;
  const syllables = Array.from(key);
  if (chars.length > syllables.length) return false;
  return chars.every((char, i) => {
    if (isConsonant(char)) return initials[i] === char;
    const syllable = syllables[i] ?? '';
    return (
      syllable === char ||
      (i === chars.length - 1 && decomposeHangul(syllable).startsWith(decomposeHangul(char)))
    );
  });
}

function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
