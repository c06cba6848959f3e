import { formatNumber } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';

const METERS_PER_MILE = 1609.344;

/** "0.6 mi" · "1.0km": each language in its own measure. */
export function distanceText(meters: number, { t, locale }: Words): string {
  return locale === 'en'
    ? t('unit.miles', { value: formatNumber(locale, meters / METERS_PER_MILE, 1) })
    : t('unit.km', { value: formatNumber(locale, meters / 1000, 1) });
}
