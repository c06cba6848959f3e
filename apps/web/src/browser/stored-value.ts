export type StorageArea = 'local' | 'session';
/** What is used of `Storage`. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * One value in the browser's storage: in `local`, shared by all tabs of the site, or in `session`, of this tab alone.
 *
 * - Storage is read again whenever the value is read or changed, so that a tab never writes back what another tab has
 *   changed meanwhile: change it with `update`, from the current value.
 * - Subscribers hear of changes made in this tab and in others (`storage` events).
 * - Where storage is unavailable (private windows, blocked cookies) or full, the value lives in this page's memory.
 */
export class StoredValue<T> {
  readonly key: string;
  readonly #storage: () => StorageLike | undefined;
  readonly #parse: (text: string | null) => T;
  readonly #format: (value: T) => string | null;
  readonly #listeners = new Set<() => void>();
  /** What could not be written; undefined when storage has the value. */
  #unwritten: { text: string | null } | undefined;
  /** The value of the text that was read last: the same object as long as the text is the same. */
  #known: { text: string | null; value: T } | undefined;

  /**
   * @param options.storage Instead of the browser's own, for tests; undefined stands for none.
   * @param options.parse Storage may hold anything: whatever is not well formed is left out. Null: nothing is stored.
   * @param options.format Null removes the key.
   */
  constructor(
    key: string,
    options: {
      area?: StorageArea;
      storage?: () => StorageLike | undefined;
      parse: (text: string | null) => T;
      format: (value: T) => string | null;
    },
  ) {
    this.key = key;
    this.#storage = options.storage ?? (() => (options.area === 'session' ? sessionStorage : localStorage));
    instances.add(this);
    this.#parse = options.parse;
    this.#format = options.format;
  }

  /** The current value; the same object until it changes, as `useSyncExternalStore` needs it. */
  readonly read = (): T => {
    const text = this.#unwritten === undefined ? this.#readText() : this.#unwritten.text;
    if (this.#known === undefined || this.#known.text !== text) {
      this.#known = { text, value: this.#parse(text) };
    }
    return this.#known.value;
  };

  /** Whether the value as it is now outlives this page. */
  get isKept(): boolean {
    return this.#unwritten === undefined;
  }

  /** Replaces the value by what `change` makes of the current one. */
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

  /** For `useSyncExternalStore`. Outside a browser nothing is heard of other tabs. */
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

  // Even to ask for a storage may throw.
  #readText(): string | null {
    try {
      return this.#storage()?.getItem(this.key) ?? null;
    } catch {
      return null;
    }
  }

  /** False when storage did not take it. */
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

const instances = new Set<Pick<StoredValue<unknown>, 'key' | 'clear'>>();

/** Removes these keys from local storage, and from the memory of the values that this page has loaded. */
export function clearStored(keys: readonly string[]): void {
  for (const one of instances) if (keys.includes(one.key)) one.clear();
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // What cannot be written was not stored either.
  }
}

/** JSON as data; undefined for nothing, and for what is no JSON. */
export function parseStored(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
