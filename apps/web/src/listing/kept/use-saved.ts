import { useSyncExternalStore } from 'react';
import type { SavedStore, SavedThings } from './saved-things.ts';

const NOTHING: SavedThings = { owner: null, homes: {}, hidden: [], searches: [], pending: [] };
const listeners = new Set<() => void>();
let store: SavedStore | undefined;
let loading: Promise<SavedStore> | undefined;

/** The store of this page. Its script is loaded on first use, not with the page. */
export function loadSavedStore(): Promise<SavedStore> {
  loading ??= import('./saved-things.ts').then(({ SavedStore }) => {
    const made = new SavedStore();
    made.subscribe(notify);
    store = made;
    notify();
    return made;
  });
  // After a failed load the next call tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Saved homes and searches. Empty on the server and until the store has loaded, so that pages are the same for everyone. */
export function useSaved(): SavedThings {
  return useSyncExternalStore(subscribe, current, nothing);
}

/** Whether the store has loaded; before that `useSaved` is empty. */
export function useIsSavedKnown(): boolean {
  return useSyncExternalStore(subscribe, isKnown, never);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  loadSavedStore().catch(() => {});
  return () => {
    listeners.delete(changed);
  };
}

function notify(): void {
  for (const changed of listeners) changed();
}

const current = () => store?.current() ?? NOTHING;
const nothing = () => NOTHING;
const isKnown = () => store !== undefined;
const never = () => false;
