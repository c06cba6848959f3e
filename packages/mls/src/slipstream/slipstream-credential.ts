import { MINUTE_MS } from '@maru/listing';
import type { Credential } from '../connection.ts';
import { FeedError } from '../feed-error.ts';

/** The header of a session token. */
const TOKEN_HEADER = 'HJI-Slipstream-Token';

/** What `api/authenticate` answered. */
export interface Session {
  token: string;
  /** ms since the epoch by our own clock; null when the server did not say. */
  expiresAt: number | null;
}

/** How one SlipStream account signs its questions. */
export interface SlipstreamAccount {
  /** Signed in; at once where there is nothing to sign in to. */
  ready(signal: AbortSignal): Promise<void>;
  /** A credential for questions of one kind, which may be believed when they say 404. */
  credential(): SlipstreamCredential;
}

export interface SlipstreamCredential extends Credential {
  /**
   * A 403, 404 or 500 stood although the token was new: for a while such an answer is not taken for a dead
   * token.
   */
  noteFruitlessRenewal(): void;
}

/** Asked for anew this long before the end (rule F82). */
const BEFORE_END = 5 * MINUTE_MS;
const DEFAULT_LIFE = 24 * 60 * MINUTE_MS;
/** By these statuses a server says that a token is dead, some of them strangely (rule F82). */
const DEAD_TOKEN = [401, 403, 404, 500];
/** All but 401 mean something else most of the time: once they stood, they are believed for this long. */
const BELIEVED_FOR = 5 * MINUTE_MS;

export const isApiKey = (token: string): boolean => /^s9-/i.test(token);

/** An API key (`s9-…`), which does not end. */
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

/**
 * A license, traded for a session token that ends: asked for once however many wait for it, again five
 * minutes before its end, and once more when the server says that it is dead.
 */
export class LicenseAccount implements SlipstreamAccount {
  readonly #license: string;
  readonly #login: () => Promise<Session>;
  readonly #now: () => number;
  #session: { token: string; renewAt: number; endsAt: number } | null = null;
  #pending: Promise<{ token: string }> | null = null;
  /** Tokens of before may still stand in an error that is being told. */
  #old: string[] = [];

  /** @param login asks `api/authenticate`; throws FeedError. */
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
        // Another question may have met the same dead token, and there is a new one already.
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
      // A busy server before the end of a token is no reason to stop.
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

/** Waits for what others wait for too: who leaves must not stop it. */
function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
