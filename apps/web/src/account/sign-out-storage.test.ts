import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { STORAGE_KEYS, type StorageKey } from '../browser/storage-keys.ts';
import { instances } from '../browser/stored-value.ts';
import { forgetOwnDrafts } from '../browser/tab-draft.ts';
import { forgetAdoptedCommute } from '../listing/commute/commute-address.ts';
import { SavedStore } from '../listing/kept/saved-things.ts';
import { TokenStore } from './token-store.ts';

const KEYS = Object.keys(STORAGE_KEYS) as StorageKey[];

afterEach(() => vi.unstubAllGlobals());

/** A browser that has a value under each of the keys. */
function fill(keys: readonly StorageKey[]) {
  const areas = { local: new Map<string, string>(), session: new Map<string, string>() };
  for (const [area, texts] of Object.entries(areas)) {
    vi.stubGlobal(`${area}Storage`, {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    });
  }
  for (const key of keys) areas[STORAGE_KEYS[key].area].set(key, '[]');
  return areas;
}

/** What the session, the saved things and the commute do when somebody signs out. */
function signOut() {
  new TokenStore(localStorage).forget();
  forgetOwnDrafts(sessionStorage);
  new SavedStore().clear();
  forgetAdoptedCommute();
}

test('signing out removes what belongs to the account, and nothing of the device', () => {
  const { local, session } = fill(KEYS);
  signOut();
  const left = KEYS.filter((key) => STORAGE_KEYS[key].scope === 'device');
  expect([...local.keys(), ...session.keys()].sort()).toEqual(left.sort());
});

test('a commute that did not come from the account stays', () => {
  const { local } = fill(KEYS.filter((key) => key !== 'maru/commute-adopted'));
  signOut();
  expect(local.has('commute-address')).toBe(true);
});

test('each value is in the storage that the registry says', async () => {
  const modules = import.meta.glob(['../**/*.{ts,tsx}', '!../**/*.test.*']);
  for (const [path, load] of Object.entries(modules)) {
    const text = await readFile(new URL(path, import.meta.url), 'utf8');
    if (/\b(new StoredValue|keptByEntry)\b/.test(text)) await load();
  }
  expect(instances.size).toBeGreaterThan(15);
  for (const { key, area } of instances) expect([key, area]).toEqual([key, STORAGE_KEYS[key].area]);
});
