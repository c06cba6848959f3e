import { DAY_MS } from '@maru/listing/time';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';

/** Retention of sent emails, long enough to investigate a missing one. */
const EMAILS_KEPT = 30 * DAY_MS;

/**
 * Deletes data past the retention stated in the privacy policy: contacts with their consents, addresses of reporters,
 * sent emails and the audit log. Runs hourly; safe on several nodes.
 */
export async function deleteExpiredData(
  {
    store,
    settings,
    log,
  }: {
    store: Pick<Store, 'retention'>;
    settings: Pick<Settings, 'contactsKeptDays' | 'auditKeptDays'>;
    log: Pick<FastifyBaseLogger, 'info'>;
  },
  now: Date,
): Promise<void> {
  const forgotten = await store.retention.forget({
    contactsBefore: new Date(now.getTime() - settings.contactsKeptDays * DAY_MS),
    emailsBefore: new Date(now.getTime() - EMAILS_KEPT),
    auditBefore: new Date(now.getTime() - settings.auditKeptDays * DAY_MS),
  });
  if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, 'expired data deleted');
}
