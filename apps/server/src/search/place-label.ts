import type { PlaceLink } from '@maru/contract';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import type { Locale } from '@maru/words';

/**
 * A label for each place of a list: "Irvine, CA" · "어바인 (Irvine), CA". States stand alone, neighborhoods include their
 * city, and equal names within a state their county: "Glendale (Hamilton County), OH".
 */
export function placeLabels(
  places: readonly Place[],
  locale: Locale,
  gazetteer: Pick<Gazetteer, 'findParent'>,
): string[] {
  const plain = places.map((place) =>
    formatLabel(place, locale, {
      city: place.kind === 'neighborhood' ? gazetteer.findParent(place, 'city') : undefined,
    }),
  );
  return places.map((place, at) => {
    const label = plain[at] as string;
    if (plain.filter((other) => other === label).length < 2) return label;
    const county = gazetteer.findParent(place, 'county');
    return county === undefined ? label : formatLabel(place, locale, { county: county.name });
  });
}

function formatLabel(
  { kind, name, nameKo, stateCode }: Place,
  locale: Locale,
  { city, county }: { city?: Place; county?: string },
): string {
  const inKorean = locale === 'ko' && nameKo !== null && nameKo !== name;
  const notes = [inKorean ? name : undefined, county].filter(Boolean).join(', ');
  const own = `${inKorean ? nameKo : name}${notes === '' ? '' : ` (${notes})`}`;
  const cityName = locale === 'ko' ? (city?.nameKo ?? city?.name) : city?.name;
  return [own, cityName, kind === 'state' ? undefined : stateCode].filter(Boolean).join(', ');
}

export function placeLink(place: Place): PlaceLink {
  return { slug: place.id, kind: place.kind, name: place.name, nameKo: place.nameKo };
}
