import {
  type HomeCard,
  type HomeChanges,
  type HomeKey,
  type SearchType,
  statusFilterOf,
} from '@maru/listing';
import { mergeSort } from '../bytes/merge-sort.ts';
import { readParts, writeParts } from '../bytes/part-file.ts';
import { type ArenaState, offsetOf, RECORD_HEAD, RecordArena } from '../bytes/record-arena.ts';
import { ByteWriter, bytesOfFirst, compareBytes, hashOf, textOf } from '../bytes/text-bytes.ts';
import type { Loading } from '../homes/loading.ts';
import { SortedRows } from '../homes/sorted-rows.ts';
import {
  addressWords,
  completionsOf,
  splitStreetLine,
  type TypedWord,
  typedWords,
  WORD_RULES,
} from './address-words.ts';
import { HashRows } from './hash-rows.ts';
import { type StreetState, StreetTable } from './street-table.ts';
import { Vocabulary, type WordRange } from './vocabulary.ts';

/** What a half-typed address or MLS number may mean. */
export type AddressSuggestion =
  | {
      kind: 'street';
      /** Without a house number: "N Oak St". */
      name: string;
      city: string | null;
      stateOrProvince: string | null;
      postalCode: string | null;
      /** Homes there. */
      count: number;
    }
  | { kind: 'address'; homeId: string; searchType: SearchType; card: HomeCard }
  | { kind: 'listing'; homeId: string; searchType: SearchType; listingId: string; card: HomeCard };

/** Where the cards are: the address index keeps none. */
export interface CardSource {
  findCard(homeId: string, searchType: SearchType): HomeCard | undefined;
}

/** Shorter beginnings of an MLS number say nothing. */
const SHORTEST_LISTING_ID = 3;
/** After so many changes a segment of records is put in order. */
const TIDY_EVERY = 1_024;
/** It does not pay to look for fewer streets than so many. */
const MANY_STREETS = 1_000;
/** A first load of more homes than this is sorted at its end. */
const LARGE_LOAD = 1_000;

/** Bits of a row's standing. */
const IS_INACTIVE = 1;
const IS_RENT = 2;

/** Ints of a home's record behind its head, then its words, then its bytes: what it is ordered by, its MLS number. */
const ORDER_LENGTH = RECORD_HEAD;
const ID_FROM = RECORD_HEAD + 1;
const LISTING_LENGTH = RECORD_HEAD + 2;
/** Words of the house number after its first, and of the unit. */
const NUMBER_WORDS = RECORD_HEAD + 3;
const UNIT_WORDS = RECORD_HEAD + 4;
const WORDS = RECORD_HEAD + 5;

/** So many of 37 different signs are a whole number that a double holds exactly. */
const LISTING_SIGNS = 10;

const NONE = -1;
const NO_WORDS: readonly string[] = [];

/**
 * Finds homes by what people type of an address or an MLS number. Homes with a withheld address are only found
 * by their number.
 *
 * A typed word matches a word of the address when they are equal in short form; the last one, which may be half
 * typed, also when it begins it. A home is suggested when the first word is its house number (or, alone, begins
 * it) and every other word matches; a street, when every word matches and at least one of them its name.
 *
 * A home is a row of typed arrays and a record of bytes; rows stand in two orders, by house number and by MLS number,
 * each kept by small pieces, so that a change costs microseconds and nothing is ever built again.
 */
