import { useSyncExternalStore } from 'react';

type Extras = typeof import('./card-extras.tsx');

const listeners = new Set<() => void>();
let extras: Extras | undefined;
let isRequested = false;

/**
 * The module with the interactive parts of cards, shared by all cards of a page; undefined until loaded, when the browser
 * is idle.
 */
export function useCardExtras(): Extras | undefined {
  return useSyncExternalStore(subscribe, current, none);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  if (!isRequested) {
    isRequested = true;
    const load = () => {
      import('./card-extras.tsx').then(
        (loaded) => {
          extras = loaded;
          for (const tell of listeners) tell();
        },
        () => {
          isRequested = false;
        },
      );
    };
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 1_500 });
    else setTimeout(load, 300);
  }
  return () => {
    listeners.delete(changed);
  };
}

const current = () => extras;
const none = () => undefined;
