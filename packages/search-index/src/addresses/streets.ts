import type { HomeCard } from '@maru/listing';
import { addressWords } from '@maru/listing/places';

/** In the spelling of its first home. */
export interface StreetTexts {
  /** Without a house number: "N Oak St". */
  name: string;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
}

export interface Street {
  /** The words of the name and the area, which identify and order streets. */
  readonly key: string;
  readonly name: readonly string[];
  readonly area: readonly string[];
  readonly texts: StreetTexts;
  /** A home for sale and for rent counts once. */
  homes: number;
  /** Their address rows. */
  readonly rows: number[];
  place: number;
}

export type Matches = (word: string) => boolean;

/** Whether one of the words matches; several times as fast as `some`. */
export function hasMatch(words: readonly string[], matches: Matches): boolean {
  for (const word of words) if (matches(word)) return true;
  return false;
}

type Area = Pick<HomeCard, 'city' | 'stateOrProvince' | 'postalCode'>;

/** Texts whose words are cached, so that few are split twice. */
const MAX_SPLIT = 20_000;

/** Streets by key, and by each word of their name and of their area. */
export class Streets {
  #byKey = new Map<string, Street>();
  readonly #byNameWord = new Map<string, Street[]>();
  readonly #byAreaWord = new Map<string, Street[]>();
  /** Words of names and areas by their first character. */
  readonly #wordsByInitial = new Map<string, Set<string>>();
  readonly #words = new Map<string, string>();
  readonly #split = new Map<string, string>();
  #keyLength = 0;

  /** Approximate. */
  get usedBytes(): number {
    const size = this.#byKey.size;
    // The object with its texts, and its entries in the map and in the lists of about seven words.
    return size * (64 + 150 + 50 + 7 * 8 + 40) + this.#keyLength * 2 + this.#byNameWord.size * 150;
  }

  values(): IterableIterator<Street> {
    return this.#byKey.values();
  }

  /** Undefined for a name without words. */
  findOrAdd(name: string, area: Area): Street | undefined {
    const words = this.#joinWords(name);
    if (words === '') return undefined;
    const { city, stateOrProvince, postalCode } = area;
    const key = `${words}|${this.#joinWords([city, stateOrProvince, postalCode].join(' '))}`;
    return this.#byKey.get(key) ?? this.add(key, { name, city, stateOrProvince, postalCode }, 0);
  }

  add(key: string, texts: StreetTexts, homes: number): Street {
    const [name, area] = key.split('|').map((words) => this.#sharedWords(words));
    const street = { key, name, area, texts, homes, rows: [], place: 0 };
    this.#byKey.set(key, street);
    this.#keyLength += key.length;
    for (const word of name) addTo(this.#byNameWord, word, street);
    for (const word of area) addTo(this.#byAreaWord, word, street);
    for (const word of [...name, ...area]) {
      const initial = word.charAt(0);
      const words = this.#wordsByInitial.get(initial);
      if (words === undefined) this.#wordsByInitial.set(initial, new Set([word]));
      else words.add(word);
    }
    return street;
  }

  /** For a street without homes. */
  remove(street: Street): void {
    this.#byKey.delete(street.key);
    this.#keyLength -= street.key.length;
    for (const word of street.name) removeFrom(this.#byNameWord, word, street);
    for (const word of street.area) removeFrom(this.#byAreaWord, word, street);
    for (const word of [...street.name, ...street.area]) {
      if (this.#byNameWord.has(word) || this.#byAreaWord.has(word)) continue;
      this.#wordsByInitial.get(word.charAt(0))?.delete(word);
    }
  }

  named(word: string): readonly Street[] {
    return this.#byNameWord.get(word) ?? [];
  }

  around(word: string): readonly Street[] {
    return this.#byAreaWord.get(word) ?? [];
  }

  /** `prefix` is not empty. */
  wordsStarting(prefix: string): string[] {
    return [...(this.#wordsByInitial.get(prefix.charAt(0)) ?? [])].filter((word) => word.startsWith(prefix));
  }

  /** One string for all streets with the word: comparing it touches less memory. */
  #sharedWords(joined: string): readonly string[] {
    if (joined === '') return [];
    return joined.split(' ').map((word) => {
      const known = this.#words.get(word);
      if (known === undefined) this.#words.set(word, word);
      return known ?? word;
    });
  }

  #joinWords(text: string): string {
    let words = this.#split.get(text);
    if (words !== undefined) return words;
    if (this.#split.size >= MAX_SPLIT) this.#split.clear();
    words = addressWords(text).join(' ');
    this.#split.set(text, words);
    return words;
  }
}

/** Whether the street has the texts that a home with this name and area would give it. */
export function hasTexts({ texts }: Street, name: string | null, area: Area): boolean {
  return (
    texts.name === name &&
    texts.city === area.city &&
    texts.stateOrProvince === area.stateOrProvince &&
    texts.postalCode === area.postalCode
  );
}

/** The best streets: names that begin as typed, then most homes, then by key. */
export class BestStreets {
  readonly streets: Street[] = [];
  readonly #begins: Matches;
  readonly #limit: number;
  /** Whether the last kept one begins as typed: rejects most candidates. */
  #lastBegins = false;

  /** `begins` tests the first word of a name. */
  constructor(begins: Matches, limit: number) {
    this.#begins = begins;
    this.#limit = limit;
  }

  /** A street may be offered several times. */
  offer(street: Street, isMatch?: (street: Street) => boolean): void {
    const { streets } = this;
    const isFull = streets.length >= this.#limit;
    const last = streets[streets.length - 1];
    if (isFull && this.#lastBegins && street.homes < last.homes) return;
    const begins = this.#begins(street.name[0]);
    if (isFull && !isBefore(street, begins, last, this.#lastBegins)) return;
    if (streets.includes(street) || isMatch?.(street) === false) return;
    if (isFull) streets.pop();
    let at = streets.length;
    while (at > 0 && isBefore(street, begins, streets[at - 1], this.#begins(streets[at - 1].name[0]))) at--;
    streets.splice(at, 0, street);
    this.#lastBegins = this.#begins(streets[streets.length - 1].name[0]);
  }
}

function isBefore(a: Street, aBegins: boolean, b: Street, bBegins: boolean): boolean {
  if (aBegins !== bBegins) return aBegins;
  if (a.homes !== b.homes) return a.homes > b.homes;
  return a.key < b.key;
}

/** Does nothing when the street was the last to be added: it may have the word twice. */
function addTo(lists: Map<string, Street[]>, word: string, street: Street): void {
  const list = lists.get(word);
  if (list === undefined) lists.set(word, [street]);
  else if (list[list.length - 1] !== street) list.push(street);
}

function removeFrom(lists: Map<string, Street[]>, word: string, street: Street): void {
  const list = lists.get(word);
  const place = list?.indexOf(street) ?? -1;
  if (list === undefined || place < 0) return;
  list[place] = list[list.length - 1];
  list.pop();
  if (list.length === 0) lists.delete(word);
}
