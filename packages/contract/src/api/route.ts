import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { ErrorCode } from './error.ts';

/**
 * One API call as a value. Validation, serialization, rate limits, permissions, the OpenAPI document and the typed client are
 * derived from it.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In Fastify's syntax: `/maru/v1/district/city/:id`. */
  path: string;
  /**
   * What each role may do (rule S6.1). The server checks the role before it reads query and body; what depends on the
   * requested resource is checked by the handler.
   */
  access: Access;
  /**
   * Whether the caller must have signed in within the last minutes (`FRESH_SIGN_IN_MINUTES`), else 403 `fresh_sign_in_required`:
   * https://datatracker.ietf.org/doc/html/rfc9470, OWASP ASVS 5 7.5.
   */
  freshSignIn?: true;
  /** Whether browsers may make it without a token, with the session cookie alone. */
  usesSessionCookie?: true;
  /** The rate limit that counts it; `default` when absent. */
  limit?: Limit;
  /** How many units of its rate limit a request counts as, by its target (path and query as sent); 1 when absent. */
  cost?: (target: string) => number;
  /** Whether its address is part of the first script of each page. Other addresses are loaded when first needed. */
  inFirstScript?: true;
  tag: string;
  summary: string;
  /** What readers of the documentation need beyond the summary. */
  description?: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Status of a successful response; 200 when absent. */
  status?: 200 | 201 | 202 | 204 | 302;
  /** Schema of a successful response; `Type.Null()` with 204 and 302. */
  response: TSchema;
  /** Error codes beyond those of every call: invalid input, session, permission, rate limit, server errors. */
  errors?: readonly ErrorCode[];
}

/** Method, path, access and tag of a route. */
const route =
  <const Method extends Route['method']>(method: Method) =>
  <const Path extends string, const Allowed extends Access, const Tag extends string>(
    path: Path,
    access: Allowed,
    tag: Tag,
  ) => ({ method, path, access, tag });
export const get = route('GET');
export const post = route('POST');
export const put = route('PUT');
export const patch = route('PATCH');
export const del = route('DELETE');

export type Limit = 'contact' | 'sign-in' | 'suggest' | 'list' | 'source' | 'default';

type SchemaType<S> = S extends TSchema ? Static<S> : unknown;

export type RouteParams<R> = R extends { params: infer S } ? SchemaType<S> : unknown;
export type RouteQuery<R> = R extends { query: infer S } ? SchemaType<S> : unknown;
export type RouteBody<R> = R extends { body: infer S } ? SchemaType<S> : unknown;
export type RouteResponse<R> = R extends { response: infer S } ? SchemaType<S> : never;
