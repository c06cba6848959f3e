import type { DraftKey, StorageArea, StorageKey } from './storage-keys.ts';

/** A storage of the browser; undefined where it is unavailable: even reading the global may throw. */
export function browserStorage(area: StorageArea): Storage | undefined {
  try {
    return area === 'session' ? sessionStorage : localStorage;
  } catch {
    return undefined;
  }
}

export const tabStorage = () => browserStorage('session');

/** Reads JSON from a tab's storage; undefined if there is none, or if it is malformed. */
export function loadFromTab(
  key: StorageKey | DraftKey,
  storage: Pick<Storage, 'getItem'> | undefined = tabStorage(),
): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes JSON; undefined removes the key. Without storage, or if it is full, nothing is stored. */
export function keepInTab(
  key: StorageKey | DraftKey,
  value: unknown,
  storage: Partial<Pick<Storage, 'setItem' | 'removeItem'>> | undefined = tabStorage(),
): void {
  try {
    if (value === undefined) storage?.removeItem?.(key);
    else storage?.setItem?.(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages reject.
  }
}
