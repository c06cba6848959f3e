import type { Bounds } from '../search/viewport.ts';

const PLACE_KINDS = ['state', 'county', 'city', 'neighborhood', 'zip'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** The slug is the id in the API and in URLs. */
export interface Place {
  id: string;
  kind: PlaceKind;
  /** English, without the state: "Irvine", "Orange County", "92620". */
  name: string;
  /** Korean display name; null when unknown (the English name is shown). */
  nameKo: string | null;
  /** Two letters. */
  stateCode: string;
  /** Slugs, outermost first: state, county, city. */
  parents: readonly string[];
  latitude: number;
  longitude: number;
  bounds: Bounds;
  population: number;
}
