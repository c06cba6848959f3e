import { LEDGER_KINDS } from '@maru/listing';
import type { MessageKey } from '@maru/words';
import { useWords, type Words } from '../i18n/words.tsx';

/** What this site's own parts are called where they are kept, with the words for it. Tested against the sources. */
export const AUDIT_ACTIONS = [
  'account.create',
  'account.join',
  'account.set_role',
  'account.export',
  'account.request_deletion',
  'account.cancel_deletion',
  'account.delete',
  'audit.list',
  'campaign.save',
  'contact.list',
  'contact.read',
  'contact.update',
  'contact.withdraw',
  'contact.hide',
  'contact.erase',
  'contact.export',
  'dataset.hide',
  'dataset.show',
  'dataset.purge',
  'home.list_take_downs',
  'home.take_down',
  'home.lift_take_down',
  'job.retry',
  'letter.retry',
  'quarantine.replay',
  'realtor.list',
  'realtor.create',
  'realtor.update',
  'realtor.delete',
  'realtor.verified',
  'realtor.refused',
  'realtor.pending',
  'realtor.link',
  'realtor.link_code',
  'realtor.unlink',
  'report.list',
  'review.list',
  'review.close',
  'review.reopen',
  'session.start',
  'session.end',
  'session.end_all',
  'session.end_reused',
  'site.change',
  'site.undo',
  'user.list',
  'user.read_person',
  'user.read_email',
  'user.read_phone',
  'user.change_role',
  'video.published',
  'video.refused',
  'video.pending',
  'word.change',
  'word.undo',
] as const;
export const QUEUES = [
  'letter',
  'letter-dead',
  'prune-changes',
  'sweep-accounts',
  'sweep-uploads',
  'sweep-keys',
  'scan-remarks',
  'forget-old',
  'video-facts',
  'realtor-summaries',
] as const;
export const LETTER_KINDS = [
  'agent-applied',
  'agent-code',
  'agent-linked',
  'alert',
  'contact-received',
  'contacts-received',
  'contact-receipt',
  'contact-digest',
  'contact-withdrawn',
  'contacts-withdrawn',
  'contact-reply',
  'realtor-verified',
  'realtor-refused',
  'realtor-summary',
  'report-received',
  'report-closed',
] as const;

const KEYS: Readonly<Record<string, MessageKey>> = Object.fromEntries([
  ...AUDIT_ACTIONS.map((one) => [`action ${one}`, `admin.did.${one}`]),
  ...QUEUES.map((one) => [`queue ${one}`, `admin.queue.${one}`]),
  ...LETTER_KINDS.map((one) => [`letter ${one}`, `admin.letter.${one}`]),
  ...LEDGER_KINDS.map((one) => [`ledger ${one}`, `admin.ledger.${one}`]),
]);

/** Of mail servers, by the first word of what is kept (`send-email.ts`). */
const FAILURES: Readonly<Record<string, MessageKey>> = {
  ECONNECTION: 'admin.failure.away',
  ECONNREFUSED: 'admin.failure.away',
  ECONNRESET: 'admin.failure.away',
  EDNS: 'admin.failure.away',
  ESOCKET: 'admin.failure.away',
  ETIMEDOUT: 'admin.failure.away',
  ETLS: 'admin.failure.away',
  EAUTH: 'admin.failure.sign_in',
  EENVELOPE: 'admin.failure.address',
  EMESSAGE: 'admin.failure.message',
  out: 'admin.failure.attempts',
};

/** A name of a machine in words, the name itself small behind it: it is what the log and the database say. */
export function MachineName({
  of,
  name,
  isStruck = false,
}: {
  of: 'action' | 'queue' | 'letter' | 'ledger';
  name: string;
  /** It was taken back. */
  isStruck?: boolean;
}) {
  const { t } = useWords();
  const key = KEYS[`${of} ${name}`];
  return (
    <>
      {key === undefined ? null : <span className={`block ${isStruck ? 'line-through' : ''}`}>{t(key)}</span>}
      <code lang="en" className="block break-all text-quiet text-xs">
        {name}
      </code>
    </>
  );
}

/** Why a letter or a job failed, in words where it is known. */
export function failureText(failure: string | null, { t }: Pick<Words, 't'>): string {
  return t(FAILURES[(failure ?? '').split(' ', 1)[0] ?? ''] ?? 'admin.failure.other');
}
