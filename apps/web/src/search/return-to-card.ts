import { useEffect } from 'react';
import { parseStored, StoredValue } from '../browser/stored-value.ts';
import { useEntryKey } from './history-entry.ts';
import { showInList } from './list-scroller.ts';

const opened = new StoredValue<Opened | null>('maru/opened', {
  area: 'session',
  parse: (text) => (parseStored(text) as Opened | undefined) ?? null,
  format: (one) => (one === null ? null : JSON.stringify(one)),
});

/**
 * After going back from a home, focuses its card and scrolls it into view (rule R12). The opened card is kept by
 * history entry, in this tab only.
 */
export function useReturnToCard(list: React.RefObject<HTMLElement | null>): void {
  const entry = useEntryKey();
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const keep = (event: MouseEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-home]') : null;
      if (card?.dataset.home !== undefined) {
        const { home: homeId } = card.dataset;
        opened.update(() => ({ entry, homeId }));
      }
    };
    box.addEventListener('click', keep);
    const kept = opened.read();
    if (kept?.entry === entry) {
      // Once: a later reload is not a return.
      opened.update(() => null);
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
