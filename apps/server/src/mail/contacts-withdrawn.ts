import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To the recipient of several messages: they were withdrawn. Contains no names. */
export const contactsWithdrawn: WriteLetter = async (letterId, locale, parts) => {
  const { contacts, letters } = parts.store;
  const { say, time, letter } = wordsOf(locale, parts);
  const rows: [string, string][] = [];
  for (const contactId of await letters.listBundled(letterId)) {
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
