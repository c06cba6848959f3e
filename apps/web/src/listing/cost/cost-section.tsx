import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import type { HomePageData } from '../page/home-page-data.ts';
import type { SectionPart } from '../page/section-part.ts';
import { homeCostOf, isInFireZone } from './home-cost.ts';
import { monthText } from './month-text.ts';
import { rentHeadline } from './rent-texts.ts';
import { useCostEdits } from './use-cost-edits.ts';

/** The row of `cost-body.tsx`. */
export const costSection: SectionPart = {
  id: 'cost',
  title: 'cost.title',
  short: 'cost.short',
  note: 'cost.note',
  isShown: ({ home }) => home.listing.listPrice !== null && home.listing.listPrice > 0,
  headline: (data, words) =>
    data.home.searchType === 'rent' ? rentHeadline(data.home, words) : <SaleHeadline {...data} />,
};

function SaleHeadline({ home, surroundings, now }: HomePageData) {
  const words = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const cost = homeCostOf(home, edits, site, now, isInFireZone(surroundings));
  return cost === undefined ? null : monthText(cost, words);
}
