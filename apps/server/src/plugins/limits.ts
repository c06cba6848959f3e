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
  const [given, own] = [Buffer.from(String(key)), Buffer.from(INSIDE_KEY)];
  // In bytes: a key of as many characters may have more of them, and the comparison would throw.
  return given.length === own.length && timingSafeEqual(given, own);
}
