import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { monthText } from './cost-texts.ts';
import { homeCostOf } from './home-cost.ts';
import { useCostEdits } from './use-cost-edits.ts';
import { Won } from './won.tsx';

/** What stands beside the price: it in won, and what the home costs a month, which leads to how that comes about. */
export function PriceExtras({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const { listPrice } = home.listing;
  if (listPrice === null) return null;
  const cost = home.searchType === 'sale' ? homeCostOf(home, edits, site, now) : undefined;
  return (
    <>
      <Won usd={listPrice} now={now} short={home.searchType === 'sale'} className="text-lg text-quiet" />
      {cost === undefined ? null : (
        <a href="#cost" className="tabular text-lg text-quiet underline-offset-4 hover:underline">
          {monthText(cost, words)}
        </a>
      )}
    </>
  );
}
