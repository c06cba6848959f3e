import type { Locale } from '@maru/words';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * E.164 of a number as people write it, one without a country as one of the US, or, for Korean readers, of Korea where
 * the US has no such number; undefined when it can be none.
 */
export function normalizePhone(text: string, locale: Locale): string | undefined {
  for (const country of locale === 'ko' ? (['US', 'KR'] as const) : (['US'] as const)) {
    const number = parsePhoneNumberFromString(text, country);
    if (number?.isValid() && number.ext === undefined) return number.number;
  }
  return undefined;
}
