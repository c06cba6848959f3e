import { formatNumber } from '@maru/words';
import { useHydrated, useRouterState } from '@tanstack/react-router';
import { useWords } from '../i18n/words.tsx';
import { formatDay } from '../listing/facts/home-dates.ts';
import type { SaidSentence } from './sentence.ts';
import { Struck } from './sentence-view.tsx';

/**
 * What of the sentence that led to these results was not understood, and why. It belongs to the entry of the
 * browser's history and not to the address: a link that is shared asks for what was understood.
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one sentence never change places.
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}

/** The server knows no history, so the first render has none either. */
function useSaidSentence(): SaidSentence | null {
  const state = useRouterState({ select: ({ location }) => location.state as { sentence?: SaidSentence } });
  return useHydrated() ? (state.sentence ?? null) : null;
}
