export {
  AdminState,
  AuditAnswer,
  type FeedHealth,
  HomeCaseAnswer,
  JobsAnswer,
  QuarantinedAnswer,
  ReportAnswer,
  TakeDownAnswer,
  UserCase,
} from './admin-detail.ts';
export {
  type Announcement,
  type CampaignAnswer,
  CampaignsAnswer,
  type Featured,
  type Rate,
  ShownAnnouncement,
  SITE_PARTS,
  SiteContentAnswer,
  type SitePart,
  SiteSettingsAnswer,
  WORD_STATES,
  WordAnswer,
} from './admin-site.ts';
export { AgentAnswer, ConsentText, contactAgent, listAgents, prepareContact } from './agent.ts';
export { ApiError } from './api-error.ts';
export { type ApiHosts, apiOrigins, chooseApiUrl } from './api-hosts.ts';
export { type BearerSession, withBearer } from './bearer.ts';
export { CALLS } from './calls.ts';
export { type Client, createClient, formatQuery } from './client.ts';
export { District, findCity, findCounty, listStateDistricts, listStates } from './district.ts';
export {
  ERROR_CODES,
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  FIELD_REASONS,
  FieldProblem,
  type FieldReason,
} from './error.ts';
export { exampleOf } from './example-of.ts';
export { type FetchOptions, fetchTransport } from './fetch-transport.ts';
export { FRONT_SECTIONS, type FrontSection } from './front-sections.ts';
export {
  findHome,
  findOneHome,
  findPlace,
  HistoryRow,
  HomeAnswer,
  HomeCardAnswer,
  HomeCardsAnswer,
  HomeListAnswer,
  HomeListQuery,
  listCards,
  listHomes,
  MOST_CARDS,
  PlaceLink,
  PublicListing,
  SourceAnswer,
  Suggestion,
  suggestHomes,
  TranslatedRemarksAnswer,
  translateRemarks,
} from './home.ts';
export type { JsonSchema } from './json-schema.ts';
export {
  findHomeMarket,
  findLedger,
  findMarket,
  findSales,
  HomeMarketAnswer,
  LedgerAnswer,
  MarketAnswer,
  MarketMonthAnswer,
  PlaceSupply,
  SaleAnswer,
  SaleSubjectAnswer,
  SalesAnswer,
  SupplyAnswer,
} from './market.ts';
export { type OpenApi, type Operation, openApiOf, type Parameter } from './openapi.ts';
export { parseOwnPath } from './own-path.ts';
export { parseHomes, SentenceAnswer } from './parse.ts';
export {
  CALLER_ROLES,
  type CallerRole,
  PERMISSIONS,
  type Permission,
  RULES,
  type Rule,
} from './permissions.ts';
export { Answerer } from './person.ts';
export { PROVIDERS, type Provider } from './provider.ts';
export {
  createRealtor,
  deleteRealtor,
  findRealtor,
  listRealtors,
  MAX_UPLOAD,
  RealtorAnswer,
  RealtorBody,
  RealtorEdit,
  requestUpload,
  UPLOAD_TYPES,
  updateRealtor,
  verifyRealtor,
} from './realtor.ts';
export {
  ContactAnswer,
  ContactBody,
  ContactSent,
  createRealtorContact,
  deleteRealtorContact,
  findRealtorContact,
  findReceipt,
  listRealtorContacts,
  ReceiptAnswer,
  updateRealtorContact,
  withdrawReceipt,
} from './realtor-contacts.ts';
export {
  createRealtorVideo,
  createRealtorVideos,
  listRealtorVideos,
  moderateVideo,
  VIDEO_STATES,
  VideoAnswer,
  VideoBody,
} from './realtor-youtube.ts';
export {
  closeReview,
  listReviews,
  REPORT_REASONS,
  REVIEW_KINDS,
  REVIEW_SUBJECTS,
  ReviewAnswer,
  reopenReview,
  reportHome,
} from './review.ts';
export {
  type Access,
  type AnswerOf,
  type BodyOf,
  type Limit,
  type ParamsOf,
  type QueryOf,
  type Route,
  route,
} from './route.ts';
export { ROUTES } from './routes.ts';
export {
  AlertSettings,
  FREQUENCIES,
  SavedSearch,
  SavedThings,
} from './saved.ts';
export {
  claimShortlist,
  createShortlist,
  findShortlist,
  listShortlists,
  OwnShortlist,
  revokeShortlist,
  ShortlistAnswer,
  ShortlistMade,
  updateShortlist,
  voteOnShortlist,
} from './shortlist.ts';
export { parseSignInFailure, SIGN_IN_FAILURES, type SignInFailure } from './sign-in-failure.ts';
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
export {
  findSurroundings,
  HomeSurroundingsAnswer,
  PlaceLayerAnswer,
  SchoolAnswer,
} from './surroundings.ts';
export { TAKE_DOWN_REASONS, type TakeDownReason } from './take-down-reasons.ts';
export type { Transport, TransportRequest } from './transport.ts';
export {
  ACCOUNT_CONSENTS,
  type AccountConsent,
  CommuteAddress,
  ConsentState,
  CURRENCIES,
  Device,
  PersonAnswer,
  ROLES,
  UNITS,
  User,
  UserEdit,
} from './user.ts';
