import { type Place, parseFeedAreaSlug } from '@maru/listing/places';
import { foldText } from './fold.ts';
import type { PlaceSuggestion } from './suggest.ts';

/** Where the slugs of places that homes lie in come from: the index. */
export interface AreaSource {
  /** Changes with the homes. */
  version(): string;
  /** Homes by slug of place, for sale and for rent. */
  counts(): Iterable<ReadonlyMap<string, number>>;
}

/** Time between two readings of the source, in ms: reading all slugs of a country takes some. */
const READ_EVERY = 30_000;
const NO_AREAS: AreaSource = { version: () => '', counts: () => [] };

interface Spelling {
  /** Folded; of the name, and of the name with its city. */
  text: string;
  isName: boolean;
  place: Place;
}

/** Subdivisions and MLS areas: parts of cities that no file of places has, known by the homes that lie in them. */
export class ListedAreas {
  readonly #findKnown: (slug: string) => Place | undefined;
  #source = NO_AREAS;
  #version: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #places = new Map<string, Place>();
  #spellings: Spelling[] = [];

  /** `findKnown` finds the places of the files. */
  constructor(findKnown: (slug: string) => Place | undefined) {
    this.#findKnown = findKnown;
  }

  follow(source: AreaSource): void {
    this.#source = source;
    this.#version = undefined;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  find(slug: string): Place | undefined {
    const known = this.#places.get(slug);
    if (known !== undefined) return known;
    for (const counts of this.#source.counts()) if (counts.has(slug)) return this.#add(slug);
    return undefined;
  }

  /** Of exactly this name, with or without the city. */
  named(text: string): Place[] {
    const folded = foldText(text);
    return this.#starting(folded)
      .filter((one) => one.text === folded)
      .map(({ place }) => place);
  }

  /** Names that begin with the text, those with the most homes first. */
  suggest(text: string, limit: number, countHomes: (slug: string) => number): PlaceSuggestion[] {
    const folded = foldText(text);
    if (folded.length < MIN_LETTERS) return [];
    const found = new Map<string, PlaceSuggestion>();
    for (const { text: spelling, isName, place } of this.#starting(folded)) {
      const matched = spelling === folded && isName ? 'exact' : 'prefix';
      if (found.get(place.id)?.matched !== 'exact') found.set(place.id, { place, matched });
    }
    return [...found.values()]
      .sort(
        (a, b) =>
          Number(b.matched === 'exact') - Number(a.matched === 'exact') ||
          countHomes(b.place.id) - countHomes(a.place.id) ||
          (a.place.id < b.place.id ? -1 : 1),
      )
      .slice(0, limit);
  }

  #starting(folded: string): Spelling[] {
    if (folded === '') return [];
    this.#read();
    let low = 0;
    let high = this.#spellings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#spellings[middle]?.text ?? '') < folded) low = middle + 1;
      else high = middle;
    }
    const found: Spelling[] = [];
    for (let at = low; this.#spellings[at]?.text.startsWith(folded) === true; at += 1) {
      found.push(this.#spellings[at] as Spelling);
    }
    return found;
  }

  #read(): void {
    const now = performance.now();
    if (now - this.#readAt < READ_EVERY) return;
    const version = this.#source.version();
    this.#readAt = now;
    if (version === this.#version) return;
    this.#version = version;
    for (const counts of this.#source.counts()) {
      for (const slug of counts.keys()) if (!this.#places.has(slug)) this.#add(slug);
    }
    this.#spellings = [...this.#places.values()]
      .flatMap((place) => [
        { text: foldText(place.name), isName: true, place },
        {
          text: foldText(`${place.name} ${this.#findKnown(place.parents.at(-1) ?? '')?.name}`),
          isName: false,
          place,
        },
      ])
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  }

  #add(slug: string): Place | undefined {
    if (this.#findKnown(slug) !== undefined) return undefined;
    const area = parseFeedAreaSlug(slug, (city) => this.#findKnown(city)?.kind === 'city');
    const city = area === undefined ? undefined : this.#findKnown(area.city);
    if (area === undefined || city === undefined) return undefined;
    const { stateCode, latitude, longitude, bounds } = city;
    const place: Place = {
      id: slug,
      kind: 'neighborhood',
      name: area.name,
      nameKo: null,
      ...{ stateCode, latitude, longitude, bounds },
      parents: [...city.parents, city.id],
      population: 0,
    };
    this.#places.set(slug, place);
    return place;
  }
}

/** Shorter texts begin too many names. */
const MIN_LETTERS = 3;
