import type { PlaceIds } from '@maru/listing';
import { propertyTaxRate } from '@maru/listing/money';
import { Dictionary } from '../bytes/dictionary.ts';
import { UNSTATED } from './unstated.ts';

export const PLACE_COLUMNS = ['state', 'county', 'city', 'zip'] as const;
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];
/** The columns whose values are numbers of this book. */
export const NUMBERED_COLUMNS = [...PLACE_COLUMNS, 'neighborhoods', 'schoolDistrict', 'schools'] as const;
export type NumberedColumn = (typeof NUMBERED_COLUMNS)[number];

const NO_SCHOOLS: readonly string[] = Object.freeze([]);

/** A home's places as numbers; UNSTATED where it has none. */
export interface PlaceNumbers {
  state: number;
  county: number;
  city: number;
  zip: number;
  neighborhoods: number;
}

/**
 * Places as numbers. A home may lie in several neighborhoods, so that column contains the number of the set. Numbers
 * follow the order of the rows, so that zones of place columns are narrow.
 */
export class PlaceBook {
  /** One numbering per column: numbers of a column are dense, and cannot be confused with another column's. */
  readonly #numbered: Record<NumberedColumn, Dictionary> = {
    state: new Dictionary(),
    county: new Dictionary(),
    city: new Dictionary(),
    zip: new Dictionary(),
    neighborhoods: new Dictionary(),
    schoolDistrict: new Dictionary(),
    schools: new Dictionary(),
  };
  #taxRates: { taxRates: Float64Array; california: number } | undefined;
  /** The numbers of the sets that contain a slug, ascending. */
  readonly #setsBySlug = {
    neighborhoods: new Map<string, number[]>(),
    schools: new Map<string, number[]>(),
  };
  /** Homes of one block share their places, so PlaceIds are cached. */
  #known = new Map<string, PlaceNumbers>();

  readonly #setNumbers = new WeakMap<readonly string[], number>();
  /** By the number of a set, created on demand and shared by its homes. */
  readonly #schoolLists: (readonly string[])[] = [];
  /** The last home of each ZIP code: the next one mostly has the same places. */
  #latest = new Map<string | null, { ids: PlaceIds; numbers: PlaceNumbers }>();

  /** All texts by number, per column: sufficient to rebuild the book (see `fromTexts`). */
  texts(): Record<NumberedColumn, readonly string[]> {
    return Object.fromEntries(
      NUMBERED_COLUMNS.map((column) => [column, this.#numbered[column].texts]),
    ) as Record<NumberedColumn, readonly string[]>;
  }

  static fromTexts(texts: Record<NumberedColumn, readonly string[]>): PlaceBook {
    const book = new PlaceBook();
    for (const column of NUMBERED_COLUMNS) for (const text of texts[column]) book.#intern(column, text);
    return book;
  }

  internPlaces(ids: PlaceIds): PlaceNumbers {
    const latest = this.#latest.get(ids.zip);
    if (latest !== undefined && isSamePlaces(latest.ids, ids)) return latest.numbers;
    const numbers = this.#internAll(ids);
    this.#latest.set(ids.zip, { ids, numbers });
    return numbers;
  }

  #internAll({ state, county, city, zip, neighborhoods }: PlaceIds): PlaceNumbers {
    const key = `${state ?? ''}|${county ?? ''}|${city ?? ''}|${zip ?? ''}|${neighborhoods.join()}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const number = (column: PlaceColumn, slug: string | null) =>
        slug === null ? UNSTATED : this.#intern(column, slug);
      known = {
        state: number('state', state),
        county: number('county', county),
        city: number('city', city),
        zip: number('zip', zip),
        neighborhoods:
          neighborhoods.length === 0 ? UNSTATED : this.#intern('neighborhoods', neighborhoods.join()),
      };
      this.#known.set(key, known);
    }
    return known;
  }

  numberFrom(other: PlaceBook, column: NumberedColumn, number: number): number {
    return number === UNSTATED ? UNSTATED : this.#intern(column, other.#numbered[column].textAt(number));
  }

  countNumbers(column: NumberedColumn): number {
    return this.#numbered[column].size;
  }

  textAt(column: PlaceColumn, number: number): string | null {
    return number === UNSTATED ? null : this.#numbered[column].textAt(number);
  }

  neighborhoodsNamed(number: number): string[] {
    return number === UNSTATED ? [] : this.#numbered.neighborhoods.textAt(number).split(',');
  }

  districtNamed(number: number): string | null {
    return number === UNSTATED ? null : this.#numbered.schoolDistrict.textAt(number);
  }

  schoolsNamed(number: number): readonly string[] {
    if (number === UNSTATED) return NO_SCHOOLS;
    this.#schoolLists[number] ??= Object.freeze(this.#numbered.schools.textAt(number).split(','));
    return this.#schoolLists[number];
  }

  find(column: PlaceColumn, slug: string): number | undefined {
    return this.#numbered[column].find(slug);
  }

  /** The numbers of the neighborhood sets that contain the slug, ascending. */
  setsWith(slug: string): readonly number[] {
    return this.#setsBySlug.neighborhoods.get(slug) ?? [];
  }

  /** See Plan. */
  taxRates(): { taxRates: Float64Array; california: number } {
    const states = this.#numbered.state;
    if (this.#taxRates?.taxRates.length !== states.size + 1) {
      const taxRates = Float64Array.from({ length: states.size + 1 }, (_, number) =>
        propertyTaxRate(number === 0 ? null : states.textAt(number - 1)),
      );
      this.#taxRates = { taxRates, california: states.find('ca') ?? states.size };
    }
    return this.#taxRates;
  }

  internDistrict(schoolDistrict: string | null): number {
    return schoolDistrict === null ? UNSTATED : this.#intern('schoolDistrict', schoolDistrict);
  }

  findDistrict(schoolDistrict: string): number | undefined {
    return this.#numbered.schoolDistrict.find(schoolDistrict);
  }

  internSchools(schools: readonly string[]): number {
    if (schools.length === 0) return UNSTATED;
    let number = this.#setNumbers.get(schools);
    if (number === undefined) {
      number = this.#intern('schools', schools.join());
      this.#setNumbers.set(schools, number);
    }
    return number;
  }

  hasSchool(slug: string): boolean {
    return this.#setsBySlug.schools.has(slug);
  }

  /** By the number of a set: 1 when it contains one of the schools. */
  setsWithSchools(schools: readonly string[]): Uint8Array {
    const sets = new Uint8Array(this.#numbered.schools.size);
    for (const slug of schools)
      for (const number of this.#setsBySlug.schools.get(slug) ?? []) sets[number] = 1;
    return sets;
  }

  #intern(column: NumberedColumn, text: string): number {
    const dictionary = this.#numbered[column];
    const before = dictionary.size;
    const number = dictionary.intern(text);
    if ((column === 'neighborhoods' || column === 'schools') && number === before) {
      const setsBySlug = this.#setsBySlug[column];
      for (const slug of new Set(text.split(','))) {
        const sets = setsBySlug.get(slug);
        if (sets === undefined) setsBySlug.set(slug, [number]);
        else sets.push(number);
      }
    }
    return number;
  }
}

function isSamePlaces(a: PlaceIds, b: PlaceIds): boolean {
  return (
    a.state === b.state &&
    a.county === b.county &&
    a.city === b.city &&
    a.zip === b.zip &&
    (a.neighborhoods === b.neighborhoods ||
      (a.neighborhoods.length === b.neighborhoods.length &&
        a.neighborhoods.every((slug, i) => slug === b.neighborhoods[i])))
  );
}
