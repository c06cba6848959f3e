import { type PlaceIds, propertyTaxRate } from '@maru/listing';
import { Dictionary } from './dictionary.ts';
import { UNSTATED } from './unstated.ts';

export const PLACE_COLUMNS = ['state', 'county', 'city', 'zip'] as const;
export type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** A home's places as numbers; UNSTATED where it has none. */
export interface PlaceNumbers {
  state: number;
  county: number;
  city: number;
  zip: number;
  neighborhoods: number;
}

/**
 * The places that homes lie in, as numbers. A home may lie in several neighbourhoods, so a column holds the
 * number of the whole set; there are few sets. Numbers are given in the order of the rows: as rows follow the
 * Hilbert curve, near places have near numbers, and the zones of the place columns are narrow.
 */
export class PlaceBook {
  /** One numbering per column: numbers of a column are then dense, and never mistaken for another's. */
  #slugs = {
    state: new Dictionary(),
    county: new Dictionary(),
    city: new Dictionary(),
    zip: new Dictionary(),
  };
  #districts = new Dictionary();
  #schoolSets = new Dictionary();
  #sets = new Dictionary();
  #setsBySlug = new Map<string, number[]>();
  /** Homes of one block share their places, and a card's PlaceIds once met is met again. */
  #known = new Map<string, { placeIds: PlaceIds; numbers: PlaceNumbers }>();

  idsOf(placeIds: PlaceIds): PlaceNumbers {
    return this.#meet(placeIds).numbers;
  }

  /** The one kept copy of equal PlaceIds. */
  shared(placeIds: PlaceIds): PlaceIds {
    return this.#meet(placeIds).placeIds;
  }

  /** The number of a slug in a column. */
  find(column: PlaceColumn, slug: string): number | undefined {
    return this.#slugs[column].find(slug);
  }

  /** The numbers of the neighbourhood sets that have the slug, ascending. */
  setsWith(slug: string): readonly number[] {
    return this.#setsBySlug.get(slug) ?? [];
  }

  /** See Plan. */
  taxRates(): { taxRates: Float64Array; california: number } {
    const states = this.#slugs.state;
    const taxRates = Float64Array.from({ length: states.size + 1 }, (_, number) =>
      propertyTaxRate(number === 0 ? null : states.textOf(number - 1)),
    );
    return { taxRates, california: states.find('ca') ?? states.size };
  }

  /** The number of a school district; UNSTATED for none. */
  districtOf(schoolDistrict: string | null): number {
    return schoolDistrict === null ? UNSTATED : this.#districts.idOf(schoolDistrict);
  }

  findDistrict(schoolDistrict: string): number | undefined {
    return this.#districts.find(schoolDistrict);
  }

  /** The number of a set of schools; UNSTATED for none. */
  schoolsOf(schools: readonly string[]): number {
    return schools.length === 0 ? UNSTATED : this.#schoolSets.idOf(schools.join());
  }

  /** By the number of a set: 1 when it has one of the schools. */
  setsWithSchools(schools: readonly string[]): Uint8Array {
    return Uint8Array.from({ length: this.#schoolSets.size }, (_, number) =>
      this.#schoolSets
        .textOf(number)
        .split(',')
        .some((one) => schools.includes(one))
        ? 1
        : 0,
    );
  }

  #meet(placeIds: PlaceIds): { placeIds: PlaceIds; numbers: PlaceNumbers } {
    const { state, county, city, zip, neighborhoods } = placeIds;
    const key = `${state ?? ''}|${county ?? ''}|${city ?? ''}|${zip ?? ''}|${neighborhoods.join()}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      const number = (column: PlaceColumn) => {
        const slug = placeIds[column];
        return slug === null ? UNSTATED : this.#slugs[column].idOf(slug);
      };
      const numbers = {
        state: number('state'),
        county: number('county'),
        city: number('city'),
        zip: number('zip'),
        neighborhoods: this.#setNumber(neighborhoods),
      };
      known = { placeIds, numbers };
      this.#known.set(key, known);
    }
    return known;
  }

  #setNumber(neighborhoods: readonly string[]): number {
    if (neighborhoods.length === 0) return UNSTATED;
    const before = this.#sets.size;
    const id = this.#sets.idOf(neighborhoods.join());
    if (id === before) {
      for (const slug of new Set(neighborhoods)) {
        const sets = this.#setsBySlug.get(slug);
        if (sets === undefined) this.#setsBySlug.set(slug, [id]);
        else sets.push(id);
      }
    }
    return id;
  }
}
