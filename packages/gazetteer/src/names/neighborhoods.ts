import data from './neighborhoods.json' with { type: 'json' };

/**
 * Places missing from public city files. Circles are approximate and deliberately generous: a home at the edge belongs to
 * both sides. The slug is `<name>-<city>-<state>`, without a city `<name>-<state>`.
 */
export interface NeighborhoodName {
  name: string;
  /** Null for a region over several cities. */
  city: string | null;
  stateCode: string;
  /** The first circle is the center; a radius of 0 only defines the center. */
  circles: readonly Circle[];
  counties: readonly string[];
  /** Approximate, for ranking only. */
  population: number;
}

/** Degrees and kilometers. */
type Circle = readonly [latitude: number, longitude: number, radiusKm: number];

/** A neighborhood in the data file. The county, if any, is a whole one: a borough of New York. */
type Row = readonly [name: string, ...circle: Circle, population: number, county?: string];

export const NEIGHBORHOODS: readonly NeighborhoodName[] = [
  ...data.cities.flatMap(({ city, stateCode, neighborhoods }) =>
    (neighborhoods as unknown as Row[]).map(([name, latitude, longitude, radiusKm, population, county]) => ({
      name,
      city,
      stateCode,
      circles: [[latitude, longitude, radiusKm] as const],
      counties: county === undefined ? [] : [county],
      population,
    })),
  ),
  ...data.regions.map((region) => ({
    ...region,
    city: null,
    circles: region.circles as unknown as Circle[],
  })),
];
