import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To a realtor: the license could not be verified, the reason, and what to do. */
export const realtorRefused: WriteLetter = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'refused') return undefined;
  const { say, letter } = wordsOf(locale, parts);
  return letter(say('mail.realtor_refused.subject'), [
    { kind: 'text', text: say('mail.realtor_refused.intro', { license: realtor.licenseNumber }) },
    realtor.verificationNote === null ? undefined : { kind: 'quote', text: realtor.verificationNote },
    { kind: 'text', text: say('mail.realtor_refused.next') },
  ]);
};
