import { useWords } from '../../i18n/words.tsx';
import { type Priced, priceText } from './card-words.ts';

/** The price in full, the heaviest text around it. A rent is marked as monthly. */
export function Price({ home, className = 'text-xl' }: { home: Priced; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap font-bold max-[19rem]:whitespace-normal ${className}`}>
      {priceText(home, useWords())}
    </span>
  );
}