export class AddressIndex {
  readonly #cards: CardSource;
  #words = new Vocabulary();
  #streets = new StreetTable(this.#words);
  #records = new RecordArena();
  #at = new Uint32Array(64);
  #hash = new Uint32Array(64);
  /** NONE when the address is withheld or unknown. */
  #street = new Int32Array(64);
  /** The first word of the house number, or NONE; and a number that orders it. */
  #number = new Int32Array(64);
  #numberOrder = new Float64Array(64);
  #standing = new Uint8Array(64);
  #count = 0;
  #free: number[] = [];
  #size = 0;
  #byKey = new HashRows((row) => this.#hash[row]);
  readonly #byNumber = new SortedRows((a, b) => this.#compareNumbers(a, b) || this.#compareInOrder(a, b));
  readonly #byListingId = new SortedRows(
    (a, b) => this.#compareListingIds(a, b) || this.#compareInOrder(a, b),
  );
  readonly #writer = new ByteWriter();
  readonly #keyWriter = new ByteWriter();
  /** Bytes of the homeId last written. */
  #idLength = 0;
  #sinceTidy = 0;
  /** Changes that came while a file was being written, which is of one moment. */
  #held: HomeChanges[] | undefined;

  /** `cards` is asked for the homes of an answer; one that it does not have is left out. */
  constructor(cards: CardSource) {
    this.#cards = cards;
  }

  /** Cards known, both search types together. */
  get size(): number {
    return this.#size;
  }

  /** Bytes held, room for growth included. */
  get usedBytes(): number {
    return (
      this.#at.length * 25 +
      this.#records.usedBytes +
      this.#byKey.usedBytes +
      this.#byNumber.usedBytes +
      this.#byListingId.usedBytes +
      this.#streets.usedBytes +
      this.#words.usedBytes
    );
  }

  /**
   * Begins to take in all homes anew; questions are answered by what there is, which must not change meanwhile, until
   * `finish` has replaced it.
   */
  startLoad(): Loading<[]> {
    const fresh = new AddressIndex(this.#cards);
    return {
      add: (homes) => {
        for (const card of homes) fresh.#put(card, true);
      },
      finish: async () => {
        for (const _ of fresh.#order()) await new Promise(setImmediate);
        fresh.#words.settle();
        this.#takeOver(fresh);
      },
    };
  }

  #takeOver(other: AddressIndex): void {
    this.#words = other.#words;
    this.#streets = other.#streets;
    this.#records = other.#records;
    this.#at = other.#at;
    this.#hash = other.#hash;
    this.#street = other.#street;
    this.#number = other.#number;
    this.#numberOrder = other.#numberOrder;
    this.#standing = other.#standing;
    this.#count = other.#count;
    this.#free = other.#free;
    this.#size = other.#size;
    this.#sinceTidy = 0;
    this.#byKey.takeOver(other.#byKey);
    this.#byNumber.takeOver(other.#byNumber);
    this.#byListingId.takeOver(other.#byListingId);
    // What waits for the file to be written is older than this.
    if (this.#held !== undefined) this.#held = [];
  }

  apply(changes: HomeChanges): void {
    if (this.#held === undefined) this.#take(changes);
    else this.#held.push(changes);
  }

  /**
   * Writes everything to a file, beside it first, while questions are answered; changes are taken in when it is done.
   * `state` is the caller's text: how far the store has been read. One at a time.
   */
  async writeSnapshot(path: string, state: string): Promise<void> {
    if (this.#held !== undefined) throw new Error('a snapshot is being written already');
    this.#held = [];
    try {
      const streets = this.#streets.dump();
      const records = this.#records.dump();
      const words = this.#words.dump();
      const own = [
        ...this.#columns().map((column) => bytesOfFirst(column, this.#count)),
        ...[this.#byNumber.rows(), this.#byListingId.rows(), words.sorted].map((rows) =>
          bytesOfFirst(rows, rows.length),
        ),
        Buffer.from(words.words),
      ];
      const contents: Contents = {
        state,
        count: this.#count,
        free: [...this.#free],
        records: records.state,
        streets: streets.state,
        ownParts: own.length,
        streetParts: streets.parts.length,
      };
      await writeParts(path, WORD_RULES, contents, [...own, ...streets.parts, ...records.parts]);
    } finally {
      const held = this.#held;
      this.#held = undefined;
      for (const changes of held) this.#take(changes);
    }
  }

  /**
   * Replaces everything by what the file has, and answers the caller's text in it; undefined when it cannot be trusted
   * (missing, foreign, cut off, damaged, of other rules), which changes nothing.
   */
  async readSnapshot(path: string): Promise<string | undefined> {
    const read = await readParts<Contents>(path, WORD_RULES);
    if (read === undefined) return undefined;
    const { contents, parts } = read;
    const { count, free, ownParts, streetParts } = contents;
    while (this.#at.length < count) this.#grow();
    const columns = this.#columns();
    columns.forEach((column, i) => {
      bytesOfFirst(column, count).set(parts[i]);
    });
    const [byNumber, byListingId, sorted] = parts.slice(columns.length, columns.length + 3).map(rowsOf);
    this.#words = Vocabulary.restore(Buffer.from(parts[ownParts - 1]).toString(), sorted);
    this.#streets = StreetTable.restore(
      this.#words,
      contents.streets,
      parts.slice(ownParts, ownParts + streetParts),
    );
    this.#records = RecordArena.restore(contents.records, parts.slice(ownParts + streetParts));
    this.#count = count;
    this.#free = [...free];
    this.#size = count - free.length;
    this.#byKey = new HashRows((row) => this.#hash[row]);
    const gone = new Set(free);
    for (let row = 0; row < count; row++) if (!gone.has(row)) this.#byKey.add(row);
    this.#byNumber.fill(byNumber);
    this.#byListingId.fill(byListingId);
    return contents.state;
  }

  #columns(): (Uint32Array | Int32Array | Float64Array | Uint8Array)[] {
    return [this.#at, this.#hash, this.#street, this.#number, this.#numberOrder, this.#standing];
  }

  #take({ upserts, removals }: HomeChanges): void {
    const isLoad = this.#size === 0 && upserts.length > LARGE_LOAD;
    for (const key of removals) this.#remove(key, isLoad);
    for (const card of upserts) this.#put(card, isLoad);
    if (isLoad) for (const _ of this.#order());
    this.#words.settle();
  }

  /** At most `limit`: an exact MLS number, then addresses, streets with most homes first, other MLS numbers. */
  suggest(text: string, limit: number): AddressSuggestion[] {
    const typed = typedWords(text);
    if (typed.length === 0 || !(limit > 0)) return [];
    const found: AddressSuggestion[] = [];
    const id = normalListingId(text);
    const homes = new Set<string>();
    if (id.length >= SHORTEST_LISTING_ID && /\d/.test(id)) this.#listings(id, true, limit, homes, found);
    if (found.length < limit) this.#addresses(typed, limit, found);
    if (found.length < limit) this.#streetsLike(typed, limit, found);
    if (found.length < limit && id.length >= SHORTEST_LISTING_ID && /\d/.test(id)) {
      this.#listings(id, false, limit, homes, found);
    }
    return found;
  }

  /**
   * The home at an address written out: number, street and unit (when it has one), then as much of city, state
   * and ZIP as one likes. Undefined when none fits, or several do.
   */
  findByAddress(text: string): HomeCard | undefined {
    const words = addressWords(text.replace(/[,\s]+(usa|u\.s\.a\.|united states)\s*$/i, ''));
    const numbers = words.map((word) => this.#words.find(word));
    const homes = new Set<string>();
    let only = NONE;
    if (numbers.length === 0 || numbers[0] === NONE) return undefined;
    this.#eachOfNumber(numbers[0], (row) => {
      if (!this.#isWholeAddress(numbers, row)) return true;
      if (only === NONE) only = row;
      homes.add(this.#homeIdOf(row));
      return homes.size < 2;
    });
    return homes.size === 1 ? this.#cardOf(only) : undefined;
  }

  /** The home listed under an MLS number, upper or lower case; the active one, when it was used twice. */
  findByListingId(id: string): HomeCard | undefined {
    let found = NONE;
    this.#eachListing(normalListingId(id), true, (row) => {
      found = row;
      return false;
    });
    return found === NONE ? undefined : this.#cardOf(found);
  }

  /** The homes of the MLS number, or of those that begin with it, except those that `homes` has. */
  #listings(
    id: string,
    isExact: boolean,
    limit: number,
    homes: Set<string>,
    found: AddressSuggestion[],
  ): void {
    this.#eachListing(id, isExact, (row) => {
      const homeId = this.#homeIdOf(row);
      const card = homes.has(homeId) ? undefined : this.#cardOf(row);
      if (card !== undefined) {
        homes.add(homeId);
        const { searchType } = card;
        found.push({ kind: 'listing', homeId, searchType, listingId: card.listingId ?? '', card });
      }
      return found.length < limit;
    });
  }

  #addresses(typed: TypedWord[], limit: number, found: AddressSuggestion[]): void {
    const [first, ...rest] = typed;
    if (!/^\d/.test(first.raw)) return;
    const homes = new Set<string>();
    const take = (row: number): boolean => {
      const homeId = this.#homeIdOf(row);
      const card = homes.has(homeId) ? undefined : this.#cardOf(row);
      // Cards may be a moment ahead: what has been withheld meanwhile is not told.
      if (card !== undefined && !card.addressWithheld) {
        homes.add(homeId);
        found.push({ kind: 'address', homeId, searchType: card.searchType, card });
      }
      return found.length < limit;
    };
    if (rest.length === 0) {
      this.#eachOfNumbers(first.raw, take);
      return;
    }
    const number = this.#words.find(first.word);
    const wanted = number === NONE ? undefined : this.#matchersOf(rest);
    if (wanted === undefined) return;
    this.#eachOfNumber(number, (row) => {
      for (const matches of wanted) if (!this.#hasWord(row, matches)) return true;
      return take(row);
    });
  }

  #streetsLike(typed: TypedWord[], limit: number, found: AddressSuggestion[]): void {
    const matchers = this.#matchersOf(typed);
    if (matchers === undefined) return;
    const streets = this.#streets;
    const [matchesFirst] = matchers;
    const best = new BestStreets(
      streets,
      (street) => matchesFirst(streets.firstWord[street]),
      limit - found.length,
    );
    if (typed.length === 1) {
      // Every street with such a word in its name matches; there is nothing to test.
      for (const word of this.#wordsLike(typed[0])) {
        for (const street of streets.byNameWord.list(word)) best.offer(street);
      }
    } else {
      const isMatch = (street: number): boolean => {
        let inName = 0;
        for (const matches of matchers) {
          const where = streets.has(street, matches);
          if (where === 0) return false;
          inName |= where & 1;
        }
        return inName === 1;
      };
      const rarest = this.#rarest(typed);
      const named = this.#fewerByName(typed, rarest);
      if (named === undefined) {
        for (const street of streets.byNameWord.list(rarest)) best.offer(street, isMatch);
        for (const street of streets.byAreaWord.list(rarest)) best.offer(street, isMatch);
      } else {
        for (const word of named) {
          for (const street of streets.byNameWord.list(word)) best.offer(street, isMatch);
        }
      }
    }
    for (const street of best.streets) {
      found.push({ kind: 'street', ...streets.textsOf(street), count: streets.homes[street] });
    }
  }

  /** The words that a word alone may mean, each once. */
  #wordsLike({ raw, word }: TypedWord): Set<number> {
    const numbers = new Set([word, ...completionsOf(raw)].map((one) => this.#words.find(one)));
    for (const number of this.#words.numbersIn(this.#words.startingWith(raw))) {
      if (this.#streets.byNameWord.lengthOf(number) > 0) numbers.add(number);
    }
    numbers.delete(NONE);
    return numbers;
  }

  /** Of the words typed in full the one that the fewest streets have, in their name or in their area. */
  #rarest(typed: TypedWord[]): number {
    let rarest = NONE;
    let size = Number.POSITIVE_INFINITY;
    for (const { word } of typed.slice(0, -1)) {
      const number = this.#words.find(word);
      const both = this.#streets.byNameWord.lengthOf(number) + this.#streets.byAreaWord.lengthOf(number);
      if (both >= size) continue;
      size = both;
      rarest = number;
    }
    return rarest;
  }

  /**
   * Half of Manhattan lies in New York, but few of its streets are called so: the words one of which a name must have,
   * when fewer streets have them than the rarest word.
   */
  #fewerByName(typed: TypedWord[], rarest: number): Set<number> | undefined {
    const { byNameWord, byAreaWord } = this.#streets;
    let left = byNameWord.lengthOf(rarest) + byAreaWord.lengthOf(rarest);
    if (left < MANY_STREETS) return undefined;
    const words = this.#wordsLike(typed[typed.length - 1]);
    for (const { word } of typed.slice(0, -1)) words.add(this.#words.find(word));
    for (const word of words) {
      left -= byNameWord.lengthOf(word);
      if (left <= 0) return undefined;
    }
    return words;
  }

  /** One test per different typed word, only the last of which may be half typed; undefined when no word can match. */
  #matchersOf(typed: TypedWord[]): Matches[] | undefined {
    const whole = new Set<number>();
    for (const { word } of typed.slice(0, -1)) {
      const number = this.#words.find(word);
      if (number === NONE) return undefined;
      whole.add(number);
    }
    const last = typed[typed.length - 1];
    const range: WordRange = this.#words.startingWith(last.raw);
    const others = new Set([last.word, ...completionsOf(last.raw)].map((one) => this.#words.find(one)));
    const matchesLast: Matches = (word) => this.#words.isIn(range, word) || others.has(word);
    return [
      ...Array.from(
        whole,
        (number): Matches =>
          (word) =>
            word === number,
      ),
      matchesLast,
    ];
  }

  #hasWord(row: number, matches: Matches): boolean {
    if (this.#streets.has(this.#street[row], matches) > 0) return true;
    const { ints, at } = this.#recordOf(row);
    const end = at + WORDS + ints[at + NUMBER_WORDS] + ints[at + UNIT_WORDS];
    for (let i = at + WORDS; i < end; i++) if (matches(ints[i])) return true;
    return false;
  }

  /** Number, name and unit in this order, and then nothing but words of the area, in their order. */
  #isWholeAddress(words: readonly number[], row: number): boolean {
    const { ints, at } = this.#recordOf(row);
    const { name, area } = this.#streets.wordsOf(this.#street[row]);
    const unitFrom = at + WORDS + ints[at + NUMBER_WORDS];
    const parts = [
      ints.subarray(at + WORDS, unitFrom),
      name,
      ints.subarray(unitFrom, unitFrom + ints[at + UNIT_WORDS]),
    ];
    let next = 1;
    for (const part of parts) for (const word of part) if (words[next++] !== word) return false;
    let from = 0;
    for (; next < words.length; next++) {
      const place = area.indexOf(words[next], from);
      if (place < 0) return false;
      from = place + 1;
    }
    return true;
  }

  /** The homes with this house number, in order. */
  #eachOfNumber(number: number, visit: (row: number) => boolean): void {
    const text = this.#words.textOf(number);
    this.#byNumber.scan(
      (row) => compareNumberTexts(this.#words.textOf(this.#number[row]), text) < 0,
      (row) => this.#number[row] === number && visit(row),
    );
  }

  /** The homes whose house number begins so, shorter numbers first, each number's in order. */
  #eachOfNumbers(prefix: string, visit: (row: number) => boolean): void {
    let length: number | undefined = prefix.length;
    while (length !== undefined) {
      const wanted: number = length;
      length = undefined;
      this.#byNumber.scan(
        (row) => {
          const text = this.#words.textOf(this.#number[row]);
          return text.length < wanted || (text.length === wanted && text < prefix);
        },
        (row) => {
          const text = this.#words.textOf(this.#number[row]);
          if (text.length === wanted && text.startsWith(prefix)) {
            if (visit(row)) return true;
          } else {
            // Past those of this length: on with the next that occurs.
            length = text.length === wanted ? wanted + 1 : text.length;
          }
          return false;
        },
      );
    }
  }

  /** The homes of the MLS number, or of those that begin with it, by number and then in order. */
  #eachListing(id: string, isExact: boolean, visit: (row: number) => boolean): void {
    if (id === '') return;
    const writer = this.#writer;
    writer.clear();
    writer.text(id);
    const wanted = writer.bytes.slice(0, writer.length);
    const compared = (row: number, length: number): number => {
      const { ints, bytes, at, from } = this.#recordOf(row);
      const theirs = ints[at + LISTING_LENGTH];
      const size = Math.min(theirs, length);
      return compareBytes(bytes, from + ints[at + ORDER_LENGTH], size, wanted, 0, wanted.length);
    };
    this.#byListingId.scan(
      (row) => compared(row, Number.POSITIVE_INFINITY) < 0,
      (row) => compared(row, isExact ? Number.POSITIVE_INFINITY : wanted.length) === 0 && visit(row),
    );
  }

  #put(card: HomeCard, isLoad: boolean): void {
    const { number, street: line } =
      card.addressWithheld || card.streetLine === null
        ? { number: NO_WORDS, street: null }
        : splitStreetLine(card.streetLine);
    const listingId = normalListingId(card.listingId ?? '');
    this.#writeBytes(card, listingId);
    const hash = this.#hashOfKey(card);
    const known = this.#findHashed(card, hash);
    if (known !== NONE && this.#isSame(known, card, line)) return;
    if (known !== NONE) this.#drop(known, isLoad);

    const street = line === null ? NONE : this.#streets.numberOf(line, card);
    const isAddress = street !== NONE && number.length > 0;
    const numberWords = street === NONE ? NO_WORDS : number.slice(1);
    const unitWords = street === NONE || card.unitNumber === null ? NO_WORDS : addressWords(card.unitNumber);
    const { bytes, length } = this.#writer;

    const row = this.#free.pop() ?? this.#count++;
    if (row >= this.#at.length) this.#grow();
    const words = numberWords.length + unitWords.length;
    const place = this.#records.add(row, WORDS - RECORD_HEAD + words, length);
    this.#at[row] = place;
    this.#hash[row] = hash;
    this.#street[row] = street;
    this.#number[row] = isAddress ? this.#words.numberOf(number[0]) : NONE;
    this.#numberOrder[row] = isAddress ? numberOrder(number[0]) : 0;
    this.#standing[row] = standingOf(card);
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    ints[at + ORDER_LENGTH] = length - listingId.length;
    ints[at + ID_FROM] = length - listingId.length - 2 - this.#idLength;
    ints[at + LISTING_LENGTH] = listingId.length;
    ints[at + NUMBER_WORDS] = numberWords.length;
    ints[at + UNIT_WORDS] = unitWords.length;
    let next = at + WORDS;
    for (const word of numberWords) ints[next++] = this.#words.numberOf(word);
    for (const word of unitWords) ints[next++] = this.#words.numberOf(word);
    this.#records.bytesAt(place).set(bytes.subarray(0, length), 4 * (at + WORDS + words));

    if (street !== NONE && !this.#hasSiblingOn(street, card)) this.#streets.homes[street]++;
    this.#byKey.add(row);
    this.#size++;
    if (isLoad) return;
    if (isAddress) this.#byNumber.add(row);
    if (listingId !== '') this.#byListingId.add(row);
  }

  #remove(key: HomeKey, isLoad: boolean): void {
    const row = this.#find(key);
    if (row !== NONE) this.#drop(row, isLoad);
  }

  #drop(row: number, isLoad: boolean): void {
    const { ints, at } = this.#recordOf(row);
    if (!isLoad) {
      if (this.#number[row] !== NONE) this.#byNumber.remove(row);
      if (ints[at + LISTING_LENGTH] > 0) this.#byListingId.remove(row);
    }
    this.#byKey.remove(row);
    this.#size--;
    const street = this.#street[row];
    const searchType = (this.#standing[row] & IS_RENT) === 0 ? 'sale' : 'rent';
    const isLast =
      street !== NONE && !this.#hasSiblingOn(street, { homeId: this.#homeIdOf(row), searchType });
    if (isLast && --this.#streets.homes[street] === 0) {
      this.#streets.forget(street);
    }
    this.#records.free(this.#at[row]);
    this.#free.push(row);
    if (++this.#sinceTidy < TIDY_EVERY) return;
    this.#sinceTidy = 0;
    this.#streets.tidy();
    this.#records.tidy((owner, place) => {
      this.#at[owner] = place;
    });
  }

  /** Puts all rows of a first load in their two orders; pauses (yields) every few milliseconds. */
  *#order(): Generator<void, void> {
    const gone = new Set(this.#free);
    const [numbered, listed] = [new Int32Array(this.#count), new Int32Array(this.#count)];
    let [numbers, listings] = [0, 0];
    // The records lie all over the memory: most comparisons end at these.
    const keys = new Float64Array(this.#count);
    for (let row = 0; row < this.#count; row++) {
      if (gone.has(row)) continue;
      if (this.#number[row] !== NONE) numbered[numbers++] = row;
      const place = this.#at[row];
      if (this.#records.intsAt(place)[offsetOf(place) + LISTING_LENGTH] === 0) continue;
      listed[listings++] = row;
      keys[row] = this.#listingKey(row);
    }
    this.#byNumber.fill(
      yield* mergeSort(
        numbered.subarray(0, numbers),
        (a, b) => this.#compareNumbers(a, b) || this.#compareInOrder(a, b),
      ),
    );
    this.#byListingId.fill(
      yield* mergeSort(
        listed.subarray(0, listings),
        (a, b) => keys[a] - keys[b] || this.#compareListingIds(a, b) || this.#compareInOrder(a, b),
      ),
    );
  }

  /** The first signs of the MLS number as a number that is in the order of the texts. */
  #listingKey(row: number): number {
    const { ints, bytes, at, from } = this.#recordOf(row);
    const start = from + ints[at + ORDER_LENGTH];
    const length = ints[at + LISTING_LENGTH];
    let key = 0;
    for (let i = 0; i < LISTING_SIGNS; i++) {
      const sign = i < length ? bytes[start + i] : 0;
      key = key * 37 + (sign === 0 ? 0 : sign < 65 ? sign - 47 : sign - 54);
    }
    return key;
  }

  /** Whether a card changes nothing here; `#writer` holds its bytes. */
  #isSame(row: number, card: HomeCard, line: string | null): boolean {
    if (this.#standing[row] !== standingOf(card)) return false;
    const { ints, bytes, at, from } = this.#recordOf(row);
    const size = ints[at + ORDER_LENGTH] + ints[at + LISTING_LENGTH];
    const writer = this.#writer;
    if (size !== writer.length || compareBytes(bytes, from, size, writer.bytes, 0, size) !== 0) return false;
    const street = this.#street[row];
    return street === NONE ? line === null : line !== null && this.#streets.hasTextsOf(street, line, card);
  }

  /** What a home is ordered by (street line, unit, id, search type), then its MLS number. */
  #writeBytes({ streetLine, unitNumber, homeId, searchType }: HomeCard, listingId: string): void {
    const writer = this.#writer;
    writer.clear();
    writer.text(streetLine ?? '');
    writer.byte(0);
    writer.text(unitNumber ?? '');
    writer.byte(0);
    const before = writer.length;
    writer.text(homeId);
    this.#idLength = writer.length - before;
    writer.byte(0);
    writer.byte(searchType === 'sale' ? 0 : 1);
    writer.text(listingId);
  }

  #find(key: HomeKey): number {
    return this.#findHashed(key, this.#hashOfKey(key));
  }

  #findHashed({ homeId, searchType }: HomeKey, hash: number): number {
    return this.#byKey.find(hash, (row) => {
      if ((this.#standing[row] & IS_RENT) !== (searchType === 'rent' ? IS_RENT : 0)) return false;
      return this.#homeIdOf(row) === homeId;
    });
  }

  #hashOfKey({ homeId, searchType }: HomeKey): number {
    const writer = this.#keyWriter;
    writer.clear();
    writer.text(homeId);
    return hashOf(writer.bytes, 0, writer.length, searchType === 'rent' ? 1 : 0);
  }

  /** Whether the same home is on the street in the other search type, too. */
  #hasSiblingOn(street: number, { homeId, searchType }: HomeKey): boolean {
    const sibling = this.#find({ homeId, searchType: searchType === 'sale' ? 'rent' : 'sale' });
    return sibling !== NONE && this.#street[sibling] === street;
  }

  #homeIdOf(row: number): string {
    const { ints, bytes, at, from } = this.#recordOf(row);
    return textOf(bytes, from + ints[at + ID_FROM], from + ints[at + ORDER_LENGTH] - 2);
  }

  #cardOf(row: number): HomeCard | undefined {
    const searchType = (this.#standing[row] & IS_RENT) === 0 ? 'sale' : 'rent';
    return this.#cards.findCard(this.#homeIdOf(row), searchType);
  }

  #compareNumbers(a: number, b: number): number {
    const difference = this.#numberOrder[a] - this.#numberOrder[b];
    if (difference !== 0) return difference;
    const x = this.#number[a];
    const y = this.#number[b];
    return x === y ? 0 : compareNumberTexts(this.#words.textOf(x), this.#words.textOf(y));
  }

  #compareListingIds(a: number, b: number): number {
    const x = this.#at[a];
    const y = this.#at[b];
    const xInts = this.#records.intsAt(x);
    const yInts = this.#records.intsAt(y);
    return compareBytes(
      this.#records.bytesAt(x),
      bytesFrom(xInts, offsetOf(x)) + xInts[offsetOf(x) + ORDER_LENGTH],
      xInts[offsetOf(x) + LISTING_LENGTH],
      this.#records.bytesAt(y),
      bytesFrom(yInts, offsetOf(y)) + yInts[offsetOf(y) + ORDER_LENGTH],
      yInts[offsetOf(y) + LISTING_LENGTH],
    );
  }

  /** Active first, then by street line, unit and homeId; for sale before for rent. */
  #compareInOrder(a: number, b: number): number {
    const rank = (this.#standing[a] & IS_INACTIVE) - (this.#standing[b] & IS_INACTIVE);
    if (rank !== 0) return rank;
    const x = this.#at[a];
    const y = this.#at[b];
    const xInts = this.#records.intsAt(x);
    const yInts = this.#records.intsAt(y);
    return compareBytes(
      this.#records.bytesAt(x),
      bytesFrom(xInts, offsetOf(x)),
      xInts[offsetOf(x) + ORDER_LENGTH],
      this.#records.bytesAt(y),
      bytesFrom(yInts, offsetOf(y)),
      yInts[offsetOf(y) + ORDER_LENGTH],
    );
  }

  /** The row's record: its ints from `at` on, its bytes from `from` on. */
  #recordOf(row: number): { ints: Int32Array; bytes: Uint8Array; at: number; from: number } {
    const place = this.#at[row];
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    return { ints, bytes: this.#records.bytesAt(place), at, from: bytesFrom(ints, at) };
  }

  #grow(): void {
    const size = this.#at.length * 2;
    this.#at = copied(this.#at, new Uint32Array(size));
    this.#hash = copied(this.#hash, new Uint32Array(size));
    this.#street = copied(this.#street, new Int32Array(size));
    this.#number = copied(this.#number, new Int32Array(size));
    this.#numberOrder = copied(this.#numberOrder, new Float64Array(size));
    this.#standing = copied(this.#standing, new Uint8Array(size));
  }
}

