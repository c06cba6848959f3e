import { crc32 } from 'node:zlib';
import type { HomeCard, SearchType } from '@maru/listing';
import { addressWords, findCompletions, type TypedWord, typedWords, WORD_RULES } from '@maru/listing/places';
import type { HomeChanges } from '@maru/listing/search';
import { type FileKind, type Part, readPartFile, writePartFile } from '../bytes/part-file.ts';
import type { Loading } from '../homes/loading.ts';
import { AddressRows, type DumpedRows, normalizeListingId } from './address-rows.ts';
import { BestStreets, hasMatch, type Matches, type Street } from './streets.ts';

export type AddressSuggestion =
  | {
      kind: 'street';
      /** Without a house number: "N Oak St". */
      name: string;
      city: string | null;
      stateOrProvince: string | null;
      postalCode: string | null;
      /** Active homes. */
      active: Record<SearchType, number>;
    }
  | { kind: 'address'; homeId: string; searchType: SearchType; card: HomeCard }
  | { kind: 'listing'; homeId: string; searchType: SearchType; listingId: string; card: HomeCard };

/** Where the cards are: the address index keeps none. */
export interface CardSource {
  findCard(homeId: string, searchType: SearchType): HomeCard | undefined;
}

/** Shorter beginnings of an MLS number suggest nothing. */
const MIN_LISTING_ID_LENGTH = 3;

const FILE_KIND: FileKind = { magic: 'MARUADDR', format: 3, rules: crc32(WORD_RULES) };

interface Contents {
  state: string;
  rows: DumpedRows;
  parts: Part[];
}

/**
 * Finds homes by address or MLS number; homes with a withheld address only by number. A typed word matches an equal word in
 * short form, the last one also as a beginning. A home needs its house number as the first word and matches for all others;
 * a street needs matches for all words, at least one of them in its name.
 */
export class AddressIndex {
  readonly #cards: CardSource;
  #rows = new AddressRows();
  /** Changes deferred while a file is written. */
  #held: HomeChanges[] | undefined;

  /** Homes that `cards` does not have are left out of answers. */
  constructor(cards: CardSource) {
    this.#cards = cards;
  }

  /** Cards, both search types together. */
  get size(): number {
    return this.#rows.size;
  }

  /** Approximate. */
  get usedBytes(): number {
    return this.#rows.usedBytes;
  }

