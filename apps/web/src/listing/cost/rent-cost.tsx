import { Island } from '../../ui/island.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import { RentCostView } from './rent-cost-view.tsx';

const NO_EDITS = {};

/** The cost of a rental as the record has it; what changes it comes when one comes near. */
export function RentCost({ home, now }: HomePageData) {
  return (
    <Island
      load={() => import('./rent-cost-live.tsx').then(({ RentCostLive }) => RentCostLive)}
      props={{ home, now }}
    >
      <RentCostView home={home} now={now} edits={NO_EDITS} />
    </Island>
  );
}
