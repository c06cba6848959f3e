import { freshWonRate } from '@maru/listing/money';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';
import { useWords } from '../../i18n/words.tsx';

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
