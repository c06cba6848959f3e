import { useSyncExternalStore } from 'react';
import { SharedValue } from '../../browser/shared-value.ts';
import type { SavedStore, SavedThings } from './saved-things.ts';

const NOTHING: SavedThings = { owner: null, homes: {}, hidden: [], searches: [], pending: [] };
const saved = new SharedValue<SavedThings | undefined>(undefined);
let loading: Promise<SavedStore> | undefined;

/** The store of this page. Its script is loaded on first use, not with the page. */
export function loadSavedStore(): Promise<SavedStore> {
  loading ??= import('./saved-things.ts').then(({ SavedStore }) => {
    const store = new SavedStore();
    const update = () => saved.set(store.current());
    store.subscribe(update);
    update();
    return store;
  });
  // After a failed load the next call tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Saved homes and searches. Empty on the server and until the store has loaded, so that pages are the same for everyone. */
export function useSaved(): SavedThings {
  return useSyncExternalStore(
    subscribe,
    () => saved.read() ?? NOTHING,
    () => NOTHING,
  );
}

/** Whether the store has loaded; before that `useSaved` is empty. */
export function useIsSavedKnown(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => saved.read() !== undefined,
    () => false,
  );
}

function subscribe(changed: () => void): () => void {
  loadSavedStore().catch(() => {});
  return saved.subscribe(changed);
}
