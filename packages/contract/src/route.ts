import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './error.ts';

/**
 * One call of the API as a value. From it come the server's validation and serialisation, the OpenAPI page and
 * the typed client, so that none of them can disagree.
 */
export interface Route<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Fastify form: `/maru/v1/district/city/:id`. */
  path: string;
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  /**
   * Who may call it (rule S6.1): `anyone` when absent, `user` whoever is signed in, `admin`. What
   * depends on the thing that is asked for (one's own, a realtor's own) its handler decides.
   */
  access?: Access;
  /**
   * The caller must have signed in within the last minutes (`FRESH_SIGN_IN_MINUTES`), else 403 `fresh_sign_in_required`:
   * https://datatracker.ietf.org/doc/html/rfc9470, OWASP ASVS 5 7.5.
   */
  freshSignIn?: true;
  /** The status of a good answer; 200 when absent. With 204 and 302 the answer is `Type.Null()`. */
  status?: 200 | 201 | 202 | 204 | 302;
  /**
   * Why it may refuse, beyond what every call of its shape may: bad input, no session, no right, too many calls, a fault.
   */
  refuses?: readonly ErrorCode[];
  /** What a reader of the documentation needs to know beyond the summary. */
  description?: string;
  /** Which count of calls it is in; `default` when absent. */
  limit?: Limit;
}

export type Access = 'anyone' | 'user' | 'admin';
export type Limit = 'contact' | 'sign-in' | 'suggest' | 'list' | 'source' | 'default';

/** Keeps the schemas' exact types; nothing else. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  value: Route<P, Q, B, A>,
): Route<P, Q, B, A> {
  return value;
}

export type ParamsOf<R> = R extends Route<infer P, TSchema, TSchema, TSchema> ? Static<P> : never;
export type QueryOf<R> = R extends Route<TSchema, infer Q, TSchema, TSchema> ? Static<Q> : never;
export type BodyOf<R> = R extends Route<TSchema, TSchema, infer B, TSchema> ? Static<B> : never;
export type AnswerOf<R> = R extends Route<TSchema, TSchema, TSchema, infer A> ? Static<A> : never;
