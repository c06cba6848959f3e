import type { BearerSession, Transport } from '@maru/contract/client';
import { hasStored } from '../browser/stored-value.ts';
import { loadSavedStore } from '../listing/kept/use-saved.ts';
import { type AccountState, LOADING, SIGNED_OUT, UNKNOWN } from './account-state.ts';
import type { CommuteSync } from './commute-sync.ts';
import type { Session } from './session.ts';
import { TOKEN_KEY, type TokenStore } from './token-store.ts';

const LOOK_AGAIN_MS = 5 * 60_000;

export interface AccountParts {
  tokens: TokenStore;
  transport: Transport;
  go: (path: string) => void;
}

/**
 * The user of this page. Small, since it is in the first script of every page; the code of a session is loaded when
 * there is a token.
 */
export class Account implements BearerSession {
  readonly #parts: AccountParts;
  readonly #listeners = new Set<() => void>();
  #state: AccountState;
  #session: Promise<Session> | undefined;
  #isLeaving = false;
  #commute: Promise<CommuteSync> | undefined;
  #syncing: { userId: string; stop: () => void } | undefined;

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#state = parts.tokens.token() === undefined ? SIGNED_OUT : LOADING;
  }

  /** Loads the user of the stored token and follows changes in other tabs. Call it once. */
  start(): void {
    const { tokens } = this.#parts;
    let looked = 0;
    const look = () => {
      looked = Date.now();
      if (this.#session === undefined && tokens.token() === undefined) return this.#tell(SIGNED_OUT);
      this.session()
        .then((session) => session.follow())
        .catch((error) => {
          // A script that fails to load counts as a failed request (rule S4.1).
          console.error('Who is signed in could not be asked.', error);
          this.#tell(UNKNOWN);
        });
    };
    window.addEventListener('storage', (event) => {
      if (event.key === TOKEN_KEY || event.key === null) look();
    });
    // A page from the back/forward cache has missed storage events.
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) look();
    });
    // The session may have ended while the tab was hidden.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - looked > LOOK_AGAIN_MS) look();
    });
    look();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => {
      this.#listeners.delete(changed);
    };
  };
  readonly current = (): AccountState => this.#state;

  /** Undefined while the page is signed out, and during a sign-out, which revokes the token before it responds. */
  token(): string | undefined {
    const isOut = this.#isLeaving || this.#state.status === 'signed-out';
    return isOut ? undefined : this.#parts.tokens.token();
  }

  async refresh(spent: string | undefined): Promise<string | undefined> {
    return (await this.session()).refresh(spent);
  }

  /** Whether this browser can store the token, so that a sign-in survives the page. */
  lasts(): boolean {
    return this.#parts.tokens.lasts();
  }

  /** Navigates to a page of the site, without /ko. */
  leave(path: string): void {
    this.#parts.go(path);
  }

  /** @see Session.signOut */
  async signOut(options: { everywhere?: boolean }): Promise<void> {
    const session = await this.session();
    this.#isLeaving = true;
    try {
      await session.signOut(options);
    } finally {
      this.#isLeaving = false;
    }
  }

  /** The session, whose script is loaded on the first call. */
  session(): Promise<Session> {
    this.#session ??= import('./session.ts').then(({ Session }) => {
      const { tokens, transport, go } = this.#parts;
      return new Session({
        tokens,
        transport,
        go,
        tell: (state) => this.#tell(state),
        here: () => location.pathname + location.search + location.hash,
        alone: (work) =>
          navigator.locks === undefined ? work() : navigator.locks.request('maru/refresh', work),
        log: (message, error) => console.error(message, error),
      });
    });
    // Retry a failed load at the next call.
    this.#session.catch(() => {
      this.#session = undefined;
    });
    return this.#session;
  }

  #tell(state: AccountState): void {
    this.#state = state;
    // Remove the mark that document.tsx has set before the first paint.
    if (state.status === 'signed-out') delete document.documentElement.dataset.kept;
    this.#followSaved(state);
    this.#followCommute(state);
    const units = state.status === 'signed-in' ? state.user.units : null;
    if (units !== null) import('../i18n/area-unit.ts').then((kept) => kept.adoptUnit(units)).catch(() => {});
    for (const changed of this.#listeners) changed();
  }

  /** Synchronizes the commute address with the account, with consent. */
  #followCommute(state: AccountState): void {
    if (state.status === 'loading') return;
    const user = state.status === 'signed-in' ? state.user : undefined;
    if (user === undefined) {
      const isOver = state.status === 'signed-out' && state.unknown !== true;
      if (isOver && hasStored('maru/commute-adopted')) {
        import('../listing/commute/commute-address.ts')
          .then((kept) => kept.forgetAdoptedCommute())
          .catch(() => {});
      }
      if (this.#commute === undefined) return;
    }
    this.#commute ??= Promise.all([
      import('./commute-sync.ts'),
      import('../listing/commute/commute-address.ts'),
      this.session(),
    ]).then(
      ([{ CommuteSync }, kept, session]) =>
        new CommuteSync({
          load: kept.loadCommuteAddress,
          keep: kept.adoptCommuteAddress,
          watch: kept.watchCommuteAddress,
          send: async (commuteAddresses) =>
            session.take(await session.client.updateUser({ body: { commuteAddresses } })),
          log: (message, error) => console.error(message, error),
        }),
    );
    this.#commute
      .then((commute) => commute.follow(user))
      .catch(() => {
        this.#commute = undefined;
      });
  }

  /** Synchronizes saved homes and searches with the account. */
  #followSaved(state: AccountState): void {
    if (state.status === 'loading') return;
    const userId = state.status === 'signed-in' ? state.user.id : undefined;
    if (this.#syncing !== undefined && this.#syncing.userId === userId) return;
    this.#syncing?.stop();
    this.#syncing = undefined;
    if (userId === undefined) {
      // A failed request does not end the session.
      const isOver = state.status === 'signed-out' && state.unknown !== true;
      if (isOver) {
        loadSavedStore()
          .then((store) => {
            if (store.current().owner !== null) store.clear();
          })
          .catch(() => {});
      }
      return;
    }
    let isStopped = false;
    let stop = () => {
      isStopped = true;
    };
    this.#syncing = { userId, stop: () => stop() };
    Promise.all([import('./saved-sync.ts'), loadSavedStore(), this.session()])
      .then(([{ syncSaved }, store, session]) => {
        if (isStopped) return;
        stop = syncSaved({
          store,
          client: session.client,
          userId,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          log: (message, error) => console.error(message, error),
        });
      })
      .catch((error) => console.error('What is kept could not be brought to the account.', error));
  }
}
