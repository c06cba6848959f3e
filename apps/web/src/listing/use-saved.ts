import { useSyncExternalStore } from 'react';
import { NOTHING_SAVED, SavedStore, type SavedThings } from './saved-things.ts';

let store: SavedStore | undefined;

/** The one store of this page; made when it is first asked for, in the browser, after its storage was prepared. */
export function savedStore(): SavedStore {
  if (store === undefined) {
    store = new SavedStore(ownStorage());
    window.addEventListener('storage', (event) => {
      if (event.key === 'maru/saved' || event.key === null) store?.reread();
    });
  }
  return store;
}

/** What is kept. Nothing on the server and while the browser takes the page over: pages are the same for everyone. */
export function useSaved(): SavedThings {
  return useSyncExternalStore(subscribe, current, nothing);
}

const subscribe = (changed: () => void) => savedStore().subscribe(changed);
const current = () => savedStore().current();
const nothing = () => NOTHING_SAVED;

/** A browser may refuse even to be asked for it. */
function ownStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
