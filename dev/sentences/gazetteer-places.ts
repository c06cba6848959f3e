import { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';

/** The places that the product knows, by whole name: what the server passes to the grammar of sentences. */
export async function gazetteerPlaces(): Promise<
  (name: string) => { place: Place } | { ambiguous: readonly Place[] } | undefined
> {
  const gazetteer = await Gazetteer.load(await buildGazetteer());
  return (name) => gazetteer.findNamed(name);
}
