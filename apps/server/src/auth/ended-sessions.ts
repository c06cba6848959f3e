import type { UserRole } from '@maru/listing/people';
import type { Revocation, Store } from '@maru/store';
import { joinShared } from '../front-door/current-visit.ts';

/** The list is read again when it is so old (ms), in case a notification was lost. */
const POLL_MS = 1_000;
/** How long a check waits for the list to be read again (ms); after that it uses the list it has. */
const PATIENCE_MS = 250;

/**
 * Sessions that have ended and accounts whose role has changed within the lifetime of an access token: their tokens still
 * verify and must be refused. Sources, from fastest to slowest:
 * - what this process commits itself, known before the call that did it returns (`Store.onRevocation`);
 * - notifications of other nodes (`Store.onSessionChange`);
 * - polling: a check never relies on a list older than `POLL_MS` unless the store does not answer within `PATIENCE_MS`.
 * While the store is unavailable the last list is used; access tokens expire within minutes.
 */
export class EndedSessions {
  readonly #store: Pick<Store, 'sessions' | 'onSessionChange' | 'onRevocation'>;
  readonly #lifetime: number;
  readonly #now: () => number;
  #sessions: ReadonlySet<string> = new Set();
  #roles: ReadonlyMap<string, UserRole> = new Map();
  /**
   * Committed by this process and not yet part of a list that was read afterwards, with the time of the commit (ms since the epoch);
   * oldest first. Bounded by age, since a process that checks no session (role `jobs` alone) reads no list.
   */
  readonly #own = new Map<Revocation, number>();
  /** When the reading of the current list began. */
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  /** Settles with `#looking`, or after `PATIENCE_MS`. */
  #patience: Promise<void> = Promise.resolve();
  #isAskedAgain = false;
  #isWatching = false;

  /** `lifetime`: of an access token (ms). */
  constructor(options: {
    store: Pick<Store, 'sessions' | 'onSessionChange' | 'onRevocation'>;
    lifetime: number;
    now?: () => number;
  }) {
    this.#store = options.store;
    this.#lifetime = options.lifetime;
    this.#now = options.now ?? Date.now;
    this.#store.onRevocation((revocation) => this.#remember(revocation));
  }

  /**
   * Whether this session has ended, or its owner has another role now.
   * @throws what the store throws, while no list could ever be read
   */
  async has(caller: { sessionId: string; userId: string; role: UserRole }): Promise<boolean> {
    if (!this.#isWatching) {
      this.#isWatching = true;
      this.#store.onSessionChange(() => void this.look().catch(() => undefined));
    }
    await this.#readIfOld();
    if (this.#hasEnded(caller)) return true;
    if (!this.#hasOtherRole(caller)) return false;
    // The token may be newer than the list, and name a role that was given back: read the list before refusing it.
    await joinShared(this.look());
    return this.#hasEnded(caller) || this.#hasOtherRole(caller);
  }

  async #readIfOld(): Promise<void> {
    if (this.#lookedAt === Number.NEGATIVE_INFINITY) return await joinShared(this.#looking ?? this.look());
    const age = this.#now() - this.#lookedAt;
    // A clock that was set back makes the age negative.
    if (age >= 0 && age < POLL_MS) return;
    // Also while a query is under way: it may have been sent before what this check must know.
    void this.look();
    await joinShared(this.#patience);
  }

  #remember(revocation: Revocation): void {
    const now = this.#now();
    for (const [oldest, at] of this.#own) {
      if (at >= this.#expiredBefore(now)) break;
      this.#own.delete(oldest);
    }
    this.#own.set(revocation, now);
  }

  /** Tokens that were issued before this (ms since the epoch) have expired on every node: clocks differ by up to a minute. */
  #expiredBefore(now: number): number {
    return now - this.#lifetime - 60_000;
  }

  #hasEnded({ sessionId }: { sessionId: string }): boolean {
    if (this.#sessions.has(sessionId)) return true;
    for (const { sessions } of this.#own.keys()) if (sessions.includes(sessionId)) return true;
    return false;
  }

  #hasOtherRole({ userId, role }: { userId: string; role: UserRole }): boolean {
    let current = this.#roles.get(userId);
    for (const { roles } of this.#own.keys()) {
      for (const one of roles) if (one.userId === userId) current = one.role;
    }
    return (current ?? role) !== role;
  }

  /** Reads the list; rejects only while none could ever be read. */
  look(): Promise<void> {
    // A query that is under way may have been sent before the change that asks for this one.
    this.#isAskedAgain = true;
    if (this.#looking === undefined) {
      this.#looking = this.#lookUntilQuiet();
      this.#patience = settledWithin(this.#looking, PATIENCE_MS);
    }
    return this.#looking;
  }

  async #lookUntilQuiet(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#lookOnce();
      }
    } finally {
      // In the same turn of the event loop as the last test of `#isAskedAgain`: no request is lost in between.
      this.#looking = undefined;
    }
  }

  async #lookOnce(): Promise<void> {
    const now = this.#now();
    const since = new Date(this.#expiredBefore(now));
    const included = [...this.#own.keys()];
    try {
      const { sessions, roles } = await this.#store.sessions.listRevoked(since);
      this.#sessions = new Set(sessions);
      this.#roles = new Map(roles.map(({ userId, role }) => [userId, role]));
      // They were committed before the query was sent.
      for (const one of included) this.#own.delete(one);
      this.#lookedAt = now;
    } catch (error) {
      if (this.#lookedAt === Number.NEGATIVE_INFINITY) throw error;
      // Next attempt after `POLL_MS`, not with every check.
      this.#lookedAt = now;
    }
  }
}

/** Resolves when the promise settles, or after `ms`. */
function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