  /** Until `finish` replaces all homes, queries use the current ones, which must not change meanwhile. */
  startLoad(): Loading<[]> {
    const rows = new AddressRows({ isOrdered: false });
    return {
      add: (homes) => {
        for (const card of homes) rows.put(card);
      },
      finish: async () => {
        for (const _ of rows.order()) await new Promise(setImmediate);
        this.#rows = rows;
        // Held changes are older than this load.
        if (this.#held !== undefined) this.#held = [];
      },
    };
  }

  apply(changes: HomeChanges): void {
    if (this.#held !== undefined) {
      this.#held.push(changes);
      return;
    }
    for (const key of changes.removals) this.#rows.remove(key);
    for (const card of changes.upserts) this.#rows.put(card);
  }

  /**
   * `state` is an opaque text of the caller: how far the store has been read. Throws when another write is in
   * progress.
   */
  async writeSnapshot(path: string, state: string): Promise<void> {
    if (this.#held !== undefined) throw new Error('snapshot already in progress');
    this.#held = [];
    try {
      await writePartFile(path, FILE_KIND, async (out): Promise<Contents> => {
        const { state: rows, parts: dumped } = this.#rows.dump();
        const parts: Part[] = [];
        for (const one of dumped) parts.push(await out.part(one));
        return { state, rows, parts };
      });
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const changes of held) this.apply(changes);
    }
  }

  /** Returns the caller's `state`; undefined for an unusable file, which changes nothing. */
  async readSnapshot(path: string): Promise<string | undefined> {
    const found = await readPartFile(path, FILE_KIND, async ({ state, rows, parts }: Contents, from) => {
      const arrays: Uint8Array[] = [];
      for (const part of parts) {
        const bytes = new Uint8Array(part.bytes);
        await from.read(part, bytes);
        arrays.push(bytes);
      }
      return { state, rows: await AddressRows.restore(rows, arrays) };
    });
    if (typeof found === 'string') return undefined;
    this.#rows = found.rows;
    return found.state;
  }

  /** At most `limit`: an exact MLS number, then addresses, streets with most homes first, other MLS numbers. */
  suggest(text: string, limit: number): AddressSuggestion[] {
    const typed = typedWords(text);
    if (typed.length === 0 || !(limit > 0)) return [];
    const found: AddressSuggestion[] = [];
    const id = normalizeListingId(text);
    const mayBeListing = id.length >= MIN_LISTING_ID_LENGTH && /\d/.test(id);
    const listed = new Set<string>();
    if (mayBeListing) this.#addListings(id, true, limit, listed, found);
    if (found.length < limit) this.#addAddresses(typed, limit, found);
    if (found.length < limit) this.#addStreets(typed, limit, found);
    if (found.length < limit && mayBeListing) this.#addListings(id, false, limit, listed, found);
    return found;
  }

  /**
   * Number, street and unit, then as much of city, state and ZIP code as given. Undefined when none or several match.
   */
  findByAddress(text: string): HomeCard | undefined {
    const words = addressWords(text.replace(/[,\s]+(usa|u\.s\.a\.|united states)\s*$/i, ''));
    if (words.length === 0) return undefined;
    const homes = new Set<string>();
    let only: number | undefined;
    this.#rows.eachWithNumber(words[0], (row) => {
      if (!this.#rows.isWholeAddress(words, row)) return true;
      only ??= row;
      homes.add(this.#rows.readKey(row).homeId);
      return homes.size < 2;
    });
    return homes.size === 1 && only !== undefined ? this.#findCard(only) : undefined;
  }

  /**
   * Ids of the homes on the streets of that slug (see `streetSlug`) anywhere, and the name in the spelling of the
   * first one.
   */
  findOnStreet(slug: string, searchType: SearchType): { name: string; homeIds: Set<string> } | undefined {
    const words = addressWords(slug.replaceAll('-', ' '));
    const streets = this.#rows.streets
      .named(words[0] ?? '')
      .filter(({ name }) => name.length === words.length && name.every((word, at) => word === words[at]));
    if (streets.length === 0) return undefined;
    const keys = streets.flatMap(({ rows }) => rows.map((row) => this.#rows.readKey(row)));
    const ours = keys.filter((key) => key.searchType === searchType);
    return { name: streets[0].texts.name, homeIds: new Set(ours.map(({ homeId }) => homeId)) };
  }

  /** Ignores case; of several homes with one number, the active one. */
  findByListingId(id: string): HomeCard | undefined {
    let found: number | undefined;
    this.#rows.eachListing(normalizeListingId(id), true, (row) => {
      found = row;
      return false;
    });
    return found === undefined ? undefined : this.#findCard(found);
  }

  #addListings(
    id: string,
    isExact: boolean,
    limit: number,
    listed: Set<string>,
    found: AddressSuggestion[],
  ): void {
    this.#rows.eachListing(id, isExact, (row) => {
      const { homeId, searchType } = this.#rows.readKey(row);
      const card = listed.has(homeId) ? undefined : this.#findCard(row);
      if (card !== undefined) {
        listed.add(homeId);
        found.push({ kind: 'listing', homeId, searchType, listingId: card.listingId ?? '', card });
      }
      return found.length < limit;
    });
  }

  #addAddresses(typed: TypedWord[], limit: number, found: AddressSuggestion[]): void {
    const [first, ...rest] = typed;
    if (!/^\d/.test(first.raw)) return;
    const homes = new Set<string>();
    const add = (row: number): boolean => {
      const { homeId, searchType } = this.#rows.readKey(row);
      const card = homes.has(homeId) ? undefined : this.#findCard(row);
      // Cards may be newer: the address may be withheld by now.
      if (card !== undefined && !card.addressWithheld) {
        homes.add(homeId);
        found.push({ kind: 'address', homeId, searchType, card });
      }
      return found.length < limit;
    };
    if (rest.length === 0) {
      this.#rows.eachWithNumberPrefix(first.raw, add);
      return;
    }
    const matchers = buildMatchers(rest);
    this.#rows.eachWithNumber(first.word, (row) => !this.#rows.hasWords(row, matchers) || add(row));
  }

  #addStreets(typed: TypedWord[], limit: number, found: AddressSuggestion[]): void {
    const matchers = buildMatchers(typed);
    const best = new BestStreets(matchers[0], limit - found.length);
    for (const list of this.#candidatesFor(typed)) {
      for (const street of list) best.offer(street, (one) => isMatch(one, matchers));
    }
    for (const street of best.streets)
      found.push({ kind: 'street', ...street.texts, active: this.#rows.countActive(street) });
  }

  /** Lists that together contain every matching street: those of the typed word with the fewest streets. */
  #candidatesFor(typed: TypedWord[]): (readonly Street[])[] {
    const { streets } = this.#rows;
    const { raw, word } = typed[typed.length - 1];
    const last = [...new Set([word, ...findCompletions(raw), ...streets.wordsStarting(raw)])];
    // A single word must be one of the name.
    if (typed.length === 1) return last.map((one) => streets.named(one));
    const listsFor = (words: readonly string[]) =>
      words.flatMap((one) => [streets.named(one), streets.around(one)]);
    let fewest = listsFor(last);
    for (const one of new Set(typed.slice(0, -1).map((each) => each.word))) {
      const lists = listsFor([one]);
      if (totalLength(lists) < totalLength(fewest)) fewest = lists;
    }
    return fewest;
  }

  #findCard(row: number): HomeCard | undefined {
    const { homeId, searchType } = this.#rows.readKey(row);
    return this.#cards.findCard(homeId, searchType);
  }
}

function totalLength(lists: (readonly unknown[])[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** One test per distinct typed word, of which only the last may be incomplete. */
function buildMatchers(typed: TypedWord[]): Matches[] {
  const whole = new Set(typed.slice(0, -1).map(({ word }) => word));
  const { raw, word } = typed[typed.length - 1];
  const others = new Set([word, ...findCompletions(raw)]);
  return [
    ...Array.from(
      whole,
      (one): Matches =>
        (other) =>
          other === one,
    ),
    (other) => other.startsWith(raw) || others.has(other),
  ];
}

function isMatch({ name, area }: Street, matchers: readonly Matches[]): boolean {
  let isNamed = false;
  for (const matches of matchers) {
    if (hasMatch(name, matches)) isNamed = true;
    else if (!hasMatch(area, matches)) return false;
  }
  return isNamed;
}
