import type { Place, PlaceKind } from '@maru/listing/places';
import type { CompiledGazetteer } from './compiled.ts';
import { toDegrees } from './distance.ts';
import { STATE_NAMES } from './names/states.ts';

/** All places by index: states, counties, cities, neighborhoods, ZIP codes. A `Place` is created on demand. */
export class PlaceTable {
  readonly compiled: CompiledGazetteer;
  readonly firstCounty: number;
  readonly firstCity: number;
  readonly firstNeighborhood: number;
  readonly firstZip: number;
  readonly size: number;
  readonly #bySlug = new Map<string, number>();
  readonly #koreanNames = new Map<number, string>();
  #children: Map<number, number[]> | undefined;

  constructor(compiled: CompiledGazetteer) {
    this.compiled = compiled;
    this.firstCounty = compiled.states.length;
    this.firstCity = this.firstCounty + compiled.counties.length;
    this.firstNeighborhood = this.firstCity + compiled.cities.length;
    this.firstZip = this.firstNeighborhood + compiled.neighborhoods.length;
    this.size = this.firstZip + compiled.zips.codes.length;
    for (let index = 0; index < this.firstZip; index++) this.#bySlug.set(this.slugAt(index), index);
  }

  findIndex(slug: string): number | undefined {
    return /^\d{5}$/.test(slug) ? this.zipIndex(Number(slug)) : this.#bySlug.get(slug);
  }

  zipIndex(code: number): number | undefined {
    const at = this.firstZipFrom(code);
    return this.compiled.zips.codes[at] === code ? this.firstZip + at : undefined;
  }

