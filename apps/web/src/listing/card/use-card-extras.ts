import { useSyncExternalStore } from 'react';
import { SharedValue } from '../../browser/shared-value.ts';

type Extras = typeof import('./card-extras.tsx');

const extras = new SharedValue<Extras | undefined>(undefined);
let isRequested = false;

/**
 * The module with the interactive parts of cards, shared by all cards of a page; undefined until loaded, when the browser
 * is idle.
 */
export function useCardExtras(): Extras | undefined {
  return useSyncExternalStore(subscribe, extras.read, () => undefined);
}

function subscribe(changed: () => void): () => void {
  if (!isRequested) {
    isRequested = true;
    const load = () => {
      import('./card-extras.tsx').then(
        (loaded) => extras.set(loaded),
        () => {
          isRequested = false;
        },
      );
    };
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 1_500 });
    else setTimeout(load, 300);
  }
  return extras.subscribe(changed);
}
