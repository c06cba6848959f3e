import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To the recipient of a message: it was withdrawn. Contains no names. */
export const contactWithdrawn: WriteLetter = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined) return undefined;
  const { say, time, letter } = wordsOf(locale, parts);
  const { home } = contact;
  return letter(say('mail.contact_withdrawn.subject'), [
    { kind: 'text', text: say('mail.contact_withdrawn.intro', { date: time(contact.createdAt) }) },
    home?.label == null ? undefined : { kind: 'facts', rows: [[say('mail.label.home'), home.label]] },
  ]);
};
