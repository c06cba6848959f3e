import type { HomeCardAnswer, HomeListAnswer } from '@maru/contract';
import { useHydrated } from '@tanstack/react-router';
import { Fragment, memo, useState, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { KrwCard } from '../../listing/card/krw-card.tsx';
import { useCardExtras } from '../../listing/card/use-card-extras.ts';
import { classifyCost, FIT_MARKS, monthlyBudget } from '../../listing/facts/monthly-budget.ts';
import { useSaved } from '../../listing/kept/use-saved.ts';
import { Button } from '../../ui/button.tsx';

export const Card = memo(KrwCard);

export const LIST_SIZES = '(min-width: 1024px) 27vw, (min-width: 768px) 45vw, 94vw';
/** Cards above the fold on a wide screen. */
const EAGER_CARDS = 2;

interface ResultListProps {
  answer: HomeListAnswer;
  now: number;
  litHomeId: string | null;
  onLight: (homeId: string | null) => void;
}

/** The cards of one page in the order of the search; hidden homes only on request. */
export const ResultList = memo(function ResultList({ answer, now, litHomeId, onLight }: ResultListProps) {
  const { t } = useWords();
  const extras = useCardExtras();
  const hidden = useHiddenHomes(answer.listings);
  // After navigation within the site the list is laid out at once, so that its scroll position is exact.
  const hydrated = useHydrated();
  const [cameWithPage] = useState(!hydrated);
  const firstPartial = findFirstPartial(answer, hidden.shown);
  return (
    <>
      <HiddenNote hidden={hidden} />
      <ul
        aria-label={t('search.results')}
        className={`grid gap-4 sm:max-md:grid-cols-2 lg:grid-cols-2 ${cameWithPage ? 'laid-out-near' : ''}`}
      >
        {hidden.shown.map((home, index) => (
          <Fragment key={home.homeId}>
            {home.homeId === firstPartial ? (
              <li className="col-span-full mt-2 font-semibold">{t('search.partial_costs')}</li>
            ) : null}
            <li
              id={`home-${home.homeId}`}
              className={`relative scroll-mt-40 ${hidden.isHidden(home) ? HIDDEN_CLASS : ''}`}
            >
              <Card
                home={home}
                now={now}
                headingLevel={2}
                eager={index < EAGER_CARDS}
                lit={home.homeId === litHomeId}
                onLight={onLight}
                sizes={LIST_SIZES}
              />
              <BudgetMark home={home} />
            </li>
          </Fragment>
        ))}
      </ul>
      {extras === undefined ? null : <extras.CompareTray />}
    </>
  );
});

/** The home that begins those of whose monthly cost a part is not stated; undefined where the page has no such begin. */
function findFirstPartial(
  { atLeast = 0, total, page, pageSize }: HomeListAnswer,
  shown: readonly HomeCardAnswer[],
): string | undefined {
  if (atLeast === 0) return undefined;
  const at = shown.findIndex(({ monthlyCost }) => monthlyCost?.isWhole === false);
  return at > 0 || (page - 1) * pageSize === total - atLeast ? shown[at]?.homeId : undefined;
}

/** A hidden home while hidden homes are shown. */
export const HIDDEN_CLASS = 'rounded-card border-2 border-line border-dashed';

interface HiddenHomes {
  shown: readonly HomeCardAnswer[];
  isHidden: (home: HomeCardAnswer) => boolean;
  /** Hidden homes among the listings. */
  count: number;
  areShown: boolean;
  show: (all: boolean) => void;
}

/** The homes to show: without hidden ones, unless the visitor chose to see them. */
export function useHiddenHomes(listings: readonly HomeCardAnswer[]): HiddenHomes {
  const { hidden } = useSaved();
  const [areShown, show] = useState(false);
  const isHidden = ({ homeId }: HomeCardAnswer) => hidden.includes(homeId);
  const others = listings.filter((home) => !isHidden(home));
  return {
    shown: areShown ? listings : others,
    isHidden,
    count: listings.length - others.length,
    areShown,
    show,
  };
}

/** How many homes are hidden, and a button to show them. */
export function HiddenNote({ hidden: { count, areShown, show } }: { hidden: HiddenHomes }) {
  const { t } = useWords();
  if (count === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-sm">
      <span role="status">{t('hidden.here', { count })}</span>
      <Button variant="underlined" className="px-1" aria-pressed={areShown} onClick={() => show(!areShown)}>
        {t(areShown ? 'hidden.fold' : 'hidden.show_all')}
      </Button>
    </p>
  );
}

/** How a home compares to the monthly budget of the map, over the card's photo. */
export function BudgetMark({ home: { searchType, monthlyCost } }: { home: HomeCardAnswer }) {
  const { t } = useWords();
  const budget = useSyncExternalStore(monthlyBudget.subscribe, monthlyBudget.read, () => null);
  const fit = budget?.searchType === searchType ? classifyCost(monthlyCost, budget.amount) : undefined;
  if (fit === undefined) return null;
  return (
    // Covers the photo, so that the mark is at its bottom; takes no clicks.
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
