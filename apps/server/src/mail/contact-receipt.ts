import { formatReceiptToken, receiptPath } from '../receipt-token.ts';
import { contactFacts, recipientFacts } from './contact-facts.ts';
import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To the visitor, in their language: a copy, who got it, and the way to see what becomes of it (R19). */
export const contactReceipt: WriteLetter = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined) return undefined;
  const words = wordsOf(locale, parts);
  const { say, time, url, letter } = words;
  const { recipient, message } = contact;
  const role = say(`mail.role.${recipient.role}`);
  const token = formatReceiptToken(contactId, await parts.store.secrets.load('receipt'), 'mail');
  return letter(say('mail.contact_receipt.subject', { recipient: recipient.name }), [
    { kind: 'text', text: say('mail.contact_receipt.intro', { recipient: recipient.name, role }) },
    recipientFacts(contact, words),
    { kind: 'link', text: say('mail.contact_receipt.follow'), url: url(receiptPath(token)) },
    { kind: 'text', text: say('mail.contact_receipt.copy') },
    { kind: 'quote', text: message },
    {
      kind: 'facts',
      rows: [[say('mail.label.sent_at'), time(contact.createdAt)], ...contactFacts(contact, words)],
    },
    { kind: 'notice', text: say('mail.contact_receipt.payment') },
    { kind: 'text', text: say('mail.contact_receipt.secret') },
  ]);
};
