import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '../http/api-error.ts';
import { BUSY_RETRY_AFTER } from './admission.ts';
import type { FairQueue, Place } from './fair-queue.ts';

/** The part of a `Visit` that waiting changes. Separate from `Visit`, so that caches and queues need not import the front door. */
export interface WaitingVisit {
  place: Pick<Place, 'suspend' | 'resume'> | undefined;
  /** The address by which it is counted. */
  address: string;
  waits: number;
}

const current = new AsyncLocalStorage<WaitingVisit>();

/** Runs `work` and all that it awaits as part of this visit. */
export function runVisit<T>(visit: WaitingVisit, work: () => T): T {
  return current.run(visit, work);
}

/** The visit that the running code is part of, also in calls that the server makes to itself for it. Undefined: none. */
export function runningVisit(): WaitingVisit | undefined {
  return current.getStore();
}

/**
 * For `Store.open`: a request that waits for the database holds no place meanwhile, so that a slow or hung database takes none from
 * requests that do not need it.
 */
export function suspendWhileWaiting(): () => void {
  return suspendedBy(current.getStore());
}

function suspendedBy(visit: WaitingVisit | undefined): () => void {
  if (visit === undefined) return NOTHING;
  visit.waits += 1;
  if (visit.waits === 1) visit.place?.suspend();
  return () => {
    visit.waits -= 1;
    if (visit.waits === 0) visit.place?.resume();
  };
}

/**
 * Waits for a turn in a queue of its own, as the address of the running visit, and then does `work`: fair by address. The request holds
 * no place of the front door while it waits or `work` waits for the database, and then no turn either, unless the queue limits that very
 * work of the database (`keepsTurn`).
 * @throws ApiError 503 when the queue is full, or the turn does not come in time
 */
export async function inTurn<T>(
  queue: FairQueue,
  work: () => Promise<T>,
  { keepsTurn = false } = {},
): Promise<T> {
  const visit = current.getStore();
  const entered = queue.enter(visit?.address ?? '');
  const resume = entered instanceof Promise ? suspendWhileWaiting() : NOTHING;
  let turn: Place | undefined;
  try {
    turn = await entered;
  } finally {
    resume();
  }
  if (turn === undefined) throw new ApiError(503, 'busy', { retryAfter: Number(BUSY_RETRY_AFTER) });
  const own = turn;
  let resumeVisit = NOTHING;
  const place = {
    suspend: () => {
      if (!keepsTurn) own.suspend();
      resumeVisit = suspendedBy(visit);
    },
    resume: () => {
      own.resume();
      resumeVisit();
    },
  };
  try {
    // A copy: what else a visit knows is the same for the calls that `work` makes to this server.
    return await (visit === undefined ? work() : current.run({ ...visit, place, waits: 0 }, work));
  } finally {
    own.leave();
  }
}

/**
 * Concurrent calls with the same key share one run of `work`, which is in `running` until it has ended. Those that join hold no
 * place while they wait.
 */
export function shareWork<T>(
  running: Map<string, Promise<T>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const joined = running.get(key);
  if (joined !== undefined) return joinShared(joined);
  const made = work().finally(() => running.delete(key));
  running.set(key, made);
  return made;
}

/**
 * Waits for work that several requests share, without holding a place: what the work itself waits for suspends only the request that
 * began it. For whoever joins; the request that began it may be computing, and keeps its place.
 */
export async function joinShared<T>(shared: Promise<T>): Promise<T> {
  const resume = suspendWhileWaiting();
  try {
    return await shared;
  } finally {
    resume();
  }
}

const NOTHING = (): void => undefined;
