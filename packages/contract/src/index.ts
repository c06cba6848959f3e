export { ApiError } from './api-error.ts';
export { CALLS } from './calls.ts';
export {
  type Client,
  createClient,
  fetchTransport,
  formatQuery,
  type Transport,
  type TransportRequest,
} from './client.ts';
export { District, findCity, findCounty, listStateDistricts, listStates } from './district.ts';
export { ERROR_CODES, ErrorBody, type ErrorCode, FieldProblem } from './error.ts';
export {
  findHome,
  findOneHome,
  findPlace,
  HistoryRow,
  HomeAnswer,
  HomeCardAnswer,
  HomeListAnswer,
  HomeListQuery,
  listHomes,
  PlaceLink,
  PublicListing,
  SourceAnswer,
  Suggestion,
  suggestHomes,
} from './home.ts';
export { parseHomes, SentenceAnswer } from './parse.ts';
export { type AnswerOf, type BodyOf, type ParamsOf, type QueryOf, type Route, route } from './route.ts';
export { ROUTES } from './routes.ts';
export { loadTranslation, ping } from './site.ts';
export {
  findBridgeListing,
  findSlipStreamListing,
  listSources,
  SourceClock,
  SourceListingAnswer,
  SourceSearchAnswer,
  SourceSearchQuery,
  searchBridge,
  searchSlipStream,
} from './source.ts';
