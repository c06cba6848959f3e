/** The newest of them; a tab hardly goes back further. */
const MOST = 20;

/**
 * What belongs to an entry of the browser's history though its address does not say it: kept for this tab, so that going
 * back, and loading the page anew, finds it. Without storage there is nothing.
 */
export function keptByEntry<Kept>(key: string) {
  const all = (): [string, Kept][] => {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  };
  return {
    load: (entry: string): Kept | null => all().find(([one]) => one === entry)?.[1] ?? null,
    save: (entry: string, value: Kept): void => {
      const others = all().filter(([one]) => one !== entry);
      try {
        sessionStorage.setItem(key, JSON.stringify([...others, [entry, value]].slice(-MOST)));
      } catch {
        // As above.
      }
    },
  };
}
