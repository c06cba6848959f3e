import type { Letter, Store } from '@maru/store';
import { createTransport, type Transporter } from 'nodemailer';
import { agentApplied } from './agent-applied.ts';
import { agentCode } from './agent-code.ts';
import { agentLinked } from './agent-linked.ts';
import { alert } from './alert.ts';
import { contactDigest } from './contact-digest.ts';
import { contactReceipt } from './contact-receipt.ts';
import { contactReceived } from './contact-received.ts';
import { contactReply } from './contact-reply.ts';
import { contactWithdrawn } from './contact-withdrawn.ts';
import { contactsWithdrawn } from './contacts-withdrawn.ts';
import type { WriteLetter } from './letter-parts.ts';
import { realtorRefused } from './realtor-refused.ts';
import { realtorSummary } from './realtor-summary.ts';
import { realtorVerified } from './realtor-verified.ts';
import { reportClosed } from './report-closed.ts';
import { reportReceived } from './report-received.ts';

/** Each letter by its kind in the outbox. */
export const LETTERS: Record<string, WriteLetter> = {
  alert,
  'agent-applied': agentApplied,
  'agent-code': agentCode,
  'agent-linked': agentLinked,
  'contact-received': contactReceived,
  'contact-receipt': contactReceipt,
  'contact-digest': contactDigest,
  'contact-withdrawn': contactWithdrawn,
  'contacts-withdrawn': contactsWithdrawn,
  'contact-reply': contactReply,
  'realtor-verified': realtorVerified,
  'realtor-refused': realtorRefused,
  'realtor-summary': realtorSummary,
  'report-received': reportReceived,
  'report-closed': reportClosed,
};

/** Longer than a mail server takes to answer (below), shorter than a job may take. Seconds. */
const TAKEN_SECONDS = 100;

/** Sends letters out of the outbox, one at a time each. */
export class Mail {
  readonly #store: Store;
  readonly #publicUrl: string;
  readonly #from: string;
  readonly #postalAddress: string;
  readonly #transport: Transporter;

  constructor(own: {
    store: Store;
    smtpUrl: string;
    mailFrom: string;
    publicUrl: string;
    postalAddress?: string;
  }) {
    this.#store = own.store;
    this.#publicUrl = own.publicUrl;
    this.#from = own.mailFrom;
    this.#postalAddress = own.postalAddress ?? '';
    this.#transport = createTransport({
      url: own.smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Sends a letter that still has to be sent; a second time, and beside another process, nothing happens. What is not to
   * be told any more is cancelled; what the mail server refuses for good is given up.
   * @throws when the mail server is away: the letter waits in the outbox for another attempt
   */
  async send(letterId: string, now = new Date()): Promise<void> {
    const { letters } = this.#store;
    const letter = await letters.take(letterId, now, TAKEN_SECONDS);
    if (letter === undefined) return;
    try {
      const write = LETTERS[letter.kind];
      if (write === undefined) return await letters.markFailed(letterId, 'unknown kind', now);
      const parts = {
        store: this.#store,
        publicUrl: this.#publicUrl,
        postalAddress: this.#postalAddress,
      };
      const composed = await write(letter.subjectId, letter.locale, parts);
      if (composed === undefined) return await letters.markFailed(letterId, 'cancelled', now);
      await this.#transport.sendMail({
        ...composed,
        from: this.#from,
        to: { name: '', address: letter.toEmail },
        messageId: messageId(letter, this.#publicUrl),
        date: letter.createdAt,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'Content-Language': letter.locale,
          ...composed.headers,
        },
      });
    } catch (error) {
      if (isRefusedForGood(error)) return await letters.markFailed(letterId, failureOf(error), now);
      await letters.release(letterId, failureOf(error));
      throw new Error(`a letter could not be sent: ${failureOf(error)}`);
    }
    await letters.markSent(letterId, new Date());
  }

  close(): void {
    this.#transport.close();
  }
}

/** The same at each attempt: a program that gets a letter twice knows it for one. */
function messageId({ letterId }: Letter, publicUrl: string): string {
  return `<${letterId}@${new URL(publicUrl).hostname}>`;
}

/** This letter and this address, not the mail server as a whole: asking again would change nothing. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && (responseCode ?? 0) >= 500;
}

/** A code, never an address or a text. */
function failureOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  return [code ?? name ?? 'unknown', responseCode].filter(Boolean).join(' ').slice(0, 60);
}
