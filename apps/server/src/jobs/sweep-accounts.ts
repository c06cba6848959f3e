import { forgetUserIn, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Deletes the accounts whose fortnight is over and forgets sessions, sign-ins and tokens that nobody can use any more.
 * To be called each hour, by any number of nodes.
 */
export async function sweepAccounts(
  { store, log }: { store: Store; log: Pick<FastifyBaseLogger, 'info'> },
  now: Date,
): Promise<void> {
  const deleted = await store.accounts.deleteDue(now, (client, userId) => forgetUserIn(client, userId, now));
  if (deleted.length > 0) log.info({ count: deleted.length }, 'accounts were deleted as their owners asked');
  await store.sessions.sweep(now);
  await store.signIns.sweep(now);
}
