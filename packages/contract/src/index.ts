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
  SITE_PARTS,
  SiteContentAnswer,
  type SitePart,
  SiteSettingsAnswer,
  WordAnswer,
} from './admin-site.ts';
export { AgentAnswer, ConsentText } from './agent.ts';
export {
  AgentLink,
  AgentLinks,
  LINK_DIFFERENCES,
  type LinkDifference,
} from './agent-link.ts';

export type { ApiHosts } from './api-hosts.ts';
export type { BearerSession } from './bearer.ts';
export { CALLS } from './calls.ts';
export type { Client } from './client.ts';
export { District } from './district.ts';
export {
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  FIELD_REASONS,
  FieldProblem,
  type FieldReason,
} from './error.ts';
export { exampleOf } from './example-of.ts';
export type { FetchOptions } from './fetch-transport.ts';
export { FRONT_SECTIONS, type FrontSection } from './front-sections.ts';
export {
  HistoryRow,
  HomeAnswer,
  HomeCardAnswer,
  HomeCardsAnswer,
  HomeListAnswer,
  listHomes,
  PlaceLink,
  PublicListing,
  SourceAnswer,
  Suggestion,
  TranslatedRemarksAnswer,
} from './home.ts';
export type { JsonSchema } from './json-schema.ts';
export {
  HomeMarketAnswer,
  LedgerAnswer,
  MarketAnswer,
  MarketMonthAnswer,
  PlaceSupply,
  SalesAnswer,
  SupplyAnswer,
} from './market.ts';
export { type OpenApi, type Operation, openApiOf, type Parameter } from './openapi.ts';
export { parseOwnPath } from './own-path.ts';
export { SentenceAnswer } from './parse.ts';
export {
  type CallerRole,
  PERMISSIONS,
  type Permission,
  RULES,
  type Rule,
} from './permissions.ts';
export { Answerer } from './person.ts';
export { PROVIDERS, type Provider } from './provider.ts';
export {
  MAX_UPLOAD,
  RealtorAnswer,
  RealtorBody,
  RealtorEdit,
  UPLOAD_TYPES,
} from './realtor.ts';
export {
  ContactAnswer,
  ContactBody,
  ContactSent,
  ReceiptAnswer,
} from './realtor-contacts.ts';
export {
  VideoAnswer,
  VideoBody,
} from './realtor-youtube.ts';
export {
  REPORT_REASONS,
  ReviewAnswer,
} from './review.ts';
export type {
  Access,
  AnswerOf,
  BodyOf,
  Limit,
  ParamsOf,
  QueryOf,
  Route,
} from './route.ts';
export { ROUTES } from './routes.ts';
export {
  AlertSettings,
  SavedSearch,
  SavedThings,
} from './saved.ts';
export {
  OwnShortlist,
  ShortlistAnswer,
  ShortlistMade,
} from './shortlist.ts';
export type { SignInFailure } from './sign-in-failure.ts';

export { SourceClock } from './source.ts';
export {
  HomeSurroundingsAnswer,
  PlaceLayerAnswer,
  SchoolAnswer,
} from './surroundings.ts';
export { TAKE_DOWN_REASONS, type TakeDownReason } from './take-down-reasons.ts';
export type { Transport, TransportRequest } from './transport.ts';
export {
  ACCOUNT_CONSENTS,
  type AccountConsent,
  ConsentState,
  Device,
  User,
  UserEdit,
} from './user.ts';
