import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import type { Route } from '../api/route.ts';

/** A state, county or city with how many active homes it has. Ids are place slugs. */
export const District = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  nameKo: Type.Union([Type.String(), Type.Null()]),
  stateCode: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  sale: Type.Integer(),
  rent: Type.Integer(),
});
export type District = Static<typeof District>;

const params = Type.Object({ id: Type.String({ maxLength: 100, pattern: '^[a-z0-9-]+$' }) });

export const districtCalls = {
  listStates: {
    method: 'GET',
    path: '/maru/v1/district/state',
    access: EVERYBODY,
    inFirstScript: true,
    summary: 'All states with their counts of homes, and the cities that have most for sale',
    tag: 'district',
    response: Type.Object({
      states: Type.Array(District),
      /** At most 24, most homes for sale first. */
      busiestCities: Type.Array(District),
    }),
  },

  listStateDistricts: {
    method: 'GET',
    path: '/maru/v1/district/state/:id/county/city',
    access: EVERYBODY,
    inFirstScript: true,
    summary: 'The counties of a state, each with its cities',
    tag: 'district',
    errors: ['place_not_found'],
    params,
    response: Type.Object({
      state: District,
      counties: Type.Array(Type.Object({ ...District.properties, cities: Type.Array(District) })),
    }),
  },

  findCounty: {
    method: 'GET',
    path: '/maru/v1/district/county/:id',
    access: EVERYBODY,
    inFirstScript: true,
    summary: 'A county with its cities',
    tag: 'district',
    errors: ['place_not_found'],
    params,
    response: Type.Object({ county: District, state: District, cities: Type.Array(District) }),
  },

  findCity: {
    method: 'GET',
    path: '/maru/v1/district/city/:id',
    access: EVERYBODY,
    inFirstScript: true,
    summary: 'A city with its county, ZIP codes and neighbourhoods',
    tag: 'district',
    errors: ['place_not_found'],
    params,
    response: Type.Object({
      city: District,
      county: Type.Union([District, Type.Null()]),
      state: District,
      zips: Type.Array(District),
      neighborhoods: Type.Array(District),
    }),
  },
} as const satisfies Record<string, Route>;
