import { type WriteLetter, wordsOf } from './letter-parts.ts';

/** To a realtor: the license was verified and the profile is public. */
export const realtorVerified: WriteLetter = async (realtorId, locale, parts) => {
  const realtor = await parts.store.realtors.find(realtorId);
  if (realtor?.verification !== 'verified') return undefined;
  const { say, url, letter } = wordsOf(locale, parts);
  return letter(say('mail.realtor_verified.subject'), [
    { kind: 'text', text: say('mail.realtor_verified.intro', { license: realtor.licenseNumber }) },
    { kind: 'link', text: say('mail.realtor_verified.link'), url: url(`/_maru_agent?id=${realtorId}`) },
  ]);
};
