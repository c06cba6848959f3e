import type { ServerResponse } from 'node:http';

export interface Quota {
  /** Requests per hour; 5,000 at the provider. */
  hour: number;
  /** Requests per minute; a fifteenth of the hour's, rounded up: 334. */
  burst: number;
}

export const BRIDGE_QUOTA: Quota = { hour: 5000, burst: 334 };

const NAMES = { hour: 'Application-RateLimit', burst: 'Burst-RateLimit' } as const;
const SPANS = { hour: 3_600_000, burst: 60_000 } as const;
type Span = keyof typeof SPANS;

/**
 * Bridge's two rate limits per application (rule F68): six headers on every response, resets as ISO times, no
 * Retry-After.
 */
export class RateLimits {
  readonly quota: Quota;
  readonly #used = { hour: 0, burst: 0 };
  readonly #resets = { hour: 0, burst: 0 };

  constructor(quota: Quota) {
    this.quota = quota;
  }

  /** Counts one request at `now`; returns whether it is within both limits. */
  take(now: number): boolean {
    let within = true;
    for (const span of ['hour', 'burst'] as const) {
      if (now >= this.#resets[span]) this.#renew(span, now);
      this.#used[span] += 1;
      if (this.#used[span] > this.quota[span]) within = false;
    }
    return within;
  }

  /** Uses up the limit until `ms` from now. */
  exhaust(span: Span, now: number, ms: number): void {
    this.#used[span] = this.quota[span];
    this.#resets[span] = now + ms;
  }

  writeHeaders(response: ServerResponse): void {
    for (const span of ['hour', 'burst'] as const) {
      const remaining = Math.max(0, this.quota[span] - this.#used[span]);
      response.setHeader(`${NAMES[span]}-Limit`, this.quota[span]);
      response.setHeader(`${NAMES[span]}-Remaining`, remaining);
      response.setHeader(`${NAMES[span]}-Reset`, new Date(this.#resets[span]).toISOString());
    }
  }

  #renew(span: Span, now: number): void {
    this.#used[span] = 0;
    this.#resets[span] = now + SPANS[span];
  }
}
