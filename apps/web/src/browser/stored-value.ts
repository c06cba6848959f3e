import type { StorageArea, StorageKey } from './storage-keys.ts';
import { browserStorage, keepInTab } from './tab-storage.ts';

export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * One value in the browser's storage.
 *
 * - Each read and each change reads storage again, so that a tab never overwrites a change of another tab: change the value with
 *   `update`, from the current one.
 * - Subscribers are called on changes in this tab and in others (`storage` events).
 * - If storage is unavailable (private windows, blocked cookies) or full, the value is kept in this page's memory.
 */
export class StoredValue<T> {
  readonly key: StorageKey;
  readonly area: StorageArea;
  readonly #storage: () => StorageLike | undefined;
  readonly #parse: (text: string | null) => T;
  readonly #format: (value: T) => string | null;
  readonly #listeners = new Set<() => void>();
  /** The text that could not be written. */
  #unwritten: { text: string | null } | undefined;
  /** The last text and its value: the same object as long as the text is the same. */
  #known: { text: string | null; value: T } | undefined;

  /**
   * @param options.storage For tests.
   * @param options.parse Parses untrusted text, without throwing; null if nothing is stored.
   * @param options.format Null removes the key.
   */
  constructor(
    key: StorageKey,
    options: {
      /** As in the registry; default: `local`. */
      area?: StorageArea;
      storage?: () => StorageLike | undefined;
      parse: (text: string | null) => T;
      format: (value: T) => string | null;
    },
  ) {
    this.key = key;
    this.area = options.area ?? 'local';
    this.#storage = options.storage ?? (() => browserStorage(this.area));
    instances.add(this);
    this.#parse = options.parse;
    this.#format = options.format;
  }

  /** The current value; the same object until it changes. */
  readonly read = (): T => {
    const text = this.#unwritten === undefined ? this.#readText() : this.#unwritten.text;
    if (this.#known === undefined || this.#known.text !== text) {
      this.#known = { text, value: this.#parse(text) };
    }
    return this.#known.value;
  };

  /** False if the current value could not be stored. */
  get isKept(): boolean {
    return this.#unwritten === undefined;
  }

  update(change: (current: T) => T): void {
    const text = this.#format(change(this.read()));
    this.#unwritten = this.#writeText(text) ? undefined : { text };
    this.#tell();
  }

  /** Removes the value from storage and memory. */
  clear(): void {
    this.#unwritten = this.#writeText(null) ? undefined : { text: null };
    this.#tell();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) globalThis.addEventListener?.('storage', this.#onStorage);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) globalThis.removeEventListener?.('storage', this.#onStorage);
    };
  };

  /** The key is null when another tab cleared the whole storage. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === this.key || key === null) this.#tell();
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #readText(): string | null {
    try {
      return this.#storage()?.getItem(this.key) ?? null;
    } catch {
      return null;
    }
  }

  /** False if it failed. */
  #writeText(text: string | null): boolean {
    try {
      const storage = this.#storage();
      if (text === null) storage?.removeItem(this.key);
      else storage?.setItem(this.key, text);
      return storage !== undefined;
    } catch {
      return false;
    }
  }
}

/** The values of the modules that are loaded. */
export const instances = new Set<Pick<StoredValue<unknown>, 'key' | 'area' | 'clear'>>();

/** Removes these keys from local storage, and from the memory of this page. */
export function clearStored(keys: readonly StorageKey[]): void {
  for (const one of instances) if (keys.includes(one.key)) one.clear();
  for (const key of keys) keepInTab(key, undefined, browserStorage('local'));
}

/** Whether local storage has a value under the key, whatever it is. */
export function hasStored(key: StorageKey): boolean {
  try {
    return browserStorage('local')?.getItem(key) != null;
  } catch {
    return false;
  }
}

/** Parses JSON; undefined if there is none, or if it is malformed. */
export function parseStored(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
