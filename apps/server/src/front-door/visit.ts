import type { IncomingMessage } from 'node:http';
import { runningVisit } from './current-visit.ts';
import type { Place } from './fair-queue.ts';
import type { Spent } from './rate-limits.ts';
import type { RequestClass } from './request-class.ts';

/** What the front door found out about a request, for the hooks of the application. */
export interface Visit {
  requestClass: RequestClass;
  /** The address by which it is counted. */
  address: string;
  /** How many usual requests it counts as. */
  cost: number;
  /** The budget in which it was counted. */
  spent: Spent | undefined;
  /** Where it is worked on or its body is received; undefined: not yet, or no longer. */
  place: Place | undefined;
  /** Queries of the database, and work of other requests, that it waits for. */
  waits: number;
}

/** The visit that the running code is part of, also in calls that the server makes to itself for it. Undefined: none. */
export function currentVisit(): Visit | undefined {
  // `runVisit` is given visits alone.
  return runningVisit() as Visit | undefined;
}

const VISIT = Symbol('visit');

/** Undefined for a call that the server makes to itself. */
export function findVisit(request: IncomingMessage): Visit | undefined {
  return (request as { [VISIT]?: Visit })[VISIT];
}

export function setVisit(request: IncomingMessage, visit: Visit): void {
  (request as { [VISIT]?: Visit })[VISIT] = visit;
}

/** Whether a request has a body that the application will read. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
