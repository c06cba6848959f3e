import { useSyncExternalStore } from 'react';

/** More columns than that nobody can read. */
export const MOST_COMPARED = 4;
const KEY = 'maru/compare';
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
let chosen: readonly string[] | undefined;

/** The ids of a list such as an address or the storage has them: at most four, once each. */
export function parseChoice(text: string): string[] {
  const ids = text.split(',').filter((one) => /^[a-z0-9]{1,20}$/.test(one));
  return [...new Set(ids)].slice(0, MOST_COMPARED);
}

/** Which homes are to be compared, in this browser. */
export function useCompareChoice(): readonly string[] {
  return useSyncExternalStore(subscribe, current, () => NONE);
}

/** False when there are four already. */
export function compareHome(homeId: string): boolean {
  const before = current();
  if (before.includes(homeId)) return true;
  if (before.length >= MOST_COMPARED) return false;
  write([...before, homeId]);
  return true;
}

export function leaveOut(homeId: string): void {
  write(current().filter((one) => one !== homeId));
}

export function clearChoice(): void {
  write([]);
}

function write(next: readonly string[]): void {
  chosen = next;
  try {
    localStorage.setItem(KEY, next.join(','));
  } catch {
    // Then it is known as long as this page lasts.
  }
  for (const tell of listeners) tell();
}

function current(): readonly string[] {
  if (chosen === undefined) {
    try {
      chosen = parseChoice(localStorage.getItem(KEY) ?? '');
    } catch {
      chosen = NONE;
    }
  }
  return chosen;
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}
