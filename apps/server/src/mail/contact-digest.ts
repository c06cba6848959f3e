import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To a realtor over the hourly limit: the number of unread messages. Contains no names. */
export const contactDigest: WriteLetter = async (letterId, locale, parts) => {
  const { contacts, letters } = parts.store;
  const count = await contacts.countUnopened(await letters.listBundled(letterId));
  // All have been read or withdrawn meanwhile.
  if (count === 0) return undefined;
  const { say, url, letter } = wordsOf(locale, parts);
  return letter(say('mail.contact_digest.subject', { count }), [
    { kind: 'text', text: say('mail.contact_digest.intro', { count }) },
    { kind: 'text', text: say('mail.contact_digest.why') },
    { kind: 'link', text: say('mail.realtor_summary.link'), url: url('/realtor/contacts?state=new') },
  ]);
};
