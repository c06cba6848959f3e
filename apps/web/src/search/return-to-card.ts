import { useEffect } from 'react';
import { showInList } from './show-in-list.ts';
import { useEntryKey } from './use-search.ts';

const KEY = 'maru/opened';

/**
 * Going back from a home puts the focus on its card again and brings it into view if it is not (R12). Which card was
 * opened is kept per entry of the browser's history, in this tab only.
 */
export function useReturnToCard(list: React.RefObject<HTMLElement | null>): void {
  const entry = useEntryKey();
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const keep = (event: MouseEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-home]') : null;
      if (card?.dataset.home !== undefined) save({ entry, homeId: card.dataset.home });
    };
    box.addEventListener('click', keep);
    const kept = load();
    if (kept?.entry === entry) {
      // Once: a reload later is not a return.
      sessionStorage.removeItem(KEY);
      const card = document.getElementById(`home-${kept.homeId}`);
      requestAnimationFrame(() => {
        card?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
        showInList(card, false);
      });
    }
    return () => box.removeEventListener('click', keep);
  }, [entry, list]);
}

interface Opened {
  entry: string;
  homeId: string;
}

function save(opened: Opened): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // Then only the focus is not restored.
  }
}

function load(): Opened | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
