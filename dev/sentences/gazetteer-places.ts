import { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';

/** The product's places by full name, as the server passes them to the sentence parser. */
export async function gazetteerPlaces(): Promise<
  (name: string) => { place: Place } | { ambiguous: readonly Place[] } | undefined
> {
  const gazetteer = await Gazetteer.load(await buildGazetteer());
  return (name) => gazetteer.findNamed(name);
}
