import { foldText } from '../fold.ts';
import data from './landmarks.json' with { type: 'json' };

/** A place that is no area: a university, an airport, a store of a chain. */
export interface Landmark {
  name: string;
  latitude: number;
  longitude: number;
}

/** Names in both languages separated by "|", then the position, within about a kilometer; of a chain one for each store. */
type Row = readonly [name: string, spellings: string, ...positions: (readonly [number, number])[]];

const BY_NAME = new Map(
  (data as unknown as Row[]).flatMap(([name, spellings, ...positions]) => {
    const points = positions.map(([latitude, longitude]): Landmark => ({ name, latitude, longitude }));
    return spellings.split('|').map((spelling) => [foldText(spelling), points] as const);
  }),
);

/** The landmarks of exactly this name; several for a chain, none for an unknown name. */
export function findLandmarks(name: string): readonly Landmark[] {
  return BY_NAME.get(foldText(name)) ?? [];
}
