import { useSyncExternalStore } from 'react';
import { type KnownList, ShortlistMemory } from './shortlist-memory.ts';

const NONE: readonly KnownList[] = [];
let memory: ShortlistMemory | undefined;

/** The one memory of this page; in the browser only. */
export function shortlistMemory(): ShortlistMemory {
  memory ??= new ShortlistMemory();
  return memory;
}

/** The lists that this browser knows; none on the server. */
export function useKnownLists(): readonly KnownList[] {
  return useSyncExternalStore(
    subscribe,
    () => shortlistMemory().current(),
    () => NONE,
  );
}

const subscribe = (changed: () => void) => shortlistMemory().subscribe(changed);
