import { MINUTE_MS } from '@maru/listing/time';
/** `live`: a visitor is waiting; `bulk`: replication, which can wait (rule F48). */
export type Priority = 'live' | 'bulk';

/** Clock (ms since the epoch), sleep and randomness of a caller. */
export interface Waiting {
  signal: AbortSignal;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
  waitedUntil?: number;
  /** Whose request it is, such as an address: visitors share a quota fairly by it. */
  requester?: string | undefined;
}

/** Quotas reported in responses: `{name}-RateLimit-Limit`, `-Remaining`, `-Reset` (1.8). */
const QUOTAS = ['application', 'burst'] as const;

/** Of each quota: what replication leaves for visitors. */
const RESERVED_SHARE = 0.1;
/** … and what visitors may use of it at most: whatever they ask for, replication goes on. */
const LIVE_SHARE = 0.5;
/** Longer waits and resets are errors of unit or clock and are capped. */
export const MAX_REPORTED_WAIT_MS = 65 * MINUTE_MS;
/** Callers waiting for one reset are spread over this time (rule F28). */
const SPREAD_MS = 1000;
/** Maximum wait; longer ones are left to the feed's scheduler or reported to the visitor. */
export const MAX_WAIT_MS: Record<Priority, number> = { live: 10_000, bulk: 120_000 };

interface Quota {
  limit: number;
  remaining: number;
  resetAt: number;
  /** Live requests of this window, by requester and in all. */
  readonly live: Map<string, number>;
  liveCount: number;
}

export class QuotaUsedUp extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('the quota is used up');
    this.name = 'QuotaUsedUp';
    this.waitMs = waitMs;
  }
}

/** For one credential, shared by its feeds in the process (rule F14). Compares numerically (rule F12). */
export class RateLimiter {
  readonly #concurrency: number;
  readonly #quotas = new Map<string, Quota>();
  readonly #waiting: { priority: Priority; start: () => void }[] = [];
  #running = 0;
  #blockedUntil = 0;

  constructor(concurrency = Number.POSITIVE_INFINITY) {
    this.#concurrency = concurrency;
  }

  /** Call the returned function when the request ends. @throws QuotaUsedUp; the signal's reason */
  async enter(priority: Priority, waiting: Waiting): Promise<() => void> {
    let passed = waiting.waitedUntil ?? 0;
    for (;;) {
      await this.#place(priority, waiting.signal);
      const until = this.#closedUntil(priority, waiting);
      const wait = until - waiting.now();
      if (wait <= 0 || until <= passed) {
        if (priority === 'live') this.#countLive(waiting);
        let left = false;
        return () => {
          if (!left) this.#leave();
          left = true;
        };
      }
      this.#leave();
      if (wait > MAX_WAIT_MS[priority]) throw new QuotaUsedUp(wait);
      await waiting.sleep(wait + waiting.random() * SPREAD_MS, waiting.signal);
      passed = until;
    }
  }

  /** From a response of any status. `serverTime`: the server's clock, ms. */
  observe(headers: Headers, serverTime: number, now: number): void {
    for (const name of QUOTAS) {
      const limit = readCount(headers.get(`${name}-ratelimit-limit`));
      const remaining = readCount(headers.get(`${name}-ratelimit-remaining`));
      const reset = readReset(headers.get(`${name}-ratelimit-reset`), serverTime);
      if (remaining === null || reset === null) continue;
      // By the server's clock, in case ours is wrong.
      const untilReset = reset - serverTime;
      if (untilReset <= 0) continue;
      const resetAt = now + Math.min(untilReset, MAX_REPORTED_WAIT_MS);
      const known = this.#quotas.get(name);
      // Responses may arrive out of order: within a window the lowest value is the newest.
      const same = known !== undefined && known.resetAt > now && Math.abs(known.resetAt - resetAt) < 5000;
      this.#quotas.set(name, {
        limit: limit ?? known?.limit ?? remaining,
        remaining: same ? Math.min(known.remaining, remaining) : remaining,
        resetAt: same ? Math.max(known.resetAt, resetAt) : resetAt,
        live: same ? known.live : new Map(),
        liveCount: same ? known.liveCount : 0,
      });
    }
  }

  /** ms until the latest reset of an exhausted quota; null when none is exhausted. */
  usedUpFor(now: number): number | null {
    const resets = [...this.#quotas.values()]
      .filter((quota) => quota.remaining <= 0 && quota.resetAt > now)
      .map((quota) => quota.resetAt - now);
    return resets.length === 0 ? null : Math.max(...resets);
  }

  /** A 429 applies to the credential, so all callers wait. */
  block(ms: number, now: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms);
  }

  /** State of the quotas, for metrics (rule F48). */
  state(now: number): { name: string; limit: number; remaining: number; resetAt: number }[] {
    return [...this.#quotas]
      .filter(([, quota]) => quota.resetAt > now)
      .map(([name, { limit, remaining, resetAt }]) => ({ name, limit, remaining, resetAt }));
  }

  #closedUntil(priority: Priority, { now, requester = '' }: Waiting): number {
    let until = this.#blockedUntil;
    for (const quota of this.#quotas.values()) {
      // The caller is already counted as running.
      const left = quota.remaining - (this.#running - 1);
      const isClosed =
        priority === 'live'
          ? left <= 0 || isShareUsed(quota, requester)
          : left <= Math.max(1, Math.ceil(quota.limit * RESERVED_SHARE));
      if (quota.resetAt > now() && isClosed) until = Math.max(until, quota.resetAt);
    }
    return until;
  }

  #countLive({ requester = '' }: Waiting): void {
    for (const quota of this.#quotas.values()) {
      quota.live.set(requester, (quota.live.get(requester) ?? 0) + 1);
      quota.liveCount += 1;
    }
  }

  async #place(priority: Priority, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const one = {
        priority,
        start: () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.push(one);
    });
  }

  #leave(): void {
    const live = this.#waiting.findIndex((one) => one.priority === 'live');
    const [next] = this.#waiting.splice(Math.max(0, live), 1);
    // The slot passes directly to the next caller.
    if (next !== undefined) next.start();
    else this.#running -= 1;
  }
}

/**
 * A requester may use as much as is left for all others: of n that ask without pause each gets the (n + 1)th part, and a newcomer
 * finds as much.
 */
function isShareUsed({ limit, live, liveCount }: Quota, requester: string): boolean {
  const left = Math.max(1, Math.ceil(limit * LIVE_SHARE)) - liveCount;
  return left <= 0 || (live.get(requester) ?? 0) > left;
}

const shared = new Map<string, RateLimiter>();

/** Process-wide, by what the provider counts by, such as host and token. The first caller sets the concurrency. */
export function sharedLimiter(credential: string, options: { concurrency?: number } = {}): RateLimiter {
  let limiter = shared.get(credential);
  if (limiter === undefined) {
    limiter = new RateLimiter(options.concurrency);
    shared.set(credential, limiter);
  }
  return limiter;
}

function readCount(header: string | null): number | null {
  if (header === null || !/^\s*-?\d+(\.\d+)?\s*$/.test(header)) return null;
  return Number(header);
}

/** ISO time (Bridge), epoch seconds or milliseconds, or remaining seconds → ms since the epoch (rule F13). */
export function readReset(header: string | null, serverTime: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number >= 1e11) return number;
    return number >= 1e9 ? number * 1000 : serverTime + number * 1000;
  }
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) || /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
