import type { ContactAnswer, ReceiptAnswer } from '@maru/contract';
import type { Contact } from '@maru/store';
import { toAnswerer } from './recipients.ts';

/** Replaces phone numbers and email addresses in a withdrawn message. */
const MASK = '•••';
// The lookbehinds let a match start only where a run begins; otherwise the time is quadratic in its length.
const ADDRESS = /(?<![^\s@<>])[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/gu;
const NUMBER = /(?<![+(])[+(]*\d(?:[\s().-]*\d){6,}/gu;

/** A contact as one side may see it. Once withdrawn, the recipient no longer sees the sender. */
export function contactAnswer(contact: Contact, side: ContactAnswer['side']): ContactAnswer {
  const isMasked = side === 'received' && contact.withdrawnAt !== null;
  return {
    ...pickShared(contact),
    side,
    name: isMasked ? null : contact.name,
    email: isMasked ? null : contact.email,
    phone: isMasked ? null : contact.phone,
    message: isMasked ? maskReaches(contact.message) : contact.message,
    notices: contact.notices,
    notes: side === 'sent' ? null : contact.notes,
  };
}

/**
 * A contact as shown to the holder of its receipt. `withText` includes what the sender typed, except the address that
 * the receipt was sent to (docs/decisions/0044-no-text-behind-an-emailed-link.md).
 */
export function receiptAnswer(contact: Contact, { withText }: { withText: boolean }): ReceiptAnswer {
  const { name, email, phone, message } = contact;
  const typed = withText ? { name, phone, message } : { name: null, phone: null, message: null };
  return { ...pickShared(contact), email, ...typed };
}

/** Masks phone numbers and email addresses. */
function maskReaches(text: string): string {
  return text.replace(ADDRESS, MASK).replace(NUMBER, MASK);
}

function pickShared(contact: Contact) {
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    contactId: contact.contactId,
    locale: contact.locale,
    home: contact.home,
    slots: contact.slots,
    answeredBy: toAnswerer(contact.recipient),
    state: contact.state,
    createdAt: contact.createdAt.toISOString(),
    deliveredAt: iso(contact.deliveredAt),
    openedAt: iso(contact.openedAt),
    answeredAt: iso(contact.answeredAt),
    closedAt: iso(contact.closedAt),
    withdrawnAt: iso(contact.withdrawnAt),
    doNotContactAt: iso(contact.doNotContactAt),
    replies: contact.replies.map(({ replyId, message, at, deliveredAt }) => ({
      replyId,
      message,
      at: at.toISOString(),
      deliveredAt: iso(deliveredAt),
    })),
    consents: contact.consents.map(({ kind, accepted, text, textVersion, at, revokedAt }) => ({
      kind,
      accepted,
      text,
      textVersion,
      at: at.toISOString(),
      revokedAt: iso(revokedAt),
    })),
  };
}
