import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Limit } from '@maru/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallLimits, rateHeadersOf, type Spent } from '../call-limits.ts';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is left of the scarcest budget that this request was counted in. */
    spent: Spent | undefined;
  }
}

/** Calls that the server makes to itself while it renders carry this; nobody else knows it. */
export const INSIDE_HEADER = 'x-maru-inside';
export const INSIDE_KEY = randomBytes(24).toString('hex');

/** An address of a call may be so long; a page's may be as long as Node lets it. */
const LONGEST_ADDRESS = 8_192;

/**
 * How many calls of each kind an address may make, and an account: more get 429 with `Retry-After`. What is left stands
 * in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). An address is counted before
 * anything of the request is looked at, an account as soon as it is known.
 */
export function registerLimits(app: FastifyInstance, limits: CallLimits): void {
  app.decorateRequest('spent', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const limit = limitOf(request, limits);
    if (limit === undefined) return;
    if (request.url.length > LONGEST_ADDRESS) throw new Refusal(414, 'uri_too_long');
    spend(limits.spendOfAddress(limit, request.raw), request, reply);
  });
  app.addHook('preParsing', async (request, reply) => {
    const limit = request.caller === undefined ? undefined : limitOf(request, limits);
    if (limit === undefined || request.caller === undefined) return;
    spend(limits.spendOfAccount(limit, request.caller.userId), request, reply);
  });
}

function limitOf(request: FastifyRequest, limits: CallLimits): Limit | undefined {
  const limit = limits.limitOf(request.method, request.routeOptions.url, request.url);
  return limit === undefined || isInside(request.headers[INSIDE_HEADER]) ? undefined : limit;
}

/** Tells the answer what is left. @throws Refusal 429 when there is nothing left. */
export function spend(spent: Spent, request: FastifyRequest, reply: FastifyReply): void {
  const { allowance } = spent;
  if (request.spent === undefined || allowance.left < request.spent.allowance.left) {
    request.spent = spent;
    reply.headers(rateHeadersOf(spent));
  }
  if (allowance.left < 0) throw new Refusal(429, 'too_many_requests', { retryAfter: allowance.reset });
}

function isInside(key: string | string[] | undefined): boolean {
  if (key === undefined) return false;
  const [given, own] = [Buffer.from(String(key)), Buffer.from(INSIDE_KEY)];
  // In bytes: a key of as many characters may have more of them, and the comparison would throw.
  return given.length === own.length && timingSafeEqual(given, own);
}
