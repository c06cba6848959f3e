import { freshWonRate } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useWords } from '../../i18n/words.tsx';

/** Whether one wants to see won: Korean pages show them unless one says no, English ones when one says yes. */

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

function tell(shown: boolean): void {
  chosen = shown;
  for (const changed of listeners) changed();
}

/** For all of the page, and for those to come. */
export function chooseWon(shown: boolean): void {
  tell(shown);
  try {
    localStorage.setItem(KEY, shown ? '1' : '0');
  } catch {
    // Not kept; it still holds for this page.
  }
}

/** The rate that may be shown at `now` (ms UTC), and whether one wants to see won. */
export function useWonView(now: number) {
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
    try {
      const kept = localStorage.getItem(KEY);
      if (kept !== null) tell(kept === '1');
    } catch {
      // As if nothing had been chosen.
    }
  }, []);
  return { rate: freshWonRate(site.wonRate, now), isShown: choice ?? locale === 'ko' };
}
