import { MINUTE_MS } from '@maru/listing/time';
import { FeedError } from './feed-error.ts';

export interface Session {
  token: string;
  /** ms since the epoch by our clock; null when not stated. */
  expiresAt: number | null;
}

/** Renew this long before expiry (rule F82). */
const RENEW_BEFORE_MS = 5 * MINUTE_MS;

/** A token that a server gives for a secret: one request for all callers, renewed before it ends and when rejected. */
export class SessionToken {
  readonly #login: () => Promise<Session>;
  readonly #now: () => number;
  readonly #defaultLife: number;
  #session: { token: string; renewAt: number; endsAt: number } | null = null;
  #pending: Promise<{ token: string }> | null = null;
  #old: string[] = [];

  /** `defaultLife`: ms that a token lasts whose end is not stated. */
  constructor(login: () => Promise<Session>, now: () => number, defaultLife: number) {
    this.#login = login;
    this.#now = now;
    this.#defaultLife = defaultLife;
  }

  /** @throws FeedError of the login, unless the last token is still valid; the signal's reason when aborted */
  async current(signal: AbortSignal): Promise<{ token: string }> {
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
      // A busy server is no reason to fail.
      if (session !== null && now < session.endsAt && error instanceof FeedError) return session;
      throw error;
    }
  }

  /** Forgets a rejected token, unless another request has renewed it already. */
  drop(rejected: string | undefined): void {
    if (this.#session !== null && this.#session.token === rejected) this.#forget();
  }

  /** The last tokens, to be redacted. */
  secrets(): string[] {
    return [...this.#old, ...(this.#session === null ? [] : [this.#session.token])];
  }

  async #ask(): Promise<{ token: string }> {
    const { token, expiresAt } = await this.#login();
    const now = this.#now();
    const life = expiresAt === null ? this.#defaultLife : Math.max(0, expiresAt - now);
    this.#forget();
    this.#session = { token, renewAt: now + life - Math.min(RENEW_BEFORE_MS, life / 2), endsAt: now + life };
    return this.#session;
  }

  #forget(): void {
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
