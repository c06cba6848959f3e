import type { HomeCardAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { formatApiQuery, type Problem, parseSearchQuery, type SearchQuery } from '@maru/listing/search';
import { STORAGE_KEYS } from '../browser/storage-keys.ts';
import { parseStored, StoredValue } from '../browser/stored-value.ts';

/** Snapshot of a search's results: prices by home. */
export interface SearchLook {
  /** ISO-8601 UTC. */
  at: string;
  total: number;
  /** Null if there were more than `MOST_HOMES`. */
  homes: Readonly<Record<string, number | null>> | null;
}

/** Ids of the homes that have changed, each in one list. */
export interface SearchChanges {
  fresh: string[];
  cheaper: string[];
  dearer: string[];
  /** No longer found: sold, withdrawn, or no longer matching. */
  gone: string[];
}
export const CHANGE_KINDS = ['fresh', 'cheaper', 'dearer', 'gone'] as const;

/** Larger results are compared by their count only. */
export const MOST_HOMES = 400;

/** The difference of two snapshots; null if one of them has too many homes. */
export function compareLooks(before: SearchLook, now: SearchLook): SearchChanges | null {
  if (before.homes === null || now.homes === null) return null;
  const changes: SearchChanges = { fresh: [], cheaper: [], dearer: [], gone: [] };
  for (const [id, price] of Object.entries(now.homes)) {
    if (!Object.hasOwn(before.homes, id)) {
      changes.fresh.push(id);
      continue;
    }
    const last = before.homes[id] ?? null;
    if (price === null || last === null || price === last) continue;
    changes[price < last ? 'cheaper' : 'dearer'].push(id);
  }
  const still = now.homes;
  changes.gone = Object.keys(before.homes).filter((id) => !Object.hasOwn(still, id));
  return changes;
}

/** Parses the path of a saved search. Filters that no longer exist are in `problems`. */
export function parseSearchPath(path: string): { query: SearchQuery; problems: Problem[] } {
  const url = new URL(path, 'http://maru.invalid');
  const [, searchType = 'sale', place] = /^\/homes\/for_(sale|rent)(?:\/([^/]+))?/.exec(url.pathname) ?? [];
  for (const key of ['searchType', 'place', 'page']) url.searchParams.delete(key);
  url.searchParams.set('searchType', searchType);
  if (place !== undefined) url.searchParams.set('place', place);
  return parseSearchQuery(url.searchParams);
}

/** Takes a snapshot now, page by page. @throws ApiError */
export async function takeLook(
  query: SearchQuery,
  client: Pick<Client, 'listHomes'>,
  signal: AbortSignal,
): Promise<SearchLook> {
  const at = new Date().toISOString();
  const homes: Record<string, number | null> = {};
  for (let page = 1; ; page += 1) {
    const asked = formatApiQuery({ ...query, page });
    const { total, pageSize, listings } = await client.listHomes({
      query: `${asked}&want=total&want=listings`,
      signal,
    });
    if (total > MOST_HOMES) return { at, total, homes: null };
    for (const { homeId, listPrice } of listings as HomeCardAnswer[]) homes[homeId] = listPrice;
    if (page * pageSize >= total || listings.length === 0) return { at, total, homes };
  }
}

const { most: MOST_LOOKS } = STORAGE_KEYS['maru/search-looks'];

const stored = new StoredValue<Readonly<Record<string, SearchLook>>>('maru/search-looks', {
  parse: parseSearchLooks,
  format: JSON.stringify,
});

/** The snapshot of each saved search, by its path. */
export const loadSearchLooks = stored.read;

/** Returns false if storage is unavailable. */
export function keepSearchLook(path: string, look: SearchLook): boolean {
  stored.update(({ [path]: _before, ...rest }) =>
    Object.fromEntries([...Object.entries(rest), [path, look] as const].slice(-MOST_LOOKS)),
  );
  return stored.isKept;
}

/** Drops malformed entries. */
export function parseSearchLooks(text: string | null): Record<string, SearchLook> {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, one]) => isLook(one))) as Record<
    string,
    SearchLook
  >;
}

function isLook(one: unknown): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { at, total, homes } = one as Record<string, unknown>;
  return (
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    Number.isInteger(total) &&
    (homes === null ||
      (typeof homes === 'object' &&
        Object.values(homes as object).every((price) => price === null || Number.isFinite(price))))
  );
}
