import type { UserRole } from '@maru/listing/people';
import type pg from 'pg';
import { afterCommit } from '../db/connection.ts';

/** Access tokens invalidated by a committed transaction: ended sessions, accounts with a new role. */
export interface Revocation {
  /** Ids of sessions that ended. */
  sessions: readonly string[];
  roles: readonly { userId: string; role: UserRole }[];
}
type Listener = (revocation: Revocation) => void;

const listeners = new WeakMap<pg.Pool, Set<Listener>>();

/** Calls `listener` for each revocation that this process commits through the pool. Returns the function that unsubscribes. */
export function subscribeToRevocations(pool: pg.Pool, listener: Listener): () => void {
  const own = listeners.get(pool) ?? new Set<Listener>();
  listeners.set(pool, own);
  own.add(listener);
  return () => own.delete(listener);
}

/** Publishes the revocation to this process when the transaction of `client` has committed, before its caller continues. */
export function publishOnCommit(client: pg.ClientBase, revocation: Revocation): void {
  afterCommit(client, (pool) => {
    for (const listener of listeners.get(pool) ?? []) listener(revocation);
  });
}
