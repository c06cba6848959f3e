import { useSyncExternalStore } from 'react';
import type { SavedStore, SavedThings } from './saved-things.ts';

const NOTHING: SavedThings = { owner: null, homes: {}, hidden: [], searches: [], pending: [] };
const listeners = new Set<() => void>();
let store: SavedStore | undefined;
let loading: Promise<SavedStore> | undefined;

/**
 * The one store of this page, in the browser, after its storage was prepared. Its script is none of a page's first: it
 * comes as soon as something on the page asks what is kept.
 */
export function loadSavedStore(): Promise<SavedStore> {
  loading ??= import('./saved-things.ts').then(({ SavedStore }) => {
    const made = new SavedStore();
    made.subscribe(notify);
    store = made;
    notify();
    return made;
  });
  // A script that could not be fetched is asked for again the next time.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** What is kept. Nothing on the server and until the store is there: pages are the same for everyone. */
export function useSaved(): SavedThings {
  return useSyncExternalStore(subscribe, current, nothing);
}

/** Whether `useSaved` says what is so; until then it says nothing is kept. */
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
