/** Places and homes that were looked up in this browser, newest first. Kept here only; never sent anywhere. */
export interface RecentSearch {
  /** As it was shown: "어바인 (Irvine), CA". */
  name: string;
  /** Without /ko. */
  path: string;
  kind: string;
}

const KEY = 'recent-searches';
const MOST = 6;
/** Said to the boxes on the page when the list changes. */
const CHANGED = 'maru:recent-searches';

/** A browser may refuse its storage (private windows, blocked cookies): then there are none. */
export function loadRecentSearches(): RecentSearch[] {
  try {
    return parseRecentSearches(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

export function rememberSearch(search: RecentSearch): void {
  save(withSearch(loadRecentSearches(), search));
}

export function forgetSearches(): void {
  save([]);
}

/** Calls back when the list changes, in this tab or another. Returns how to stop. */
export function watchRecentSearches(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
}

/** What storage holds may be anything: only well-formed entries that stay on this site are kept. */
export function parseRecentSearches(text: string | null): RecentSearch[] {
  if (text === null) return [];
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return [];
  return value.filter(isRecentSearch).slice(0, MOST);
}

/** The list with one more in front, without repeats. */
export function withSearch(list: readonly RecentSearch[], search: RecentSearch): RecentSearch[] {
  return [search, ...list.filter((one) => one.path !== search.path)].slice(0, MOST);
}

function isRecentSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { name, path, kind } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name.length <= 200 &&
    typeof kind === 'string' &&
    typeof path === 'string' &&
    path.length <= 2_000 &&
    /^\/(?![/\\])/.test(path)
  );
}

function save(list: RecentSearch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
    window.dispatchEvent(new Event(CHANGED));
  } catch {
    // Nothing is lost that matters.
  }
}
