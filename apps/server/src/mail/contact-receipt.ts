import { formatReceiptToken, receiptPath } from '../contacts/receipt-token.ts';
import { contactFacts, messageBlocks, recipientFacts } from './contact-facts.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

/**
 * To the visitor, in their language: the recipient of the message and a link to its status (rule R19). The message and
 * the home's link are included only when the sender's account has verified the address: otherwise anybody could make
 * this site deliver their text to somebody else's address. The linked page hides them too (docs/decisions/0044-no-text-behind-an-emailed-link.md).
 */
export const contactReceipt: EmailTemplate = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined) return undefined;
  const words = emailMessages(locale, parts);
  const { say, time, url, letter } = words;
  const { recipient, message, senderUserId, email } = contact;
  const isProven = await parts.store.emails.isVerifiedAddress(senderUserId, email);
  const role = say(`mail.role.${recipient.role}`);
  const token = formatReceiptToken(contactId, await parts.store.secrets.load('receipt'), 'mail');
  return letter(say('mail.contact_receipt.subject', { recipient: recipient.name }), [
    { kind: 'text', text: say('mail.contact_receipt.intro', { recipient: recipient.name, role }) },
    recipientFacts(contact, words),
    { kind: 'link', text: say('mail.contact_receipt.follow'), url: url(receiptPath(token)) },
    ...messageBlocks(message, isProven, words),
    {
      kind: 'facts',
      rows: [
        [say('mail.label.sent_at'), time(contact.createdAt)],
        ...contactFacts(contact, words, { withLink: isProven }),
      ],
    },
    { kind: 'notice', text: say('mail.contact_receipt.payment') },
    { kind: 'text', text: say('mail.contact_receipt.secret') },
  ]);
};
