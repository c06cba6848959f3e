import Type, { type Static } from 'typebox';

/** Error codes with their HTTP status. A closed union: each code has a message in both languages (`error.<code>`). */
export const ERROR_STATUS = {
  invalid_request: 400,
  /** More homes have the words of a search than it can tell apart: name a place, or more words. */
  words_too_common: 400,
  /** No access token, or an expired or forged one: refresh it and retry. */
  unauthorized: 401,
  /** The caller lacks permission. Where even the existence of a resource is private, the code is `…_not_found`. */
  forbidden: 403,
  /** The caller signed in too long ago for this call (`Route.freshSignIn`): sign in again and retry. */
  fresh_sign_in_required: 403,
  foreign_origin: 403,
  home_not_found: 404,
  place_not_found: 404,
  user_not_found: 404,
  device_not_found: 404,
  agent_not_found: 404,
  realtor_not_found: 404,
  contact_not_found: 404,
  video_not_found: 404,
  upload_not_found: 404,
  search_not_found: 404,
  shortlist_not_found: 404,
  review_not_found: 404,
  report_not_found: 404,
  not_found: 404,
  /** /source: no such dataset is configured, or it has no such listing. */
  source_not_configured: 404,
  listing_not_found: 404,
  /** The address does not have this method; `Allow` lists its methods. */
  method_not_allowed: 405,
  request_timeout: 408,
  /** The resource has changed, or only one may exist. */
  conflict: 409,
  already_exists: 409,
  too_many_saved: 409,
  shortlist_full: 409,
  expired: 410,
  /** `If-Match` names another version. */
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  /** /source: the provider failed, is rate limiting, or timed out. */
  source_failed: 502,
  source_busy: 503,
  source_timeout: 504,
  busy: 503,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** Why a field is invalid. Each reason has a message in both languages (`reason.<reason>`), shown beside the field. */
export const FIELD_REASONS = [
  'missing',
  /** Unknown field, or the caller may not set it. */
  'unknown',
  'malformed',
  'unknown_value',
  'out_of_range',
  'min_above_max',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'repeated',
  /** Changed too many times in a day. */
  'too_often',
  'past',
  'expired',
  /** The service that evaluates it is unavailable. */
  'unavailable',
] as const;
export type FieldReason = (typeof FIELD_REASONS)[number];

/** One invalid field, by its path (`consents.0.version`). */
export const FieldProblem = Type.Object({ field: Type.String(), reason: Type.Enum(FIELD_REASONS) });
export type FieldProblem = Static<typeof FieldProblem>;

/** The one error shape of the product (rule S12.1). */
export const ErrorBody = Type.Object({
  statusCode: Type.Integer({ minimum: 400, maximum: 599 }),
  /** For people, in the page's language. */
  statusMessage: Type.String(),
  /** The same in English, for logs. */
  message: Type.String(),
  data: Type.Optional(
    Type.Object({
      code: Type.Enum(ERROR_CODES),
      homeId: Type.Optional(Type.String()),
      dataset: Type.Optional(Type.String()),
      fields: Type.Optional(Type.Array(FieldProblem)),
      suggestions: Type.Optional(Type.Array(Type.Object({ name: Type.String(), path: Type.String() }))),
      /** All suggestions have the same name: the visitor must choose (rule R14). */
      areNamesakes: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;
