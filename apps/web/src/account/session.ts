import type { User } from '@maru/contract';
import {
  ApiError,
  type BearerSession,
  type Client,
  createClient,
  type Transport,
  withBearer,
} from '@maru/contract/client';
import { forgetOwnDrafts } from '../browser/tab-draft.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { loadCommuteAddress } from '../listing/commute/commute-address.ts';
import { type AccountState, LOADING, SIGNED_OUT, UNKNOWN } from './account-state.ts';
import type { TokenStore } from './token-store.ts';

export interface SessionParts {
  tokens: TokenStore;
  /** The way to the API without a token. */
  transport: Transport;
  tell: (state: AccountState) => void;
  /** Leaves for a page of the site, without /ko. */
  go: (path: string) => void;
  /** The page that one is on, to come back to, as the browser has it. */
  here: () => string;
  /** One at a time over all tabs of this browser. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  log: (message: string, error: unknown) => void;
}

const REFRESH = { method: 'POST', path: '/api/auth/token/refresh', query: '' };
const AFTER_LOGOUT = '/?isLoggedIn=false';

/**
 * The session in the browser (rules S4.1, S4.2): whose the kept token is, a new one in time, the ways out. Knows no DOM.
 */
export class Session implements BearerSession {
  /** Calls in the name of whoever is signed in. */
  readonly client: Client;
  readonly #parts: SessionParts;
  #refreshing: Promise<string | undefined> | undefined;
  #leaving = false;
  /** Whether the page shows a person, whom a refresh loads again. */
  #isKnown = false;
  /** Grows with each look at who it is: of two looks the newer one tells. */
  #look = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.client = createClient(withBearer(parts.transport, this));
  }

  token(): string | undefined {
    return this.#parts.tokens.token();
  }

  /**
   * Validates the kept token, then loads whose it is. A token that was revoked is cleared, and the browser goes to
   * `/?isLoggedIn=false`; a call that fails is logged, and on this page nobody is signed in, but the token stays.
   */
  async load(): Promise<void> {
    const { tokens, go, log } = this.#parts;
    if (tokens.token() === undefined) return this.#tell(SIGNED_OUT);
    const look = ++this.#look;
    // Whoever is shown stays so until there is news of them.
    if (!this.#isKnown) this.#tell(LOADING);
    try {
      const { valid } = await this.client.validateToken();
      if (look !== this.#look) return;
      if (!valid) {
        this.#clear();
        return go(AFTER_LOGOUT);
      }
      await this.#loadUser(look);
    } catch (error) {
      // A token that could not be refreshed has been dealt with.
      if (look !== this.#look) return;
      this.#tell(UNKNOWN);
      log('Who is signed in could not be asked.', error);
    }
  }

  /** What another tab did to the token holds here too. */
  async follow(): Promise<void> {
    if (this.#parts.tokens.token() === undefined) {
      this.#look += 1;
      // Who was here has signed out elsewhere.
      if (this.#isKnown) forgetOwnDrafts(tabStorage());
      this.#tell(SIGNED_OUT);
    } else {
      await this.load();
    }
  }

  refresh(spent: string | undefined): Promise<string | undefined> {
    const newer = this.#newerThan(spent);
    if (newer !== undefined) return Promise.resolve(newer);
    this.#refreshing ??= this.#parts
      // Another tab may have been faster while we waited for our turn.
      .alone(async () => this.#newerThan(spent) ?? (await this.#renew()))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Takes up a sign-in that has just come about. Rejects when whose it is cannot be asked. */
  async begin(accessToken: string): Promise<void> {
    this.#parts.tokens.keep(accessToken);
    this.#tell(LOADING);
    await this.#loadUser(++this.#look);
  }

  /**
   * The token that belongs to the cookie which a sign-in has left. 'refused': there is no such cookie, or it is no good;
   * 'failed': it could not be asked.
   */
  async collect(): Promise<'signed-in' | 'refused' | 'failed'> {
    // What is being found out about an older token no longer counts.
    this.#look += 1;
    const { accessToken, status } = await this.#ask();
    if (accessToken !== undefined) {
      await this.begin(accessToken);
      return 'signed-in';
    }
    void this.follow();
    return isRefusal(status) ? 'refused' : 'failed';
  }

  /** Here, or everywhere. Rejects when the server could not be told: then one is still signed in, and should know. */
  async signOut({ everywhere = false } = {}): Promise<void> {
    this.#leaving = true;
    try {
      await this.client.signOut({ body: { everywhere } });
    } catch (error) {
      // Whoever is not let in has been signed out already.
      if (!(error instanceof ApiError && error.statusCode === 401)) {
        this.#leaving = false;
        throw error;
      }
    }
    this.#clear();
    this.#parts.go(AFTER_LOGOUT);
  }

  /** The user after a change, as the server answered it. */
  take(user: User): void {
    this.#look += 1;
    this.#show(user);
  }

  #newerThan(spent: string | undefined): string | undefined {
    const now = this.#parts.tokens.token();
    return now === spent ? undefined : now;
  }

  async #renew(): Promise<string | undefined> {
    const { tokens, go, here, log } = this.#parts;
    const { accessToken, status } = await this.#ask();
    if (accessToken !== undefined) {
      tokens.keep(accessToken);
      if (this.#isKnown && !this.#leaving) {
        this.#loadUser(++this.#look).catch((error) => log('The user could not be loaded again.', error));
      }
      return accessToken;
    }
    // What could not be asked may be good in a minute: /login asks again with the token that is kept.
    if (isRefusal(status)) tokens.forget();
    if (this.#leaving) return undefined;
    this.#look += 1;
    this.#tell(SIGNED_OUT);
    const page = here();
    // There already, with a token that could not be refreshed: going there again would go on for ever.
    if (!/^(?:\/ko)?\/login(?![^/?#])/.test(page))
      go(`/login?ended=1&redirectUrl=${encodeURIComponent(page)}`);
    return undefined;
  }

  async #ask(): Promise<{ status: number; accessToken?: string }> {
    try {
      const { status, body } = await this.#parts.transport(REFRESH);
      const token = (body as { accessToken?: unknown } | undefined)?.accessToken;
      return {
        status,
        ...(status < 400 && typeof token === 'string' && token !== '' ? { accessToken: token } : {}),
      };
    } catch (error) {
      this.#parts.log('The token could not be refreshed.', error);
      return { status: 0 };
    }
  }

  async #loadUser(look: number): Promise<void> {
    const user = await this.client.findUser();
    if (look !== this.#look) return;
    this.#show(user);
  }

  #show(user: User): void {
    this.#tell({ status: 'signed-in', user: { ...user, commuteAddress: loadCommuteAddress() } });
  }

  #clear(): void {
    this.#look += 1;
    this.#parts.tokens.forget();
    forgetOwnDrafts(tabStorage());
    this.#tell(SIGNED_OUT);
  }

  #tell(state: AccountState): void {
    this.#isKnown = state.status === 'signed-in';
    this.#parts.tell(state);
  }
}

/** The server has looked and says no; not that it is busy, broken or away. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
