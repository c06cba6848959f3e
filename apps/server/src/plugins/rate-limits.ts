import type { Limit } from '@maru/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatRateHeaders, type RateLimits, type Spent } from '../front-door/rate-limits.ts';
import { findVisit } from '../front-door/visit.ts';
import { ApiError } from '../http/api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The most exhausted rate limit that this request counts toward. */
    spent: Spent | undefined;
  }
}

/** Maximum length of an API URL, in characters. Pages may be as long as Node allows. */
const LONGEST_ADDRESS = 8_192;

/**
 * Rate limits per account, which the front door cannot apply because the caller is not known there. `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11) report the most exhausted limit.
 */
export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.decorateRequest('spent', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const visit = findVisit(request.raw);
    if (visit === undefined || !visit.requestClass.isCall) return;
    if (request.url.length > LONGEST_ADDRESS) throw new ApiError(414, 'uri_too_long');
    if (visit.spent !== undefined) report(visit.spent, request, reply);
  });
  app.addHook('preParsing', async (request, reply) => {
    const visit = findVisit(request.raw);
    if (visit?.requestClass.isCall !== true || request.caller === undefined) return;
    const { requestClass, cost } = visit;
    const spent = limits.spendOfAccount(requestClass.budget as Limit, request.caller.userId, cost);
    report(spent, request, reply);
  });
}

/** Sets the headers. @throws ApiError 429 when the limit is exhausted */
export function report(spent: Spent, request: FastifyRequest, reply: FastifyReply): void {
  const { allowance } = spent;
  if (request.spent === undefined || allowance.left < request.spent.allowance.left) {
    request.spent = spent;
    reply.headers(formatRateHeaders(spent));
  }
  if (allowance.left < 0) throw new ApiError(429, 'too_many_requests', { retryAfter: allowance.reset });
}
