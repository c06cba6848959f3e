import { randomBytes, timingSafeEqual } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';

/** Calls that the server makes to itself while it renders carry this; nobody else knows it. */
export const INSIDE_HEADER = 'x-maru-inside';
export const INSIDE_KEY = randomBytes(24).toString('hex');

/**
 * How many API calls one address may make in a minute (`CALLS_A_MINUTE`); more get 429 with Retry-After. Pages,
 * pictures and tiles are cached and not counted.
 */
export async function registerLimits(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(rateLimit, {
    max: settings.callsAMinute,
    timeWindow: '1 minute',
    cache: 20_000,
    allowList: (request) => !request.url.startsWith('/maru/') || isInside(request.headers[INSIDE_HEADER]),
  });
}

function isInside(key: string | string[] | undefined): boolean {
  return (
    typeof key === 'string' &&
    key.length === INSIDE_KEY.length &&
    timingSafeEqual(Buffer.from(key), Buffer.from(INSIDE_KEY))
  );
}
