import { formatReceiptToken, receiptPath } from '../contacts/receipt-token.ts';
import { contactFacts, messageBlocks, recipientFacts, senderFacts } from './contact-facts.ts';
import { type EmailParts, type EmailTemplate, emailMessages } from './email-parts.ts';
import { isPlainName } from './name-in-subject.ts';

/**
 * To the visitor, in their language: the recipient of the message and a link to its status (rule R19). The message and
 * the home's link are included only when the sender's account has verified the address: otherwise anybody could make
 * this site deliver their text to somebody else's address. The linked page hides them too (docs/decisions/0044-no-text-behind-an-emailed-link.md).
 */
export const contactReceipt: EmailTemplate = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined) return undefined;
  const words = emailMessages(locale, parts);
  const { say, time, text, notice, facts, link, letter } = words;
  const { message, senderUserId, email } = contact;
  const { name: recipient, role } = contact.recipient;
  const isProven = await parts.store.emails.isVerifiedAddress(senderUserId, email);
  return letter(say('mail.contact_receipt.subject', { recipient }), [
    text('mail.contact_receipt.intro', { recipient, role: say(`mail.role.${role}`) }),
    recipientFacts(contact, words),
    link('mail.contact_receipt.follow', await statusPath(contactId, parts)),
    ...messageBlocks(message, isProven, words),
    facts([
      [say('mail.label.sent_at'), time(contact.createdAt)],
      ...contactFacts(contact, words, { withLink: isProven }),
    ]),
    notice('mail.contact_receipt.payment'),
    text('mail.contact_receipt.secret'),
  ]);
};

/**
 * To the recipient: the message, the home and the consents. Replies go to the address that was typed; the email says
 * when it is unverified.
 */
export const contactReceived: EmailTemplate = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined || contact.withdrawnAt !== null) return undefined;
  const words = emailMessages(locale, parts);
  const { say, text, notice, quote, facts, link, letter } = words;
  const { name, email, message, home } = contact;
  const { name: recipient, role, realtorId } = contact.recipient;
  const language = say(`mail.language.${contact.locale}`);
  const isProven = await parts.store.emails.isVerifiedAddress(contact.senderUserId, email);
  const isPlain = isPlainName(name);
  const subject =
    home?.label == null
      ? say(isPlain ? 'mail.contact_received.subject' : 'mail.contact_received.subject_neutral', { name })
      : say(isPlain ? 'mail.contact_received.subject_home' : 'mail.contact_received.subject_neutral_home', {
          name,
          home: home.label,
        });
  return {
    ...letter(subject, [
      text('mail.contact_received.intro', { name, recipient, role: say(`mail.role.${role}`) }),
      contact.notices.includes('payment') ? notice('mail.contact_received.payment') : undefined,
      isProven ? undefined : notice('mail.contact_received.unproven', { email }),
      quote(message),
      facts([...senderFacts(contact, words), ...contactFacts(contact, words)]),
      recipientFacts(contact, words),
      text('mail.contact_received.answer', { name, language }),
      text('mail.contact_received.limits'),
      realtorId === null
        ? undefined
        : link('mail.contact_received.inbox', `/realtor/contacts?id=${contactId}`),
    ]),
    replyTo: { name: isPlain ? name : '', address: email },
  };
};

/**
 * To the visitor, in their language: the realtor's reply. The visitor's own message is quoted only to a verified
 * address (`contactReceipt`). Returns undefined when the message was withdrawn. Reply-To is the realtor.
 */
export const contactReply: EmailTemplate = async (replyId, locale, parts) => {
  const contact = await parts.store.contacts.findByReply(replyId);
  const reply = contact?.replies.find((one) => one.replyId === replyId);
  if (contact === undefined || reply === undefined || contact.withdrawnAt !== null) return undefined;
  const words = emailMessages(locale, parts);
  const { say, text, notice, quote, facts, link, letter } = words;
  const { home } = contact;
  const { name: recipient, email: address } = contact.recipient;
  const isProven = await parts.store.emails.isVerifiedAddress(contact.senderUserId, contact.email);
  const subject =
    home?.label == null
      ? say('mail.contact_reply.subject', { recipient })
      : say('mail.contact_reply.subject_home', { recipient, home: home.label });
  return {
    ...letter(subject, [
      text('mail.contact_reply.intro', { recipient }),
      quote(reply.message),
      recipientFacts(contact, words),
      ...(isProven ? messageBlocks(contact.message, isProven, words) : []),
      facts(contactFacts(contact, words, { withLink: isProven })),
      notice('mail.contact_receipt.payment'),
      link('mail.contact_reply.follow', await statusPath(contact.contactId, parts)),
    ]),
    replyTo: { name: recipient, address },
  };
};

/** To the recipient of a message: it was withdrawn. Contains no names. */
export const contactWithdrawn: EmailTemplate = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined) return undefined;
  const { say, time, text, facts, letter } = emailMessages(locale, parts);
  const { home } = contact;
  return letter(say('mail.contact_withdrawn.subject'), [
    text('mail.contact_withdrawn.intro', { date: time(contact.createdAt) }),
    home?.label == null ? undefined : facts([[say('mail.label.home'), home.label]]),
  ]);
};

async function statusPath(contactId: string, { store }: EmailParts): Promise<string> {
  return receiptPath(formatReceiptToken(contactId, await store.secrets.load('receipt'), 'mail'));
}
