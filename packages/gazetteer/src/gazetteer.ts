import { readFile } from 'node:fs/promises';
import type { Place, PlaceKind } from '@maru/listing/places';
import { COMPILED_VERSION, type CompiledGazetteer, GAZETTEER_FILE } from './compiled.ts';
import { type AreaSource, ListedAreas } from './listed-areas.ts';
import { type Located, Locator, type Whereabouts } from './locate.ts';
import { PlaceTable } from './place-table.ts';
import { SpellingIndex } from './spelling-index.ts';
import {
  type Named,
  type PlaceSuggestion,
  type Resolved,
  Suggester,
  type SuggestOptions,
} from './suggest.ts';

/** Letters of a text that may name a subdivision, and suggestions of such beside others. */
const LONGEST_AREA = 80;
const MAX_AREAS = 3;

/** All US places in memory. Methods are synchronous and never throw, whatever the text. */
export class Gazetteer {
  readonly #table: PlaceTable;
  readonly #locator: Locator;
  readonly #spellings: SpellingIndex;
  readonly #suggester: Suggester;
  readonly #areas: ListedAreas;

  constructor(compiled: CompiledGazetteer) {
    this.#table = new PlaceTable(compiled);
    this.#spellings = new SpellingIndex(this.#table);
    this.#locator = new Locator(this.#table, this.#spellings);
    this.#suggester = new Suggester(this.#table, this.#spellings);
    this.#areas = new ListedAreas((slug) => this.#findOwn(slug));
  }

  /** Includes the subdivisions and MLS areas of the source's homes in all later lookups. */
  followAreas(source: AreaSource): void {
    this.#areas.follow(source);
  }

  /** Throws when the file is missing or of another version. */
  static async load(path: string = GAZETTEER_FILE): Promise<Gazetteer> {
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (cause) {
      throw new Error(`no gazetteer at ${path}: run "npm run build:gazetteer"`, { cause });
    }
    const compiled = JSON.parse(text) as CompiledGazetteer;
    if (compiled.version !== COMPILED_VERSION) {
      throw new Error(
        `gazetteer at ${path} has version ${compiled.version}, wanted ${COMPILED_VERSION}: build it again`,
      );
    }
    return new Gazetteer(compiled);
  }

  /** `ca`, `orange-county-ca`, `irvine-ca`, `koreatown-los-angeles-ca`, `92620` */
  findPlace(slug: string): Place | undefined {
    return this.#findOwn(slug) ?? this.#areas.find(slug);
  }

  /** The state, county or city that a place lies in. */
  findParent({ parents }: Pick<Place, 'parents'>, kind: PlaceKind): Place | undefined {
    return parents.map((slug) => this.findPlace(slug)).find((parent) => parent?.kind === kind);
  }

  #findOwn(slug: string): Place | undefined {
    const index = this.#table.findIndex(slug);
    return index === undefined ? undefined : this.#table.placeAt(index);
  }

  /**
   * By the listing's own names, else by ZIP, else by position. Neighborhoods come from the position, so homes with a withheld
   * address must be located without one. Null for what is not found.
   */
  locate(where: Whereabouts): Located {
    return this.#locator.locate(where);
  }

  /** Best first. Uses the first 100 characters. */
  suggest(text: string, options: SuggestOptions): PlaceSuggestion[] {
    const found = this.#suggester.suggest(text, options);
    const { limit = 8, countHomes = () => 0 } = options;
    const areas = this.#areas.suggest(text.slice(0, LONGEST_AREA), MAX_AREAS, countHomes);
    if (areas.length === 0) return found;
    // A name that is there is no misspelled one.
    const sure = found.filter(({ matched }) => matched !== 'typo' && matched !== 'layout');
    const isExact = ({ matched }: PlaceSuggestion) => matched === 'exact';
    const others = sure.slice(0, Math.max(0, limit - areas.length));
    return [
      ...others.filter(isExact),
      ...areas.filter(isExact),
      ...others.filter((one) => !isExact(one)),
      ...areas.filter((one) => !isExact(one)),
    ].slice(0, limit);
  }

  /** The place that a URL segment or a complete text means, or several, or the nearest matches. */
  resolve(text: string, _options?: Pick<SuggestOptions, 'locale'>): Resolved {
    const found = this.#suggester.resolve(text);
    return 'nearest' in found ? (this.#findArea(text) ?? found) : found;
  }

  /** Exact names only, with or without a state. Fast enough for every word of a sentence. */
  findNamed(text: string): Named | undefined {
    return this.#suggester.findNamed(text) ?? this.#findArea(text);
  }

  #findArea(text: string): Named | undefined {
    const [first, ...more] = this.#areas.named(text.slice(0, LONGEST_AREA));
    if (first === undefined) return undefined;
    return more.length === 0 ? { place: first } : { ambiguous: [first, ...more].slice(0, 12) };
  }

  /** The well-known place that a word most likely means with a slip or two; undefined if none is close enough. */
  findMisspelled(text: string, countHomes?: SuggestOptions['countHomes']): Place | undefined {
    return this.#suggester.findMisspelled(text, countHomes);
  }

  /** English with state ("Irvine, CA"), ZIP codes, and Korean. */
  *names(): Generator<string> {
    for (let index = 0; index < this.#table.size; index++) {
      const isPart = this.#table.kindAt(index) !== 'state' && this.#table.kindAt(index) !== 'zip';
      const state = isPart ? `, ${this.#table.placeAt(index).stateCode}` : '';
      yield `${this.#table.nameAt(index)}${state}`;
    }
    for (const { key } of this.#spellings.korean) yield key;
  }

  /** Largest first: counties and regions of a state, cities of a county, neighborhoods and ZIP codes of a city. */
  findChildren(placeId: string): Place[] {
    const index = this.#table.findIndex(placeId);
    if (index === undefined) return [];
    return this.#table
      .childrenAt(index)
      .map((child) => this.#table.placeAt(child))
      .sort((a, b) => b.population - a.population || (a.id < b.id ? -1 : 1));
  }

  statesInOrder(): Place[] {
    return Array.from({ length: this.#table.firstCounty }, (_, index) => this.#table.placeAt(index)).sort(
      (a, b) => (a.name < b.name ? -1 : 1),
    );
  }
}
