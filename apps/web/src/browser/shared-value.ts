/** A value of this page that components share, for `useSyncExternalStore`. */
export class SharedValue<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  readonly read = (): T => this.#value;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed);
    return () => {
      this.#listeners.delete(changed);
    };
  };

  set(value: T): void {
    this.#value = value;
    for (const changed of this.#listeners) changed();
  }
}
