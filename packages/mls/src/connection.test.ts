import { HOUR_MS } from '@maru/listing/time';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';
import { FeedError } from './feed-error.ts';
import { RateLimiter } from './rate-limiter.ts';

const NOW = Date.parse('2026-11-01T00:00:00Z');

/** A provider that answers every request with 429 and this Retry-After. */
function busy(retryAfter: string, limiter: RateLimiter): Connection {
  return new Connection({
    dataset: 'foreign',
    credential: { sign: async () => {}, secrets: () => [] },
    limiter,
    parts: {
      now: () => NOW,
      sleep: async () => {},
      fetch: async () => new Response('{}', { status: 429, headers: { 'retry-after': retryAfter } }),
    },
  });
}

test('a Retry-After of years is capped, for the feed and for others with its credential', async () => {
  for (const header of ['99999999999', 'Fri, 01 Jan 2100 00:00:00 GMT', '1e400', `${'9'.repeat(400)}`]) {
    const limiter = new RateLimiter();
    const request = busy(header, limiter).fetchJson('http://provider.internal/Property', {
      priority: 'bulk',
      signal: new AbortController().signal,
    });
    const error = await request.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(FeedError);
    expect((error as FeedError).retryAfterMs ?? 0).toBeLessThan(2 * HOUR_MS);
    // After two hours the credential may send requests again.
    const leave = await limiter.enter('bulk', {
      signal: new AbortController().signal,
      now: () => NOW + 2 * HOUR_MS,
      sleep: async () => {
        throw new Error('still blocked');
      },
      random: () => 0,
    });
    leave();
  }
});
