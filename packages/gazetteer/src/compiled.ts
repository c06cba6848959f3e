import { fileURLToPath } from 'node:url';

/** Written by dev/scripts/build-gazetteer.ts. Indices are row numbers of the other tables; -1 means none. */
export interface CompiledGazetteer {
  version: typeof COMPILED_VERSION;
  states: StateRow[];
  counties: CountyRow[];
  cities: CityRow[];
  neighborhoods: NeighborhoodRow[];
  /** Columns, sorted by code. Positions in 1/10,000 degree. */
  zips: { codes: number[]; cities: number[]; counties: number[]; latitudes: number[]; longitudes: number[] };
}

export const COMPILED_VERSION = 3;

export const GAZETTEER_FILE = fileURLToPath(new URL('../dist/gazetteer.json', import.meta.url));

type Box = [west: number, south: number, east: number, north: number];

export type StateRow = [code: string, latitude: number, longitude: number, bounds: Box, population: number];
/** `base` is the name without County, Parish and the like. */
export type CountyRow = [
  slug: string,
  name: string,
  base: string,
  state: number,
  latitude: number,
  longitude: number,
  bounds: Box,
  population: number,
];
export type CityRow = [
  slug: string,
  name: string,
  county: number,
  latitude: number,
  longitude: number,
  bounds: Box,
  population: number,
];
/** `circles` are [latitude, longitude, kilometers]; `counties` are rows of whole counties. */
export type NeighborhoodRow = [
  slug: string,
  name: string,
  city: number,
  county: number,
  state: number,
  latitude: number,
  longitude: number,
  bounds: Box,
  population: number,
  circles: [number, number, number][],
  counties: number[],
];
