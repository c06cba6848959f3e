import { type HomeCard, type HomeKey, type SearchType, toStatusFilter } from '@maru/listing';
import {
  addressWords,
  findCompletions,
  isOnStreet,
  splitStreetLine,
  type TypedWord,
  typedWords,
} from '@maru/listing/places';
import type { HomeChanges } from '@maru/listing/search';
import type { AddressSuggestion } from '../addresses/address-index.ts';

/** Homes of one street name in one city and ZIP code, with the texts of its first home. Words are in short form. */
interface Street {
  key: string;
  name: string[];
  area: string[];
  texts: { name: string; city: string | null; stateOrProvince: string | null; postalCode: string | null };
  /** homeId → its cards here (for sale, for rent). */
  homes: Map<string, number>;
}

interface Entry {
  card: HomeCard;
  number: string[];
  unit: string[];
  /** Undefined when the address is withheld or unknown. */
  street: Street | undefined;
  listingId: string;
  /** Active first, then by street line, unit and homeId; for sale before for rent. */
  order: string;
}

type Matches = (word: string) => boolean;

/** The specification of AddressIndex: tests every home and every street, and must suggest the same. */
export class PlainAddressIndex {
  #entries = new Map<string, Entry>();
  #streets = new Map<string, Street>();

  apply({ upserts, removals }: HomeChanges): void {
    for (const key of removals) this.#remove(key);
    for (const card of upserts) {
      this.#remove(card);
      this.#add(card);
    }
  }

