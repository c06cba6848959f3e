import type { HomeCardAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import {
  formatApiQuery,
  type Problem,
  parseSearchQuery,
  type SearchQuery,
  searchPath,
} from '@maru/listing/search';
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

/** A snapshot now, and what has changed since the last one; undefined without a last one. */
export interface LookNews {
  now: SearchLook;
  /** Which homes, or, with more than `MOST_HOMES`, how many by the ledger (`GET /maru/v1/home/news`). */
  changes?: { homes: SearchChanges } | { counts: Pick<Record<ChangeKind, number>, 'fresh' | 'cheaper'> };
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
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Larger results are not kept in the browser: the server counts what has changed. */
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

/** The changes by kind, those that there are. */
export function countChanges({ changes }: LookNews): { kind: ChangeKind; count: number }[] {
  if (changes === undefined) return [];
  const counts: Partial<Record<ChangeKind, number>> = 'counts' in changes ? changes.counts : {};
  return CHANGE_KINDS.map((kind) => ({
    kind,
    count: 'homes' in changes ? changes.homes[kind].length : (counts[kind] ?? 0),
  })).filter(({ count }) => count > 0);
}

/** The search limited to what is new, or else to what is cheaper, since a look. */
export function changedPath(path: string, kind: ChangeKind, { at }: SearchLook): string {
  const since = { at: Date.parse(at), kind: kind === 'fresh' ? 'new' : 'cut' } as const;
  return searchPath({ ...parseSearchPath(path).query, since });
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

/** Takes a snapshot of a search, and compares it with the last one (rule R72). @throws ApiError */
export async function findNews(
  query: SearchQuery,
  last: SearchLook | undefined,
  client: Pick<Client, 'listHomes' | 'countNews'>,
  signal: AbortSignal,
): Promise<LookNews> {
  const now = await takeLook(query, client, signal);
  const changes = last === undefined ? null : compareLooks(last, now);
  if (changes !== null) return { now, changes: { homes: changes } };
  if (last === undefined && now.homes !== null) return { now };
  const since = last === undefined ? {} : { since: { at: Date.parse(last.at) } };
  const { at, fresh, cheaper } = await client.countNews({
    query: formatApiQuery({ ...query, ...since }),
    signal,
  });
  // The server's time: a clock that is wrong would count from another moment.
  const mark = { ...now, at };
  return last === undefined ? { now: mark } : { now: mark, changes: { counts: { fresh, cheaper } } };
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
