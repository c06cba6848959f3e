import { formatNumber } from '@maru/words';
import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { formatDay } from '../../listing/facts/home-dates.ts';
import { Button } from '../../ui/button.tsx';
import { RetryIcon, WarningIcon } from '../../ui/icons/icons.tsx';
import { SiteLink } from '../../ui/site-link.tsx';
import { pagePath } from '../page-address.ts';
import type { SearchData } from '../search-data.ts';
import { formatNotices } from '../search-words.ts';
import type { SentenceNote } from '../sentence.ts';
import { Struck } from '../sentence-view.tsx';
import { useCommuteAnswer } from '../use-search.ts';

/**
 * Shown if the last request failed or the browser is offline; the earlier homes stay. Back online, the search is
 * repeated.
 */
export function Connection({ failed }: { failed: boolean }) {
  const { t } = useWords();
  const router = useRouter();
  const online = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) void router.invalidate();
    wasOffline.current = !online;
  }, [online, router]);
  if (online && !failed) return null;
  return (
    <div
      role="alert"
      className="flex items-center gap-3 rounded-field border border-bad bg-surface py-1 pr-1 pl-3 text-sm"
    >
      <WarningIcon className="text-bad" />
      <p className="grow py-2">{t(online ? 'search.failed' : 'search.offline')}</p>
      <Button variant="quiet" onClick={() => void router.invalidate()}>
        <RetryIcon size={16} />
        {t('search.retry')}
      </Button>
    </div>
  );
}

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shown if the search uses a commute and this browser has no destination: then no home is left out for it. */
export function CommuteNote({ data }: { data: SearchData }) {
  const { t } = useWords();
  const isMissing = useCommuteAnswer(data);
  // The server does not know; wait for the browser.
  const hasLooked = useHydrated();
  if (!isMissing || !hasLooked) return null;
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-field border border-warn bg-surface px-3 py-2 text-sm"
    >
      <WarningIcon className="mt-0.5 text-warn" />
      {t('search.commute_missing')}
    </p>
  );
}

/** An address that is not on the market, and the parts of the address of the page that could not be used. Closing it cleans the address, also without script. */
export function Notices({ data }: { data: SearchData }) {
  const words = useWords();
  const { t } = words;
  const { problems, unlisted } = data;
  const notices = [
    ...(unlisted === undefined ? [] : [t('search.notice_unlisted', { address: unlisted })]),
    ...formatNotices(problems, words),
  ];
  if (notices.length === 0) return null;
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-field border border-warn bg-surface py-1 pl-3 text-sm"
    >
      <WarningIcon className="mt-2.5 text-warn" />
      <ul className="grow py-2">
        {notices.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <SiteLink
        path={pagePath(data.query, data)}
        replace
        resetScroll={false}
        className="inline-flex min-h-11 shrink-0 items-center px-3 font-medium text-primary-text"
      >
        {t('search.notice_close')}
      </SiteLink>
    </div>
  );
}

/**
 * The parts of the typed sentence that were not understood, and why. Kept in the history entry and not in the address:
 * a shared link has only what was understood.
 */
export function SentenceNotes() {
  const { t, locale } = useWords();
  const said = useSaidSentence();
  if (said === null) return null;
  const { notUnderstood, neutralTopics, notes, wonRate, isCut, guess } = said;
  const lines = [
    guess === undefined ? null : t('sentence.guessed', guess),
    notUnderstood.length > 0 ? (
      <>
        {t('sentence.not_understood')} <Struck words={notUnderstood} />
      </>
    ) : null,
    ...neutralTopics.map((topic) => t(`sentence.neutral_${topic}`)),
    notes.includes('won') && wonRate !== undefined
      ? t(wonRate.isSample ? 'sentence.won_sample' : 'sentence.won', {
          won: formatNumber(locale, wonRate.won),
          date: formatDay(wonRate.asOf, 'UTC', locale),
        })
      : null,
    notes.includes('no_won_rate') ? t('sentence.no_won_rate') : null,
    notes.includes('pyeong') ? t('sentence.pyeong') : null,
    notes.includes('jeonse') ? t('sentence.jeonse') : null,
    isCut ? t('sentence.cut') : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <div
      role="note"
      aria-label={t('sentence.label')}
      className="space-y-1 rounded-card border border-line bg-surface px-3 py-2 text-sm"
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sentence never change their order.
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

/** The server has no history state, so the first render has none either. */
function useSaidSentence(): SentenceNote | null {
  const state = useRouterState({ select: ({ location }) => location.state as { sentence?: SentenceNote } });
  return useHydrated() ? (state.sentence ?? null) : null;
}
