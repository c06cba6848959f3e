import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { STORAGE_KEYS } from '../browser/storage-keys.ts';
import { parseStored, StoredValue } from '../browser/stored-value.ts';
import { showInList } from './list-scroller.ts';

type EntryKey = 'maru/opened' | 'maru/pins' | 'maru/sheets' | 'maru/viewports';

/**
 * Values by entry of the browser's history, in session storage: found again after going back and after a reload.
 * Without storage nothing is kept.
 */
export function keptByEntry<Kept>(key: EntryKey) {
  const stored = new StoredValue<readonly [entry: string, value: Kept][]>(key, {
    area: 'session',
    parse: (text) => {
      const kept = parseStored(text);
      return Array.isArray(kept) ? kept : [];
    },
    format: JSON.stringify,
  });
  return {
    load: (entry: string): Kept | null => stored.read().find(([one]) => one === entry)?.[1] ?? null,
    save: (entry: string, value: Kept): void =>
      stored.update(
        (all) =>
          [...all.filter(([one]) => one !== entry), [entry, value] as const].slice(
            -STORAGE_KEYS[key].most,
          ) as [string, Kept][],
      ),
  };
}

/** Key of the current history entry, the same one after going back to it. */
export function useEntryKey(): string {
  return useRouterState({ select: ({ location }) => entryKey(location.state) });
}

export const entryKey = ({ __TSR_key: key }: { __TSR_key?: string }) => key ?? 'first';

/** The card that was opened last. */
const keptCards = keptByEntry<string | null>('maru/opened');

/**
 * After going back from a home, focuses its card and scrolls it into view (rule R12). The opened card is kept by
 * history entry, in this tab only.
 */
export function useReturnToCard(list: RefObject<HTMLElement | null>): void {
  const entry = useEntryKey();
  useEffect(() => {
    const box = list.current;
    if (box === null) return;
    const keep = (event: MouseEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-home]') : null;
      if (card?.dataset.home !== undefined) {
        keptCards.save(entry, card.dataset.home);
      }
    };
    box.addEventListener('click', keep);
    const opened = keptCards.load(entry);
    if (opened !== null) {
      // Once: a later reload is not a return.
      keptCards.save(entry, null);
      const card = document.getElementById(`home-${opened}`);
      requestAnimationFrame(() => {
        card?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
        showInList(card, false);
      });
    }
    return () => box.removeEventListener('click', keep);
  }, [entry, list]);
}
