import { DAY_MS } from '@maru/listing/time';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import type { RealtorPictures } from '../media/realtor-pictures.ts';
import type { VideoFacts } from '../media/video-facts.ts';
import { deleteExpiredData } from './forget-old.ts';
import { summarizeDay } from './summarize-day.ts';
import { sweepAccounts } from './sweep-accounts.ts';
import { onTrustedClock } from './trusted-clock.ts';

/**
 * Retention of changes in ms, for stopped processes and their snapshots; after a longer downtime a process does a full
 * reload.
 */
const CHANGES_KEPT = 7 * DAY_MS;

export interface HourlyParts {
  store: Store;
  settings: Pick<Settings, 'contactsKeptDays' | 'auditKeptDays'>;
  pictures: Pick<RealtorPictures, 'sweep'>;
  videoFacts: Pick<VideoFacts, 'ask'>;
  log: FastifyBaseLogger;
}

/** The hourly jobs by name. Those that delete by age run only while the clock is trusted. */
export function hourlyJobs(
  { store, settings, pictures, videoFacts, log }: HourlyParts,
  signal: AbortSignal,
): Record<string, (now: Date) => Promise<void>> {
  const byAge = (work: (now: Date) => Promise<unknown>) =>
    onTrustedClock({ store, log }, async (now) => void (await work(now)));
  return {
    'sweep-accounts': byAge((now) => sweepAccounts({ store, log }, now)),
    'sweep-uploads': byAge(() => pictures.sweep()),
    'sweep-keys': byAge((now) => store.forgetOnceKeys(now)),
    'prune-changes': byAge((now) => store.pruneChanges(new Date(now.getTime() - CHANGES_KEPT), now)),
    'forget-old': byAge((now) => deleteExpiredData({ store, settings, log }, now)),
    'scan-remarks': async (now) => void (await store.scanRemarks(now, signal)),
    'video-facts': () => videoFacts.ask(),
    'realtor-summaries': (now) => summarizeDay({ store, log }, now),
  };
}
