import type { Words } from '../i18n/words.tsx';
import type { NamedPlace } from './front-data.ts';

/** A place in the page's language. */
export function nameOf(place: NamedPlace, locale: Words['locale']): string {
  return locale === 'ko' ? (place.nameKo ?? place.name) : place.name;
}
