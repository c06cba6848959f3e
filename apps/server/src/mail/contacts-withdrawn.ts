import { type EmailTemplate, emailMessages } from './email-parts.ts';

/** To the recipient of several messages: they were withdrawn. Contains no names. */
export const contactsWithdrawn: EmailTemplate = async (letterId, locale, parts) => {
  const { contacts, emails } = parts.store;
  const { say, time, letter } = emailMessages(locale, parts);
  const rows: [string, string][] = [];
  for (const contactId of await emails.listBundled(letterId)) {
    const contact = await contacts.find(contactId);
    if (contact === undefined) continue;
    rows.push([time(contact.createdAt), contact.home?.label ?? say('mail.contacts_withdrawn.no_home')]);
  }
  if (rows.length === 0) return undefined;
  return letter(say('mail.contacts_withdrawn.subject', { count: rows.length }), [
    { kind: 'text', text: say('mail.contacts_withdrawn.intro') },
    { kind: 'facts', rows },
  ]);
};
