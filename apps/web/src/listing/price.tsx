import type { HomeCardAnswer } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { priceText } from './card-words.ts';

/** A price in full, tabular, the heaviest text around it; a rent says that it is by the month. */
export function Price({
  home,
  className = 'text-xl',
}: {
  home: Pick<HomeCardAnswer, 'listPrice' | 'searchType'>;
  className?: string;
}) {
  return (
    <span className={`font-bold tabular whitespace-nowrap ${className}`}>{priceText(home, useWords())}</span>
  );
}
