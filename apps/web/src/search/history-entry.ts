import { useRouterState } from '@tanstack/react-router';
import { parseStored, StoredValue } from '../browser/stored-value.ts';

/** The newest of them; a tab hardly goes back further. */
const MOST = 20;

/**
 * What belongs to an entry of the browser's history though its address does not say it: kept for this tab, so that going
 * back, and loading the page anew, finds it. Without storage there is nothing.
 */
export function keptByEntry<Kept>(key: string) {
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
          [...all.filter(([one]) => one !== entry), [entry, value] as const].slice(-MOST) as [string, Kept][],
      ),
  };
}

/** Names the entry of the browser's history, the same one again after going back to it. */
export function useEntryKey(): string {
  return useRouterState({ select: ({ location }) => entryKey(location.state) });
}

export const entryKey = ({ __TSR_key: key }: { __TSR_key?: string }) => key ?? 'first';
