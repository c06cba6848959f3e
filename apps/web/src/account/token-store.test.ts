import { describe, expect, test } from 'vitest';
import { INITIALIZED_KEY, type Kept, prepareStorage, TOKEN_KEY, TokenStore } from './token-store.ts';

/** As a browser keeps it; `shut` throws at every touch, as one that blocks cookies does. */
export function memoryStorage(entries: Record<string, string> = {}): Kept & { kept: Map<string, string> } {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
const refuse = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const shut: Kept = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse };

describe('the first load in a browser', () => {
  test('clears what an older site has left, once', () => {
    const storage = memoryStorage({ [TOKEN_KEY]: 'old', 'maru/seen': '[]' });
    prepareStorage(storage);
    expect([...storage.kept.keys()]).toEqual([INITIALIZED_KEY]);
    storage.setItem(TOKEN_KEY, 'new');
    prepareStorage(storage);
    expect(storage.getItem(TOKEN_KEY)).toBe('new');
  });

  test('does nothing where storage is shut', () => {
    prepareStorage(shut);
    prepareStorage(undefined);
  });
});

describe('the kept token', () => {
  test('is in local storage under its key, and empty is logged out (rules S4.1, S9.2)', () => {
    const storage = memoryStorage();
    const tokens = new TokenStore(storage);
    expect(tokens.token()).toBeUndefined();
    tokens.keep('t');
    expect(storage.getItem('auth/access-token')).toBe('t');
    expect(new TokenStore(storage).token()).toBe('t');
    expect(tokens.lasts()).toBe(true);
    storage.setItem(TOKEN_KEY, '');
    expect(tokens.token()).toBeUndefined();
    tokens.keep('u');
    tokens.forget();
    expect(tokens.token()).toBeUndefined();
    expect(storage.getItem(TOKEN_KEY)).toBeNull();
  });

  test('is in memory where storage is shut, so that one can sign in for this page', () => {
    for (const storage of [shut, undefined]) {
      const tokens = new TokenStore(storage);
      expect(tokens.lasts()).toBe(false);
      tokens.keep('t');
      expect(tokens.token()).toBe('t');
      tokens.forget();
      expect(tokens.token()).toBeUndefined();
    }
  });
});
