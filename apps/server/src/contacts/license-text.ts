import { licenseRegister } from '@maru/listing/people';
import type { Locale } from '@maru/words';
import { formatMessage } from '@maru/words/server';

/** "DRE 01234567", "WA DOL license 12345": a license number as shown in emails and plain pages; null without one. */
export function licenseText(
  { licenseNumber, licenseState }: { licenseNumber: string | null; licenseState: string | null },
  locale: Locale,
): string | null {
  if (licenseNumber === null || licenseNumber === '') return null;
  const register = licenseRegister(licenseState);
  if (register === undefined) return formatMessage(locale, 'mail.license', { license: licenseNumber });
  if (register === 'DRE') return formatMessage(locale, 'credit.license_ca', { license: licenseNumber });
  return formatMessage(locale, 'credit.license_state', { register, license: licenseNumber });
}
