import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTHING_SAVED, parseSaved, SavedStore } from './saved-things.ts';

class Memory {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
}
const now = () => new Date('2026-11-21T20:00:00Z');
const search = {
  path: '/homes/for_sale/irvine-ca?beds=3-',
  name: 'Irvine · 3+ beds',
  frequency: 'daily' as const,
};

test('what is kept is there on the next page, newest first', () => {
  const storage = new Memory();
  const store = new SavedStore(storage, now);
  expect(store.keepHome('h1')).toBe(true);
  store.hideHome('h2');
  store.keepSearch(search);
  store.keepSearch({ ...search, path: '/homes/for_rent' });
  const next = new SavedStore(storage, now).current();
  expect(next).toEqual(store.current());
  expect(next.homes).toEqual({ h1: '2026-11-21T20:00:00.000Z' });
  expect(next.searches.map(({ path }) => path)).toEqual(['/homes/for_rent', search.path]);
  expect(next.pending, 'nobody to tell').toEqual([]);
});

test('to save a hidden home is to show it again', () => {
  const store = new SavedStore(new Memory(), now);
  store.hideHome('h1');
  store.keepHome('h1');
  expect(store.current().hidden).toEqual([]);
});

test('with an account, the last word about each thing waits to be told, and no more of it', () => {
  const store = new SavedStore(new Memory(), now);
  store.replaceWith('u1', { homes: {}, hidden: [], searches: [] });
  store.keepHome('h1');
  store.dropHome('h1');
  store.keepHome('h2');
  expect(store.current().pending).toEqual([
    { kind: 'home', id: 'h1', isKept: false },
    { kind: 'home', id: 'h2', isKept: true },
  ]);
  store.confirm({ kind: 'home', id: 'h1', isKept: false });
  expect(store.current().pending).toEqual([{ kind: 'home', id: 'h2', isKept: true }]);
});

test('full or shut storage loses nothing on this page, and says that it will not last', () => {
  const full = {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  for (const storage of [full, undefined]) {
    const store = new SavedStore(storage, now);
    store.keepHome('h1');
    expect(store.current().homes).toHaveProperty('h1');
    expect(store.isPersistent).toBe(false);
  }
});

test('there is an end to it, said and not crashed into', () => {
  const store = new SavedStore(new Memory(), now);
  const kept = Array.from({ length: 501 }, (_, at) => store.keepHome(`h${at}`));
  expect(kept.filter((one) => !one)).toHaveLength(1);
});

test('storage may hold anything', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(Object.keys(parseSaved(text)).sort()).toEqual(Object.keys(NOTHING_SAVED).sort());
    }),
    { seed: 20261121 },
  );
  const wrong = {
    homes: { h1: 'yesterday?', '../x': '2026-01-01' },
    hidden: [1, 'H'],
    searches: [{ path: '//evil' }],
  };
  expect(parseSaved(JSON.stringify(wrong))).toEqual(NOTHING_SAVED);
});
