import { type EmailTemplate, emailMessages } from './email-parts.ts';

/** Contacts listed in the daily email; the inbox has all. */
const NAMED = 10;

/** To a realtor: the license was verified and the profile is public. */
export const realtorVerified: EmailTemplate = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'verified') return undefined;
  const { say, text, link, letter } = emailMessages(locale, parts);
  return letter(say('mail.realtor_verified.subject'), [
    text('mail.realtor_verified.intro', { license: realtor.licenseNumber }),
    link('mail.realtor_verified.link', `/_maru_agent?id=${realtorId}`),
  ]);
};

/** To a realtor: the license could not be verified, the reason, and what to do. */
export const realtorRefused: EmailTemplate = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'refused') return undefined;
  const { say, text, quote, letter } = emailMessages(locale, parts);
  return letter(say('mail.realtor_refused.subject'), [
    text('mail.realtor_refused.intro', { license: realtor.licenseNumber }),
    realtor.verificationNote === null ? undefined : quote(realtor.verificationNote),
    text('mail.realtor_refused.next'),
  ]);
};

/** To a realtor, at most once a day: the unread contacts. */
export const realtorSummary: EmailTemplate = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'verified' || !realtor.dailySummary) return undefined;
  const unread = { box: { realtorId }, state: 'new', isStanding: true, limit: NAMED + 1 } as const;
  const waiting = await parts.store.contacts.list(unread);
  // Read since the email was enqueued.
  if (waiting.length === 0) return undefined;
  const { say, time, text, facts, link, letter } = emailMessages(locale, parts);
  const named = waiting.slice(0, NAMED);
  const count = named.length;
  return letter(say('mail.realtor_summary.subject', { count }), [
    text(waiting.length > NAMED ? 'mail.realtor_summary.many' : 'mail.realtor_summary.intro', { count }),
    facts(
      named.map(({ name, home, createdAt }) => [
        time(createdAt),
        [name, home?.label ?? null].filter((line) => line !== null).join('\n'),
      ]),
    ),
    link('mail.realtor_summary.link', '/realtor/contacts?state=new'),
    link('mail.realtor_summary.stop', '/realtor'),
  ]);
};
