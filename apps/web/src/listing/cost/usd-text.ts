import type { CentsRange, PurchaseCost } from '@maru/listing/money';
import { formatUsd } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';

/** Cents in, words out: "$1,250". */
export function usdText(cents: number, { locale }: Words): string {
  return formatUsd(locale, Math.round(cents / 100));
}

/** A range of less than a dollar is none on a page of whole dollars. */
export function isRange({ low, high }: CentsRange): boolean {
  return Math.round(low / 100) !== Math.round(high / 100);
}

/** "≈ $8,256 a month", "at least ≈ $7,900 a month". */
export function monthText(cost: Pick<PurchaseCost, 'monthly' | 'isWhole'>, words: Words): string {
  const amount = usdText(cost.monthly.likely, words);
  if (!cost.isWhole) return words.t('cost.month_least', { amount });
  return words.t(isRange(cost.monthly) ? 'cost.month_about' : 'cost.month', { amount });
}
