import type { HomeAnswer } from '@maru/contract';
import { formatNumber, formatUsd } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { formatDay } from './home-dates.ts';

type Correction = HomeAnswer['corrections'][number];

/** The value of a corrected field with its unit; "Not stated" for null. */
export function correctedText(
  { field, value }: Pick<Correction, 'field' | 'value'>,
  { t, locale }: Words,
): string {
  if (value === null) return t('listing.not_stated');
  if (typeof value === 'string') return value;
  switch (field) {
    case 'livingArea':
    case 'lotSizeSquareFeet':
      return t('unit.sqft', { sqft: formatNumber(locale, value, 0) });
    case 'associationFee':
      return t('corrected.a_month', { amount: formatUsd(locale, value) });
    case 'taxAnnualAmount':
    case 'taxAssessedValue':
    case 'taxOtherAnnualAssessmentAmount':
      return formatUsd(locale, value);
    case 'yearBuilt':
      return String(value);
    default:
      return formatNumber(locale, value, 2);
  }
}

/** "Beds: 4. Corrected by Maru on Nov 27, 2026; MLS value: 3." */
export function correctionText(one: Correction, timeZone: string, words: Words): string {
  const { field, feedValue, correctedAt } = one;
  return words.t('corrected.by_us', {
    field: words.t(`corrected.field.${field}`),
    value: correctedText(one, words),
    date: formatDay(correctedAt, timeZone, words.locale),
    said: correctedText({ field, value: feedValue }, words),
  });
}
