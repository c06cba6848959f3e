import type { StorageKey } from '../browser/storage-keys.ts';

/** Keys of local storage (rule S9.2). */
export const TOKEN_KEY = 'auth/access-token' satisfies StorageKey;
export const INITIALIZED_KEY = 'appInitialized' satisfies StorageKey;

/** The part of `Storage` that is used. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/**
 * On the first load of the site in a browser, clears local storage of an older site (rule S4.4). Runs before everything
 * else, so that it removes nothing that this load has written.
 */
export function prepareStorage(storage: Kept | undefined): void {
  try {
    if (storage === undefined || storage.getItem(INITIALIZED_KEY) !== null) return;
    storage.clear();
    storage.setItem(INITIALIZED_KEY, 'true');
  } catch {
    // Storage is unavailable or full: nothing to clear.
  }
}

/**
 * Stores the access token in local storage for all tabs, or in the memory of this page where storage is unavailable. An
 * empty token means signed out (rule S4.1).
 */
export class TokenStore {
  readonly #storage: Kept | undefined;
  #memory = '';

  constructor(storage: Kept | undefined) {
    this.#storage = storage;
  }

  token(): string | undefined {
    let kept = this.#memory;
    try {
      if (this.#storage !== undefined) kept = this.#storage.getItem(TOKEN_KEY) ?? this.#memory;
    } catch {
      // As it was in memory.
    }
    return kept === '' ? undefined : kept;
  }

  keep(token: string): void {
    this.#memory = '';
    try {
      if (this.#storage === undefined) throw new Error('no storage');
      this.#storage.setItem(TOKEN_KEY, token);
    } catch {
      this.#memory = token;
    }
  }

  /** Whether the token survives this page. */
  lasts(): boolean {
    try {
      this.#storage?.setItem(INITIALIZED_KEY, 'true');
      return this.#storage !== undefined;
    } catch {
      return false;
    }
  }

  forget(): void {
    this.#memory = '';
    try {
      this.#storage?.removeItem(TOKEN_KEY);
    } catch {
      // What cannot be written was not kept there either.
    }
  }
}
