import { DAY_MS } from '@maru/listing/time';
import { forgetUserIn, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import type { RealtorPictures } from '../media/realtor-pictures.ts';
import type { VideoFacts } from '../media/video-facts.ts';
import { CALIFORNIA, localTime } from '../site/local-time.ts';
import { reportSilentFeeds } from './feed-alarm.ts';
import { onTrustedClock } from './trusted-clock.ts';
import { updateWonRate, type WonRateParts } from './won-rate.ts';

/**
 * Retention of changes in ms, for stopped processes and their snapshots; after a longer downtime a process does a full
 * reload.
 */
const CHANGES_KEPT = 7 * DAY_MS;
/** Retention of sent emails, long enough to investigate a missing one. */
const EMAILS_KEPT = 30 * DAY_MS;
/** Retention of shared lists since the last change or vote. */
const SHORTLIST_IS_KEPT = 365 * DAY_MS;
/** Realtors per transaction. */
const A_STEP = 200;
/** No emails before this hour in California. */
const FROM_HOUR = 8;

export interface HourlyParts {
  store: Store;
  settings: Pick<Settings, 'contactsKeptDays' | 'auditKeptDays' | 'wonRateSource' | 'adminEmails'>;
  content: WonRateParts['content'];
  pictures: Pick<RealtorPictures, 'sweep'>;
  videoFacts: Pick<VideoFacts, 'ask'>;
  log: FastifyBaseLogger;
}

/** The hourly jobs by name. Those that delete by age run only while the clock is trusted. */
export function hourlyJobs(
  { store, settings, content, pictures, videoFacts, log }: HourlyParts,
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
    'feed-alarm': (now) => reportSilentFeeds({ store, settings, log }, now),
    'won-rate': (now) => updateWonRate({ store, settings, content, log }, now),
    'realtor-summaries': (now) => summarizeDay({ store, log }, now),
  };
}

/**
 * Deletes data past the retention stated in the privacy policy: contacts with their consents, addresses of reporters,
 * sent emails and the audit log. Runs hourly; safe on several nodes.
 */
async function deleteExpiredData(
  {
    store,
    settings,
    log,
  }: Pick<HourlyParts, 'store' | 'log'> & {
    settings: Pick<Settings, 'contactsKeptDays' | 'auditKeptDays'>;
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

/**
 * Enqueues one daily email for each subscribed realtor with unanswered contacts. Runs hourly and on any number of
 * nodes; the second attempt of a day enqueues nothing.
 */
export async function summarizeDay(
  { store, log }: { store: Pick<Store, 'realtors'>; log: Pick<FastifyBaseLogger, 'info'> },
  now: Date,
): Promise<void> {
  const { day, hour } = localTime(now.getTime(), CALIFORNIA);
  if (hour < FROM_HOUR) return;
  let seen = 0;
  for (;;) {
    const step = await store.realtors.summarize(day, now, A_STEP);
    seen += step;
    if (step < A_STEP) break;
  }
  if (seen > 0) log.info({ count: seen }, 'realtors checked for the daily email');
}
