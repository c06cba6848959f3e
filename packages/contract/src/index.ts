export {
  AdminState,
  AuditAnswer,
  CorrectionAnswer,
  type FeedHealth,
  HomeCaseAnswer,
  JobsAnswer,
  QuarantinedAnswer,
  ReportAnswer,
  TakeDownAnswer,
  UserCase,
} from './admin/admin-detail.ts';
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
} from './admin/admin-site.ts';
export { REPORT_REASONS, ReviewAnswer } from './admin/review.ts';
export { TAKE_DOWN_REASONS, type TakeDownReason } from './admin/take-down-reasons.ts';
export { type Access, type CallerRole, isPublicRead, RULES, type Rule, requiredRole } from './api/access.ts';
export {
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  FIELD_REASONS,
  FieldProblem,
  type FieldReason,
} from './api/error.ts';
export { buildExample } from './api/example.ts';
export type { JsonSchema } from './api/json-schema.ts';
export { buildOpenApi, type OpenApi, type Operation, type Parameter } from './api/openapi.ts';
export type { Limit, Route, RouteBody, RouteParams, RouteQuery, RouteResponse } from './api/route.ts';
export { type CallName, ROUTES } from './api/routes.ts';
export type { ApiHosts } from './client/api-hosts.ts';
export type { BearerSession } from './client/bearer.ts';
export type { Client } from './client/client.ts';
export type { FetchOptions } from './client/fetch-transport.ts';
export { parseOwnPath } from './client/own-path.ts';
export type { Transport, TransportRequest } from './client/transport.ts';
export { District } from './homes/district.ts';
export {
  HistoryRow,
  HomeAnswer,
  HomeCardAnswer,
  HomeCardsAnswer,
  HomeListAnswer,
  PlaceLink,
  PublicListing,
  SourceAnswer,
  Suggestion,
  TranslatedRemarksAnswer,
} from './homes/home.ts';
export {
  HomeMarketAnswer,
  LedgerAnswer,
  MarketAnswer,
  MarketMonthAnswer,
  PlaceSupply,
  SalesAnswer,
  SupplyAnswer,
} from './homes/market.ts';
export { SentenceAnswer } from './homes/parse.ts';
export { SourceClock } from './homes/source.ts';
export { HomeSurroundingsAnswer, PlaceLayerAnswer, SchoolAnswer } from './homes/surroundings.ts';
export { AlertSettings, SavedSearch, SavedThings } from './people/saved.ts';
export { OwnShortlist, ShortlistAnswer, ShortlistMade } from './people/shortlist.ts';
export type { SignInFailure } from './people/sign-in-failure.ts';
export {
  ACCOUNT_CONSENTS,
  type AccountConsent,
  ConsentState,
  Device,
  User,
  UserEdit,
} from './people/user.ts';
export { AgentAnswer, ConsentText } from './realtors/agent.ts';
export { AgentLink, AgentLinks, LINK_DIFFERENCES, type LinkDifference } from './realtors/agent-link.ts';
export { MAX_UPLOAD, RealtorAnswer, RealtorBody, RealtorEdit, UPLOAD_TYPES } from './realtors/realtor.ts';
export {
  Answerer,
  ContactAnswer,
  ContactBody,
  ContactSent,
  ReceiptAnswer,
} from './realtors/realtor-contacts.ts';
export { VideoAnswer, VideoBody } from './realtors/realtor-youtube.ts';
export { FRONT_SECTIONS, type FrontSection } from './site/front-sections.ts';
