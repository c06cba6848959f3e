import { useSyncExternalStore } from 'react';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

/** A place or home that was looked up in this browser. Never sent anywhere. */
export interface RecentSearch {
  /** The shown name: "어바인 (Irvine), CA". */
  name: string;
  /** Without /ko. */
  path: string;
  kind: string;
}

const MOST = 6;

const stored = new StoredValue<readonly RecentSearch[]>('recent-searches', {
  parse: parseRecentSearches,
  format: (list) => (list.length === 0 ? null : JSON.stringify(list)),
});

const NONE: readonly RecentSearch[] = [];

/** Empty on the server and in the first render. */
export function useRecentSearches(): readonly RecentSearch[] {
  return useSyncExternalStore(stored.subscribe, stored.read, () => NONE);
}

/** Slug of the place that was looked at last. */
export function findLastPlace(searches: readonly RecentSearch[]): string | undefined {
  return searches.map(({ path }) => /^\/homes\/for_[a-z]+\/([a-z0-9-]+)/.exec(path)?.[1]).find(Boolean);
}

export function rememberSearch(search: RecentSearch): void {
  stored.update((list) => withSearch(list, search));
}

export function forgetSearches(): void {
  stored.update(() => []);
}

/** Drops malformed entries, and paths that leave the site. */
export function parseRecentSearches(text: string | null): RecentSearch[] {
  const value = parseStored(text);
  if (!Array.isArray(value)) return [];
  return value.filter(isRecentSearch).slice(0, MOST);
}

/** The list with the search in front, without duplicates. */
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
