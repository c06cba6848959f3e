import { useWords } from '../../i18n/words.tsx';
import { factGroupsOf } from '../fact-groups.ts';
import { FactList } from '../fact-list.tsx';
import { factsText } from '../home-words.ts';
import type { HomePageData } from './home-page-data.ts';
import type { SectionPart } from './section-part.ts';

/** All that the record says of the home, grouped. */
export const factsSection: SectionPart = {
  id: 'facts',
  title: 'listing.facts',
  note: 'listing.facts_note',
  isShown: () => true,
  headline: ({ home }, words) => factsText(home, words) || undefined,
  Body: Facts,
};

function Facts({ home }: HomePageData) {
  const words = useWords();
  return <FactList groups={factGroupsOf(home, words)} />;
}
