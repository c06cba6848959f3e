import { useSyncExternalStore } from 'react';
import { type KnownList, SHORTLISTS_KEY, ShortlistMemory } from './shortlist-memory.ts';

const NONE: readonly KnownList[] = [];
let memory: ShortlistMemory | undefined;

/** The one memory of this page; in the browser only. */
export function shortlistMemory(): ShortlistMemory {
  if (memory === undefined) {
    const made = new ShortlistMemory(ownStorage());
    window.addEventListener('storage', (event) => {
      if (event.key === SHORTLISTS_KEY || event.key === null) made.reread();
    });
    memory = made;
  }
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

/** A browser may refuse even to be asked for it. */
function ownStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
