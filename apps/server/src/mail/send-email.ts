import type { Email, Store } from '@maru/store';
import { createTransport, type Transporter } from 'nodemailer';
import { agentApplied, agentCode, agentLinked } from './agent-emails.ts';
import { alert } from './alert.ts';
import { contactDigest, contactsReceived, contactsWithdrawn } from './bundled-emails.ts';
import { contactReceipt, contactReceived, contactReply, contactWithdrawn } from './contact-emails.ts';
import type { EmailParts, EmailTemplate } from './email-parts.ts';
import { feedDown, rateAging } from './owner-emails.ts';
import { realtorRefused, realtorSummary, realtorVerified } from './realtor-emails.ts';
import { reportClosed, reportReceived } from './report-emails.ts';

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
  'feed-down': feedDown,
  'rate-aging': rateAging,
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
  readonly #parts: EmailParts;
  readonly #from: string;
  readonly #transport: Transporter;

  constructor(own: {
    store: Store;
    smtpUrl: string;
    mailFrom: string;
    publicUrl: string;
    postalAddress?: string;
  }) {
    const { store, publicUrl, postalAddress = '' } = own;
    this.#parts = { store, publicUrl, postalAddress };
    this.#from = own.mailFrom;
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
    const { emails } = this.#parts.store;
    const letter = await emails.take(letterId, now, TAKEN_SECONDS);
    if (letter === undefined) return;
    try {
      const write = EMAIL_TEMPLATES[letter.kind];
      if (write === undefined) return await emails.markFailed(letterId, 'unknown kind', now);
      const composed = await write(letter.subjectId, letter.locale, this.#parts);
      if (composed === undefined) return await emails.markFailed(letterId, 'cancelled', now);
      await this.#transport.sendMail({
        ...composed,
        from: this.#from,
        to: { name: '', address: letter.toEmail },
        messageId: messageId(letter, this.#parts.publicUrl),
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
