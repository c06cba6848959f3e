import type { Gazetteer } from '@maru/gazetteer';
import type { Place, SearchType } from '@maru/listing';
import type { Locale } from '@maru/words';
import { placeLabels } from './place-label.ts';
import { Refusal } from './refusal.ts';

/** 404 with the places that one may have meant. */
export function placeNotFound(
  gazetteer: Gazetteer,
  text: string,
  locale: Locale,
  searchType: SearchType,
): Refusal {
  const found = gazetteer.resolve(text, { locale });
  const near: readonly Place[] =
    'place' in found ? [found.place] : 'ambiguous' in found ? found.ambiguous : found.nearest;
  return new Refusal(404, 'place_not_found', {
    values: { text: text.slice(0, 60) },
    data: {
      ...('ambiguous' in found ? { areNamesakes: true } : {}),
      suggestions: placeLabels(near.slice(0, 8), locale, gazetteer).map((name, at) => ({
        name,
        path: `/homes/for_${searchType}/${near[at]?.id}`,
      })),
    },
  });
}
