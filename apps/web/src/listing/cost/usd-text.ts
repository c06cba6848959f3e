import type { CentsRange } from '@maru/listing/money';
import { formatUsd } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';

/** Formats cents: "$1,250". */
export function usdText(cents: number, { locale }: Words): string {
  return formatUsd(locale, Math.round(cents / 100));
}

/** Whether a range shows as one: amounts are rounded to whole dollars. */
export function isRange({ low, high }: CentsRange): boolean {
  return Math.round(low / 100) !== Math.round(high / 100);
}
