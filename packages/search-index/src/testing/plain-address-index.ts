import { type HomeCard, type HomeKey, toStatusFilter } from '@maru/listing';
import type { HomeChanges } from '@maru/listing/search';
import type { AddressSuggestion } from '../addresses/address-index.ts';
import {
  addressWords,
  findCompletions,
  splitStreetLine,
  type TypedWord,
  typedWords,
} from '../addresses/address-words.ts';

type ListingSuggestion = Extract<AddressSuggestion, { kind: 'listing' }>;

/** Shorter beginnings of an MLS number say nothing. */
const SHORTEST_LISTING_ID = 3;

/**
 * AddressIndex as it was first written, with an object for every home and every street: too large and too slow for a
 * million homes, and simple. The one in use must suggest what this one does.
 *
 * A typed word matches a word of the address when they are equal in short form; the last one, which may be half
 * typed, also when it begins it. A home is suggested when the first word is its house number (or, alone, begins
 * it) and every other word matches; a street, when every word matches and at least one of them its name.
 */
export class PlainAddressIndex {
  #entries = new Map<string, Entry>();
  #streets = new Map<string, Street>();
  #byNameWord = new Map<string, Set<Street>>();
  #byAreaWord = new Map<string, Set<Street>>();
  #nameWords = new Vocabulary();
  #byNumber = new Map<string, Set<Entry>>();
  #numbers = new Vocabulary();
  #byListingId = new Map<string, Set<Entry>>();
  #listingIds = new Vocabulary();

  apply({ upserts, removals }: HomeChanges): void {
    for (const key of removals) this.#remove(key);
    for (const card of upserts) {
      this.#remove(card);
      this.#add(card);
    }
    this.#nameWords.settle();
    this.#numbers.settle();
    this.#listingIds.settle();
  }

