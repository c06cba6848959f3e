import Type, { type Static } from 'typebox';
import { CALLS } from './calls.ts';
import { route } from './route.ts';

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

export const listStates = route({
  ...CALLS.listStates,
  summary: 'All states with their counts of homes, and the cities that have most for sale',
  tag: 'district',
  answer: Type.Object({
    states: Type.Array(District),
    /** At most 24, most homes for sale first. */
    busiestCities: Type.Array(District),
  }),
});

export const listStateDistricts = route({
  ...CALLS.listStateDistricts,
  summary: 'The counties of a state, each with its cities',
  tag: 'district',
  refuses: ['place_not_found'],
  params,
  answer: Type.Object({
    state: District,
    counties: Type.Array(Type.Object({ ...District.properties, cities: Type.Array(District) })),
  }),
});

export const findCounty = route({
  ...CALLS.findCounty,
  summary: 'A county with its cities',
  tag: 'district',
  refuses: ['place_not_found'],
  params,
  answer: Type.Object({ county: District, state: District, cities: Type.Array(District) }),
});

export const findCity = route({
  ...CALLS.findCity,
  summary: 'A city with its county, ZIP codes and neighbourhoods',
  tag: 'district',
  refuses: ['place_not_found'],
  params,
  answer: Type.Object({
    city: District,
    county: Type.Union([District, Type.Null()]),
    state: District,
    zips: Type.Array(District),
    neighborhoods: Type.Array(District),
  }),
});
