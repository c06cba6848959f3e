import { freshWonRate } from '@maru/listing';
import { formatNumber, formatShortWon, formatWon } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../home-dates.ts';

/**
 * Amounts in won beside those in dollars, for orientation only (FEATURES.md 4.3): with the rate's day, and nowhere
 * once the rate is older than a week. Korean pages show them unless one says no, English ones when one says yes.
 */

const KEY = 'won-view';
let chosen: boolean | undefined;
let isRead = false;
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

function choose(shown: boolean): void {
  chosen = shown;
  for (const changed of listeners) changed();
}

function remembered(): boolean | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? undefined : kept === '1';
  } catch {
    return undefined;
  }
}

/** The rate that may be shown at `now` (ms UTC), and whether one wants to see won. */
function useWonView(now: number) {
  const { locale } = useWords();
  const { site } = useRouter().options.context;
  const choice = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => undefined,
  );
  useEffect(() => {
    if (isRead) return;
    isRead = true;
    const kept = remembered();
    if (kept !== undefined) choose(kept);
  }, []);
  return { rate: freshWonRate(site.wonRate, now), isShown: choice ?? locale === 'ko' };
}

/** "18억 1,250만 원", "₩1,812,500,000"; nothing without a fresh rate, or where one does not want it. USD. */
export function Won({
  usd,
  now,
  short = false,
  className = 'text-quiet',
}: {
  usd: number;
  now: number;
  /** As on a card: "약 18.1억 원". */
  short?: boolean;
  className?: string;
}) {
  const { t, locale } = useWords();
  const { rate, isShown } = useWonView(now);
  if (rate === undefined || !isShown) return null;
  const won = usd * rate.won;
  const text =
    locale === 'ko'
      ? short
        ? formatShortWon(won)
        : t('cost.won', { amount: formatWon(won) })
      : t('cost.won', { amount: `₩${formatNumber(locale, Math.round(won / 10_000) * 10_000, 0)}` });
  return <span className={`whitespace-nowrap ${className}`}>{text}</span>;
}

/** Turns won on and off for all of the page, with the rate and its day; says why where there is none. */
export function WonSwitch({ now }: { now: number }) {
  const { t, locale } = useWords();
  const { site } = useRouter().options.context;
  const { rate, isShown } = useWonView(now);
  if (rate === undefined) {
    if (site.wonRate === undefined) return <p className="text-quiet text-sm">{t('cost.won_none')}</p>;
    const date = formatDay(site.wonRate.asOf, 'UTC', locale);
    return <p className="text-quiet text-sm">{t('cost.won_stale', { date })}</p>;
  }
  const values = { rate: formatNumber(locale, rate.won, 2), date: formatDay(rate.asOf, 'UTC', locale) };
  const toggle = () => {
    choose(!isShown);
    try {
      localStorage.setItem(KEY, isShown ? '0' : '1');
    } catch {
      // Not kept; it still holds for this page.
    }
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-quiet text-sm">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={toggle}
        className="inline-flex min-h-11 items-center gap-2 font-medium text-primary-text underline-offset-4 hover:underline print:hidden"
      >
        {t(isShown ? 'cost.won_hide' : 'cost.won_show')}
      </button>
      {t(rate.isSample ? 'cost.won_rate_sample' : 'cost.won_rate', values)}
    </p>
  );
}
