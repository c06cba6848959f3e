import type { HomeCardAnswer, HomeListAnswer } from '@maru/contract';
import { memo, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ListingCard } from '../../listing/listing-card.tsx';
import { useCardExtras } from '../../listing/use-card-extras.ts';
import { useSaved } from '../../listing/use-saved.ts';

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

/** The cards of one page, in the order of the search; those that one has hidden only when one asks for them. */
export const ResultList = memo(function ResultList({
  answer,
  now,
  litHomeId,
  onLight,
  isLater = false,
}: ResultListProps) {
  const { t } = useWords();
  const { hidden } = useSaved();
  const extras = useCardExtras();
  const [isAll, setAll] = useState(false);
  const isHidden = ({ homeId }: HomeCardAnswer) => hidden.includes(homeId);
  const count = answer.listings.filter(isHidden).length;
  return (
    <>
      {count === 0 ? null : (
        <p className="mb-3 flex flex-wrap items-center gap-x-2 text-sm">
          <span role="status">{t('hidden.here', { count })}</span>
          <button
            type="button"
            aria-pressed={isAll}
            className="min-h-11 px-1 font-medium text-primary-text underline"
            onClick={() => setAll(!isAll)}
          >
            {t(isAll ? 'hidden.fold' : 'hidden.show_all')}
          </button>
        </p>
      )}
      <ul
        aria-label={t(isLater ? 'search.results_more' : 'search.results')}
        className="grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2"
      >
        {answer.listings.map((home, index) =>
          isHidden(home) && !isAll ? null : (
            <li
              key={home.homeId}
              id={`home-${home.homeId}`}
              className={`scroll-mt-40 ${isHidden(home) ? 'border-2 border-line border-dashed rounded-card' : ''}`}
            >
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
          ),
        )}
      </ul>
      {extras === undefined || isLater ? null : <extras.CompareTray />}
    </>
  );
});
