import type { Place } from '@maru/listing/places';
import type { Parts } from '../parts.ts';

/** The cities with the most homes for sale; ties by id. */
export function findBusiestCities(
  { gazetteer, index }: Pick<Parts, 'gazetteer' | 'index'>,
  most: number,
): Place[] {
  return [...index.countsByPlace('sale')]
    .flatMap(([id, count]) => {
      const place = gazetteer.findPlace(id);
      return place?.kind === 'city' && count > 0 ? [{ place, count }] : [];
    })
    .sort((a, b) => b.count - a.count || (a.place.id < b.place.id ? -1 : 1))
    .slice(0, most)
    .map(({ place }) => place);
}
