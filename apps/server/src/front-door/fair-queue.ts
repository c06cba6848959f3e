import { afterAccepting } from './accept-first.ts';

/** Permission to work on one request. */
export interface Place {
  /** Gives the place back. Further calls have no effect. */
  leave(): void;
  /** Frees the place for others while the request waits for the database. */
  suspend(): void;
  /** Takes the place again, without waiting: the request has been admitted before. */
  resume(): void;
}

export interface FairQueueOptions {
  /** Requests in flight at once, of all keys. */
  total: number;
  /** … of one key. */
  perKey: number;
  /** Requests that may wait, of all keys. */
  waiting: number;
  /** … of one key. */
  waitingPerKey: number;
  /** How long a request waits at most (ms). */
  patience: number;
  /**
   * What a key may have used lately without being put back in the queue: about what a person who uses the site needs. In requests, or
   * in ms where `busy` is given; use halves every `HALF_LIFE`. Default: 0.
   */
  allowance?: number;
  /** The group of a key, such as the network of an address: it may use `GROUP_ALLOWANCES` times as much as a key. Undefined: none. */
  groupOf?: (key: string) => string | undefined;
  /**
   * How long the thread has worked so far (ms). With it use is the time that requests take of the thread, shared equally by
   * those in flight at a time: a request that takes 80 ms counts as 80 that take one. Without it each request counts as one.
   */
  busy?: () => number;
  /**
   * Sustained overload: when more than `length` have been waiting for `after` (ms), a key beyond its allowance waits for a shorter
   * time, the shorter the more it used, and at least for `patience` (ms), so that accepted requests are answered in time. A burst is
   * answered whole. After CoDel (RFC 8289).
   */
  overload?: { length: number; after: number; patience: number };
  /**
   * How long the requests of one turn of the event loop may run before later ones wait for the next turn (ms), so that the
   * server reads new requests in time to compare their keys. Undefined: no such limit, for work off the main thread.
   */
  slice?: number;
  now?: () => number;
}

