import { DAY_MS } from '@maru/listing';
import { forgetUserIn, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Since anybody changed it or voted on it, ms. */
const SHORTLIST_IS_KEPT = 365 * DAY_MS;

/**
 * Deletes the accounts whose fortnight is over and forgets sessions, sign-ins and tokens that nobody can use any more, and
 * families' lists that nobody has touched for a year.
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
  await store.shortlists.forgetUntouched(new Date(now.getTime() - SHORTLIST_IS_KEPT));
}
