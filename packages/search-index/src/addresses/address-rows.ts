import { type HomeCard, type HomeKey, type SearchType, toStatusFilter } from '@maru/listing';
import { addressWords, splitStreetLine } from '@maru/listing/places';
import { mergeSort } from '../bytes/merge-sort.ts';
import { SortedRows } from '../homes/sorted-rows.ts';
import { HashRows, hashText } from './hash-rows.ts';
import { hasMatch, hasTexts, type Matches, type Street, Streets, type StreetTexts } from './streets.ts';

/** Separates the fields of a row's text, and sorts before all other characters. */
const END = '\0';
/** Counted from the end: a street line may contain anything. */
const HOME_ID = -4;
const SEARCH_TYPE = -3;
const NUMBER_WORDS = -2;
const UNIT_WORDS = -1;

/** Before the street line, so that active homes come first. */
const ACTIVE = '0';
const NONE = -1;
const NO_WORDS: readonly string[] = [];
const NO_ADDRESS = { number: NO_WORDS, street: null };
/** Longer house numbers are not distinguished by length. */
const LONGEST = 0xffff;
/** Rows per piece of a file: a few milliseconds to write or read. */
const PIECE = 4_096;

export interface DumpedRows {
  rows: number;
  streets: number;
}

type DumpedStreet = [key: string, texts: StreetTexts, homes: number];
type DumpedPiece = [texts: string[], listingIds: string[], streets: number[]];

/**
 * The homes of the address index, a row each, in two orders (house number, MLS number) in small chunks, so that a
 * change costs microseconds. The text of a row is: house number (see numberKey), status and street line, unit,
 * homeId, search type, further words of the house number, words of the unit. So active homes come first, then by
 * street line and unit.
 */
export class AddressRows {
  readonly streets = new Streets();
  /** Empty for a free row. */
  readonly #texts: string[] = [];
  /** Upper-case letters and digits; empty when there is none. */
  readonly #listingIds: string[] = [];
  /** Undefined when the address is withheld or unknown. */
  readonly #streets: (Street | undefined)[] = [];
  readonly #hash: number[] = [];
  readonly #free: number[] = [];
  #characters = 0;
  readonly #byKey = new HashRows((row) => this.#hash[row]);
  readonly #byNumber = new SortedRows((a, b) => compareTexts(this.#texts[a], this.#texts[b]));
  readonly #byListingId = new SortedRows((a, b) => this.#compareListings(a, b));
  /** False during a load, which sorts all rows at its end. */
  #isOrdered: boolean;

  constructor({ isOrdered = true } = {}) {
    this.#isOrdered = isOrdered;
  }

  get size(): number {
    return this.#texts.length - this.#free.length;
  }

  /** Approximate. */
  get usedBytes(): number {
    return (
      this.#characters +
      this.#texts.length * (2 * 20 + 4 * 8) +
      this.#texts.length * 8 +
      this.#byKey.usedBytes +
      this.#byNumber.usedBytes +
      this.#byListingId.usedBytes +
      this.streets.usedBytes
    );
  }