/** Emits `close` when the client of a request has gone: a `ServerResponse`. */
export interface Client {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

interface Waiter {
  key: string;
  since: number;
  settle(place: Place | undefined): void;
}

/** The weight of a past request halves in this time (ms). */
const HALF_LIFE = 15_000;
/** Weights are rebased before they lose precision (half-lives). */
const REBASE_AFTER = 500;
/** By how much (ms) a request is put back in the queue for each unit that its key used beyond its allowance: a request, or 1 ms of `busy`. */
const DELAY_PER_REQUEST = 100;
const DELAY_PER_MS = 1;
const GROUP_ALLOWANCES = 10;
/**
 * How much earlier than a request came (ms) its turn may be: a key that has paused since its last request goes before keys that send the
 * next one at once. A key never seen before has no such advantage, or a flood from ever new addresses would go before known visitors.
 */
const HEAD_START = 500;
/** How fast the average use of a request follows (share of the newest). */
const AVERAGE_GAIN = 1 / 32;
/** Keys (and groups) whose recent use is remembered. */
const REMEMBERED_KEYS = 20_000;
/** Interval of the check for requests that have waited too long (ms). */
const EXPIRE_EVERY = 25;

interface Recent {
  /** Decayed use, as of `#epoch`: later use weighs more instead of earlier use less. */
  use: number;
  /** When a request of the key was last started. */
  startedAt: number;
}

/**
 * Bounded concurrency with fair queueing by key (an address). A request runs at once while there is room, else it waits.
 * The next one to run is the one with the earliest turn. Its turn is when the last request of its key was started, so that keys with many
 * waiting and keys with one take turns, but at most `HEAD_START` before it came (of a new key: when it came); and later by what its key used
 * beyond its allowance, requests in flight included, so that a visitor goes before an address that asks without pause. A key is put back,
 * never shut out: a visitor who has just used more than the allowance waits a little longer than a new one.
 *
 * A request is refused when its key has too many waiting, when the queue is full and no other key has more waiting, or when it has waited
 * for `patience`.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #now: () => number;
  readonly #inFlightOf = new Map<string, number>();
  readonly #waitingOf = new Map<string, Waiter[]>();
  readonly #recentOf = new Map<string, Recent>();
  #epoch: number;
  /** What a request uses on average: counted for those in flight, whose use is not known yet. */
  #average = 1;
  /** What a request would have used that was in flight from the start (ms), and when that was computed (`busy`). */
  #used = 0;
  #usedAt = 0;
  #inFlight = 0;
  #suspended = 0;
  #waiting = 0;
  #refused = 0;
  #turnBegan: number | undefined;
  #isDispatching = false;
  #expiry: NodeJS.Timeout | undefined;
  /** When the queue became longer than `overload.length`; undefined while it is not. */
  #longSince: number | undefined;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#epoch = this.#now();
    this.#usedAt = options.busy?.() ?? 0;
  }

  /** Requests admitted and not finished, without those that are suspended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Requests admitted that wait for the database. */
  get suspended(): number {
    return this.#suspended;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * A place at once, a promise of one (undefined when it was refused after waiting), or undefined: refused. A request whose `client`
   * closes while it waits leaves the queue: its promise is undefined, and it does not count as refused.
   */
  enter(key: string, client?: Client): Place | Promise<Place | undefined> | undefined {
    if (this.#waiting === 0 && this.#hasRoom(key) && !this.#isTurnSpent()) return this.#grant(key);
    if (!this.#makeRoomToWait(key)) {
      this.#refused += 1;
      return undefined;
    }
    return new Promise((done) => {
      const withdraw = () => this.#withdraw(waiter);
      const settle = (place: Place | undefined) => {
        client?.off('close', withdraw);
        done(place);
      };
      const waiter: Waiter = { key, since: this.#now(), settle };
      client?.once('close', withdraw);
      const queue = this.#waitingOf.get(key);
      if (queue === undefined) this.#waitingOf.set(key, [waiter]);
      else queue.push(waiter);
      this.#waiting += 1;
      this.#dispatchLater();
      this.#expireLater();
    });
  }

  #withdraw(waiter: Waiter): void {
    const queue = this.#waitingOf.get(waiter.key) ?? [];
    const at = queue.indexOf(waiter);
    if (at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.#waitingOf.delete(waiter.key);
    this.#waiting -= 1;
    waiter.settle(undefined);
  }

  #hasRoom(key: string): boolean {
    return this.#inFlight < this.#options.total && (this.#inFlightOf.get(key) ?? 0) < this.#options.perKey;
  }

  #makeRoomToWait(key: string): boolean {
    const own = this.#waitingOf.get(key)?.length ?? 0;
    if (own >= this.#options.waitingPerKey) return false;
    if (this.#waiting < this.#options.waiting) return true;
    let longest: Waiter[] = [];
    for (const queue of this.#waitingOf.values()) if (queue.length > longest.length) longest = queue;
    const newest = longest.at(-1);
    if (newest === undefined || longest.length <= own + 1) return false;
    longest.pop();
    this.#refuse(newest);
    return true;
  }

  #grant(key: string): Place {
    let since = this.#share();
    let use = 0;
    this.#inFlight += 1;
    this.#inFlightOf.set(key, (this.#inFlightOf.get(key) ?? 0) + 1);
    this.#remember(key).startedAt = this.#now();
    let state: 'running' | 'suspended' | 'left' = 'running';
    return {
      leave: () => {
        if (state === 'left') return;
        if (state === 'running') {
          use += this.#share() - since;
          this.#inFlight -= 1;
        } else this.#suspended -= 1;
        state = 'left';
        this.#count(key, this.#options.busy === undefined ? 1 : use);
        const left = (this.#inFlightOf.get(key) ?? 1) - 1;
        if (left === 0) this.#inFlightOf.delete(key);
        else this.#inFlightOf.set(key, left);
        this.#dispatchLater();
      },
      suspend: () => {
        if (state !== 'running') return;
        state = 'suspended';
        use += this.#share() - since;
        this.#inFlight -= 1;
        this.#suspended += 1;
        this.#dispatchLater();
      },
      resume: () => {
        if (state !== 'suspended') return;
        state = 'running';
        since = this.#share();
        this.#suspended -= 1;
        this.#inFlight += 1;
      },
    };
  }

  /** Shares the time that the thread has worked since the last call among the requests in flight; see `#used`. */
  #share(): number {
    const busy = this.#options.busy?.() ?? 0;
    if (this.#inFlight > 0) this.#used += (busy - this.#usedAt) / this.#inFlight;
    this.#usedAt = busy;
    return this.#used;
  }

  #count(key: string, use: number): void {
    this.#average += (use - this.#average) * AVERAGE_GAIN;
    let halfLives = (this.#now() - this.#epoch) / HALF_LIFE;
    if (halfLives > REBASE_AFTER) {
      for (const recent of this.#recentOf.values()) recent.use *= 2 ** -halfLives;
      this.#epoch = this.#now();
      halfLives = 0;
    }
    this.#remember(key).use += use * 2 ** halfLives;
    const group = this.#options.groupOf?.(key);
    if (group !== undefined) this.#remember(group).use += use * 2 ** halfLives;
  }

  #remember(key: string): Recent {
    const recent = this.#recentOf.get(key) ?? { use: 0, startedAt: Number.NEGATIVE_INFINITY };
    // Inserted anew, so that the keys that were not seen for longest are evicted first.
    this.#recentOf.delete(key);
    this.#recentOf.set(key, recent);
    if (this.#recentOf.size > REMEMBERED_KEYS) {
      const [oldest] = this.#recentOf.keys();
      this.#recentOf.delete(oldest!);
    }
    return recent;
  }

  /** What a key or group has used lately, by finished requests; in the unit of the allowance. */
  findUse(key: string): number {
    return (this.#recentOf.get(key)?.use ?? 0) / 2 ** ((this.#now() - this.#epoch) / HALF_LIFE);
  }

  /** By how much a key, or its group, is beyond its allowance; 0 when it is not. */
  #excess(key: string): number {
    const { allowance = 0, groupOf } = this.#options;
    const inFlight = (this.#inFlightOf.get(key) ?? 0) * this.#average;
    const group = groupOf?.(key);
    const ofGroup = group === undefined ? 0 : this.findUse(group) - GROUP_ALLOWANCES * allowance;
    return Math.max(0, this.findUse(key) + inFlight - allowance, ofGroup);
  }

  /** The request to run next, among those whose key has room. */
  #next(): Waiter | undefined {
    if (this.#inFlight >= this.#options.total) return undefined;
    let best: Waiter[] | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    const delay = this.#options.busy === undefined ? DELAY_PER_REQUEST : DELAY_PER_MS;
    for (const [key, queue] of this.#waitingOf) {
      if ((this.#inFlightOf.get(key) ?? 0) >= this.#options.perKey) continue;
      const { since } = queue[0]!;
      const startedAt = this.#recentOf.get(key)?.startedAt ?? since;
      const turn = Math.max(since - HEAD_START, startedAt) + delay * this.#excess(key);
      if (turn >= earliest) continue;
      best = queue;
      earliest = turn;
    }
    const next = best?.shift();
    if (next === undefined) return undefined;
    if (best?.length === 0) this.#waitingOf.delete(next.key);
    this.#waiting -= 1;
    return next;
  }

  /** Starts one request in a turn of the event loop, so that new requests are read in between. */
  #dispatchLater(): void {
    if (this.#isDispatching || this.#waiting === 0 || this.#inFlight >= this.#options.total) return;
    this.#isDispatching = true;
    afterAccepting(() => {
      this.#isDispatching = false;
      const next = this.#next();
      if (next === undefined) return;
      next.settle(this.#grant(next.key));
      this.#dispatchLater();
    });
  }

  #isTurnSpent(): boolean {
    const { slice } = this.#options;
    if (slice === undefined) return false;
    const now = this.#now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => {
        this.#turnBegan = undefined;
      });
      return false;
    }
    return now - this.#turnBegan > slice;
  }

  #refuse(waiter: Waiter): void {
    this.#waiting -= 1;
    this.#refused += 1;
    waiter.settle(undefined);
  }

  #expireLater(): void {
    if (this.#expiry !== undefined || this.#waiting === 0) return;
    this.#expiry = setTimeout(() => {
      this.#expiry = undefined;
      const now = this.#now();
      const isOverloaded = this.#isOverloaded(now);
      for (const [key, queue] of this.#waitingOf) {
        const before = now - (isOverloaded ? this.#overloadPatience(key) : this.#options.patience);
        while (queue[0] !== undefined && queue[0].since <= before) this.#refuse(queue.shift()!);
        if (queue.length === 0) this.#waitingOf.delete(key);
      }
      this.#expireLater();
    }, EXPIRE_EVERY);
    this.#expiry.unref();
  }

  #isOverloaded(now: number): boolean {
    const { overload } = this.#options;
    if (overload === undefined || this.#waiting <= overload.length) {
      this.#longSince = undefined;
      return false;
    }
    this.#longSince ??= now;
    return now - this.#longSince >= overload.after;
  }

  /** How long requests of a key wait under overload (ms). */
  #overloadPatience(key: string): number {
    const { patience, overload, allowance = 0 } = this.#options;
    const share = allowance / (allowance + this.#excess(key) || 1);
    return Math.max(overload?.patience ?? patience, patience * share);
  }
}
