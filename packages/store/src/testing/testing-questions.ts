import type { Store } from '../db/store.ts';

const AFTER = { at: '2026-11-21T00:00:00.000Z', id: 'x' };
const NOW = new Date('2026-11-22T00:00:00Z');
const LIMIT = 21;

/** The queries of admin pages and of realtors' first pages, by name. Each must use an index. */
export function ownerQuestions(store: Store): Record<string, () => Promise<unknown>> {
  const [after, limit] = [AFTER, LIMIT];
  const behind = { createdAt: NOW, userId: 'x' };
  return {
    'what waits': () => store.desk.waiting(),
    'letters that wait and that were given up': () => store.emails.count(),
    'the quarantine': () => store.desk.quarantine({ dataset: 'kc', after, limit }),
    'all reports': () => store.desk.reports({ after, limit }),
    'reports of a state': () => store.desk.reports({ state: 'new', after, limit }),
    'letters given up': () => store.desk.listFailedEmails(limit),
    'a home by its id': () => store.desk.findHome('abc123'),
    'take-downs': () => store.takeDowns.list({ after, limit }),
    'take-downs of homes': () => store.takeDowns.listByHomes(['abc123']),
    'the log': () => store.audit.list({ limit }),
    'the log, further on': () => store.audit.list({ before: 500, limit }),
    'the log of a thing': () => store.audit.list({ subject: 'x', limit }),
    'the log of somebody': () => store.audit.list({ actorId: 'x', limit }),
    'the log of an action': () => store.audit.list({ action: 'word.change', limit }),
    'the log of a rare action': () => store.audit.list({ action: 'job.retry', limit }),
    'the log of a noun': () => store.audit.list({ action: 'word.', limit }),
    'the log of a rare noun': () => store.audit.list({ action: 'job.', limit }),
    'the log of a noun and somebody': () => store.audit.list({ action: 'word.', actorId: 'x', limit }),
    'names in the log': () => store.desk.findNames(['u1', 'u2', 'u3']),
    'all accounts': () => store.accounts.list({ after: behind, limit }),
    'accounts of a role': () => store.accounts.list({ role: 'realtor', after: behind, limit }),
    'an account by its address': () => store.accounts.list({ email: 'a@example.com', limit }),
    'accounts by how they begin': () => store.accounts.list({ startsWith: 'min', limit }),
    'accounts by how nobody begins': () => store.accounts.list({ startsWith: 'zzq', limit }),
    'licenses to check': () => store.realtors.list({ verification: 'pending', after, limit }),
    'verified licenses': () => store.realtors.list({ verification: 'verified', after, limit }),
    'what is to be looked at': () => store.reviews.list({ after, limit }),
    'what is to be looked at, of a kind': () => store.reviews.list({ kind: 'payment', after, limit }),
    'what was looked at': () => store.reviews.list({ isClosed: true, after, limit }),
    'what was looked at, of a kind': () =>
      store.reviews.list({ kind: 'payment', isClosed: true, after, limit }),
    'videos that wait': () => store.videos.list({ state: 'pending', after, limit }),
    'videos that are published': () => store.videos.list({ state: 'published', after, limit }),
    'all contacts': () => store.contacts.list({ box: 'all', after, limit }),
    'contacts of a state': () => store.contacts.list({ box: 'all', state: 'new', after, limit }),
    'the history of a word': () => store.wordChanges.history('nav.buy'),
    'the history of a setting': () => store.siteSettings.history('sections'),
    'campaigns since a day': () => store.campaigns.counts('2026-11-01'),
  };
}

export const SMALL_TABLES = ['dataset', 'feed_state', 'word_change', 'site_setting', 'campaign'];
