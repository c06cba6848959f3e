import { createHash } from 'node:crypto';
import type { Shelf, SlipstreamObject } from './slipstream-listing.ts';
import { milesBetween, type Parameters, parseNumbers, type Ring } from './slipstream-query.ts';
import type { SlipstreamSearch } from './slipstream-search.ts';

/** The kinds of area in `areas/{kind}/…`. */
export const AREA_KINDS = [
  'states',
  'counties',
  'places',
  'postal-cities',
  'zipcodes',
  'neighborhoods',
] as const;
export type AreaKind = (typeof AREA_KINDS)[number];

export interface Area {
  id: string;
  kind: AreaKind;
  name: string;
  state: string;
  county: string | undefined;
  latitude: number;
  longitude: number;
  /** Half the height of the area around its listings, in degrees. */
  halfHeight: number;
  halfWidth: number;
}

export interface School {
  id: string;
  name: string;
  level: 'elementary' | 'middle' | 'high';
  district: string | undefined;
  county: string | undefined;
  state: string;
  latitude: number;
  longitude: number;
}

const EVERY_SHELF: ReadonlySet<Shelf> = new Set(['listings', 'sales']);
const LEVELS = ['elementary', 'middle', 'high'] as const;

/** Places of a larger market are derived from this many listings. */
const MAX_LISTINGS = 50_000;

interface Gathered {
  county: string | undefined;
  district: string | undefined;
  latitudes: number[];
  longitudes: number[];
}

/** The members of an answer that are read here. */
type Located = {
  coordinates?: { latitude: unknown; longitude: unknown };
  address: { city?: string; state?: string; zip?: string };
  county?: string;
  subdivision?: string;
  schools?: { district?: string; elementary?: string; middle?: string; high?: string };
};

/** Areas and schools named by the market's listings, read once. */
export class SlipstreamPlaces {
  readonly #search: SlipstreamSearch;
  #reading: Promise<{ areas: Area[]; schools: School[] }> | null = null;

  constructor(search: SlipstreamSearch) {
    this.#search = search;
  }

  async findArea(id: string): Promise<Area | undefined> {
    const { areas } = await this.#read();
    return areas.find((area) => area.id === id.toLowerCase());
  }

  async searchAreas(kinds: readonly AreaKind[], parameters: Parameters): Promise<Area[]> {
    const { areas } = await this.#read();
    const keyword = parameters.get('keyword', 'name')?.toLowerCase();
    const states = parameters.list('state');
    const counties = parameters.list('county');
    const ids = parameters.list('id');
    const near = parseNear(parameters);
    const found = areas.filter(
      (area) =>
        kinds.includes(area.kind) &&
        (keyword === undefined || area.name.toLowerCase().includes(keyword)) &&
        (states === undefined || states.includes(area.state.toLowerCase())) &&
        (counties === undefined || counties.includes(area.county?.toLowerCase() ?? '')) &&
        (ids === undefined || ids.includes(area.id)) &&
        (near === undefined || milesBetween(area, near) <= near.miles),
    );
    return inOrder(found, parameters, near, (area) => area.name);
  }

  async searchSchools(parameters: Parameters): Promise<School[]> {
    const { schools } = await this.#read();
    const names = parameters.list('name');
    const states = parameters.list('state');
    const counties = parameters.list('county');
    const ids = parameters.list('id');
    const near = parseNear(parameters);
    const found = schools.filter(
      (school) =>
        (names === undefined || names.some((name) => school.name.toLowerCase().includes(name))) &&
        (states === undefined || states.includes(school.state.toLowerCase())) &&
        (counties === undefined || counties.includes(school.county?.toLowerCase() ?? '')) &&
        (ids === undefined || ids.includes(school.id)) &&
        (near === undefined || milesBetween(school, near) <= near.miles),
    );
    return inOrder(found, parameters, near, (school) => LEVELS.indexOf(school.level));
  }

