import type { HomeAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useWords, type Words } from '../../i18n/words.tsx';
import { monthText } from './cost-texts.ts';
import { homeCostOf } from './home-cost.ts';
import { rentHeadline } from './rent-texts.ts';
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
  const month = cost === undefined ? rentExtra(home, words) : monthText(cost, words);
  return (
    <>
      <Won usd={listPrice} now={now} short={home.searchType === 'sale'} className="text-lg text-quiet" />
      {month === undefined ? null : (
        <a href="#cost" className="tabular text-lg text-quiet underline-offset-4 hover:underline">
          {month}
        </a>
      )}
    </>
  );
}

/** Where there is nothing to pay besides the rent, the price has said it all. */
function rentExtra(home: HomeAnswer, words: Words): string | undefined {
  if (home.searchType !== 'rent' || home.listing.requiredMonthlyFees === 0) return undefined;
  return home.listing.requiredMonthlyFees === null
    ? words.t('card.rent_fees_unstated')
    : words.t('cost.rent_with_fees', { text: rentHeadline(home, words) ?? '' });
}
