import type { District, ROUTES, RouteResponse } from '@maru/contract';
import type { Place, PlaceKind } from '@maru/listing/places';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../http/api-error.ts';
import { EncodedBody, sendEncoded } from '../http/encoded-body.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { findBusiestCities } from '../search/busiest-cities.ts';

const BUSIEST = 24;
/** How long the districts of a state are sent again while the index changes (ms), as pages are: Texas has 300 KB of them. */
const FRESH_FOR = 3_000;
const STATES = 60;

type StateDistricts = RouteResponse<(typeof ROUTES)['listStateDistricts']>;

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

  const bodies = new LRUCache<string, EncodedBody>({ max: STATES, ttl: FRESH_FOR });
  serve(app, 'listStateDistricts', async (request, reply) => {
    const state = load(request.params.id, 'state');
    const body = bodies.get(state.id) ?? new EncodedBody(Buffer.from(JSON.stringify(listDistricts(state))));
    if (!bodies.has(state.id)) bodies.set(state.id, body);
    reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8');
    return await sendEncoded(body, request, reply);
  });

  function listDistricts(state: Place): StateDistricts {
    const counties = gazetteer.findChildren(state.id).filter((child) => child.kind === 'county');
    return {
      state: district(state),
      counties: counties.map((county) => ({ ...district(county), cities: findChildren(county.id, 'city') })),
    };
  }

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
