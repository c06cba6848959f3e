import { formatReceiptToken, receiptPath } from '../contacts/receipt-token.ts';
import { contactFacts, messageBlocks, recipientFacts } from './contact-facts.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

/**
 * To the visitor, in their language: the realtor's reply. The visitor's own message is quoted only to a verified
 * address (contact-receipt.ts). Returns undefined when the message was withdrawn. Reply-To is the realtor.
 */
export const contactReply: EmailTemplate = async (replyId, locale, parts) => {
  const contact = await parts.store.contacts.findByReply(replyId);
  const reply = contact?.replies.find((one) => one.replyId === replyId);
  if (contact === undefined || reply === undefined || contact.withdrawnAt !== null) return undefined;
  const words = emailMessages(locale, parts);
  const { say, url, letter } = words;
  const { recipient, home } = contact;
  const isProven = await parts.store.emails.isVerifiedAddress(contact.senderUserId, contact.email);
  const token = formatReceiptToken(contact.contactId, await parts.store.secrets.load('receipt'), 'mail');
  const subject =
    home?.label == null
      ? say('mail.contact_reply.subject', { recipient: recipient.name })
      : say('mail.contact_reply.subject_home', { recipient: recipient.name, home: home.label });
  return {
    ...letter(subject, [
      { kind: 'text', text: say('mail.contact_reply.intro', { recipient: recipient.name }) },
      { kind: 'quote', text: reply.message },
      recipientFacts(contact, words),
      ...(isProven ? messageBlocks(contact.message, isProven, words) : []),
      { kind: 'facts', rows: contactFacts(contact, words, { withLink: isProven }) },
      { kind: 'notice', text: say('mail.contact_receipt.payment') },
      { kind: 'link', text: say('mail.contact_reply.follow'), url: url(receiptPath(token)) },
    ]),
    replyTo: { name: recipient.name, address: recipient.email },
  };
};
