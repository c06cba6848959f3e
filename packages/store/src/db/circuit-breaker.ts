import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable, isLost } from './database-errors.ts';

/** Ticks are counted instead of time (ms), so that a blocked event loop does not look like a silent database. */
const TICK_MS = 50;
/** Ticks without any completed query, while some are in flight, after which the database is probed. */
const SUSPECT_AFTER = 5;
/** The same after probes that succeeded while the queries in flight went on: some statements take long. */
const MAX_SUSPECT_AFTER = 100;
/** Ticks of silence after which the number of waiting queries is limited, to bound memory. */
const LIMITED_AFTER = 2;
export const MAX_IN_FLIGHT = 500;
/** Between a failed probe and the next one (ms). */
const PAUSE_MS = 500;

export interface BreakerOptions {
  /** Connects to the database and runs a trivial statement; rejects when that fails, and within some seconds. */
  probe: () => Promise<void>;
  /** How long the database may answer neither a probe nor a query before the breaker opens (ms). */
  patience: number;
  log: (line: string) => void;
}

/**
 * A circuit breaker around the pools of a store: queries fail at once while the database is away, instead of waiting
 * for it. Closed: a lost connection, or a quarter of a second without a completed query, starts a probe. Open, when the
 * probe fails or neither it nor a query completes within `patience`: all queries fail until a probe succeeds.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  readonly #running = new Set<(error: DatabaseUnavailable) => void>();
  readonly #stop = new AbortController();
  #isOpen = false;
  #isProbing = false;
  #hasAnswered = false;
  #unansweredTicks = 0;
  #silentTicks = 0;
  #suspectAfter = SUSPECT_AFTER;
  #ticking: NodeJS.Timeout | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** `signal` aborts when the caller was told that the database is unavailable. @throws DatabaseUnavailable */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.check();
    if (this.#silentTicks >= LIMITED_AFTER && this.#running.size >= MAX_IN_FLIGHT) {
      throw new DatabaseUnavailable('too many queries are waiting for an unresponsive database');
    }
    const given = Promise.withResolvers<never>();
    const gaveUp = new AbortController();
    const giveUp = (error: DatabaseUnavailable) => {
      given.reject(error);
      gaveUp.abort(error);
    };
    this.#running.add(giveUp);
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
    try {
      return await Promise.race([this.observe(() => work(gaveUp.signal)), given.promise]);
    } finally {
      this.#running.delete(giveUp);
    }
  }

  /** Runs `work` unless the breaker is open, however long it takes: for batches. @throws DatabaseUnavailable */
  async observe<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    try {
      const result = await work();
      this.#answered();
      return result;
    } catch (error) {
      if (isLost(error)) this.suspect();
      else this.#answered();
      throw error;
    }
  }

  /** @throws DatabaseUnavailable while the breaker is open */
  check(): void {
    if (this.#isOpen) throw new DatabaseUnavailable('database is not responding');
  }

  /** Probes the database, unless it is being probed. To be called when a connection broke. */
  suspect(): void {
    if (this.#isProbing || this.#stop.signal.aborted) return;
    this.#isProbing = true;
    this.#hasAnswered = false;
    this.#unansweredTicks = 0;
    void this.#probe().finally(() => {
      this.#isProbing = false;
    });
  }

  end(): void {
    this.#stop.abort();
    clearInterval(this.#ticking);
  }

  #answered(): void {
    this.#hasAnswered = true;
    this.#unansweredTicks = 0;
    this.#silentTicks = 0;
    this.#suspectAfter = SUSPECT_AFTER;
  }

  #tick(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
      this.#silentTicks = 0;
      return;
    }
    this.#silentTicks += 1;
    if (this.#silentTicks >= this.#suspectAfter) this.suspect();
  }

  async #probe(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#isProbeAnswered()) {
        this.#close();
        return;
      }
      if (!this.#isOpen && this.#hasAnswered && !this.#isSilent) return;
      this.#open();
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  get #isSilent(): boolean {
    return this.#unansweredTicks * TICK_MS >= this.#options.patience;
  }

  async #isProbeAnswered(): Promise<boolean> {
    const late = setInterval(() => {
      this.#unansweredTicks += 1;
      if (this.#isSilent) this.#open();
    }, TICK_MS).unref();
    try {
      await this.#options.probe();
      return true;
    } catch (error) {
      // A server that refuses the connection for a reason of its own, such as too many of them, answers.
      return !isLost(error);
    } finally {
      clearInterval(late);
    }
  }

  #open(): void {
    if (this.#isOpen || this.#stop.signal.aborted) return;
    this.#isOpen = true;
    this.#options.log('database: not responding; circuit breaker opened');
    for (const giveUp of [...this.#running]) giveUp(new DatabaseUnavailable('database is not responding'));
  }

  #close(): void {
    this.#silentTicks = 0;
    this.#suspectAfter = Math.min(this.#suspectAfter * 2, MAX_SUSPECT_AFTER);
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#suspectAfter = SUSPECT_AFTER;
    this.#options.log('database: responding; circuit breaker closed');
  }
}
