import type { Role, Store } from '@maru/store';

/** Looked at again when nothing was heard for so long: a notification may be lost. */
const LOOKED_AT_EVERY = 30_000;

/**
 * Whose access tokens still look good and are not: sessions that have ended, accounts whose role is another one. As of
 * the last notification of the store, some milliseconds ago; while the store is away as it was, for as long as such
 * tokens last. Small: nobody is in it for longer than an access token lives.
 */
export class EndedSessions {
  readonly #store: Pick<Store, 'sessions' | 'onSessionChange'>;
  readonly #lifetime: number;
  readonly #now: () => number;
  #sessions: ReadonlySet<string> = new Set();
  #roles: ReadonlyMap<string, Role> = new Map();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #isAskedAgain = false;
  #isWatching = false;

  /** `lifetime`: of an access token (ms). */
  constructor(options: {
    store: Pick<Store, 'sessions' | 'onSessionChange'>;
    lifetime: number;
    now?: () => number;
  }) {
    this.#store = options.store;
    this.#lifetime = options.lifetime;
    this.#now = options.now ?? Date.now;
  }

  /** Whether this session has ended, or the role of its owner is another one now. */
  async has(caller: { sessionId: string; userId: string; role: Role }): Promise<boolean> {
    if (!this.#isWatching) {
      this.#isWatching = true;
      this.#store.onSessionChange(() => void this.look().catch(() => undefined));
    }
    const isFirst = this.#lookedAt === Number.NEGATIVE_INFINITY;
    if (isFirst) await (this.#looking ?? this.look());
    else if (this.#looking === undefined && this.#now() - this.#lookedAt > LOOKED_AT_EVERY) void this.look();
    if (this.#sessions.has(caller.sessionId)) return true;
    if (!this.#hasOtherRole(caller)) return false;
    // A role may have come back, and the token be newer than the list: only who would be refused waits for that.
    await this.look();
    return this.#sessions.has(caller.sessionId) || this.#hasOtherRole(caller);
  }

  #hasOtherRole({ userId, role }: { userId: string; role: Role }): boolean {
    return (this.#roles.get(userId) ?? role) !== role;
  }

  /** Asks the store; never rejects but before the first answer. */
  look(): Promise<void> {
    // What is on its way may have been read before the change that asks.
    this.#isAskedAgain = true;
    this.#looking ??= this.#lookUntilQuiet();
    return this.#looking;
  }

  async #lookUntilQuiet(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#lookOnce();
      }
    } finally {
      // In the turn in which it was found quiet: a question that comes later finds nobody on the way.
      this.#looking = undefined;
    }
  }

  async #lookOnce(): Promise<void> {
    const now = this.#now();
    // A minute more than tokens live: clocks of nodes differ.
    const since = new Date(now - this.#lifetime - 60_000);
    try {
      const { sessions, roles } = await this.#store.sessions.listRevoked(since);
      this.#sessions = new Set(sessions);
      this.#roles = new Map(roles.map(({ userId, role }) => [userId, role]));
      this.#lookedAt = now;
    } catch (error) {
      if (this.#lookedAt === Number.NEGATIVE_INFINITY) throw error;
      // Again in a while, not with every request.
      this.#lookedAt = now;
    }
  }
}
