import type { PlaceIds } from '@maru/listing';
import { distanceKm } from './distance.ts';
import { foldName, foldText } from './fold.ts';
import { hasHangul } from './hangul.ts';
import { NearestZip } from './nearest-zip.ts';
import type { PlaceTable } from './place-table.ts';
import type { SpellingIndex } from './spelling-index.ts';

/** Each may be missing. */
export interface Whereabouts {
  city: string | null;
  countyOrParish: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface Located {
  placeIds: PlaceIds;
  /** Where a home with a withheld address is displayed. Null for an unknown ZIP. */
  postalCentre: { latitude: number; longitude: number } | null;
}

/** A ZIP's centroid is accurate enough for regions of this radius, but not for neighborhoods. */
const WIDE_KM = 5;

export class Locator {
  readonly #table: PlaceTable;
  readonly #spellings: SpellingIndex;
  readonly #nearest: NearestZip;
  readonly #cityByName = new Map<string, readonly number[]>();
  readonly #countyByName = new Map<string, number>();

  constructor(table: PlaceTable, spellings: SpellingIndex) {
    this.#table = table;
    this.#spellings = spellings;
    this.#nearest = new NearestZip(table);
    for (let index = table.firstCounty; index < table.firstCity; index++) {
      const [, name, base] = table.compiled.counties[index - table.firstCounty] ?? ['', '', ''];
      const state = table.stateAt(index);
      // Fairfax County and Fairfax City: the bare name is the county.
      for (const key of [foldName(name), foldName(base)]) {
        if (!this.#countyByName.has(`${state}|${key}`)) this.#countyByName.set(`${state}|${key}`, index);
      }
    }
  }

  locate(where: Whereabouts): Located {
    const table = this.#table;
    const zip = this.#findZip(where.postalCode);
    const zipParents = zip === undefined ? undefined : table.parentsAt(zip);
    const point = readPoint(where);
    const near = point === undefined ? undefined : this.#nearest.find(point.latitude, point.longitude);
    const nearParents = near === undefined ? undefined : table.parentsAt(near);

    const state =
      this.#spellings.states.get(foldText(where.stateOrProvince ?? '')) ??
      zipParents?.state ??
      nearParents?.state;
    const position = point ?? (zip === undefined ? undefined : table.positionAt(zip));

    const named = state === undefined ? [] : this.#citiesNamed(where.city, state);
    const statedCounty = state === undefined ? undefined : this.#countyNamed(where.countyOrParish, state);
    const place = this.#choose(named, statedCounty, position);
    const isNeighborhood = place !== undefined && table.kindAt(place) === 'neighborhood';
    // A ZIP or position in another state is an error of the feed.
    const zipAgrees = zipParents !== undefined && zipParents.state === state;
    const nearAgrees = nearParents !== undefined && nearParents.state === state;
    const city =
      (isNeighborhood ? orUndefined(table.parentsAt(place).city) : place) ??
      (zipAgrees ? orUndefined(zipParents.city) : undefined) ??
      (nearAgrees ? orUndefined(nearParents.city) : undefined);
    const county =
      statedCounty ??
      (zipAgrees ? orUndefined(zipParents.county) : undefined) ??
      (nearAgrees ? orUndefined(nearParents.county) : undefined) ??
      (city === undefined ? undefined : orUndefined(table.parentsAt(city).county));

    const neighborhoods = this.#findNeighborhoods(
      position,
      point === undefined ? WIDE_KM : 0,
      state,
      county,
      city,
    );
    if (isNeighborhood && !neighborhoods.includes(place)) neighborhoods.push(place);
    const toSlug = (index: number | undefined) => (index === undefined ? null : table.slugAt(index));
    return {
      placeIds: {
        state: toSlug(state),
        county: toSlug(county),
        city: toSlug(city),
        zip: toSlug(zip ?? (where.postalCode === null && nearAgrees ? near : undefined)),
        neighborhoods: neighborhoods.map((index) => table.slugAt(index)),
      },
      postalCentre: zip === undefined ? null : table.positionAt(zip),
    };
  }

