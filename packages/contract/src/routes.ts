import { findCity, findCounty, listStateDistricts, listStates } from './district.ts';
import { findHome, findOneHome, findPlace, listHomes, suggestHomes } from './home.ts';
import { parseHomes } from './parse.ts';
import { loadTranslation, ping } from './site.ts';
import {
  findBridgeListing,
  findSlipStreamListing,
  listSources,
  searchBridge,
  searchSlipStream,
} from './source.ts';

/** Every call of the Property API, by the name the client gives it. */
export const ROUTES = {
  ping,
  listHomes,
  findHome,
  findOneHome,
  suggestHomes,
  parseHomes,
  findPlace,
  listStates,
  listStateDistricts,
  findCounty,
  findCity,
  listSources,
  searchBridge,
  findBridgeListing,
  searchSlipStream,
  findSlipStreamListing,
  loadTranslation,
} as const;