  /** At most `limit`: an exact MLS number, then addresses, streets with most homes first, other MLS numbers. */
  suggest(text: string, limit: number): AddressSuggestion[] {
    const typed = typedWords(text);
    if (typed.length === 0 || limit <= 0) return [];
    const id = normalListingId(text);
    const exact = this.#listings(id, [id], limit);
    const found: AddressSuggestion[] = [...exact];
    if (found.length < limit) found.push(...this.#addresses(typed, limit - found.length));
    if (found.length < limit) found.push(...this.#streetsLike(typed, limit - found.length));
    if (found.length < limit) {
      const known = new Set(exact.map(({ homeId }) => homeId));
      const others = this.#listings(id, this.#listingIds.withPrefix(id), limit + known.size);
      found.push(...others.filter(({ homeId }) => !known.has(homeId)).slice(0, limit - found.length));
    }
    return found;
  }

  /**
   * The home at an address written out: number, street and unit (when it has one), then as much of city, state
   * and ZIP as one likes. Undefined when none fits, or several do.
   */
  findByAddress(text: string): HomeCard | undefined {
    const words = addressWords(text.replace(/[,\s]+(usa|u\.s\.a\.|united states)\s*$/i, ''));
    const fitting = onePerHome(
      [...(this.#byNumber.get(words[0] ?? '') ?? [])].filter((entry) => isWholeAddress(words, entry)),
    );
    return fitting.length === 1 ? fitting[0].card : undefined;
  }

  /** The home listed under an MLS number, upper or lower case; the active one, when it was used twice. */
  findByListingId(id: string): HomeCard | undefined {
    const entries = this.#byListingId.get(normalListingId(id));
    return entries === undefined ? undefined : inOrder([...entries])[0]?.card;
  }

  /** The homes of the first MLS numbers, when what was typed may be one. */
  #listings(typed: string, ids: Iterable<string>, limit: number): ListingSuggestion[] {
    if (typed.length < SHORTEST_LISTING_ID || !/\d/.test(typed)) return [];
    const found = new Map<string, ListingSuggestion>();
    for (const id of ids) {
      for (const { card } of onePerHome([...(this.#byListingId.get(id) ?? [])])) {
        const { homeId, searchType } = card;
        if (found.size === limit) return [...found.values()];
        if (found.has(homeId)) continue;
        found.set(homeId, { kind: 'listing', homeId, searchType, listingId: card.listingId ?? '', card });
      }
    }
    return [...found.values()];
  }

  #addresses(typed: TypedWord[], limit: number): AddressSuggestion[] {
    const [first, ...rest] = typed;
    if (!/^\d/.test(first.raw)) return [];
    let entries: Entry[];
    if (rest.length > 0) {
      const matchers = buildMatchers(rest);
      entries = [...(this.#byNumber.get(first.word) ?? [])].filter((entry) =>
        matchers.every((matches) => entryHas(entry, matches)),
      );
      entries = onePerHome(entries);
    } else {
      // A number alone: itself, then longer ones, no further than the limit needs.
      const numbers = [...this.#numbers.withPrefix(first.raw)].sort(
        (a, b) => a.length - b.length || (a < b ? -1 : 1),
      );
      const byHome = new Map<string, Entry>();
      for (const number of numbers) {
        if (byHome.size >= limit) break;
        for (const entry of onePerHome([...(this.#byNumber.get(number) ?? [])])) {
          const { homeId } = entry.card;
          if (!byHome.has(homeId)) byHome.set(homeId, entry);
        }
      }
      entries = [...byHome.values()];
    }
    return entries.slice(0, limit).map(({ card }) => ({
      kind: 'address',
      homeId: card.homeId,
      searchType: card.searchType,
      card,
    }));
  }

  #streetsLike(typed: TypedWord[], limit: number): AddressSuggestion[] {
    const matchers = buildMatchers(typed);
    const isMatch = (street: Street) =>
      matchers.every((matches) => street.name.some(matches) || street.area.some(matches)) &&
      matchers.some((matches) => street.name.some(matches));
    const best = new BestStreets(matchers[0], limit);
    if (typed.length === 1) {
      const { raw, word } = typed[0];
      // Every street with such a word in its name matches; there is nothing to test.
      for (const one of new Set([word, ...findCompletions(raw), ...this.#nameWords.withPrefix(raw)])) {
        for (const street of this.#byNameWord.get(one) ?? []) best.offer(street);
      }
    } else {
      for (const streets of this.#rarest(typed)) {
        for (const street of streets) if (isMatch(street)) best.offer(street);
      }
    }
    return best.streets.map(({ display, city, stateOrProvince, postalCode, homes }) => ({
      kind: 'street',
      name: display,
      city,
      stateOrProvince,
      postalCode,
      count: homes.size,
    }));
  }

  /** The streets that have the rarest of the words typed in full, in their name or in their area. */
  #rarest(typed: TypedWord[]): Iterable<Street>[] {
    let fewest: Iterable<Street>[] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const { word } of typed.slice(0, -1)) {
      const named = this.#byNameWord.get(word);
      const around = this.#byAreaWord.get(word);
      const both = (named?.size ?? 0) + (around?.size ?? 0);
      if (both >= size) continue;
      size = both;
      fewest = [named ?? [], around ?? []];
    }
    return fewest;
  }

  #add(card: HomeCard): void {
    const { number, street: line } =
      card.addressWithheld || card.streetLine === null
        ? { number: [], street: null }
        : splitStreetLine(card.streetLine);
    const street = line === null ? undefined : this.#findStreet(line, card);
    const listingId = normalListingId(card.listingId ?? '');
    const unit = street === undefined || card.unitNumber === null ? [] : addressWords(card.unitNumber);
    const entry: Entry = { card, number, unit, street, listingId };
    this.#entries.set(formatKey(card), entry);
    street?.homes.set(card.homeId, (street.homes.get(card.homeId) ?? 0) + 1);
    if (street !== undefined && number.length > 0) {
      addTo(this.#byNumber, number[0], entry);
      this.#numbers.add(number[0]);
    }
    if (listingId !== '') {
      addTo(this.#byListingId, listingId, entry);
      this.#listingIds.add(listingId);
    }
  }

  #findStreet(display: string, { city, stateOrProvince, postalCode }: HomeCard): Street | undefined {
    const name = addressWords(display);
    if (name.length === 0) return undefined;
    const area = addressWords([city, stateOrProvince, postalCode].join(' '));
    const key = `${name.join(' ')}|${area.join(' ')}`;
    let street = this.#streets.get(key);
    if (street === undefined) {
      street = { key, name, area, display, city, stateOrProvince, postalCode, homes: new Map() };
      this.#streets.set(key, street);
      for (const word of area) addTo(this.#byAreaWord, word, street);
      for (const word of name) {
        addTo(this.#byNameWord, word, street);
        this.#nameWords.add(word);
      }
    }
    return street;
  }

  #remove(home: HomeKey): void {
    const entry = this.#entries.get(formatKey(home));
    if (entry === undefined) return;
    this.#entries.delete(formatKey(home));
    removeFrom(this.#byListingId, entry.listingId, entry);
    if (entry.number.length > 0) removeFrom(this.#byNumber, entry.number[0], entry);
    const { street } = entry;
    if (street === undefined) return;
    const cards = (street.homes.get(home.homeId) ?? 0) - 1;
    if (cards > 0) street.homes.set(home.homeId, cards);
    else street.homes.delete(home.homeId);
    if (street.homes.size === 0) {
      this.#streets.delete(street.key);
      for (const word of street.name) removeFrom(this.#byNameWord, word, street);
      for (const word of street.area) removeFrom(this.#byAreaWord, word, street);
    }
  }
}

/** Homes of one street name in one city and ZIP. `name` and `area` are words in short form. */
interface Street {
  key: string;
  name: string[];
  area: string[];
  display: string;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
  /** homeId → its cards here (for sale, for rent). */
  homes: Map<string, number>;
}

interface Entry {
  card: HomeCard;
  number: string[];
  unit: string[];
  /** None when the address is withheld or unknown. */
  street: Street | undefined;
  listingId: string;
}

type Matches = (word: string) => boolean;

/** The streets to suggest first: whose name begins as typed, then with most homes, then by name and area. */
class BestStreets {
  readonly streets: Street[] = [];
  #matchesFirst: Matches;
  #limit: number;
  /** Whether the last one kept begins as typed: most offers are refused by it, or by its count. */
  #lastBegins = false;

  constructor(matchesFirst: Matches, limit: number) {
    this.#matchesFirst = matchesFirst;
    this.#limit = limit;
  }

  offer(street: Street): void {
    const { streets } = this;
    const isFull = streets.length === this.#limit;
    const last = streets[streets.length - 1];
    if (isFull && this.#lastBegins && street.homes.size < last.homes.size) return;
    const begins = this.#matchesFirst(street.name[0]);
    if (isFull && !this.#isBefore(street, begins, last, this.#lastBegins)) return;
    // A street comes once for each of its words that match.
    if (streets.includes(street)) return;
    if (isFull) streets.pop();
    let at = streets.length;
    while (at > 0) {
      const before = streets[at - 1];
      if (!this.#isBefore(street, begins, before, this.#matchesFirst(before.name[0]))) break;
      at--;
    }
    streets.splice(at, 0, street);
    this.#lastBegins = this.#matchesFirst(streets[streets.length - 1].name[0]);
  }

  #isBefore(a: Street, aBegins: boolean, b: Street, bBegins: boolean): boolean {
    if (aBegins !== bBegins) return aBegins;
    if (a.homes.size !== b.homes.size) return a.homes.size > b.homes.size;
    return a.key < b.key;
  }
}

/** One test per typed word; only the last may be half typed. */
function buildMatchers(typed: TypedWord[]): Matches[] {
  return typed.map(({ raw, word }, i) => {
    if (i < typed.length - 1) return (other) => other === word;
    const completions = new Set(findCompletions(raw));
    return (other) => other === word || other.startsWith(raw) || completions.has(other);
  });
}

function entryHas({ number, unit, street }: Entry, matches: Matches): boolean {
  if (street === undefined) return false;
  return (
    street.name.some(matches) ||
    unit.some(matches) ||
    street.area.some(matches) ||
    number.slice(1).some(matches)
  );
}

/** Number, name and unit in this order, and then nothing but words of the area, in their order. */
function isWholeAddress(words: string[], { number, unit, street }: Entry): boolean {
  if (street === undefined) return false;
  const head = [...number, ...street.name, ...unit];
  if (head.some((word, i) => words[i] !== word)) return false;
  let from = 0;
  for (const word of words.slice(head.length)) {
    const at = street.area.indexOf(word, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/** In order, and of a home for sale and for rent the first. */
function onePerHome(entries: Entry[]): Entry[] {
  const seen = new Set<string>();
  return inOrder(entries).filter(({ card: { homeId } }) => !seen.has(homeId) && seen.add(homeId));
}

/** Active first, then by street line, unit and homeId; for sale before for rent. */
function inOrder(entries: Entry[]): Entry[] {
  const rank = ({ card }: Entry) => (toStatusFilter(card.standardStatus) === 'active' ? 0 : 1);
  const text = ({ card: { streetLine, unitNumber, homeId, searchType } }: Entry) =>
    [streetLine ?? '', unitNumber ?? '', homeId, searchType === 'sale' ? 0 : 1].join('\u0000');
  return entries
    .map((entry) => ({ entry, rank: rank(entry), text: text(entry) }))
    .sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1))
    .map(({ entry }) => entry);
}

function formatKey({ homeId, searchType }: HomeKey): string {
  return `${searchType}/${homeId}`;
}

/** "oc-26 001234" and "OC26001234" are one number. */
function normalListingId(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key);
  if (set === undefined) return;
  set.delete(value);
  if (set.size === 0) sets.delete(key);
}

/** New words that may wait, unsorted, before they are merged into the sorted ones. */
const WAITING = 512;

/**
 * A set of words that can be asked by prefix. Sorted once; words that come later wait in a short list that is
 * looked through as well, until `settle` merges them. Words are never forgotten: who asks looks each up anyway.
 */
class Vocabulary {
  #known = new Set<string>();
  #sorted: string[] = [];
  #waiting: string[] = [];

  add(word: string): void {
    if (this.#known.has(word)) return;
    this.#known.add(word);
    this.#waiting.push(word);
  }

  /** To be called after many `add`s. */
  settle(): void {
    if (this.#waiting.length <= WAITING) return;
    // Sorted runs are merged in linear time by the engine's own sort.
    this.#sorted = this.#sorted.concat(this.#waiting.sort()).sort();
    this.#waiting = [];
  }

  /** The words that begin with `prefix`, ascending; only as many are looked up as are taken. */
  *withPrefix(prefix: string): Generator<string> {
    const late = this.#waiting.filter((word) => word.startsWith(prefix)).sort();
    let next = 0;
    for (let i = this.#firstFrom(prefix); i < this.#sorted.length; i++) {
      const word = this.#sorted[i];
      if (!word.startsWith(prefix)) break;
      while (next < late.length && late[next] < word) yield late[next++];
      yield word;
    }
    while (next < late.length) yield late[next++];
  }

  #firstFrom(prefix: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle] < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
