import type { Gazetteer, Resolved } from '@maru/gazetteer';
import type { SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import type { SearchQuery } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import { ApiError } from '../http/api-error.ts';
import { placeLabels } from './place-label.ts';

/** Maximum number of suggestions. */
const MAX_NAMED = 8;

/** @throws ApiError 404 for the first place of a search that does not exist */
export function requirePlaces(
  { place, otherPlaces = [], notPlaces = [], searchType }: SearchQuery,
  gazetteer: Gazetteer,
  locale: Locale,
): void {
  const places = [place, ...otherPlaces, ...notPlaces].filter((one) => one !== undefined);
  const unknown = places.find((one) => gazetteer.findPlace(one) === undefined);
  if (unknown !== undefined) throw placeNotFound(gazetteer, unknown, locale, searchType);
}

/**
 * 404 with suggestions: homes and streets (`ours`, none by default), then places. `found`: what the text resolves to,
 * if already known.
 */
export function placeNotFound(
  gazetteer: Gazetteer,
  text: string,
  locale: Locale,
  searchType: SearchType,
  ours: readonly { name: string; path: string }[] = [],
  found: Resolved = gazetteer.resolve(text, { locale }),
): ApiError {
  const near: readonly Place[] =
    'place' in found ? [found.place] : 'ambiguous' in found ? found.ambiguous : found.nearest;
  return new ApiError(404, 'place_not_found', {
    values: { text: text.slice(0, 60) },
    data: {
      ...('ambiguous' in found ? { areNamesakes: true } : {}),
      suggestions: [
        ...ours.map(({ name, path }) => ({ name, path })),
        ...placeLabels(near.slice(0, MAX_NAMED), locale, gazetteer).map((name, at) => ({
          name,
          path: `/homes/for_${searchType}/${near[at]?.id}`,
        })),
      ].slice(0, MAX_NAMED),
    },
  });
}