  /** At most `limit`: an exact MLS number, then addresses, streets with most homes first, other MLS numbers. */
  suggest(text: string, limit: number): AddressSuggestion[] {
    const typed = typedWords(text);
    if (typed.length === 0 || !(limit > 0)) return [];
    const id = normalizeListingId(text);
    const mayBeListing = id.length >= 3 && /\d/.test(id);
    const isExact = ({ listingId }: Entry) => mayBeListing && listingId === id;
    const listings = this.#find(
      ({ listingId }) => mayBeListing && listingId.startsWith(id),
      (a, b) => compare(a.listingId, b.listingId),
    );
    const exact = onePerHome(listings.filter(isExact));
    const known = new Set(exact.map(({ card }) => card.homeId));
    const others = onePerHome(listings).filter(({ card }) => !known.has(card.homeId));
    return [
      ...exact.map(toListing),
      ...this.#addresses(typed),
      ...this.#streetsLike(typed),
      ...others.map(toListing),
    ].slice(0, limit);
  }

  /**
   * The home at a complete address: number, street and unit, then as much of city, state and ZIP code as given.
   * Undefined when none or several match.
   */
  findByAddress(text: string): HomeCard | undefined {
    const words = addressWords(text.replace(/[,\s]+(usa|u\.s\.a\.|united states)\s*$/i, ''));
    const found = onePerHome(this.#find((entry) => words.length > 0 && isWholeAddress(words, entry)));
    return found.length === 1 ? found[0].card : undefined;
  }

  findByListingId(id: string): HomeCard | undefined {
    const wanted = normalizeListingId(id);
    return this.#find(({ listingId }) => wanted !== '' && listingId === wanted)[0]?.card;
  }

  #find(isWanted: (entry: Entry) => boolean, before: (a: Entry, b: Entry) => number = () => 0): Entry[] {
    return [...this.#entries.values()]
      .filter(isWanted)
      .sort((a, b) => before(a, b) || compare(a.order, b.order));
  }

  /** Requires the house number, which alone may be incomplete, and matches for all other words. */
  #addresses([first, ...rest]: TypedWord[]): AddressSuggestion[] {
    if (!/^\d/.test(first.raw)) return [];
    const matchers = buildMatchers(rest);
    const entries = this.#find(
      ({ number, unit, street }) => {
        if (street === undefined || number.length === 0) return false;
        if (rest.length === 0) return number[0].startsWith(first.raw);
        const words = [...street.name, ...unit, ...street.area, ...number.slice(1)];
        return number[0] === first.word && matchers.every((matches) => words.some(matches));
      },
      (a, b) => a.number[0].length - b.number[0].length || compare(a.number[0], b.number[0]),
    );
    return onePerHome(entries).map(({ card }) => ({
      kind: 'address',
      homeId: card.homeId,
      searchType: card.searchType,
      card,
    }));
  }

  /** Names that begin as typed first, then streets with most homes, then by name and area. */
  #streetsLike(typed: TypedWord[]): AddressSuggestion[] {
    const matchers = buildMatchers(typed);
    const begins = ({ name }: Street) => (matchers[0](name[0]) ? 0 : 1);
    return [...this.#streets.values()]
      .filter(
        ({ name, area }) =>
          matchers.every((matches) => name.some(matches) || area.some(matches)) &&
          matchers.some((matches) => name.some(matches)),
      )
      .sort((a, b) => begins(a) - begins(b) || b.homes.size - a.homes.size || compare(a.key, b.key))
      .map((street) => ({
        kind: 'street',
        ...street.texts,
        active: { sale: this.#countActive(street, 'sale'), rent: this.#countActive(street, 'rent') },
      }));
  }

  findOnStreet(slug: string, searchType: SearchType): Set<string> {
    const cards = [...this.#entries.values()].map(({ card }) => card);
    const found = cards.filter((card) => card.searchType === searchType && isOnStreet(card, slug));
    return new Set(found.map(({ homeId }) => homeId));
  }

  #countActive(street: Street, searchType: SearchType): number {
    return this.#find(
      (one) =>
        one.street === street &&
        one.card.searchType === searchType &&
        toStatusFilter(one.card.standardStatus) === 'active',
    ).length;
  }

  #add(card: HomeCard): void {
    const { streetLine, unitNumber, homeId, searchType, standardStatus } = card;
    const { number, street: name } =
      card.addressWithheld || streetLine === null
        ? { number: [], street: null }
        : splitStreetLine(streetLine);
    const street = name === null ? undefined : this.#findStreet(name, card);
    street?.homes.set(homeId, (street.homes.get(homeId) ?? 0) + 1);
    const rank = toStatusFilter(standardStatus) === 'active' ? '0' : '1';
    this.#entries.set(formatKey(card), {
      card,
      number,
      unit: street === undefined || unitNumber === null ? [] : addressWords(unitNumber),
      street,
      listingId: normalizeListingId(card.listingId ?? ''),
      order: [rank + (streetLine ?? ''), unitNumber ?? '', homeId, searchType === 'sale' ? 0 : 1].join('\0'),
    });
  }

  #findStreet(display: string, { city, stateOrProvince, postalCode }: HomeCard): Street | undefined {
    const name = addressWords(display);
    if (name.length === 0) return undefined;
    const area = addressWords([city, stateOrProvince, postalCode].join(' '));
    const key = `${name.join(' ')}|${area.join(' ')}`;
    const texts = { name: display, city, stateOrProvince, postalCode };
    const street = this.#streets.get(key) ?? { key, name, area, texts, homes: new Map() };
    this.#streets.set(key, street);
    return street;
  }

  #remove(home: HomeKey): void {
    const entry = this.#entries.get(formatKey(home));
    if (entry === undefined) return;
    this.#entries.delete(formatKey(home));
    const { street } = entry;
    if (street === undefined) return;
    const cards = (street.homes.get(home.homeId) ?? 0) - 1;
    if (cards > 0) street.homes.set(home.homeId, cards);
    else street.homes.delete(home.homeId);
    if (street.homes.size === 0) this.#streets.delete(street.key);
  }
}

/** One test per typed word; only the last may be incomplete. */
function buildMatchers(typed: TypedWord[]): Matches[] {
  return typed.map(({ raw, word }, i) => {
    if (i < typed.length - 1) return (other) => other === word;
    const completions = new Set(findCompletions(raw));
    return (other) => other === word || other.startsWith(raw) || completions.has(other);
  });
}

/** Number, name and unit in this order, and then only words of the area, in their order. */
function isWholeAddress(words: string[], { number, unit, street }: Entry): boolean {
  if (street === undefined || number.length === 0) return false;
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

/** Of a home for sale and for rent, the first. */
function onePerHome(entries: Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.filter(({ card: { homeId } }) => !seen.has(homeId) && seen.add(homeId));
}

const toListing = ({ card }: Entry): AddressSuggestion => ({
  kind: 'listing',
  homeId: card.homeId,
  searchType: card.searchType,
  listingId: card.listingId ?? '',
  card,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const formatKey = ({ homeId, searchType }: HomeKey): string => `${searchType}/${homeId}`;

/** "oc-26 001234" and "OC26001234" are the same number. */
const normalizeListingId = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
