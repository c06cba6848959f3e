import type { HomeCard } from '@maru/listing';
import { IntLists } from '../bytes/int-lists.ts';
import { type ArenaState, offsetOf, RECORD_HEAD, RecordArena } from '../bytes/record-arena.ts';
import { ByteWriter, bytesOfFirst, compareBytes, hashOf, textOf } from '../bytes/text-bytes.ts';
import { addressWords } from './address-words.ts';
import { HashRows } from './hash-rows.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Ints of a street's record behind its head; then the words of its name and of its area, then its texts. */
const NAME_WORDS = RECORD_HEAD;
const AREA_WORDS = RECORD_HEAD + 1;
/** Bytes of the key, the name as first seen, city, state and ZIP; a text that is null has -1. */
const TEXT_LENGTHS = RECORD_HEAD + 2;
const TEXTS = 5;
const WORDS = TEXT_LENGTHS + TEXTS;

/** What a file needs to know of the streets beside their bytes. */
export interface StreetState {
  count: number;
  free: number[];
  records: ArenaState;
}

/** What is read of a street: 4 texts, as its first home had them. */
export interface StreetTexts {
  name: string;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
}

/** A street line and the area it lies in, as words; read once for all homes that have them. */
interface Words {
  text: string;
  numbers: Int32Array;
}

/** Words read are remembered for so many texts. */
const REMEMBERED = 20_000;

/**
 * Homes of one street name in one city and ZIP, by number of the street. Streets are told apart by their words in
 * short form; a street without homes is forgotten.
 */
export class StreetTable {
  /** Homes there, a home for sale and for rent once. */
  homes = new Int32Array(64);
  /** The first word of the name. */
  firstWord = new Int32Array(64);
  #at = new Uint32Array(64);
  #hash = new Uint32Array(64);
  /** The first bytes of the key: most comparisons end there. */
  #keyHead = new Uint32Array(64);
  /** The number of the look in which it was last seen. */
  #seen = new Uint32Array(64);
  #look = 0;
  #count = 0;
  #free: number[] = [];
  readonly #words: Vocabulary;
  #records = new RecordArena();
  readonly #byKey = new HashRows((street) => this.#hash[street]);
  /** Streets by a word of their name, and by one of their area. */
  readonly byNameWord = new IntLists();
  readonly byAreaWord = new IntLists();
  readonly #writer = new ByteWriter();
  readonly #names = new Map<string, Words>();
  /** By city, then by ZIP code. */
  readonly #areas = new Map<
    string | null,
    Map<string | null, { stateOrProvince: string | null; words: Words }>
  >();

  constructor(words: Vocabulary) {
    this.#words = words;
  }

  get usedBytes(): number {
    return (
      this.homes.length * 24 +
      this.#records.usedBytes +
      this.#byKey.usedBytes +
      this.byNameWord.usedBytes +
      this.byAreaWord.usedBytes
    );
  }

  /** All of it for a file; words are the vocabulary's. */
  dump(): { state: StreetState; parts: Uint8Array[] } {
    const { state, parts } = this.#records.dump();
    return {
      state: { count: this.#count, free: [...this.#free], records: state },
      parts: [...this.#columns().map((column) => bytesOfFirst(column, this.#count)), ...parts],
    };
  }

  static restore(words: Vocabulary, state: StreetState, parts: readonly Uint8Array[]): StreetTable {
    const table = new StreetTable(words);
    table.#count = state.count;
    table.#free = [...state.free];
    while (table.homes.length < state.count) table.#grow();
    const columns = table.#columns();
    columns.forEach((column, i) => {
      bytesOfFirst(column, state.count).set(parts[i]);
    });
    table.#records = RecordArena.restore(state.records, parts.slice(columns.length));
    const free = new Set(state.free);
    for (let street = 0; street < state.count; street++) {
      if (free.has(street)) continue;
      table.#byKey.add(street);
      table.#eachWord(street, (word, isName) => {
        (isName ? table.byNameWord : table.byAreaWord).add(word, street);
      });
    }
    return table;
  }

  #columns(): (Int32Array | Uint32Array)[] {
    return [this.homes, this.firstWord, this.#at, this.#hash, this.#keyHead];
  }

