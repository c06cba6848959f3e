import { expect, test } from 'vitest';
import { mayReload, RELOAD_GUARD_MS } from './reload-guard.ts';

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
}

test('a path is reloaded once in ten seconds, each path for itself', () => {
  const storage = memoryStorage();
  expect(mayReload('/a', 1_000, storage)).toBe(true);
  expect(mayReload('/a', 1_001, storage)).toBe(false);
  expect(mayReload('/b', 1_001, storage)).toBe(true);
  expect(mayReload('/a', 1_000 + RELOAD_GUARD_MS - 1, storage)).toBe(false);
  expect(mayReload('/a', 1_000 + RELOAD_GUARD_MS, storage)).toBe(true);
});

test('a clock that was put back does not stop it for ever', () => {
  const storage = memoryStorage();
  expect(mayReload('/a', 90_000_000, storage)).toBe(true);
  expect(mayReload('/a', 5_000, storage)).toBe(true);
});

test('without storage, with a refused or with a spoiled one nothing is reloaded', () => {
  const full = memoryStorage();
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const spoiled = memoryStorage();
  spoiled.setItem('reloaded', 'not json');
  for (const storage of [undefined, full, spoiled]) expect(mayReload('/a', 1_000, storage)).toBe(false);
});
