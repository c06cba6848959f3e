import type { Locale } from '@maru/words';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Normalizes a phone number to E.164. A number without a country code is read as a US one, or for Korean readers as a
 * Korean one when the US has no such number. Undefined when invalid.
 */
export function normalizePhone(text: string, locale: Locale): string | undefined {
  for (const country of locale === 'ko' ? (['US', 'KR'] as const) : (['US'] as const)) {
    const number = parsePhoneNumberFromString(text, country);
    if (number?.isValid() && number.ext === undefined) return number.number;
  }
  return undefined;
}
