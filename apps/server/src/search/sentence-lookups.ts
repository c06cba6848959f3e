import { findLandmarks } from '@maru/gazetteer';
import { slugify } from '@maru/listing/places';
import type { NamedSchool, SentenceSettings } from '@maru/sentence';
import type { PlaceName } from '@maru/store';
import type { Parts } from '../parts.ts';
import { toEnglishName } from './korean-schools.ts';

type Lookups = Required<Pick<SentenceSettings, 'findPlace' | 'findSchools' | 'findMisspelled'>>;

/** What a sentence is asked about: places, landmarks, schools of the imported files or of the listings, and slips. */
export function sentenceLookups({
  gazetteer,
  index,
  placeNames,
}: Pick<Parts, 'gazetteer' | 'placeNames'> & {
  index: Pick<Parts['index'], 'countsByPlace' | 'knowsSchool'>;
}): Lookups {
  const countHomes = (id: string) =>
    (index.countsByPlace('sale').get(id) ?? 0) + (index.countsByPlace('rent').get(id) ?? 0);
  const toSchool = ({ id, name, city, state, latitude, longitude }: PlaceName): NamedSchool => ({
    id,
    name,
    placeIds: state === null ? [] : [state.toLowerCase(), `${slugify(city ?? '')}-${state.toLowerCase()}`],
    ...(latitude === null || longitude === null ? {} : { latitude, longitude }),
  });
  return {
    findPlace: (name) => {
      const points = findLandmarks(name);
      return points.length > 0 ? { points } : gazetteer.findNamed(name);
    },
    findMisspelled: (name) => gazetteer.findMisspelled(name, countHomes),
    findSchools: (said, level) => {
      const name = toEnglishName(said, gazetteer);
      if (name === undefined) return [];
      const imported = placeNames.findSchools(name, level);
      if (imported.length > 0) return imported.map(toSchool);
      const [slug, label] = [slugify(`${name} ${level}`), `${name} ${level}`];
      return index.knowsSchool(slug) ? [{ id: slug, name: label, placeIds: [] }] : [];
    },
  };
}
