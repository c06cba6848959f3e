import { useEffect, useState } from 'react';

export interface Latest<T> {
  value: T | undefined;
  /** The key that `value` was loaded for. */
  key: string | null;
  /** Why the last request failed, else undefined; `value` is that of an earlier one. */
  error: unknown;
}

const NONE = { value: undefined, key: null, error: undefined };

/**
 * Loads a value for each new `key`, also when `version` changes. A newer key, or unmounting, aborts the pending request; its result is
 * dropped. The last value stays until the next one; with the key null there is none.
 */
export function useLatest<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { delayMs = 0, version }: { delayMs?: number; version?: unknown } = {},
): Latest<T> {
  const [latest, setLatest] = useState<Latest<T>>(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `version` stand for what `load` depends on.
  useEffect(() => {
    if (key === null) {
      setLatest(NONE);
      return;
    }
    const stop = new AbortController();
    const { signal } = stop;
    const timer = setTimeout(async () => {
      try {
        const value = await load(signal);
        if (!signal.aborted) setLatest({ value, key, error: undefined });
      } catch (error) {
        if (!signal.aborted) setLatest((last) => ({ ...last, error }));
      }
    }, delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, version]);
  return latest;
}
