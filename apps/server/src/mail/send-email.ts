import type { Email, Store } from '@maru/store';
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
import { contactsReceived } from './contacts-received.ts';
import { contactsWithdrawn } from './contacts-withdrawn.ts';
import type { EmailTemplate } from './email-parts.ts';
import { realtorRefused } from './realtor-refused.ts';
import { realtorSummary } from './realtor-summary.ts';
import { realtorVerified } from './realtor-verified.ts';
import { reportClosed } from './report-closed.ts';
import { reportReceived } from './report-received.ts';

/** Templates by the kind of the outbox row. */
export const EMAIL_TEMPLATES: Record<string, EmailTemplate> = {
  alert,
  'agent-applied': agentApplied,
  'agent-code': agentCode,
  'agent-linked': agentLinked,
  'contact-received': contactReceived,
  'contact-receipt': contactReceipt,
  'contact-digest': contactDigest,
  'contact-withdrawn': contactWithdrawn,
  'contacts-received': contactsReceived,
  'contacts-withdrawn': contactsWithdrawn,
  'contact-reply': contactReply,
  'realtor-verified': realtorVerified,
  'realtor-refused': realtorRefused,
  'realtor-summary': realtorSummary,
  'report-received': reportReceived,
  'report-closed': reportClosed,
};

/** Lease of an outbox row, in seconds: longer than the SMTP timeouts below, shorter than a job may take. */
const TAKEN_SECONDS = 100;

/** Sends emails of the outbox. */
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
   * Sends an email that is still due; a second call, or a concurrent one, does nothing. Cancels emails that are
   * obsolete, and marks those that the mail server rejects permanently as failed.
   * @throws when the mail server is unavailable; the email stays in the outbox for a retry
   */
  async send(letterId: string, now = new Date()): Promise<void> {
    const { emails } = this.#store;
    const letter = await emails.take(letterId, now, TAKEN_SECONDS);
    if (letter === undefined) return;
    try {
      const write = EMAIL_TEMPLATES[letter.kind];
      if (write === undefined) return await emails.markFailed(letterId, 'unknown kind', now);
      const parts = {
        store: this.#store,
        publicUrl: this.#publicUrl,
        postalAddress: this.#postalAddress,
      };
      const composed = await write(letter.subjectId, letter.locale, parts);
      if (composed === undefined) return await emails.markFailed(letterId, 'cancelled', now);
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
      if (isPermanentRejection(error)) {
        // One message that a mail server takes for spam must not take the others of the same email with it.
        if (isContentRejection(error) && (await emails.split(letterId, now))) return;
        return await emails.markFailed(letterId, failureCode(error), now);
      }
      await emails.release(letterId, failureCode(error));
      throw new Error(`email delivery failed: ${failureCode(error)}`);
    }
    await emails.markSent(letterId, new Date());
  }

  close(): void {
    this.#transport.close();
  }
}

/** The same for each attempt, so that mail programs recognize duplicates. */
function messageId({ letterId }: Email, publicUrl: string): string {
  return `<${letterId}@${new URL(publicUrl).hostname}>`;
}

/** Permanent rejection of this email or address, rather than of the mail server as a whole. */
function isPermanentRejection(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return ['EENVELOPE', 'EMESSAGE'].includes(code ?? '') && (responseCode ?? 0) >= 500;
}

/** A permanent rejection of what the email says, not of its recipient. */
function isContentRejection(error: unknown): boolean {
  return (error as { code?: string }).code === 'EMESSAGE';
}

/** An error code, without addresses or text. */
function failureCode(error: unknown): string {
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string };
  return [code ?? name ?? 'unknown', responseCode].filter(Boolean).join(' ').slice(0, 60);
}
