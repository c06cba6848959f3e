import type { Store } from '../db/store.ts';

const after = { at: '2026-11-21T00:00:00.000Z', id: 'x' };
const NOW = new Date('2026-11-22T00:00:00Z');
const limit = 21;

/** The queries of admin pages and of realtors' first pages, by name. Each must use an index. */
export function ownerQuestions(store: Store): Record<string, () => Promise<unknown>> {
  const behind = { createdAt: NOW, userId: 'x' };
  return {
    'pending items': () => store.desk.waiting(),
    'due and failed emails': () => store.emails.count(),
    quarantine: () => store.desk.quarantine({ dataset: 'kc', after, limit }),
    'all reports': () => store.desk.reports({ after, limit }),
    'reports of a state': () => store.desk.reports({ state: 'new', after, limit }),
    'failed emails': () => store.desk.listFailedEmails(limit),
    'a home by its id': () => store.desk.findHome('abc123'),
    'take-downs': () => store.takeDowns.list({ after, limit }),
    corrections: () => store.corrections.list({ after, limit }),
    'corrections of homes': () => store.corrections.listByHomes(['abc123']),
    'take-downs of homes': () => store.takeDowns.listByHomes(['abc123']),
    'audit log': () => store.audit.list({ limit }),
    'audit log, next page': () => store.audit.list({ before: 500, limit }),
    'audit log of a subject': () => store.audit.list({ subject: 'x', limit }),
    'audit log of an actor': () => store.audit.list({ actorId: 'x', limit }),
    'audit log of an action': () => store.audit.list({ action: 'word.change', limit }),
    'audit log of a rare action': () => store.audit.list({ action: 'job.retry', limit }),
    'audit log of a noun': () => store.audit.list({ action: 'word.', limit }),
    'audit log of a rare noun': () => store.audit.list({ action: 'job.', limit }),
    'audit log of a noun and an actor': () => store.audit.list({ action: 'word.', actorId: 'x', limit }),
    'names of actors': () => store.desk.findNames(['u1', 'u2', 'u3']),
    'all accounts': () => store.accounts.list({ after: behind, limit }),
    'accounts of a role': () => store.accounts.list({ role: 'realtor', after: behind, limit }),
    'an account by its address': () => store.accounts.list({ email: 'a@example.com', limit }),
    'accounts by prefix': () => store.accounts.list({ startsWith: 'min', limit }),
    'accounts by an unknown prefix': () => store.accounts.list({ startsWith: 'zzq', limit }),
    'licenses to check': () => store.realtors.list({ verification: 'pending', after, limit }),
    'verified licenses': () => store.realtors.list({ verification: 'verified', after, limit }),
    'open reviews': () => store.reviews.list({ after, limit }),
    'open reviews of a kind': () => store.reviews.list({ kind: 'payment', after, limit }),
    'closed reviews': () => store.reviews.list({ isClosed: true, after, limit }),
    'closed reviews of a kind': () => store.reviews.list({ kind: 'payment', isClosed: true, after, limit }),
    'pending videos': () => store.videos.list({ state: 'pending', after, limit }),
    'published videos': () => store.videos.list({ state: 'published', after, limit }),
    'all contacts': () => store.contacts.list({ box: 'all', after, limit }),
    'contacts of a state': () => store.contacts.list({ box: 'all', state: 'new', after, limit }),
    'history of a message': () => store.wordChanges.history('nav.buy'),
    'history of a setting': () => store.siteSettings.history('sections'),
    'campaigns since a day': () => store.campaigns.counts('2026-11-01'),
  };
}

export const SMALL_TABLES = ['dataset', 'feed_state', 'word_change', 'site_setting', 'campaign'];
