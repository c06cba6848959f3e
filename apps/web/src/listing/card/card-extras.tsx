import type { HomeCardAnswer } from '@maru/contract';
import { COMMUTE_FACTORS } from '@maru/listing/places';
import { formatShortUsd } from '@maru/words';
import { createPortal } from 'react-dom';
import { useWords, type Words } from '../../i18n/words.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CheckIcon, ClockIcon } from '../../ui/icons/icons.tsx';
import { CompareIcon, HideIcon, MoreIcon } from '../../ui/icons/saved-icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { useDropdown } from '../../ui/use-dropdown.ts';
import { departText, estimateMinutes, rangeText, useCommutes } from '../commute/commutes.ts';
import { formatDay } from '../facts/home-dates.ts';
import {
  addCompared,
  clearCompared,
  MOST_COMPARED,
  removeCompared,
  useCompareChoice,
} from '../kept/compare-choice.ts';
import { loadSavedStore, useSaved } from '../kept/use-saved.ts';
import { type Difference, differenceSince, useViewedHomes } from '../kept/viewed-homes.ts';
import { statusText } from './status-text.ts';

/** The interactive parts of a card: viewed before, changes since, commute, compare, hide. */
export function CardExtras({ home, address }: { home: HomeCardAnswer; address: string }) {
  const words = useWords();
  const { t } = words;
  const look = useViewedHomes().seen[home.homeId] ?? undefined;
  const isCompared = useCompareChoice().includes(home.homeId);
  const hasCommute = useCommutes().first !== null;
  const found = look === undefined ? undefined : differenceSince(look, home);
  return (
    <>
      <CardMenu home={home} address={address} isCompared={isCompared} />
      {look === undefined && !isCompared && !hasCommute ? null : (
        <p className="pointer-events-none absolute top-12 left-3 z-10 flex flex-col items-start gap-1 text-sm">
          {look === undefined ? null : (
            <span
              title={t('card.seen_title', { when: words.intl.formatDate(look.at, { dateStyle: 'long' }) })}
              className={`${CHIP} ${found === undefined ? 'text-quiet' : 'font-semibold text-primary-text'}`}
            >
              {found === undefined
                ? t('card.seen')
                : t('card.since_seen', { what: differenceText(found, home, words) })}
            </span>
          )}
          <CardCommute home={home} className={`${CHIP} tabular`} />
          {isCompared ? (
            <span className={`${CHIP} font-semibold text-primary-text`}>
              <CheckIcon size={14} />
              {t('compare.chosen')}
            </span>
          ) : null}
        </p>
      )}
    </>
  );
}

/** "−$20K, Pending": the price first. */
export function differenceText(
  { price, status }: Difference,
  { searchType }: Pick<HomeCardAnswer, 'searchType'>,
  words: Words,
): string {
  const { t, locale } = words;
  const parts: string[] = [];
  if (price !== undefined) {
    const amount = formatShortUsd(locale, Math.abs(price.to - price.from));
    parts.push(t(price.to < price.from ? 'change.cheaper' : 'change.dearer', { amount }));
  }
  if (status !== undefined)
    parts.push(statusText(status.to as HomeCardAnswer['standardStatus'], searchType, words).text);
  return parts.join(', ');
}

const CHIP = 'inline-flex items-center gap-1 rounded-chip bg-surface px-3 py-0.5';

/** The commute from a home, when this browser has a destination. Drawn over the photo, so that nothing moves. */
function CardCommute({ home, className }: { home: HomeCardAnswer; className: string }) {
  const words = useWords();
  const { t, locale } = words;
  const { first, second } = useCommutes();
  const ways = [first, second].flatMap((commute) => {
    const range = commute === null ? undefined : estimateMinutes(commute, home);
    return commute === null || range === undefined ? [] : [{ commute, text: rangeText(range, words) }];
  });
  if (ways.length === 0) return null;
  const text = ways.map((one) => one.text).join(' · ');
  const date = formatDay(COMMUTE_FACTORS.asOf, 'UTC', locale);
  const title = ways
    .map(({ commute }) =>
      t('commute.card_title', {
        place: commute.name,
        way: t(`transportation.${commute.by}`),
        time: departText(commute.depart, words),
        date,
      }),
    )
    .join('\n');
  return (
    <span title={title} className={className} data-commute>
      <ClockIcon size={14} />
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{t('commute.card_label', { text })}</span>
    </span>
  );
}

interface CardMenuProps {
  home: HomeCardAnswer;
  address: string;
  isCompared: boolean;
}

function CardMenu({ home: { homeId }, address, isCompared }: CardMenuProps) {
  const { t } = useWords();
  const isHidden = useSaved().hidden.includes(homeId);
  const count = useCompareChoice().length;
  const { isOpen, setOpen, box, button, id, toggle } = useDropdown();
  const isFull = !isCompared && count >= MOST_COMPARED;
  const compare = () => {
    if (isCompared) removeCompared(homeId);
    else addCompared(homeId);
    setOpen(false);
    button.current?.focus();
  };
  const hide = async () => {
    setOpen(false);
    const store = await loadSavedStore();
    if (isHidden) store.showHome(homeId);
    else store.hideHome(homeId);
  };
  return (
    <div ref={box} className="absolute top-12 right-1.5 z-20 print:hidden">
      <Button
        {...toggle}
        variant="bare"
        data-more={homeId}
        className={`grid size-11 place-items-center transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 ${
          isOpen ? '' : '[@media(hover:hover)]:opacity-0'
        }`}
      >
        <span className="grid size-9 place-items-center rounded-chip bg-surface shadow-float">
          <MoreIcon />
        </span>
        <span className="sr-only">{t('card.more', { address })}</span>
      </Button>
      {isOpen ? (
        <div
          id={id}
          className="absolute right-0 w-56 rounded-card border border-line bg-surface p-1 text-sm shadow-float"
        >
          <Button variant="row" disabled={isFull} aria-pressed={isCompared} onClick={compare}>
            <CompareIcon size={18} />
            {isFull
              ? t('compare.full', { count: MOST_COMPARED })
              : t(isCompared ? 'compare.leave_out' : 'compare.add')}
          </Button>
          <Button variant="row" onClick={() => void hide().catch(() => {})}>
            <HideIcon size={18} />
            {t(isHidden ? 'hidden.show' : 'hidden.hide')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The homes chosen for comparison, at the bottom of the window. */
export function CompareTray() {
  const { t } = useWords();
  const ids = useCompareChoice();
  if (ids.length === 0) return null;
  // In the body: the sheet of the search moves on a phone, and would move the tray.
  return createPortal(
    <section
      aria-label={t('compare.title')}
      className="fixed inset-x-0 bottom-20 short:bottom-2 z-30 mx-auto flex w-max max-w-[calc(100vw-2rem)] items-center gap-2 rounded-chip border border-line bg-surface py-1 pr-1 pl-4 text-sm shadow-float md:bottom-6 print:hidden"
    >
      <span role="status">{t('compare.count', { count: ids.length })}</span>
      {ids.length < 2 ? (
        <span className="text-quiet">{t('compare.one_more')}</span>
      ) : (
        <SiteLink
          path={`/my-page?compare=${ids.join(',')}`}
          className={buttonClass('primary', 'compact', 'rounded-chip!')}
        >
          {t('compare.open')}
        </SiteLink>
      )}
      <Button variant="aside" className="px-3" onClick={clearCompared}>
        {t('compare.clear')}
      </Button>
    </section>,
    document.body,
  );
}
