import { contactFacts, recipientFacts, senderFacts } from './contact-facts.ts';
import type { Block } from './email-page.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';

/** Characters of all messages together in one email, so that a mail server accepts it. */
const MOST_TEXT = 300_000;

/**
 * To a recipient without an inbox, over the hourly limit: further messages of the hour (`MOST_BUNDLED`). When they exceed
 * `MOST_TEXT` together, each is cut to its share; the senders' addresses stay.
 */
export const contactsReceived: EmailTemplate = async (letterId, locale, parts) => {
  const { contacts, emails } = parts.store;
  const ids = await emails.listBundled(letterId);
  const words = emailMessages(locale, parts);
  const { say, letter } = words;
  const most = Math.floor(MOST_TEXT / Math.max(ids.length, 1));
  const messages: Block[][] = [];
  for (const contactId of ids) {
    const contact = await contacts.find(contactId);
    if (contact === undefined || contact.withdrawnAt !== null) continue;
    const { message } = contact;
    messages.push([
      { kind: 'facts', rows: [...senderFacts(contact, words), ...contactFacts(contact, words)] },
      recipientFacts(contact, words),
      { kind: 'quote', text: message.length > most ? `${message.slice(0, most)}…` : message },
      ...(message.length > most ? [{ kind: 'text' as const, text: say('mail.contacts_received.cut') }] : []),
      ...(contact.notices.includes('payment')
        ? [{ kind: 'notice' as const, text: say('mail.contact_received.payment') }]
        : []),
    ]);
  }
  const count = messages.length;
  if (count === 0) return undefined;
  return letter(say('mail.contacts_received.subject', { count }), [
    { kind: 'text', text: say('mail.contacts_received.intro', { count }) },
    { kind: 'notice', text: say('mail.contacts_received.unproven') },
    ...messages.flatMap((blocks, index) => [
      { kind: 'text' as const, text: say('mail.contacts_received.number', { number: index + 1, count }) },
      ...blocks,
    ]),
    { kind: 'text', text: say('mail.contacts_received.answer') },
    { kind: 'text', text: say('mail.contact_received.limits') },
  ]);
};
