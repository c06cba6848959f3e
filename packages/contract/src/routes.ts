import { findCity, findCounty, listStateDistricts, listStates } from './district.ts';
import { findHome, findOneHome, findPlace, listHomes, suggestHomes } from './home.ts';
import { loadTranslation, ping } from './site.ts';

/** Every call of the Property API, by the name the client gives it. */
export const ROUTES = {
  ping,
  listHomes,
  findHome,
  findOneHome,
  suggestHomes,
  findPlace,
  listStates,
  listStateDistricts,
  findCounty,
  findCity,
  loadTranslation,
} as const;
