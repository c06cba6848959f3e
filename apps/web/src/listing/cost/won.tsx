import { freshWonRate } from '@maru/listing/money';
import { formatNumber, formatShortWon, formatWon } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../facts/home-dates.ts';

interface WonProps {
  /** Null when there is no amount. */
  usd: number | null;
  /** ms UTC. */
  now: number;
  /** The short form of cards: "약 18.1억 원". */
  short?: boolean;
  className?: string;
}

/** Amounts are rounded to 만; half of one rounds up. */
const LEAST_WON = 5_000;

/**
 * An amount in won beside dollars, for orientation only (rule R81): "약 18억 1,250만 원", "≈ ₩1,812,500,000", with the rate and
 * its day as tooltip. Empty without a fresh rate, when switched off, and below 만.
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

/** Whether won are shown: by default on Korean pages only. */

const choice = new StoredValue<boolean | undefined>('won-view', {
  parse: (text) => (text === null ? undefined : text === '1'),
  format: (isShown) => (isShown === undefined ? null : isShown ? '1' : '0'),
});

/** For this page and later ones. */
export function chooseWon(isShown: boolean): void {
  choice.update(() => isShown);
}

/** The rate that may be shown at `now` (ms UTC), and whether won are shown. */
export function useWonView(now: number) {
  const { locale } = useWords();
  const { site } = useRouter().options.context;
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, () => undefined);
  return { rate: freshWonRate(site.wonRate, now), isShown: chosen ?? locale === 'ko' };
}