/** What a file says beside its parts: columns, the two orders, sorted words and words; then streets; then records. */
interface Contents {
  state: string;
  count: number;
  free: number[];
  records: ArenaState;
  streets: StreetState;
  ownParts: number;
  streetParts: number;
}

function rowsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

type Matches = (word: number) => boolean;

/** The streets to suggest first: whose name begins as typed, then with most homes, then by name and area. */
class BestStreets {
  readonly streets: number[] = [];
  readonly #table: StreetTable;
  readonly #begins: (street: number) => boolean;
  readonly #limit: number;
  /** Whether the last one kept begins as typed, and its homes: most offers are refused by these. */
  #lastBegins = false;
  #lastHomes = 0;

  constructor(table: StreetTable, begins: (street: number) => boolean, limit: number) {
    this.#table = table;
    this.#begins = begins;
    this.#limit = limit;
    table.beginLook();
  }

  /** Takes the street if it is among the best, and `isMatch`, when given, says yes. */
  offer(street: number, isMatch?: (street: number) => boolean): void {
    const { streets } = this;
    const isFull = streets.length >= this.#limit;
    const homes = this.#table.homes[street];
    if (isFull && this.#lastBegins && homes < this.#lastHomes) return;
    // A street comes once for each of its words that match.
    if (!this.#table.isFirstLook(street)) return;
    const begins = this.#begins(street);
    if (isFull && !this.#isBefore(street, begins, streets[streets.length - 1], this.#lastBegins)) return;
    if (isMatch !== undefined && !isMatch(street)) return;
    if (isFull) streets.pop();
    let at = streets.length;
    while (at > 0) {
      const before = streets[at - 1];
      if (!this.#isBefore(street, begins, before, this.#begins(before))) break;
      at--;
    }
    streets.splice(at, 0, street);
    const last = streets[streets.length - 1];
    this.#lastBegins = this.#begins(last);
    this.#lastHomes = this.#table.homes[last];
  }

  #isBefore(a: number, aBegins: boolean, b: number, bBegins: boolean): boolean {
    if (aBegins !== bBegins) return aBegins;
    const { homes } = this.#table;
    if (homes[a] !== homes[b]) return homes[a] > homes[b];
    return this.#table.compare(a, b) < 0;
  }
}

function standingOf({ standardStatus, searchType }: HomeCard): number {
  return (
    (statusFilterOf(standardStatus) === 'active' ? 0 : IS_INACTIVE) | (searchType === 'rent' ? IS_RENT : 0)
  );
}

/** Where a record's bytes begin; the record's head is at `at` of the ints. */
function bytesFrom(ints: Int32Array, at: number): number {
  return 4 * (at + WORDS + ints[at + NUMBER_WORDS] + ints[at + UNIT_WORDS]);
}

/** Longer house numbers than this are told apart by their texts alone. */
const LONGEST_NUMBER = 30;

/**
 * Orders as `compareNumberTexts` does, by length and the first eight characters, which are digits and small letters;
 * equal ones are still to be compared.
 */
function numberOrder(text: string): number {
  const isLong = text.length > LONGEST_NUMBER;
  let order = isLong ? LONGEST_NUMBER + 1 : text.length;
  for (let i = 0; i < 8; i++) {
    const unit = isLong || i >= text.length ? 0 : text.charCodeAt(i);
    order = order * 64 + (unit === 0 ? 0 : unit < 97 ? unit - 47 : unit - 86);
  }
  return order;
}

/** Shorter numbers first: 9 before 10. */
function compareNumberTexts(a: string, b: string): number {
  return a.length - b.length || (a === b ? 0 : a < b ? -1 : 1);
}

/** "oc-26 001234" and "OC26001234" are one number. */
function normalListingId(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function copied<T extends Int32Array | Uint32Array | Float64Array | Uint8Array>(values: T, larger: T): T {
  larger.set(values);
  return larger;
}
