import type { District } from '@maru/contract';
import type { Place, PlaceKind } from '@maru/listing/places';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { findBusiestCities } from '../search/busiest-cities.ts';

const BUSIEST = 24;

/** The four /district calls: states, counties, cities with their counts of homes. */
export function registerDistrictRoutes(
  app: FastifyInstance,
  { gazetteer, index }: Pick<Parts, 'gazetteer' | 'index'>,
): void {
  const district = (place: Place): District => ({
    id: place.id,
    kind: place.kind,
    name: place.name,
    nameKo: place.nameKo,
    stateCode: place.stateCode,
    latitude: place.latitude,
    longitude: place.longitude,
    sale: index.countsByPlace('sale').get(place.id) ?? 0,
    rent: index.countsByPlace('rent').get(place.id) ?? 0,
  });
  const load = (id: string, kind: PlaceKind): Place => {
    const place = gazetteer.findPlace(id);
    if (place?.kind !== kind) throw new ApiError(404, 'place_not_found', { values: { text: id } });
    return place;
  };
  const findChildren = (id: string, kind: PlaceKind) =>
    gazetteer
      .findChildren(id)
      .filter((child) => child.kind === kind)
      .map(district);
  const findState = (place: Place): District => {
    const state = gazetteer.findParent(place, 'state');
    if (state === undefined) throw new Error(`place ${place.id} lies in no state`);
    return district(state);
  };

  serve(app, 'listStates', async () => ({
    states: gazetteer.statesInOrder().map(district),
    busiestCities: findBusiestCities({ gazetteer, index }, BUSIEST).map(district),
  }));

  serve(app, 'listStateDistricts', async ({ params }) => {
    const state = load(params.id, 'state');
    const counties = gazetteer.findChildren(state.id).filter((child) => child.kind === 'county');
    return {
      state: district(state),
      counties: counties.map((county) => ({ ...district(county), cities: findChildren(county.id, 'city') })),
    };
  });

  serve(app, 'findCounty', async ({ params }) => {
    const county = load(params.id, 'county');
    return { county: district(county), state: findState(county), cities: findChildren(county.id, 'city') };
  });

  serve(app, 'findCity', async ({ params }) => {
    const city = load(params.id, 'city');
    const county = gazetteer.findParent(city, 'county');
    return {
      city: district(city),
      county: county === undefined ? null : district(county),
      state: findState(city),
      zips: findChildren(city.id, 'zip'),
      neighborhoods: findChildren(city.id, 'neighborhood'),
    };
  });
}
