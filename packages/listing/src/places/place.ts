import type { Bounds } from '../search/viewport.ts';

const PLACE_KINDS = ['state', 'county', 'city', 'neighborhood', 'zip'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place of the gazetteer. Its slug is its id in every call and address. */
export interface Place {
  id: string;
  kind: PlaceKind;
  /** English, without the state: "Irvine", "Orange County", "92620". */
  name: string;
  /** The Korean name we print; null where none is known (the English name is then shown). */
  nameKo: string | null;
  /** Two letters. */
  stateCode: string;
  /** Slugs, outermost first: state, county, city. */
  parents: readonly string[];
  latitude: number;
  longitude: number;
  /** Where a map should look. */
  bounds: Bounds;
  population: number;
}
