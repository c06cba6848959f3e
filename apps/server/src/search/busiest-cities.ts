import type { Place } from '@maru/listing/places';
import type { Parts } from '../parts.ts';

/** The cities with the most homes for sale; ties by id. */
export function findBusiestCities(
  { gazetteer, index }: Pick<Parts, 'gazetteer' | 'index'>,
  most: number,
): Place[] {
  const slugs = [...index.countsByPlace('sale')].filter(([, count]) => count > 0);
  slugs.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const cities: Place[] = [];
  for (const [slug] of slugs) {
    if (cities.length === most) break;
    const place = gazetteer.findPlace(slug);
    if (place?.kind === 'city') cities.push(place);
  }
  return cities;
}
