/**
 * The homes that this browser has opened, newest last: their pins are quiet. Kept in this browser only, and no
 * more of them than fit a few pages.
 */
const KEY = 'maru/seen';
const MOST = 500;

export function addSeen(seen: readonly string[], homeId: string): string[] {
  return [...seen.filter((one) => one !== homeId), homeId].slice(-MOST);
}

/** Storage may be shut (private windows) or hold anything. */
function loadSeen(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one): one is string => typeof one === 'string').slice(-MOST)
      : [];
  } catch {
    return [];
  }
}

const listeners = new Set<() => void>();
let snapshot: ReadonlySet<string> | null = null;

export function markSeen(homeId: string): void {
  const next = addSeen(loadSeen(), homeId);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Then it is forgotten on the next page, which is all that is lost.
  }
  snapshot = new Set(next);
  for (const tell of listeners) tell();
}

/** For `useSyncExternalStore`. */
export const seenHomes = {
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => {
      listeners.delete(changed);
    };
  },
  current: (): ReadonlySet<string> => {
    snapshot ??= new Set(loadSeen());
    return snapshot;
  },
  none: (): ReadonlySet<string> => NOTHING,
};
const NOTHING: ReadonlySet<string> = new Set();
