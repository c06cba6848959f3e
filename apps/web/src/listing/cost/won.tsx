import { freshWonRate } from '@maru/listing/money';
import { formatNumber, formatShortWon, formatWon } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../facts/home-dates.ts';

interface WonProps {
  /** Null: there is no amount. */
  usd: number | null;
  /** ms UTC. */
  now: number;
  /** As on a card: "약 18.1억 원". */
  short?: boolean;
  className?: string;
}

/** What is rounded to 만 says something from half of one on. */
const LEAST_WON = 5_000;

/**
 * An amount in won beside the one in dollars, for orientation only (rule R81): "약 18억 1,250만 원",
 * "≈ ₩1,812,500,000", the rate and its day behind it; nothing without a fresh rate, where one does not want it, and of what is not
 * even 만 ("$0" is not "about 0 won").
 */
export function Won({ usd, now, short = false, className = 'text-quiet' }: WonProps) {
  const { t, locale } = useWords();
  const { rate, isShown } = useWonView(now);
  if (usd === null || rate === undefined || !isShown) return null;
  const won = usd * rate.won;
  if (Math.abs(won) < LEAST_WON) return null;
  const title = t(rate.isSample ? 'cost.won_rate_sample' : 'cost.won_rate', {
    rate: formatNumber(locale, rate.won, 2),
    date: formatDay(rate.asOf, 'UTC', locale),
  });
  const text =
    locale === 'ko'
      ? short
        ? formatShortWon(won)
        : t('cost.won', { amount: formatWon(won) })
      : t('cost.won', { amount: `₩${formatNumber(locale, Math.round(won / 10_000) * 10_000, 0)}` });
  return (
    <span title={title} className={`tabular whitespace-nowrap ${className}`}>
      {text}
    </span>
  );
}

/** Whether one wants to see won: Korean pages show them unless one says no, English ones when one says yes. */

const choice = new StoredValue<boolean | undefined>('won-view', {
  parse: (text) => (text === null ? undefined : text === '1'),
  format: (isShown) => (isShown === undefined ? null : isShown ? '1' : '0'),
});

/** For all of the page, and for those to come. */
export function chooseWon(isShown: boolean): void {
  choice.update(() => isShown);
}

/** The rate that may be shown at `now` (ms UTC), and whether one wants to see won. */
export function useWonView(now: number) {
  const { locale } = useWords();
  const { site } = useRouter().options.context;
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, () => undefined);
  return { rate: freshWonRate(site.wonRate, now), isShown: chosen ?? locale === 'ko' };
}
