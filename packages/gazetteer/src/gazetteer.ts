import { readFile } from 'node:fs/promises';
import type { Place } from '@maru/listing';
import { COMPILED_VERSION, type CompiledGazetteer, GAZETTEER_FILE } from './compiled.ts';
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

/** All places of the country, in memory. Everything here is synchronous, total on any text, and never throws. */
export class Gazetteer {
  readonly #table: PlaceTable;
  readonly #locator: Locator;
  readonly #spellings: SpellingIndex;
  readonly #suggester: Suggester;

  constructor(compiled: CompiledGazetteer) {
    this.#table = new PlaceTable(compiled);
    this.#spellings = new SpellingIndex(this.#table);
    this.#locator = new Locator(this.#table, this.#spellings);
    this.#suggester = new Suggester(this.#table, this.#spellings);
  }

  /** Reads the compiled file; throws when it is missing or of another version (then build it again). */
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

  /** The place with this slug: `ca`, `orange-county-ca`, `irvine-ca`, `koreatown-los-angeles-ca`, `92620`. */
  findPlace(slug: string): Place | undefined {
    const index = this.#table.indexOf(slug);
    return index === undefined ? undefined : this.#table.placeAt(index);
  }

  /**
   * The places of a listing, from its own names with variants understood, else from its ZIP, else from its
   * position. Neighbourhoods come from the position, so a home that hides its address must be asked for without
   * one; then only its region, and a quarter it names as its city, are known. What cannot be found is null.
   */
  locate(where: Whereabouts): Located {
    return this.#locator.locate(where);
  }

  /** What a visitor may mean by what is typed so far, best first. Looks at the first 100 characters. */
  suggest(text: string, options: SuggestOptions): PlaceSuggestion[] {
    return this.#suggester.suggest(text, options);
  }

  /** The one place that an address segment or a finished text means, or the several, or those nearest to it. */
  resolve(text: string, _options?: Pick<SuggestOptions, 'locale'>): Resolved {
    return this.#suggester.resolve(text);
  }

  /**
   * The place, or the several, that a text is the whole name of, with or without a state; none where it only begins
   * so or sounds so. Quick enough to be asked for every word of a sentence.
   */
  findNamed(text: string): Named | undefined {
    return this.#suggester.findNamed(text);
  }

  /** Every name that a place is known by: in English with its state ("Irvine, CA"), ZIP codes, and in Korean. */
  *names(): Generator<string> {
    for (let index = 0; index < this.#table.size; index++) {
      const isPart = this.#table.kindAt(index) !== 'state' && this.#table.kindAt(index) !== 'zip';
      const state = isPart ? `, ${this.#table.placeAt(index).stateCode}` : '';
      yield `${this.#table.nameAt(index)}${state}`;
    }
    for (const { key } of this.#spellings.korean) yield key;
  }

  /**
   * The next smaller places, largest first: a state's counties and regions, a county's cities, a city's
   * neighbourhoods and ZIP codes. None for an unknown id.
   */
  childrenOf(placeId: string): Place[] {
    const index = this.#table.indexOf(placeId);
    if (index === undefined) return [];
    return this.#table
      .childrenAt(index)
      .map((child) => this.#table.placeAt(child))
      .sort((a, b) => b.population - a.population || (a.id < b.id ? -1 : 1));
  }

  /** The fifty states, the District of Columbia and Puerto Rico by English name. */
  statesInOrder(): Place[] {
    return Array.from({ length: this.#table.firstCounty }, (_, index) => this.#table.placeAt(index)).sort(
      (a, b) => (a.name < b.name ? -1 : 1),
    );
  }
}
