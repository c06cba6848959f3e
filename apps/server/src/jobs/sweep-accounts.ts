import { DAY_MS } from '@maru/listing/time';
import { forgetUserIn, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';

/** Retention since the last change or vote, in ms. */
const SHORTLIST_IS_KEPT = 365 * DAY_MS;

/**
 * Deletes accounts whose 14-day grace period is over, expired sessions, sign-ins and tokens, and shared lists unused
 * for a year. Runs hourly; safe on several nodes.
 */
export async function sweepAccounts(
  { store, log }: { store: Store; log: Pick<FastifyBaseLogger, 'info'> },
  now: Date,
): Promise<void> {
  const deleted = await store.accounts.deleteDue(now, (client, userId) => forgetUserIn(client, userId, now));
  if (deleted.length > 0) log.info({ count: deleted.length }, 'accounts deleted after their grace period');
  await store.sessions.sweep(now);
  await store.signIns.sweep(now);
  await store.shortlists.forgetUntouched(new Date(now.getTime() - SHORTLIST_IS_KEPT));
}
