import { DAY_MS } from '@maru/listing';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';

/** That a letter was sent: long enough to see why one did not come. */
const LETTERS_KEPT = 30 * DAY_MS;

/**
 * Ends what has been kept for as long as the privacy policy says: contacts with their consents, the addresses of who reported
 * something, letters that were sent, the record of what admins did. To be called each hour, by any number of nodes.
 */
export async function forgetOld(
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
    lettersBefore: new Date(now.getTime() - LETTERS_KEPT),
    auditBefore: new Date(now.getTime() - settings.auditKeptDays * DAY_MS),
  });
  if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, 'what was old is forgotten');
}
