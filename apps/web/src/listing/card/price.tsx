import type { PriceParts } from '@maru/listing/money';
import { useWords } from '../../i18n/words.tsx';
import { priceText } from './card-words.ts';

/** The price that leads, in full, tabular, the heaviest text around it; a rent says that it is by the month. */
export function Price({ home, className = 'text-xl' }: { home: PriceParts; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap font-bold max-[19rem]:whitespace-normal ${className}`}>
      {priceText(home, useWords())}
    </span>
  );
}
