import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { Island } from '../../ui/island.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import { homeCostOf, isInFireZone } from './home-cost.ts';
import { RentCostView } from './rent-cost-view.tsx';
import { SaleCostView } from './sale-cost-view.tsx';
import { useCostEdits } from './use-cost-edits.ts';

/** What it costs each month, and before the keys (rule R60). */
export function CostBody(data: HomePageData) {
  return data.home.searchType === 'rent' ? <RentCost {...data} /> : <SaleCost {...data} />;
}

/** Rendered with what the address says; what changes it comes when one comes near. */
function SaleCost({ home, surroundings, now }: HomePageData) {
  const { t } = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const isWildfireZone = isInFireZone(surroundings);
  const cost = homeCostOf(home, edits, site, now, isWildfireZone);
  if (cost === undefined) return <p className="text-quiet">{t('cost.no_price')}</p>;
  return (
    <Island
      load={() => import('./sale-cost-live.tsx').then(({ SaleCostLive }) => SaleCostLive)}
      props={{ home, now, isWildfireZone }}
    >
      <SaleCostView
        home={home}
        now={now}
        cost={cost}
        edits={edits}
        // As high as what comes, closed.
        folds={<div className={cost.loan === 0 ? 'h-[53px] print:hidden' : 'h-[106px] print:hidden'} />}
      />
    </Island>
  );
}

const NO_EDITS = {};

/** The cost of a rental as the record has it; what changes it comes when one comes near. */
function RentCost({ home, now }: HomePageData) {
  return (
    <Island
      load={() => import('./rent-cost-live.tsx').then(({ RentCostLive }) => RentCostLive)}
      props={{ home, now }}
    >
      <RentCostView home={home} now={now} edits={NO_EDITS} />
    </Island>
  );
}
