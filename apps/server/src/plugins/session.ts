import { type Access, ROUTES } from '@maru/contract';
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
  }
}

/**
 * Whose request it is, and whether such a one may make it, before anything else of it is read: 401 without a good token
 * where somebody must be signed in, 403 for whoever is and may not. What a route asks for stands in the contract
 * (`Route.access`). On a call that is for anyone a bad token is as good as none.
 */
export function registerSession(app: FastifyInstance, { accessTokens }: Pick<Parts, 'accessTokens'>): void {
  const accessOf = new Map<string, Access>(
    Object.values(ROUTES).map((one) => [
      `${one.method} ${one.path}`,
      (one as { access?: Access }).access ?? 'anyone',
    ]),
  );
  app.decorateRequest('caller', undefined);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const access = accessOf.get(`${method} ${route.url}`);
      if (access !== undefined) route.config = { ...route.config, access };
    }
  });
  app.addHook('onRequest', async (request) => {
    const token = bearerToken(request);
    if (token !== undefined) request.caller = await accessTokens.check(token);
    const { access = 'anyone' } = request.routeOptions.config;
    if (access === 'anyone') return;
    if (request.caller === undefined) throw new Refusal(401, 'unauthorized');
    if (access === 'admin' && request.caller.role !== 'admin') throw new Refusal(403, 'forbidden');
  });
}

/** The token of `Authorization: Bearer …`. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Who is signed in, in a handler whose route asks for somebody. @throws Refusal 401 */
export function callerOf({ caller }: Pick<FastifyRequest, 'caller'>): Caller {
  if (caller === undefined) throw new Refusal(401, 'unauthorized');
  return caller;
}
