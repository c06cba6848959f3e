import type { HomeCardAnswer } from '@maru/contract';
import { useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { FIT_MARKS, fitOfCost, monthlyBudget } from '../../listing/facts/monthly-budget.ts';

/** On a card's picture, while one looks at homes by what one can pay: how this one stands to it, as its pin says. */
export function BudgetMark({ home: { searchType, monthlyCost } }: { home: HomeCardAnswer }) {
  const { t } = useWords();
  const budget = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.current, monthlyBudget.none);
  const fit = budget?.searchType === searchType ? fitOfCost(monthlyCost, budget.amount) : undefined;
  if (fit === undefined) return null;
  return (
    // The picture's box, so that it stands at its foot; it takes no presses.
    <span className="pointer-events-none absolute inset-x-0 top-0 z-10 flex aspect-4/3 items-end p-3">
      <span
        data-fits={fit}
        className="inline-flex items-center gap-1.5 rounded-chip bg-surface py-0.5 pr-3 pl-1 font-semibold text-sm"
      >
        <span aria-hidden="true" className="map-fit-mark" data-fit={fit}>
          {FIT_MARKS[fit]}
        </span>
        {t(`map.card_${fit}`)}
      </span>
    </span>
  );
}
