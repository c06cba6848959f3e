import { formatNumber } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';

export const METERS_PER_MILE = 1609.344;

/** "0.6 mi" · "1.0km": each language in its own measure. With `short`, Korean says less than a kilometer in meters: "650m". */
export function distanceText(meters: number, { t, locale }: Words, form?: 'short'): string {
  if (locale === 'en') return t('unit.miles', { value: formatNumber(locale, meters / METERS_PER_MILE, 1) });
  return form === 'short' && meters < 1_000
    ? t('sales.meters', { value: formatNumber(locale, Math.round(meters / 10) * 10, 0) })
    : t('unit.km', { value: formatNumber(locale, meters / 1_000, 1) });
}
