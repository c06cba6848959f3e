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
  /** Without a token. */
  transport: Transport;
  tell: (state: AccountState) => void;
  /** Navigates to a page of the site, without /ko. */
  go: (path: string) => void;
  /** The current URL, to return to. */
  here: () => string;
  /** Runs one `work` at a time across all tabs of this browser. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  log: (message: string, error: unknown) => void;
}

const REFRESH = { method: 'POST', path: '/api/auth/token/refresh', query: '' };
const AFTER_LOGOUT = '/?isLoggedIn=false';

/**
 * The session in the browser (rules S4.1, S4.2): loads the user, refreshes the token, signs out. Does not use the DOM.
 */
export class Session implements BearerSession {
  /** Sends the user's token. */
  readonly client: Client;
  readonly #parts: SessionParts;
  #refreshing: Promise<string | undefined> | undefined;
  #leaving = false;
  /** Whether the user is loaded; a refresh then loads them again. */
  #isKnown = false;
  /** Number of the last load: results of older ones are dropped. */
  #look = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.client = createClient(withBearer(parts.transport, this));
  }

  token(): string | undefined {
    return this.#parts.tokens.token();
  }

  /**
   * Validates the stored token and loads its user. A revoked token is cleared, and the browser goes to
   * `/?isLoggedIn=false`; a failed request is logged, and the page is shown signed out, but the token stays.
   */
  async load(): Promise<void> {
    const { tokens, go, log } = this.#parts;
    if (tokens.token() === undefined) return this.#tell(SIGNED_OUT);
    const look = ++this.#look;
    // Keep showing the known user until the response.
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
      // The failed refresh has been handled.
      if (look !== this.#look) return;
      this.#tell(UNKNOWN);
      log('Who is signed in could not be asked.', error);
    }
  }

  /** Follows a change of the token by another tab. */
  async follow(): Promise<void> {
    if (this.#parts.tokens.token() === undefined) {
      this.#look += 1;
      // Signed out in another tab.
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
      // Another tab may have refreshed it during the wait for the lock.
      .alone(async () => this.#newerThan(spent) ?? (await this.#renew()))
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Starts a session with a new access token. Rejects when the user cannot be loaded. */
  async begin(accessToken: string): Promise<void> {
    this.#parts.tokens.keep(accessToken);
    this.#tell(LOADING);
    await this.#loadUser(++this.#look);
  }

  /**
   * Exchanges the cookie of a sign-in for an access token. 'refused': no valid cookie; 'failed': the request failed.
   */
  async collect(): Promise<'signed-in' | 'refused' | 'failed'> {
    // Drop a pending load of an older token.
    this.#look += 1;
    const { accessToken, status } = await this.#ask();
    if (accessToken !== undefined) {
      await this.begin(accessToken);
      return 'signed-in';
    }
    void this.follow();
    return isRefusal(status) ? 'refused' : 'failed';
  }

  /** Ends this session or all of the account. Rejects when the request fails: the user is then still signed in. */
  async signOut({ everywhere = false } = {}): Promise<void> {
    this.#leaving = true;
    try {
      await this.client.signOut({ body: { everywhere } });
    } catch (error) {
      // 401: the session had already ended.
      if (!(error instanceof ApiError && error.statusCode === 401)) {
        this.#leaving = false;
        throw error;
      }
    }
    this.#clear();
    this.#parts.go(AFTER_LOGOUT);
  }

  /** Takes the user from the response to a change. */
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
    // A failed request may succeed later: /login retries with the stored token.
    if (isRefusal(status)) tokens.forget();
    if (this.#leaving) return undefined;
    this.#look += 1;
    this.#tell(SIGNED_OUT);
    const page = here();
    // Already on /login, with a token that could not be refreshed: navigating there again would loop.
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

/** Rejected by the server, as opposed to overload, a fault or no connection. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
