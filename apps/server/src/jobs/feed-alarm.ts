import { FEED_ALARM_HOURS } from '@maru/listing/display';
import { HOUR_MS } from '@maru/listing/time';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';

interface FeedAlarmParts {
  store: Pick<Store, 'feedStates' | 'emails'>;
  settings: Pick<Settings, 'adminEmails'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Hourly: writes to the owner once for each outage of a feed that lasts longer than `FEED_ALARM_HOURS` (rule R1). */
export async function reportSilentFeeds({ store, settings, log }: FeedAlarmParts, now: Date): Promise<void> {
  for (const { dataset, lastSuccessAt, failingSince } of await store.feedStates()) {
    const since = lastSuccessAt ?? failingSince;
    if (since === null || now.getTime() - since.getTime() <= FEED_ALARM_HOURS * HOUR_MS) continue;
    log.warn({ dataset, since }, 'feed is down; its alerts wait');
    const subjectId = `${since.toISOString()} ${dataset}`;
    for (const toEmail of settings.adminEmails)
      await store.emails.enqueueOnce({ kind: 'feed-down', subjectId, toEmail }, now);
  }
}
