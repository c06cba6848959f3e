import type { PlaceLink } from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing';
import type { Locale } from '@maru/words';

/**
 * A label for each place of a list: "Irvine, CA" · "어바인 (Irvine), CA". A state stands alone; two of one name in one
 * state are told apart by their counties: "Glendale (Hamilton County), OH".
 */
export function placeLabels(
  places: readonly Place[],
  locale: Locale,
  gazetteer: Pick<Gazetteer, 'findPlace'>,
): string[] {
  const plain = places.map((place) => labelOf(place, locale));
  return places.map((place, at) => {
    const label = plain[at] as string;
    if (plain.filter((other) => other === label).length < 2) return label;
    const county = place.parents
      .map((id) => gazetteer.findPlace(id))
      .find((parent) => parent?.kind === 'county');
    return county === undefined ? label : labelOf(place, locale, county.name);
  });
}

function labelOf({ kind, name, nameKo, stateCode }: Place, locale: Locale, county?: string): string {
  const state = kind === 'state' ? '' : `, ${stateCode}`;
  const inKorean = locale === 'ko' && nameKo !== null && nameKo !== name;
  const notes = [inKorean ? name : undefined, county].filter(Boolean).join(', ');
  return `${inKorean ? nameKo : name}${notes === '' ? '' : ` (${notes})`}${state}`;
}

export function placeLink(place: Place): PlaceLink {
  return { slug: place.id, kind: place.kind, name: place.name, nameKo: place.nameKo };
}
