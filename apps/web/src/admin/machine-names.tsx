import { LEDGER_KINDS } from '@maru/listing';
import { AUDIT_ACTIONS } from '@maru/listing/people';
import type { MessageKey } from '@maru/words';
import { useWords, type Words } from '../i18n/words.tsx';

/** Names of queues and emails as they are stored; dev/checks/machine-names.test.ts compares them with the server's. */
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
  'feed-alarm',
  'won-rate',
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
  'feed-down',
  'rate-aging',
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
