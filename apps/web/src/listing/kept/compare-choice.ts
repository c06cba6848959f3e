import { isHomeId } from '@maru/listing';
import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '../../browser/storage-keys.ts';
import { StoredValue } from '../../browser/stored-value.ts';

/** More columns are unreadable. */
export const MOST_COMPARED = STORAGE_KEYS['maru/compare'].most;
const NONE: readonly string[] = [];
const chosen = new StoredValue<readonly string[]>('maru/compare', {
  parse: (text) => parseChoice(text ?? ''),
  format: (ids) => (ids.length === 0 ? null : ids.join(',')),
});

/** Parses ids from a URL or storage: at most four, without duplicates. */
export function parseChoice(text: string): string[] {
  const ids = text.split(',').filter(isHomeId);
  return [...new Set(ids)].slice(0, MOST_COMPARED);
}

/** The homes chosen for comparison in this browser. */
export function useCompareChoice(): readonly string[] {
  return useSyncExternalStore(chosen.subscribe, chosen.read, () => NONE);
}

/** False when the comparison is full. */
export function addCompared(homeId: string): boolean {
  const before = chosen.read();
  if (before.includes(homeId)) return true;
  if (before.length >= MOST_COMPARED) return false;
  chosen.update((ids) => [...ids, homeId]);
  return true;
}

export function removeCompared(homeId: string): void {
  chosen.update((ids) => ids.filter((one) => one !== homeId));
}

export function clearCompared(): void {
  chosen.update(() => NONE);
}
