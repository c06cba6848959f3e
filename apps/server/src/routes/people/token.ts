import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, writeCookie } from '../../auth/session-cookies.ts';
import { ApiError } from '../../http/api-error.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

/** POST /api/auth/token/refresh, GET /v1/auth/token/valid, /.well-known/jwks.json. Needs cookies. */
export function registerTokenRoutes(
  app: FastifyInstance,
  { store, accessTokens, settings, now }: Pick<Parts, 'store' | 'accessTokens' | 'settings' | 'now'>,
): void {
  // Rejects requests of other sites before their body is read.
  const onRequest = async (request: FastifyRequest) => {
    if (!isOwnOrigin(request, settings)) throw new ApiError(403, 'foreign_origin');
  };
  serve(
    app,
    'refreshToken',
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const refreshToken = readCookie(request, 'refresh', settings);
      if (refreshToken === undefined) throw new ApiError(401, 'unauthorized');
      const at = new Date(now());
      const userAgent = request.headers['user-agent'] ?? '';
      const outcome = await store.sessions.refresh({ refreshToken, userAgent, now: at });
      if (outcome.kind === 'refused') {
        clearCookie(reply, 'refresh', settings);
        if (outcome.reason === 'reused') {
          request.log.warn({ userId: outcome.userId }, 'refresh token reused; session ended');
        }
        throw new ApiError(401, 'unauthorized');
      }
      writeCookie(reply, 'refresh', outcome.session.refreshToken, settings);
      return { accessToken: await accessTokens.issue(outcome.session) };
    },
    { onRequest },
  );

  serve(app, 'validateToken', async ({ caller }, reply) => {
    reply.header('cache-control', 'no-store');
    const role = await store.sessions.findRole(caller, new Date(now()));
    // The session is valid, but the role has changed: the client must refresh its token.
    if (role !== undefined && role !== caller.role) throw new ApiError(401, 'unauthorized');
    return { valid: role !== undefined };
  });

  app.get('/.well-known/jwks.json', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await accessTokens.keys.published()),
  );
}
