import { performance } from 'node:perf_hooks';
import type { Settings } from '../env.ts';
import { type Client, FairQueue, type Place } from './fair-queue.ts';
import { findNetwork } from './visitor-address.ts';

/**
 * What a request waits for:
 * - `timed`: searches, pages and calls, which share the processor;
 * - `apart`: responses of other sites (live sources, translations) and uploads of pictures;
 * - `preview`: pictures of shared links, which a thread of their own draws, two at a time;
 * - `tile`: map tiles and sets of icons, which are made on the main thread;
 * - `file`: photos and other pictures, of which one page shows dozens, and the files of the build;
 * - `body`: the rest of its own body. It enters one of the other lanes when the body is complete.
 */
export type Lane = 'timed' | 'apart' | 'preview' | 'tile' | 'file' | 'body';

/** `Retry-After` of a refusal for overload (s): the queue is shorter by then. */
export const BUSY_RETRY_AFTER = '2';

/** Requests of one address in flight at once. */
export type AdmissionLimits = Pick<Settings, 'requestsInFlight' | 'filesInFlight'>;

/**
 * What one address may use of the main thread and still go first (ms; a sum that halves in 15 s): about 28 ms a second, more than
 * a person comes to who opens a page every other second.
 */
const ALLOWANCE = 600;

/** Options of queues whose work shares the main thread: use is measured in its time, by address and network. */
export const MAIN_THREAD = {
  allowance: ALLOWANCE,
  /** How long the event loop of this thread has worked since the start (ms). */
  busy: () => performance.eventLoopUtilization().active,
  groupOf: findNetwork,
};

/**
 * How many requests are worked on at once, in all and of one address, and who is next (`FairQueue`). More wait briefly and
 * are then refused with 503, so that accepted requests are answered in time under any load.
 *
 * `timed` admits few at once: its work is on the main thread or on as many threads as there are cores, and more would only
 * make each of them slower. Requests that wait for the database do not count while they do (`Place.suspend`).
 */
export class Admission {
  readonly #lanes: Record<Lane, FairQueue>;
  #isDraining = false;

  constructor({ requestsInFlight, filesInFlight }: AdmissionLimits, now?: () => number) {
    const clock = now === undefined ? {} : { now };
    this.#lanes = {
      timed: new FairQueue({
        total: Math.max(16, requestsInFlight),
        perKey: requestsInFlight,
        waiting: 1_000,
        waitingPerKey: 4 * requestsInFlight,
        patience: 2_000,
        slice: 10,
        ...MAIN_THREAD,
        overload: { length: 40, after: 1_000, patience: 100 },
        ...clock,
      }),
      apart: new FairQueue({
        total: 200,
        perKey: requestsInFlight,
        waiting: 200,
        waitingPerKey: 2 * requestsInFlight,
        patience: 2_000,
        ...clock,
      }),
      preview: new FairQueue({
        total: 4,
        perKey: 2,
        waiting: 100,
        waitingPerKey: requestsInFlight,
        patience: 5_000,
        ...clock,
      }),
      tile: new FairQueue({
        total: 4,
        perKey: 4,
        waiting: 2_000,
        waitingPerKey: 4 * filesInFlight,
        patience: 10_000,
        slice: 10,
        ...MAIN_THREAD,
        ...clock,
      }),
      file: new FairQueue({
        total: 500,
        perKey: filesInFlight,
        waiting: 2_000,
        waitingPerKey: 4 * filesInFlight,
        patience: 10_000,
        ...clock,
      }),
      body: new FairQueue({
        total: 1_000,
        perKey: requestsInFlight,
        waiting: 1_000,
        waitingPerKey: requestsInFlight,
        patience: 10_000,
        ...clock,
      }),
    };
  }

  /** @see FairQueue.enter */
  enter(lane: Lane, address: string, client?: Client): Place | Promise<Place | undefined> | undefined {
    return this.#lanes[lane].enter(address, client);
  }

  /** Requests that are worked on, in all lanes. */
  get inFlight(): number {
    return this.#sum(({ inFlight, suspended }) => inFlight + suspended);
  }

  /** Requests that wait to be worked on. */
  get waiting(): number {
    return this.#sum(({ waiting }) => waiting);
  }

  /** Requests refused for overload since the start. */
  get refused(): number {
    return this.#sum(({ refused }) => refused);
  }

  /** Whether the process is shutting down: it still responds, reports that it is not ready, and closes connections after a response. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
  }

  #sum(count: (queue: FairQueue) => number): number {
    return Object.values(this.#lanes).reduce((sum, queue) => sum + count(queue), 0);
  }
}
