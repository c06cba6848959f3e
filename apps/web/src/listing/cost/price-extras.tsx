import type { HomeAnswer } from '@maru/contract';
import { leadPrice } from '@maru/listing/money';
import { useRouter } from '@tanstack/react-router';
import { goWithinPage } from '../../browser/within-page.ts';
import { useWords, type Words } from '../../i18n/words.tsx';
import { costOf } from '../card/card-words.ts';
import { pricedHome } from '../facts/home-words.ts';
import { homeCostOf, monthText } from './home-cost.ts';

import { useCostEdits } from './use-cost-edits.ts';
import { Won } from './won.tsx';

/** What stands beside the price: it in won, and what the home costs a month, which leads to how that comes about. */
export function PriceExtras({ home, now }: { home: HomeAnswer; now: number }) {
  const words = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const lead = leadPrice(pricedHome(home));
  if (lead === null) return null;
  const cost = home.searchType === 'sale' ? homeCostOf(home, edits, site, now) : undefined;
  const month = cost === undefined ? rentParts(home, words) : monthText(cost, words);
  return (
    <>
      <Won
        usd={lead}
        now={now}
        short={home.searchType === 'sale'}
        className="text-lg text-quiet max-md:basis-full"
      />
      {month === undefined ? null : (
        // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page.
        <a
          href="#cost"
          onClick={goWithinPage}
          className="tabular text-lg text-quiet underline-offset-4 hover:underline max-md:basis-full"
        >
          {month}
        </a>
      )}
    </>
  );
}

/** "Rent $2,900 + required fees $100": how the price of a rental comes about, or that its fees are not stated (rule R26). */
function rentParts(home: HomeAnswer, words: Words): string | undefined {
  const priced = pricedHome(home);
  const cost = priced.searchType === 'rent' ? costOf(priced, words) : undefined;
  return (priced.requiredFeesMonthly ?? 0) > 0 ? cost?.title : cost?.text;
}
