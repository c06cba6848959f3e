import { contactFacts, recipientFacts, senderFacts } from './contact-facts.ts';
import type { Block, Row } from './email-page.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

// Emails about several contacts, to a recipient over the hourly limit.

/** Characters of all messages together in one email, so that a mail server accepts it. */
const MAX_TEXT = 300_000;

/** To a realtor: the number of unread messages. Contains no names. */
export const contactDigest: EmailTemplate = async (letterId, locale, parts) => {
  const { contacts, emails } = parts.store;
  const count = await contacts.countUnopened(await emails.listBundled(letterId));
  // All have been read or withdrawn meanwhile.
  if (count === 0) return undefined;
  const { say, text, link, letter } = emailMessages(locale, parts);
  return letter(say('mail.contact_digest.subject', { count }), [
    text('mail.contact_digest.intro', { count }),
    text('mail.contact_digest.why'),
    link('mail.realtor_summary.link', '/realtor/contacts?state=new'),
  ]);
};

/**
 * To a recipient without an inbox: further messages of the hour (`MAX_BUNDLED`). When they exceed `MAX_TEXT` together, each is cut
 * to its share; the senders' addresses stay.
 */
export const contactsReceived: EmailTemplate = async (letterId, locale, parts) => {
  const { contacts, emails } = parts.store;
  const ids = await emails.listBundled(letterId);
  const words = emailMessages(locale, parts);
  const { say, text, notice, quote, facts, letter } = words;
  const most = Math.floor(MAX_TEXT / Math.max(ids.length, 1));
  const messages: Block[][] = [];
  for (const contactId of ids) {
    const contact = await contacts.find(contactId);
    if (contact === undefined || contact.withdrawnAt !== null) continue;
    const { message } = contact;
    const isCut = message.length > most;
    messages.push([
      facts([...senderFacts(contact, words), ...contactFacts(contact, words)]),
      recipientFacts(contact, words),
      quote(isCut ? `${message.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : message),
      ...(isCut ? [text('mail.contacts_received.cut')] : []),
      ...(contact.notices.includes('payment') ? [notice('mail.contact_received.payment')] : []),
    ]);
  }
  const count = messages.length;
  if (count === 0) return undefined;
  return letter(say('mail.contacts_received.subject', { count }), [
    text('mail.contacts_received.intro', { count }),
    notice('mail.contacts_received.unproven'),
    ...messages.flatMap((blocks, index) => [
      text('mail.contacts_received.number', { number: index + 1, count }),
      ...blocks,
    ]),
    text('mail.contacts_received.answer'),
    text('mail.contact_received.limits'),
  ]);
};

/** To the recipient of several messages: they were withdrawn. Contains no names. */
export const contactsWithdrawn: EmailTemplate = async (letterId, locale, parts) => {
  const { contacts, emails } = parts.store;
  const { say, time, text, facts, letter } = emailMessages(locale, parts);
  const rows: Row[] = [];
  for (const contactId of await emails.listBundled(letterId)) {
    const contact = await contacts.find(contactId);
    if (contact === undefined) continue;
    rows.push([time(contact.createdAt), contact.home?.label ?? say('mail.contacts_withdrawn.no_home')]);
  }
  if (rows.length === 0) return undefined;
  return letter(say('mail.contacts_withdrawn.subject', { count: rows.length }), [
    text('mail.contacts_withdrawn.intro'),
    facts(rows),
  ]);
};
