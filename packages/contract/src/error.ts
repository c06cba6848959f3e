import Type, { type Static } from 'typebox';

/** Why the API refuses. A closed union: each code has a message in both languages (`error.<code>`). */
export const ERROR_CODES = [
  'invalid_request',
  'home_not_found',
  'place_not_found',
  'not_found',
  /** /source: no such dataset is configured (404), or it has no such listing (404). */
  'source_not_configured',
  'listing_not_found',
  /** /source: the provider refuses or breaks (502), asks for patience (503), is silent (504). */
  'source_failed',
  'source_busy',
  'source_timeout',
  'too_many_requests',
  'payload_too_large',
  /** There is more to do than can be done in time. */
  'busy',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One refused field, for the control it belongs to. `reason` is a word (`malformed`), not a sentence. */
export const FieldProblem = Type.Object({ field: Type.String(), reason: Type.String() });
export type FieldProblem = Static<typeof FieldProblem>;

/** The one error shape of the product (DESIGN.md, "Words and errors"). */
export const ErrorBody = Type.Object({
  statusCode: Type.Integer(),
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
    }),
  ),
});
export type ErrorBody = Static<typeof ErrorBody>;
