import type { Static, TSchema } from 'typebox';
import type { Access } from './access.ts';
import type { ErrorCode } from './error.ts';

/** One API call as a value: validation, rate limits, permissions, OpenAPI and the client are derived from it. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** By role (rule S6.1), checked before query and body; what depends on the resource is checked by the handler. */
  access: Access;
  /** Requires a sign-in of the last minutes (`FRESH_SIGN_IN_MINUTES`), else 403: RFC 9470, OWASP ASVS 5 7.5. */
  freshSignIn?: true;
  /** Whether browsers may make it without a token, with the session cookie alone. */
  usesSessionCookie?: true;
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
  status?: 200 | 201 | 202 | 204 | 302;
  /** Schema of a successful response; `Type.Null()` with 204 and 302. */
  response: TSchema;
  /** Error codes beyond those of every call: invalid input, session, permission, rate limit, server errors. */
  errors?: readonly ErrorCode[];
}

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
