import Type, { type Static } from 'typebox';

/**
 * Why the API refuses, with the status of such an answer. A closed union: each code has a message in both languages
 * (`error.<code>`).
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  /** No access token, or one that is expired or forged: refresh, then ask once more. */
  unauthorized: 401,
  /** The caller is known, and this is for others. Who may not even know that a thing exists gets its `…_not_found`. */
  forbidden: 403,
  /** The caller signed in too long ago for this call (`Route.freshSignIn`): sign in again, then ask once more. */
  fresh_sign_in_required: 403,
  /** A call with cookies that another site has made. */
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
  /** A saved search. */
  search_not_found: 404,
  /** No list has that key, or its owner shares it no longer. */
  shortlist_not_found: 404,
  review_not_found: 404,
  report_not_found: 404,
  not_found: 404,
  /** /source: no such dataset is configured, or it has no such listing. */
  source_not_configured: 404,
  listing_not_found: 404,
  /** The address is right, the method is not: `Allow` names those that are. */
  method_not_allowed: 405,
  request_timeout: 408,
  /** The thing is no longer as the caller believes, or there may be only one such thing. */
  conflict: 409,
  already_exists: 409,
  /** More homes or searches than one can keep. */
  too_many_saved: 409,
  /** As many vote on a list as may, or it has as many homes. */
  shortlist_full: 409,
  /** A link or code that was good for some time only. */
  expired: 410,
  /** `If-Match` names another state of the thing. */
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  /** The same `Idempotency-Key` with another body. */
  idempotency_key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  /** /source: the provider refuses or breaks, asks for patience, is silent. */
  source_failed: 502,
  source_busy: 503,
  source_timeout: 504,
  /** There is more to do than can be done in time. */
  busy: 503,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;
const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** What may be wrong with one field. Each has words in both languages (`reason.<reason>`), to stand beside the field. */
export const FIELD_REASONS = [
  'missing',
  /** The API knows no such field, or the caller may not set it. */
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
  /** It was changed as often as it may be in a day. */
  'too_often',
  /** It lies in the past. */
  'past',
  'expired',
  /** It cannot be answered now: the part that knows it is away. */
  'unavailable',
] as const;
export type FieldReason = (typeof FIELD_REASONS)[number];

/** One refused field (`consents.0.version`), for the control it belongs to. */
export const FieldProblem = Type.Object({
  field: Type.String(),
  reason: Type.Enum(FIELD_REASONS),
});
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
      /** Places one may have meant, best first. */
      suggestions: Type.Optional(Type.Array(Type.Object({ name: Type.String(), path: Type.String() }))),
      /** Each of the suggestions is called just so: one is asked which (rule R14). */
      areNamesakes: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;
