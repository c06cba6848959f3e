import { AsyncLocalStorage } from 'node:async_hooks';
import type { Place } from './fair-queue.ts';

/** The part of a `Visit` that waiting changes. Whatever is shared between requests imports this file, and not all that a visit knows. */
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
  const visit = current.getStore();
  if (visit === undefined) return NOTHING;
  visit.waits += 1;
  if (visit.waits === 1) visit.place?.suspend();
  return () => {
    visit.waits -= 1;
    if (visit.waits === 0) visit.place?.resume();
  };
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
