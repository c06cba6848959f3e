import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { fields, orNull, textOrNull } from '../api/schemas.ts';

/** A place with its numbers of active homes. Ids are place slugs. */
export const District = Type.Object({
  ...fields(Type.String(), 'id', 'kind', 'name'),
  nameKo: textOrNull,
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
    ...get('/maru/v1/district/state', EVERYBODY, 'district'),
    inFirstScript: true,
    summary: 'All states with their numbers of homes, and the cities with most homes for sale',
    response: Type.Object({
      states: Type.Array(District),
      /** At most 24, most homes for sale first. */
      busiestCities: Type.Array(District),
    }),
  },

  listStateDistricts: {
    ...get('/maru/v1/district/state/:id/county/city', EVERYBODY, 'district'),
    inFirstScript: true,
    summary: 'The counties of a state, each with its cities',
    errors: ['place_not_found'],
    params,
    response: Type.Object({
      state: District,
      counties: Type.Array(Type.Object({ ...District.properties, cities: Type.Array(District) })),
    }),
  },

  findCounty: {
    ...get('/maru/v1/district/county/:id', EVERYBODY, 'district'),
    inFirstScript: true,
    summary: 'A county with its cities',
    errors: ['place_not_found'],
    params,
    response: Type.Object({ county: District, state: District, cities: Type.Array(District) }),
  },

  findCity: {
    ...get('/maru/v1/district/city/:id', EVERYBODY, 'district'),
    inFirstScript: true,
    summary: 'A city with its county, ZIP codes and neighborhoods',
    errors: ['place_not_found'],
    params,
    response: Type.Object({
      city: District,
      county: orNull(District),
      state: District,
      zips: Type.Array(District),
      neighborhoods: Type.Array(District),
    }),
  },
} as const satisfies Record<string, Route>;