  firstZipFrom(code: number): number {
    const { codes } = this.compiled.zips;
    let low = 0;
    let high = codes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((codes[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  kindAt(index: number): PlaceKind {
    if (index < this.firstCounty) return 'state';
    if (index < this.firstCity) return 'county';
    if (index < this.firstNeighborhood) return 'city';
    return index < this.firstZip ? 'neighborhood' : 'zip';
  }

  slugAt(index: number): string {
    const { compiled } = this;
    if (index < this.firstCounty) return (compiled.states[index]?.[0] ?? '').toLowerCase();
    if (index < this.firstCity) return compiled.counties[index - this.firstCounty]?.[0] ?? '';
    if (index < this.firstNeighborhood) return compiled.cities[index - this.firstCity]?.[0] ?? '';
    if (index < this.firstZip) return compiled.neighborhoods[index - this.firstNeighborhood]?.[0] ?? '';
    return String(compiled.zips.codes[index - this.firstZip] ?? 0).padStart(5, '0');
  }

  nameAt(index: number): string {
    const { compiled } = this;
    if (index < this.firstCounty) return STATE_NAMES[index]?.name ?? '';
    if (index < this.firstCity) return compiled.counties[index - this.firstCounty]?.[1] ?? '';
    if (index < this.firstNeighborhood) return compiled.cities[index - this.firstCity]?.[1] ?? '';
    if (index < this.firstZip) return compiled.neighborhoods[index - this.firstNeighborhood]?.[1] ?? '';
    return this.slugAt(index);
  }

  koreanNameAt(index: number): string | undefined {
    return this.#koreanNames.get(index);
  }

  setKoreanName(index: number, name: string): void {
    this.#koreanNames.set(index, name);
  }

  populationAt(index: number): number {
    const { compiled } = this;
    if (index < this.firstCounty) return compiled.states[index]?.[4] ?? 0;
    if (index < this.firstCity) return compiled.counties[index - this.firstCounty]?.[7] ?? 0;
    if (index < this.firstNeighborhood) return compiled.cities[index - this.firstCity]?.[6] ?? 0;
    if (index < this.firstZip) return compiled.neighborhoods[index - this.firstNeighborhood]?.[8] ?? 0;
    return 0;
  }

  /** -1 for none and for itself. */
  parentsAt(index: number): { state: number; county: number; city: number } {
    const { compiled } = this;
    if (index < this.firstCounty) return { state: -1, county: -1, city: -1 };
    if (index < this.firstCity)
      return { state: this.#countyState(index - this.firstCounty), county: -1, city: -1 };
    if (index < this.firstNeighborhood) {
      const county = compiled.cities[index - this.firstCity]?.[2] ?? -1;
      return { state: this.#countyState(county), county: this.#countyIndex(county), city: -1 };
    }
    if (index < this.firstZip) {
      const row = compiled.neighborhoods[index - this.firstNeighborhood];
      const city = row?.[2] ?? -1;
      return {
        state: row?.[4] ?? -1,
        county: this.#countyIndex(row?.[3] ?? -1),
        city: city < 0 ? -1 : this.firstCity + city,
      };
    }
    const at = index - this.firstZip;
    const county = compiled.zips.counties[at] ?? -1;
    const city = compiled.zips.cities[at] ?? -1;
    return {
      state: this.#countyState(county),
      county: this.#countyIndex(county),
      city: city < 0 ? -1 : this.firstCity + city,
    };
  }

  stateAt(index: number): number {
    return index < this.firstCounty ? index : this.parentsAt(index).state;
  }

  positionAt(index: number): { latitude: number; longitude: number } {
    const { compiled } = this;
    if (index >= this.firstZip) {
      const at = index - this.firstZip;
      return {
        latitude: (compiled.zips.latitudes[at] ?? 0) / 1e4,
        longitude: (compiled.zips.longitudes[at] ?? 0) / 1e4,
      };
    }
    if (index < this.firstCounty) {
      const row = compiled.states[index];
      return { latitude: row?.[1] ?? 0, longitude: row?.[2] ?? 0 };
    }
    if (index < this.firstCity) {
      const row = compiled.counties[index - this.firstCounty];
      return { latitude: row?.[4] ?? 0, longitude: row?.[5] ?? 0 };
    }
    if (index < this.firstNeighborhood) {
      const row = compiled.cities[index - this.firstCity];
      return { latitude: row?.[3] ?? 0, longitude: row?.[4] ?? 0 };
    }
    const row = compiled.neighborhoods[index - this.firstNeighborhood];
    return { latitude: row?.[5] ?? 0, longitude: row?.[6] ?? 0 };
  }

  placeAt(index: number): Place {
    const { state, county, city } = this.parentsAt(index);
    return {
      id: this.slugAt(index),
      kind: this.kindAt(index),
      name: this.nameAt(index),
      nameKo: this.koreanNameAt(index) ?? null,
      stateCode: this.compiled.states[this.stateAt(index)]?.[0] ?? '',
      parents: [state, county, city].filter((parent) => parent >= 0).map((parent) => this.slugAt(parent)),
      ...this.positionAt(index),
      bounds: this.#boundsAt(index),
      population: this.populationAt(index),
    };
  }

  childrenAt(index: number): readonly number[] {
    if (this.#children === undefined) {
      this.#children = new Map();
      for (let child = this.firstCounty; child < this.size; child++) {
        const { state, county, city } = this.parentsAt(child);
        const parent = city >= 0 ? city : county >= 0 ? county : state;
        const siblings = this.#children.get(parent);
        if (siblings === undefined) this.#children.set(parent, [child]);
        else siblings.push(child);
      }
    }
    return this.#children.get(index) ?? [];
  }

  #boundsAt(index: number): Place['bounds'] {
    const { compiled } = this;
    const row =
      index < this.firstCounty
        ? compiled.states[index]?.[3]
        : index < this.firstCity
          ? compiled.counties[index - this.firstCounty]?.[6]
          : index < this.firstNeighborhood
            ? compiled.cities[index - this.firstCity]?.[5]
            : compiled.neighborhoods[index - this.firstNeighborhood]?.[7];
    if (row !== undefined) return row;
    // ZIPs have no outline here: 3 km around the centroid.
    const { latitude, longitude } = this.positionAt(index);
    const reach = toDegrees(3, latitude);
    return [
      longitude - reach.longitude,
      latitude - reach.latitude,
      longitude + reach.longitude,
      latitude + reach.latitude,
    ].map((degrees) => Math.round(degrees * 1e4) / 1e4) as unknown as Place['bounds'];
  }

  #countyState(county: number): number {
    return this.compiled.counties[county]?.[3] ?? -1;
  }

  #countyIndex(county: number): number {
    return county < 0 ? -1 : this.firstCounty + county;
  }
}