  put(card: HomeCard): void {
    const line = card.addressWithheld ? null : card.streetLine;
    const { number, street: name } = line === null ? NO_ADDRESS : splitStreetLine(line);
    const listingId = normalizeListingId(card.listingId ?? '');
    const known = this.#find(card);
    if (known !== NONE) {
      const street = this.#streets[known];
      // Other texts of the same street replace it if this is its only home.
      const hasSameStreet = street === undefined ? name === null : hasTexts(street, name, card);
      const isSame = hasSameStreet && this.#listingIds[known] === listingId;
      if (isSame && this.#texts[known] === buildText(card, number, street)) return;
      this.#drop(known);
    }
    const street = name === null ? undefined : this.streets.findOrAdd(name, card);
    if (street !== undefined && !this.#hasSiblingOn(street, card)) street.homes++;
    const row = this.#free.pop() ?? this.#texts.length;
    this.#set(row, buildText(card, number, street), listingId, street);
    this.#hash[row] = hashKey(card);
    this.#byKey.add(row);
    if (!this.#isOrdered) return;
    if (this.#isNumbered(row)) this.#byNumber.add(row);
    if (listingId !== '') this.#byListingId.add(row);
  }

  remove(key: HomeKey): void {
    const row = this.#find(key);
    if (row !== NONE) this.#drop(row);
  }

  /** Ends a load: sorts all rows in both orders. Yields every few milliseconds. */
  *order(): Generator<void, void> {
    const [numbered, listed]: number[][] = [[], []];
    for (let row = 0; row < this.#texts.length; row++) {
      if (row % PIECE === 0) yield;
      if (this.#texts[row] === '') continue;
      if (this.#isNumbered(row)) numbered.push(row);
      if (this.#listingIds[row] !== '') listed.push(row);
    }
    this.#byNumber.fill(
      yield* mergeSort(Int32Array.from(numbered), (a, b) => compareTexts(this.#texts[a], this.#texts[b])),
    );
    this.#byListingId.fill(yield* mergeSort(Int32Array.from(listed), (a, b) => this.#compareListings(a, b)));
    this.#isOrdered = true;
  }

  readKey(row: number): HomeKey {
    const fields = this.#texts[row].split(END);
    return { homeId: fields.at(HOME_ID) ?? '', searchType: fields.at(SEARCH_TYPE) === '0' ? 'sale' : 'rent' };
  }

  /** Each test must match a word of the address other than the first of its number. */
  hasWords(row: number, matchers: readonly Matches[]): boolean {
    const street = this.#streets[row];
    if (street === undefined) return false;
    let others: readonly string[] | undefined;
    for (const matches of matchers) {
      if (hasMatch(street.name, matches) || hasMatch(street.area, matches)) continue;
      others ??= this.#readOtherWords(row);
      if (!hasMatch(others, matches)) return false;
    }
    return true;
  }

  isWholeAddress(words: readonly string[], row: number): boolean {
    const street = this.#streets[row];
    if (street === undefined) return false;
    const head = [...this.#readWords(row, NUMBER_WORDS), ...street.name, ...this.#readWords(row, UNIT_WORDS)];
    if (head.some((word, i) => words[i + 1] !== word)) return false;
    let from = 0;
    for (const word of words.slice(head.length + 1)) {
      const place = street.area.indexOf(word, from);
      if (place < 0) return false;
      from = place + 1;
    }
    return true;
  }

  countActive({ rows }: Street): Record<SearchType, number> {
    const active = { sale: 0, rent: 0 };
    for (const row of rows) {
      if (sortKey(this.#texts[row]).startsWith(ACTIVE)) active[this.readKey(row).searchType] += 1;
    }
    return active;
  }

  /** In order, until `visit` returns false. */
  eachWithNumber(number: string, visit: (row: number) => boolean): void {
    const key = numberKey(number) + END;
    this.#byNumber.scan(
      (row) => this.#texts[row] < key,
      (row) => this.#texts[row].startsWith(key) && visit(row),
    );
  }

  /** Shorter numbers first, until `visit` returns false. */
  eachWithNumberPrefix(prefix: string, visit: (row: number) => boolean): void {
    let length: number | undefined = Math.min(prefix.length, LONGEST);
    while (length !== undefined && length <= LONGEST) {
      const key: string = String.fromCharCode(length) + prefix;
      const wanted: number = length;
      length = undefined;
      this.#byNumber.scan(
        (row) => this.#texts[row] < key,
        (row) => {
          const text = this.#texts[row];
          if (text.startsWith(key)) return visit(row);
          // Skip to the next length that occurs.
          const found = text.charCodeAt(0);
          length = found === wanted ? found + 1 : found;
          return false;
        },
      );
    }
  }

  /** By number and then in order, until `visit` returns false. */
  eachListing(id: string, isExact: boolean, visit: (row: number) => boolean): void {
    if (id === '') return;
    this.#byListingId.scan(
      (row) => this.#listingIds[row] < id,
      (row) => (isExact ? this.#listingIds[row] === id : this.#listingIds[row].startsWith(id)) && visit(row),
    );
  }

  /** Parts are created when they are read, which must be before the next change. */
  dump(): { state: DumpedRows; parts: Iterable<Uint8Array> } {
    const streets = [...this.streets.values()];
    for (const [place, street] of streets.entries()) street.place = place;
    return { state: { rows: this.#texts.length, streets: streets.length }, parts: this.#dumpParts(streets) };
  }

  *#dumpParts(streets: readonly Street[]): Generator<Uint8Array> {
    for (let from = 0; from < streets.length; from += PIECE) {
      const piece = streets.slice(from, from + PIECE);
      yield jsonBytes(piece.map(({ key, texts, homes }): DumpedStreet => [key, texts, homes]));
    }
    for (let from = 0; from < this.#texts.length; from += PIECE) {
      const to = from + PIECE;
      const places = this.#streets.slice(from, to).map((street) => street?.place ?? NONE);
      const piece: DumpedPiece = [this.#texts.slice(from, to), this.#listingIds.slice(from, to), places];
      yield jsonBytes(piece);
    }
    yield new Uint8Array(this.#byNumber.rows().buffer);
    yield new Uint8Array(this.#byListingId.rows().buffer);
  }

  /** Yields to other work of the thread between pieces. */
  static async restore(state: DumpedRows, parts: readonly Uint8Array[]): Promise<AddressRows> {
    const made = new AddressRows();
    const streets: Street[] = [];
    let next = 0;
    while (streets.length < state.streets) {
      for (const street of parseJson<DumpedStreet[]>(parts[next++]))
        streets.push(made.streets.add(...street));
      await new Promise(setImmediate);
    }
    while (made.#texts.length < state.rows) {
      const [texts, listingIds, places] = parseJson<DumpedPiece>(parts[next++]);
      for (const [i, text] of texts.entries()) {
        const row = made.#texts.length;
        made.#set(row, text, listingIds[i], streets[places[i]]);
        made.#hash[row] = text === '' ? 0 : hashKey(made.readKey(row));
        if (text === '') made.#free.push(row);
        else made.#byKey.add(row);
      }
      await new Promise(setImmediate);
    }
    made.#byNumber.fill(rowsIn(parts[next++]));
    made.#byListingId.fill(rowsIn(parts[next++]));
    return made;
  }

  #set(row: number, text: string, listingId: string, street: Street | undefined): void {
    if (row < this.#texts.length) {
      this.#characters -= this.#texts[row].length + this.#listingIds[row].length;
      const { rows = [] } = this.#streets[row] ?? {};
      rows.splice(rows.indexOf(row), 1);
    }
    street?.rows.push(row);
    this.#texts[row] = text;
    this.#listingIds[row] = listingId;
    this.#streets[row] = street;
    this.#characters += text.length + listingId.length;
  }

  #drop(row: number): void {
    if (this.#isOrdered) {
      if (this.#isNumbered(row)) this.#byNumber.remove(row);
      if (this.#listingIds[row] !== '') this.#byListingId.remove(row);
    }
    this.#byKey.remove(row);
    const street = this.#streets[row];
    const isLast = street !== undefined && !this.#hasSiblingOn(street, this.readKey(row));
    if (isLast && --street.homes === 0) this.streets.remove(street);
    this.#set(row, '', '', undefined);
    this.#free.push(row);
  }

  #find(key: HomeKey): number {
    return this.#byKey.find(hashKey(key), (row) => {
      const { homeId, searchType } = this.readKey(row);
      return homeId === key.homeId && searchType === key.searchType;
    });
  }

  /** Whether the same home is on the street in the other search type too. */
  #hasSiblingOn(street: Street, { homeId, searchType }: HomeKey): boolean {
    const sibling = this.#find({ homeId, searchType: searchType === 'sale' ? 'rent' : 'sale' });
    return sibling !== NONE && this.#streets[sibling] === street;
  }

  #isNumbered(row: number): boolean {
    return !this.#texts[row].startsWith(END);
  }

  /** Further words of the house number, and words of the unit; usually empty. */
  #readOtherWords(row: number): readonly string[] {
    if (this.#texts[row].endsWith(END + END)) return NO_WORDS;
    return [...this.#readWords(row, NUMBER_WORDS), ...this.#readWords(row, UNIT_WORDS)];
  }

  #readWords(row: number, field: number): readonly string[] {
    const words = this.#texts[row].split(END).at(field) ?? '';
    return words === '' ? NO_WORDS : words.split(' ');
  }

  #compareListings(a: number, b: number): number {
    const x = this.#listingIds[a];
    const y = this.#listingIds[b];
    if (x !== y) return x < y ? -1 : 1;
    return compareTexts(sortKey(this.#texts[a]), sortKey(this.#texts[b]));
  }
}

function buildText(card: HomeCard, number: readonly string[], street: Street | undefined): string {
  const { streetLine, unitNumber, homeId, searchType, standardStatus } = card;
  const unit = street === undefined || unitNumber === null ? NO_WORDS : addressWords(unitNumber);
  return [
    street === undefined || number.length === 0 ? '' : numberKey(number[0]),
    (toStatusFilter(standardStatus) === 'active' ? ACTIVE : '1') + (streetLine ?? ''),
    unitNumber ?? '',
    homeId,
    searchType === 'sale' ? '0' : '1',
    street === undefined ? '' : number.slice(1).join(' '),
    unit.join(' '),
  ].join(END);
}

/** A house number prefixed with its length, so that 9 sorts before 10. */
function numberKey(number: string): string {
  return String.fromCharCode(Math.min(number.length, LONGEST)) + number;
}

function sortKey(text: string): string {
  return text.slice(text.indexOf(END) + 1);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function hashKey({ homeId, searchType }: HomeKey): number {
  return hashText(homeId, searchType === 'rent' ? 1 : 0);
}

/** "oc-26 001234" and "OC26001234" are the same number. */
export function normalizeListingId(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function parseJson<T>(bytes: Uint8Array): T {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as T;
}

function rowsIn(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}
