import { MINUTE_MS } from '@maru/listing/time';
import type { Credential } from '../connection.ts';
import { FeedError } from '../feed-error.ts';

const TOKEN_HEADER = 'HJI-Slipstream-Token';

export interface Session {
  token: string;
  /** ms since the epoch by our clock; null when not stated. */
  expiresAt: number | null;
}

export interface SlipstreamAccount {
  /** Immediate when no login is needed. */
  ready(signal: AbortSignal): Promise<void>;
  /** A credential for one kind of request, with its own meaning of 404. */
  credential(): SlipstreamCredential;
}

export interface SlipstreamCredential extends Credential {
  /** A 403, 404 or 500 occurred despite a new token: for a while it does not count as an expired token. */
  noteFruitlessRenewal(): void;
}

/** Renew this long before expiry (rule F82). */
const BEFORE_END = 5 * MINUTE_MS;
const DEFAULT_LIFE = 24 * 60 * MINUTE_MS;
/** Statuses that may indicate an expired token (rule F82). */
const DEAD_TOKEN = [401, 403, 404, 500];
/** All but 401 usually mean something else: after a fruitless renewal they are taken literally for this long. */
const BELIEVED_FOR = 5 * MINUTE_MS;

export const isApiKey = (token: string): boolean => /^s9-/i.test(token);

export function createKeyAccount(key: string): SlipstreamAccount {
  return {
    ready: async () => {},
    credential: () => ({
      sign: async ({ headers }) => {
        headers.authorization = `Bearer ${key}`;
      },
      secrets: () => [key],
      noteFruitlessRenewal: () => {},
    }),
  };
}

/** Exchanges a license key for a session token: one request for all callers, renewed before expiry and when rejected. */
export class LicenseAccount implements SlipstreamAccount {
  readonly #license: string;
  readonly #login: () => Promise<Session>;
  readonly #now: () => number;
  #session: { token: string; renewAt: number; endsAt: number } | null = null;
  #pending: Promise<{ token: string }> | null = null;
  #old: string[] = [];

  constructor(license: string, login: () => Promise<Session>, now: () => number) {
    this.#license = license;
    this.#login = login;
    this.#now = now;
  }

  async ready(signal: AbortSignal): Promise<void> {
    await this.#current(signal);
  }

  credential(): SlipstreamCredential {
    let believedUntil = Number.NEGATIVE_INFINITY;
    return {
      renewOn: DEAD_TOKEN,
      sign: async ({ headers }, signal) => {
        headers[TOKEN_HEADER] = (await this.#current(signal)).token;
      },
      secrets: () => [this.#license, ...this.#old, ...(this.#session === null ? [] : [this.#session.token])],
      renew: async (status, signal, request) => {
        if (status !== 401 && this.#now() < believedUntil) return false;
        // Another request may have renewed the token already.
        if (request.headers[TOKEN_HEADER] === this.#session?.token) this.#drop();
        await this.#current(signal);
        return true;
      },
      noteFruitlessRenewal: () => {
        believedUntil = this.#now() + BELIEVED_FOR;
      },
    };
  }

  async #current(signal: AbortSignal): Promise<{ token: string }> {
    signal.throwIfAborted();
    const session = this.#session;
    const now = this.#now();
    if (session !== null && now < session.renewAt) return session;
    this.#pending ??= this.#ask().finally(() => {
      this.#pending = null;
    });
    try {
      return await unlessAborted(this.#pending, signal);
    } catch (error) {
      // The current token is still valid; a busy server is no reason to fail.
      if (session !== null && now < session.endsAt && error instanceof FeedError) return session;
      throw error;
    }
  }

  async #ask(): Promise<{ token: string }> {
    const { token, expiresAt } = await this.#login();
    const now = this.#now();
    const life = expiresAt === null ? DEFAULT_LIFE : Math.max(0, expiresAt - now);
    this.#drop();
    this.#session = { token, renewAt: now + life - Math.min(BEFORE_END, life / 2), endsAt: now + life };
    return this.#session;
  }

  #drop(): void {
    if (this.#session !== null) this.#old = [this.#session.token, ...this.#old].slice(0, 4);
    this.#session = null;
  }
}

/** Awaits a shared promise; aborting does not cancel it for others. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