  #findZip(postalCode: string | null): number | undefined {
    const code = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(postalCode ?? '')?.[1];
    return code === undefined ? undefined : this.#table.zipIndex(Number(code));
  }

  /** Cities, and neighborhoods that feeds use as cities, with that name in the state. */
  #citiesNamed(city: string | null, state: number): readonly number[] {
    if (city === null || city.trim() === '') return [];
    const cacheKey = `${state}|${city}`;
    const cached = this.#cityByName.get(cacheKey);
    if (cached !== undefined) return cached;
    const { latin, koreanByKey } = this.#spellings;
    const text = city.slice(0, 100);
    const spelling = hasHangul(text) ? koreanByKey.get(foldText(text)) : undefined;
    const found = [
      ...(latin.get(foldName(text)) ?? latin.get(foldText(text)) ?? []),
      ...(spelling === undefined ? [] : [...spelling.own, ...spelling.shared]),
    ].filter((index) => index >= this.#table.firstCity && this.#table.stateAt(index) === state);
    // Feeds repeat a few thousand names; the limit bounds memory for anything else.
    if (this.#cityByName.size > 50_000) this.#cityByName.clear();
    this.#cityByName.set(cacheKey, found);
    return found;
  }

  #countyNamed(county: string | null, state: number): number | undefined {
    if (county === null || county.trim() === '') return undefined;
    const text = county.slice(0, 100);
    const plain = text.replace(/\b(?:county|parish|borough|municipio|census area|municipality)\b/gi, ' ');
    return (
      this.#countyByName.get(`${state}|${foldName(text)}`) ??
      this.#countyByName.get(`${state}|${foldName(plain)}`)
    );
  }

  /** The one in the named county, else the nearest, else the largest. Towns before neighborhoods. */
  #choose(
    candidates: readonly number[],
    county: number | undefined,
    position: { latitude: number; longitude: number } | undefined,
  ): number | undefined {
    if (candidates.length < 2) return candidates[0];
    const table = this.#table;
    const inCounty =
      county === undefined ? [] : candidates.filter((index) => table.parentsAt(index).county === county);
    const rank = (index: number) => {
      const isCity = table.kindAt(index) === 'city';
      if (position === undefined) return isCity ? -table.populationAt(index) : 1;
      const at = table.positionAt(index);
      return distanceKm(position.latitude, position.longitude, at.latitude, at.longitude) - (isCity ? 15 : 0);
    };
    return [...(inCounty.length > 0 ? inCounty : candidates)].sort((a, b) => rank(a) - rank(b))[0];
  }

  #findNeighborhoods(
    position: { latitude: number; longitude: number } | undefined,
    leastRadius: number,
    state: number | undefined,
    county: number | undefined,
    city: number | undefined,
  ): number[] {
    const table = this.#table;
    const found: number[] = [];
    const countyRow = county === undefined ? -1 : county - table.firstCounty;
    table.compiled.neighborhoods.forEach((row, i) => {
      if (row[4] !== state) return;
      const [, , parent, , , , , [west, south, east, north], , circles, counties] = row;
      // A neighborhood contains no homes of another city.
      if (parent >= 0 && (city === undefined || city - table.firstCity !== parent)) return;
      if (counties.includes(countyRow)) {
        found.push(table.firstNeighborhood + i);
        return;
      }
      if (position === undefined) return;
      const { latitude, longitude } = position;
      if (latitude < south || latitude > north || longitude < west || longitude > east) return;
      if (
        circles.some(
          ([y, x, radius]) => radius >= leastRadius && distanceKm(latitude, longitude, y, x) <= radius,
        )
      ) {
        found.push(table.firstNeighborhood + i);
      }
    });
    return found;
  }
}

function readPoint({
  latitude,
  longitude,
}: Whereabouts): { latitude: number; longitude: number } | undefined {
  if (latitude === null || longitude === null) return undefined;
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined;
  // Feeds use 0, 0 for unknown positions.
  return Math.abs(latitude) < 0.01 && Math.abs(longitude) < 0.01 ? undefined : { latitude, longitude };
}

function orUndefined(index: number): number | undefined {
  return index < 0 ? undefined : index;
}
