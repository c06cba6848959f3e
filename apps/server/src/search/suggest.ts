import type { Suggestion } from '@maru/contract';
import type { SearchType } from '@maru/listing';
import { formatStreet, homePath, slugify, streetSlug } from '@maru/listing/places';
import { normalizePlaceText, searchPath } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import type { Parts } from '../parts.ts';
import { toEnglishSchool } from './korean-schools.ts';
import { placeLabels } from './place-label.ts';

/** Maximum number of schools beside places and addresses. */
const MAX_SCHOOLS = 3;

type Named = Pick<Parts, 'gazetteer'> & { placeNames: Pick<Parts['placeNames'], 'suggest'> };

/** Imported schools and districts, as the searches of their homes; a Korean name finds the English one. */
export function suggestSchools(
  text: string,
  {
    searchType,
    limit,
    kind,
  }: { searchType: SearchType; limit: number; kind?: 'school' | 'district' | undefined },
  { gazetteer, placeNames }: Named,
): Suggestion[] {
  return placeNames.suggest(toEnglishSchool(text, gazetteer), limit, kind).map(
    ({ kind, id, name, city, state }): Suggestion => ({
      kind,
      name: [name, city, state].filter(Boolean).join(', '),
      path: `/homes/for_${searchType}?${kind === 'school' ? 'school' : 'schoolDistrict'}=${encodeURIComponent(id)}`,
      count: 0,
      guessed: false,
    }),
  );
}

/** Suggestions for `GET /home/suggest`, best first: places, streets, addresses and MLS numbers. */
export function suggest(
  text: string,
  options: { locale: Locale; searchType: SearchType; limit: number },
  {
    gazetteer,
    addresses,
    index,
    placeNames,
  }: Pick<Parts, 'gazetteer' | 'addresses' | 'index'> & { placeNames: Pick<Parts['placeNames'], 'suggest'> },
): Suggestion[] {
  const { locale, searchType, limit } = options;
  const typed = normalizePlaceText(text);
  if (typed === '') return [];
  const sale = index.countsByPlace('sale');
  const rent = index.countsByPlace('rent');
  // Ranked by all homes, the same for sale and rent; the count shown is that of the link.
  const countHomes = (id: string) => (sale.get(id) ?? 0) + (rent.get(id) ?? 0);
  const shown = searchType === 'rent' ? rent : sale;

  const found = gazetteer.suggest(typed, { locale, limit, countHomes });
  const labels = placeLabels(
    found.map(({ place }) => place),
    locale,
    gazetteer,
  );
  const places = found.map(
    ({ place, matched }, at): Suggestion => ({
      kind: place.kind,
      slug: place.id,
      name: labels[at] ?? place.name,
      path: `/homes/for_${searchType}/${place.id}`,
      count: shown.get(place.id) ?? 0,
      guessed: matched === 'layout' || matched === 'typo',
    }),
  );
  const homes = addresses.suggest(typed, limit).map((one): Suggestion => {
    if (one.kind === 'street') {
      const { name, city, stateOrProvince: state, postalCode: zip, active } = one;
      const place = [zip, `${slugify(city ?? '')}-${(state ?? '').toLowerCase()}`].find(
        (slug) => slug !== null && gazetteer.findPlace(slug) !== undefined,
      );
      return {
        kind: 'street',
        name: [name, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        path: searchPath({ searchType, place: place ?? undefined, street: streetSlug(name) }),
        count: active[searchType],
        guessed: false,
      };
    }
    const { card } = one;
    const where = [
      formatStreet(card),
      card.city,
      [card.stateOrProvince, card.postalCode].filter(Boolean).join(' '),
    ];
    return {
      kind: one.kind,
      homeId: card.homeId,
      name:
        one.kind === 'listing'
          ? [`MLS# ${card.listingId}`, card.city].filter(Boolean).join(', ')
          : where.filter(Boolean).join(', '),
      path: homePath(card),
      count: 1,
      guessed: false,
    };
  });
  // Input that starts like a house number is an address first; ZIP codes and names are places first.
  const addressFirst = /^\d+\s+\S/.test(typed) || (places.length === 0 && homes.length > 0);
  const literal = places.filter((place) => !place.guessed);
  const guessed = homes.length > 0 ? [] : places.filter((place) => place.guessed);
  const ordered = addressFirst ? [...homes, ...literal, ...guessed] : [...literal, ...homes, ...guessed];
  const schools = suggestSchools(typed, { searchType, limit: MAX_SCHOOLS }, { gazetteer, placeNames });
  return [...ordered.slice(0, limit - Math.min(schools.length, limit - 1)), ...schools].slice(0, limit);
}
