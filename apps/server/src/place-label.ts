import type { PlaceLink } from '@maru/contract';
import type { Place } from '@maru/listing';
import type { Locale } from '@maru/words';

/** "Irvine, CA" · "어바인 (Irvine), CA"; a state or a ZIP code has no state behind it, a Korean ZIP its city's. */
export function placeLabel(place: Place, locale: Locale): string {
  const state = place.kind === 'state' ? '' : `, ${place.stateCode}`;
  if (locale === 'en' || place.nameKo === null || place.nameKo === place.name) return `${place.name}${state}`;
  return `${place.nameKo} (${place.name})${state}`;
}

export function placeLink(place: Place): PlaceLink {
  return { slug: place.id, kind: place.kind, name: place.name, nameKo: place.nameKo };
}
