import { type Access, PERMISSIONS, ROUTES, type Route } from '@maru/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../access-tokens.ts';
import type { Parts } from '../parts.ts';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request: by `Authorization: Bearer`, and by nothing else. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Of the route in the contract with this method and path; not to be written by hand. */
    access?: Access;
    /** Whoever asks, and with whatever token. */
    isSameForAll?: boolean;
  }
}

/**
 * Whose request it is, and whether such a one may make it, before anything else of it is read: 401 without a good token
 * where somebody must be signed in, 403 for whoever is and may not. What a call asks for stands in the contract
 * (`Route.access`). A token that is there and not good is 401 on every call of the contract, also where nobody need be
 * signed in: its owner would else be taken for a stranger without knowing. What is the same for everybody does not look
 * at tokens, and neither does the call that gets a new one.
 */
export function registerSession(app: FastifyInstance, { accessTokens }: Pick<Parts, 'accessTokens'>): void {
  const known = new Map(
    Object.entries(ROUTES).map(([name, one]) => {
      const { method, path, access = 'anyone' } = one as Route;
      const rules = Object.values(PERMISSIONS[name as keyof typeof PERMISSIONS]);
      const isPublicRead = method === 'GET' && rules.every((rule) => rule === 'yes');
      return [`${method} ${path}`, { access, isSameForAll: isPublicRead || name === 'refreshToken' }];
    }),
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
    const { access, isSameForAll } = request.routeOptions.config;
    if (access === undefined || isSameForAll) return;
    // What depends on who asks is nobody else's, unless its handler knows better.
    reply.header('cache-control', 'no-store');
    const token = bearerToken(request);
    if (token !== undefined) {
      // This one call is there to tell a session that has ended from a token that is no good.
      const isAsked = request.routeOptions.url === ROUTES.validateToken.path;
      request.caller = await (isAsked ? accessTokens.read(token) : accessTokens.check(token));
    }
    if (request.caller === undefined && (token !== undefined || access !== 'anyone')) {
      throw new Refusal(401, 'unauthorized');
    }
    if (access === 'admin' && request.caller?.role !== 'admin') throw new Refusal(403, 'forbidden');
  });
}

/** The token of `Authorization: Bearer …`, whatever it is; undefined without one. */
function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer\b *(.*)$/is.exec(headers.authorization ?? '')?.[1];
}

/** Who is signed in, in a handler whose route asks for somebody. @throws Refusal 401 */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === undefined) throw new Refusal(401, 'unauthorized');
  return caller;
}