  #read(): Promise<{ areas: Area[]; schools: School[] }> {
    this.#reading ??= this.#gather();
    return this.#reading;
  }

  async #gather(): Promise<{ areas: Area[]; schools: School[] }> {
    const areas = new Map<string, Gathered>();
    const schools = new Map<string, Gathered>();
    for await (const listing of this.#search.sample(EVERY_SHELF, MAX_LISTINGS)) {
      const { coordinates, address, county, subdivision, schools: taught = {} } = listing as Located;
      const { city, state, zip } = address;
      if (coordinates === undefined || state === undefined) continue;
      const note = (into: Map<string, Gathered>, name: string) => {
        let gathered = into.get(name);
        if (gathered === undefined) {
          gathered = { county, district: taught.district, latitudes: [], longitudes: [] };
          into.set(name, gathered);
        }
        gathered.latitudes.push(Number(coordinates.latitude));
        gathered.longitudes.push(Number(coordinates.longitude));
      };
      note(areas, `states|${state}|${state}`);
      if (county !== undefined) note(areas, `counties|${county}|${state}`);
      if (city !== undefined) note(areas, `places|${city}|${state}`);
      if (city !== undefined) note(areas, `postal-cities|${city}|${state}`);
      if (zip !== undefined) note(areas, `zipcodes|${zip}|${state}`);
      if (subdivision !== undefined) note(areas, `neighborhoods|${subdivision}|${state}`);
      for (const level of LEVELS) {
        const name = taught[level];
        if (name !== undefined) note(schools, `${level}|${name}|${county ?? ''}|${state}`);
      }
    }
    return {
      areas: [...areas].map(([key, { county: within, latitudes, longitudes }]): Area => {
        const [kind, name, state] = key.split('|') as [AreaKind, string, string];
        const [latitude, halfHeight] = computeMiddle(latitudes);
        const [longitude, halfWidth] = computeMiddle(longitudes);
        const county = kind === 'states' ? undefined : within;
        return { id: hashId(key), kind, name, state, county, latitude, longitude, halfHeight, halfWidth };
      }),
      schools: [...schools].map(([key, { county, district, latitudes, longitudes }]): School => {
        const [level, name, , state] = key.split('|') as [School['level'], string, string, string];
        return {
          id: hashId(key),
          name,
          level,
          district,
          county,
          state,
          latitude: computeMiddle(latitudes)[0],
          longitude: computeMiddle(longitudes)[0],
        };
      }),
    };
  }
}

/** An octagon around the center, closed, longitude first. */
export function drawBoundary(area: Area): Ring {
  const ring = Array.from({ length: 8 }, (_, corner): readonly [number, number] => {
    const angle = (corner / 8 + 1 / 16) * 2 * Math.PI;
    return [
      area.longitude + area.halfWidth * 1.1 * Math.cos(angle),
      area.latitude + area.halfHeight * 1.1 * Math.sin(angle),
    ];
  });
  return [...ring, ring[0]!];
}

export function areaAnswer(area: Area, withDetails: boolean): SlipstreamObject {
  const { id, name, state, county, latitude, longitude } = area;
  return {
    id,
    name,
    type: area.kind,
    state,
    ...(county === undefined ? {} : { county }),
    ...(withDetails
      ? {
          centroid: { latitude, longitude },
          boundary: { type: 'Polygon', coordinates: [drawBoundary(area)] },
        }
      : {}),
  };
}

export function schoolAnswer(school: School, withDetails: boolean): SlipstreamObject {
  const { id, name, level, state, district, county, latitude, longitude } = school;
  return {
    id,
    name,
    level,
    state,
    ...(county === undefined ? {} : { county }),
    ...(withDetails
      ? {
          ...(district === undefined ? {} : { district }),
          admission: 'public',
          coordinates: { latitude, longitude },
        }
      : {}),
  };
}

function parseNear(parameters: Parameters) {
  const circle = parameters.get('circle');
  if (circle === undefined) return undefined;
  const [latitude, longitude, miles] = parseNumbers('circle', circle, (count) => count === 3);
  return { latitude: latitude!, longitude: longitude!, miles: miles! };
}

function inOrder<T extends { latitude: number; longitude: number }>(
  found: T[],
  parameters: Parameters,
  near: { latitude: number; longitude: number } | undefined,
  usual: (one: T) => string | number,
): T[] {
  const byDistance = near !== undefined && /^distance$/i.test(parameters.get('sortField') ?? '');
  const way = /^desc/i.test(parameters.get('sortOrder') ?? '') ? -1 : 1;
  const rank = new Map(found.map((one) => [one, byDistance ? milesBetween(one, near) : usual(one)]));
  return found.sort((a, b) => {
    const [x, y] = [rank.get(a)!, rank.get(b)!];
    return x === y ? 0 : x < y ? -way : way;
  });
}

/** The median and the distance within which nine of ten values lie: robust against a swapped position. */
function computeMiddle(values: number[]): [middle: number, reach: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[sorted.length >> 1]!;
  const distances = sorted.map((value) => Math.abs(value - middle)).sort((a, b) => a - b);
  return [middle, Math.max(0.002, distances[Math.floor((distances.length - 1) * 0.9)]!)];
}

/** 32 hexadecimal digits, as in the provider's neighborhoods. */
const hashId = (key: string): string => createHash('md5').update(key.toLowerCase()).digest('hex');
