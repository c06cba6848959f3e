import type { PurchaseCost } from '@maru/listing/money';
import type { Words } from '../../i18n/words.tsx';
import { isRange, usdText } from './usd-text.ts';

/** "≈ $8,256 a month", "at least ≈ $7,900 a month". */
export function monthText(cost: Pick<PurchaseCost, 'monthly' | 'isWhole'>, words: Words): string {
  const amount = usdText(cost.monthly.likely, words);
  if (!cost.isWhole) return words.t('cost.month_least', { amount });
  return words.t(isRange(cost.monthly) ? 'cost.month_about' : 'cost.month', { amount });
}