  /** From now on no street has been seen. */
  beginLook(): void {
    this.#look++;
    if (this.#look < 2 ** 32) return;
    this.#seen.fill(0);
    this.#look = 1;
  }

  /** Whether this street is seen for the first time in this look. */
  isFirstLook(street: number): boolean {
    if (this.#seen[street] === this.#look) return false;
    this.#seen[street] = this.#look;
    return true;
  }

  /** The number of the street of a card whose street is called so; -1 when that has no words. */
  numberOf(display: string, card: HomeCard): number {
    const name = this.#nameOf(display);
    if (name.text === '') return -1;
    const { city, stateOrProvince, postalCode } = card;
    const area = this.#areaOf(card);
    const writer = this.#writer;
    writer.clear();
    writer.text(name.text);
    writer.text('|');
    writer.text(area.text);
    const { bytes, length } = writer;
    const hash = hashOf(bytes, 0, length);
    const known = this.#byKey.find(hash, (street) => {
      const [theirs, from, size] = this.#keyOf(street);
      return size === length && compareBytes(theirs, from, size, bytes, 0, length) === 0;
    });
    return known >= 0
      ? known
      : this.#make(hash, name, area, { name: display, city, stateOrProvince, postalCode });
  }

  /** Whether the street's texts are those that this card would give it. */
  hasTextsOf(street: number, display: string, { city, stateOrProvince, postalCode }: HomeCard): boolean {
    const texts = this.textsOf(street);
    return (
      texts.name === display &&
      texts.city === city &&
      texts.stateOrProvince === stateOrProvince &&
      texts.postalCode === postalCode
    );
  }

