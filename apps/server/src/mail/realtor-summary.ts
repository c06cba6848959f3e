import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** Contacts listed in the email; the inbox has all. */
const NAMED = 10;

/** To a realtor, at most once a day: the unread contacts. */
export const realtorSummary: WriteLetter = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'verified' || !realtor.dailySummary) return undefined;
  const waiting = await parts.store.contacts.list({
    box: { realtorId },
    state: 'new',
    isStanding: true,
    limit: NAMED + 1,
  });
  // Read since the email was enqueued.
  if (waiting.length === 0) return undefined;
  const { say, time, url, letter } = wordsOf(locale, parts);
  const named = waiting.slice(0, NAMED);
  const count = named.length;
  return letter(say('mail.realtor_summary.subject', { count }), [
    {
      kind: 'text',
      text: say(waiting.length > NAMED ? 'mail.realtor_summary.many' : 'mail.realtor_summary.intro', {
        count,
      }),
    },
    {
      kind: 'facts',
      rows: named.map(({ name, home, createdAt }) => [
        time(createdAt),
        [name, home?.label ?? null].filter((line) => line !== null).join('\n'),
      ]),
    },
    { kind: 'link', text: say('mail.realtor_summary.link'), url: url('/realtor/contacts?state=new') },
    { kind: 'link', text: say('mail.realtor_summary.stop'), url: url('/realtor') },
  ]);
};
