import { findLandmarks, Gazetteer, type Landmark } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';

/** The product's places by full name, as the server passes them to the sentence parser. */
export async function gazetteerPlaces(): Promise<
  (
    name: string,
  ) => { place: Place } | { ambiguous: readonly Place[] } | { points: readonly Landmark[] } | undefined
> {
  const gazetteer = await Gazetteer.load(await buildGazetteer());
  return (name) => {
    const points = findLandmarks(name);
    return points.length > 0 ? { points } : gazetteer.findNamed(name);
  };
}