  /** To be called when `homes` came down to none. */
  forget(street: number): void {
    this.#eachWord(street, (word, isName) => {
      (isName ? this.byNameWord : this.byAreaWord).remove(word, street);
    });
    this.#byKey.remove(street);
    this.#records.free(this.#at[street]);
    this.#free.push(street);
  }

  textsOf(street: number): StreetTexts {
    const place = this.#at[street];
    const ints = this.#records.intsAt(place);
    const bytes = this.#records.bytesAt(place);
    const at = offsetOf(place);
    let from = this.#textsFrom(street);
    const texts: (string | null)[] = [];
    for (let i = 0; i < TEXTS; i++) {
      const length = ints[at + TEXT_LENGTHS + i];
      texts.push(length < 0 ? null : textOf(bytes, from, from + length));
      from += Math.max(0, length);
    }
    const [, name, city, stateOrProvince, postalCode] = texts;
    return { name: name ?? '', city, stateOrProvince, postalCode };
  }

  /** Whether a word of the name, and whether one of the area, is as wanted: 1 and 2. */
  has(street: number, matches: (word: number) => boolean): number {
    const place = this.#at[street];
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    const names = at + WORDS + ints[at + NAME_WORDS];
    let found = 0;
    for (let i = at + WORDS; i < names; i++) {
      if (matches(ints[i])) {
        found = 1;
        break;
      }
    }
    const end = names + ints[at + AREA_WORDS];
    for (let i = names; i < end; i++) if (matches(ints[i])) return found | 2;
    return found;
  }

  /** The words of the name, of the area. */
  wordsOf(street: number): { name: Int32Array; area: Int32Array } {
    const place = this.#at[street];
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    const names = at + WORDS + ints[at + NAME_WORDS];
    return {
      name: ints.subarray(at + WORDS, names),
      area: ints.subarray(names, names + ints[at + AREA_WORDS]),
    };
  }

  /** By name, then by area. */
  compare(a: number, b: number): number {
    if (this.#keyHead[a] !== this.#keyHead[b]) return this.#keyHead[a] - this.#keyHead[b];
    const [aBytes, aFrom, aLength] = this.#keyOf(a);
    const [bBytes, bFrom, bLength] = this.#keyOf(b);
    return compareBytes(aBytes, aFrom, aLength, bBytes, bFrom, bLength);
  }

  tidy(): void {
    this.#records.tidy((street, place) => {
      this.#at[street] = place;
    });
  }

  #nameOf(display: string): Words {
    let words = this.#names.get(display);
    if (words !== undefined) return words;
    if (this.#names.size >= REMEMBERED) this.#names.clear();
    words = this.#read(display);
    this.#names.set(display, words);
    return words;
  }

  #areaOf({ city, stateOrProvince, postalCode }: HomeCard): Words {
    let inCity = this.#areas.get(city);
    if (inCity === undefined) {
      if (this.#areas.size >= REMEMBERED) this.#areas.clear();
      inCity = new Map();
      this.#areas.set(city, inCity);
    }
    const known = inCity.get(postalCode);
    if (known !== undefined && known.stateOrProvince === stateOrProvince) return known.words;
    if (inCity.size >= REMEMBERED) inCity.clear();
    const words = this.#read([city, stateOrProvince, postalCode].join(' '));
    inCity.set(postalCode, { stateOrProvince, words });
    return words;
  }

  #read(text: string): Words {
    const words = addressWords(text);
    return {
      text: words.join(' '),
      numbers: Int32Array.from(words, (word) => this.#words.numberOf(word)),
    };
  }

  /** `#writer` holds the key. */
  #make(hash: number, name: Words, area: Words, texts: StreetTexts): number {
    const writer = this.#writer;
    const lengths = [writer.length];
    for (const text of [texts.name, texts.city, texts.stateOrProvince, texts.postalCode]) {
      const before = writer.length;
      if (text !== null) writer.text(text);
      lengths.push(text === null ? -1 : writer.length - before);
    }
    const street = this.#free.pop() ?? this.#count++;
    if (street >= this.homes.length) this.#grow();
    const words = name.numbers.length + area.numbers.length;
    const place = this.#records.add(street, WORDS - RECORD_HEAD + words, writer.length);
    this.#at[street] = place;
    this.#hash[street] = hash;
    this.homes[street] = 0;
    this.firstWord[street] = name.numbers[0];
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    ints[at + NAME_WORDS] = name.numbers.length;
    ints[at + AREA_WORDS] = area.numbers.length;
    ints.set(lengths, at + TEXT_LENGTHS);
    ints.set(name.numbers, at + WORDS);
    ints.set(area.numbers, at + WORDS + name.numbers.length);
    const { bytes } = writer;
    this.#records.bytesAt(place).set(bytes.subarray(0, writer.length), this.#textsFrom(street));
    this.#keyHead[street] = [0, 1, 2, 3].reduce((head, i) => head * 256 + (i < lengths[0] ? bytes[i] : 0), 0);
    this.#byKey.add(street);
    this.#eachWord(street, (word, isName) => {
      (isName ? this.byNameWord : this.byAreaWord).add(word, street);
    });
    return street;
  }

  /** Every word once, those of the name and those of the area by themselves. */
  #eachWord(street: number, visit: (word: number, isName: boolean) => void): void {
    const { name, area } = this.wordsOf(street);
    for (const words of [name, area]) {
      words.forEach((word, i) => {
        if (words.indexOf(word) === i) visit(word, words === name);
      });
    }
  }

  #textsFrom(street: number): number {
    const place = this.#at[street];
    const ints = this.#records.intsAt(place);
    const at = offsetOf(place);
    return 4 * (at + WORDS + ints[at + NAME_WORDS] + ints[at + AREA_WORDS]);
  }

  #keyOf(street: number): [bytes: Uint8Array, from: number, length: number] {
    const place = this.#at[street];
    const length = this.#records.intsAt(place)[offsetOf(place) + TEXT_LENGTHS];
    return [this.#records.bytesAt(place), this.#textsFrom(street), length];
  }

  #grow(): void {
    const size = this.homes.length * 2;
    const larger = <T extends Int32Array | Uint32Array>(values: T, made: T): T => {
      made.set(values);
      return made;
    };
    this.homes = larger(this.homes, new Int32Array(size));
    this.firstWord = larger(this.firstWord, new Int32Array(size));
    this.#at = larger(this.#at, new Uint32Array(size));
    this.#hash = larger(this.#hash, new Uint32Array(size));
    this.#keyHead = larger(this.#keyHead, new Uint32Array(size));
    this.#seen = larger(this.#seen, new Uint32Array(size));
  }
}
