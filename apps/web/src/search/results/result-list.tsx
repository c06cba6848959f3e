import type { HomeListAnswer } from '@maru/contract';
import { memo } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ListingCard } from '../../listing/listing-card.tsx';

const Card = memo(ListingCard);

const LIST_SIZES = '(min-width: 1024px) 27vw, (min-width: 768px) 45vw, 94vw';
/** Above the fold on a wide screen. */
const EAGER_CARDS = 2;

interface ResultListProps {
  answer: HomeListAnswer;
  now: number;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
  /** A page that came after the first: nothing of it is above the fold. */
  isLater?: boolean;
}

/** The cards of one page, in the order of the search. */
export const ResultList = memo(function ResultList({
  answer,
  now,
  litHomeId,
  onLight,
  isLater = false,
}: ResultListProps) {
  const { t } = useWords();
  return (
    <ul
      aria-label={t(isLater ? 'search.results_more' : 'search.results')}
      className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2"
    >
      {answer.listings.map((home, index) => (
        <li key={home.homeId} id={`home-${home.homeId}`} className="scroll-mt-40">
          <Card
            home={home}
            now={now}
            headingLevel={2}
            eager={!isLater && index < EAGER_CARDS}
            lit={home.homeId === litHomeId}
            onLight={onLight}
            sizes={LIST_SIZES}
          />
        </li>
      ))}
    </ul>
  );
});
