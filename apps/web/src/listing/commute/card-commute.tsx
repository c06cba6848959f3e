import type { HomeCardAnswer } from '@maru/contract';
import { COMMUTE_FACTORS } from '@maru/listing/places';
import { useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { ClockIcon } from '../../ui/icons/icons.tsx';
import { formatDay } from '../facts/home-dates.ts';
import { departText, rangeOf, rangeText } from './commute-minutes.ts';
import { commutes } from './commutes.ts';

/** On each card, once this browser knows where one or two people go each day: over the photo, so that nothing moves. */
export function CardCommute({ home, className }: { home: HomeCardAnswer; className: string }) {
  const words = useWords();
  const { t, locale } = words;
  const { first, second } = useSyncExternalStore(commutes.subscribe, commutes.current, commutes.none);
  const ways = [first, second].flatMap((commute) => {
    const range = commute === null ? undefined : rangeOf(commute, home);
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
