import { isPublicRead, ROUTES, type Route, requiredRole } from '@maru/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/access-tokens.ts';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; only `Authorization: Bearer` is accepted. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Of the contract's route with this method and path; set by this plugin. */
    requiredRole?: ReturnType<typeof requiredRole>;
    /** The response does not depend on the caller or token. */
    ignoresTokens?: boolean;
    /** `Route.freshSignIn` of the contract's route. */
    needsFreshSignIn?: boolean;
  }
}

/**
 * Authenticates and authorizes each call of the contract before its query and body are read (`Route.access`, `Route.freshSignIn`):
 *
 * - 401 for a token that is invalid or expired, also on calls that anyone may make: without it the client would get the response
 *   of an anonymous visitor and not notice that its session is over;
 * - 401 without a token where the call requires a signed-in user;
 * - 403 for a user who lacks the role, or who signed in too long ago for this call.
 *
 * Calls with the same response for everybody ignore tokens. So does the call that refreshes a token, since the old one has usually
 * expired.
 */
export function registerSession(
  app: FastifyInstance,
  { accessTokens, settings, now }: Pick<Parts, 'accessTokens' | 'settings' | 'now'>,
): void {
  const known = new Map(
    Object.values<Route>(ROUTES).map((route) => [
      `${route.method} ${route.path}`,
      {
        requiredRole: requiredRole(route.access),
        ignoresTokens: isPublicRead(route) || route.usesSessionCookie === true,
        needsFreshSignIn: route.freshSignIn,
      },
    ]),
  );
  app.decorateRequest('caller', undefined);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // Fastify makes the HEAD of a GET by itself.
      const call = known.get(`${method === 'HEAD' ? 'GET' : method} ${route.url}`);
      if (call !== undefined) route.config = { ...route.config, ...call };
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const { requiredRole: role, ignoresTokens, needsFreshSignIn } = request.routeOptions.config;
    if (role === undefined || ignoresTokens) return;
    // The response depends on the caller: shared caches must not store it. A handler may override this.
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request);
    if (token !== undefined) {
      // This call reports whether a token is invalid or its session has ended, so it only reads the token.
      const isAsked = request.routeOptions.url === ROUTES.validateToken.path;
      request.caller = await (isAsked ? accessTokens.read(token) : accessTokens.check(token));
    }
    if (request.caller === undefined && (token !== undefined || role !== 'anyone')) {
      throw new ApiError(401, 'unauthorized');
    }
    if (role === 'admin' && request.caller?.role !== 'admin') throw new ApiError(403, 'forbidden');
    if (needsFreshSignIn && request.caller !== undefined) {
      const age = now() / 1_000 - request.caller.authTime;
      if (age > settings.freshSignInSeconds) throw new ApiError(403, 'fresh_sign_in_required');
    }
  });
}

/** The token of `Authorization: Bearer …`, unverified; undefined without one. */
function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer\b *(.*)$/is.exec(headers.authorization ?? '')?.[1];
}

/** The caller, in handlers of routes that require one. @throws ApiError 401 */
export function requireCaller({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === undefined) throw new ApiError(401, 'unauthorized');
  return caller;
}
