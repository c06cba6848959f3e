import type { Limit } from '@maru/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimits, rateHeadersOf, type Spent } from '../front-door/rate-limits.ts';
import { visitOf } from '../front-door/visit.ts';
import { ApiError } from '../http/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is left of the scarcest budget in which this request was counted. */
    spent: Spent | undefined;
  }
}

/** Of the address of a call (characters). A page's may be as long as Node allows. */
const LONGEST_ADDRESS = 8_192;

/**
 * The rate limits that the front door does not apply: of accounts, as soon as the caller is known. `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-11) report the scarcest of all.
 */
export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.decorateRequest('spent', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const visit = visitOf(request.raw);
    if (visit === undefined || !visit.requestClass.isCall) return;
    if (request.url.length > LONGEST_ADDRESS) throw new ApiError(414, 'uri_too_long');
    if (visit.spent !== undefined) report(visit.spent, request, reply);
  });
  app.addHook('preParsing', async (request, reply) => {
    const visit = visitOf(request.raw);
    if (visit?.requestClass.isCall !== true || request.caller === undefined) return;
    const { requestClass, cost } = visit;
    const spent = limits.spendOfAccount(requestClass.budget as Limit, request.caller.userId, cost);
    report(spent, request, reply);
  });
}

/** Reports what is left. @throws ApiError 429 when nothing is. */
export function report(spent: Spent, request: FastifyRequest, reply: FastifyReply): void {
  const { allowance } = spent;
  if (request.spent === undefined || allowance.left < request.spent.allowance.left) {
    request.spent = spent;
    reply.headers(rateHeadersOf(spent));
  }
  if (allowance.left < 0) throw new ApiError(429, 'too_many_requests', { retryAfter: allowance.reset });
}
