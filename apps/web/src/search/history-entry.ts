import { useRouterState } from '@tanstack/react-router';
import { parseStored, StoredValue } from '../browser/stored-value.ts';

/** Entries kept; older ones are dropped. */
const MOST = 20;

/**
 * Values by entry of the browser's history, in session storage: found again after going back and after a reload.
 * Without storage nothing is kept.
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

/** Key of the current history entry, the same one after going back to it. */
export function useEntryKey(): string {
  return useRouterState({ select: ({ location }) => entryKey(location.state) });
}

export const entryKey = ({ __TSR_key: key }: { __TSR_key?: string }) => key ?? 'first';
