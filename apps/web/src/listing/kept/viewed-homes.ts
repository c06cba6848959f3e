import type { HomeCardAnswer } from '@maru/contract';
import { isHomeId } from '@maru/listing';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';

type Standing = Pick<HomeCardAnswer, 'homeId' | 'path' | 'listPrice' | 'standardStatus'>;

/** A home's price and status at the time it was viewed or saved. */
export interface ViewedHome {
  price: number | null;
  status: string;
  /** ISO-8601 UTC. */
  at: string;
  /** Its address as shown, for homes that are no longer listed. */
  name: string;
  path: string;
}

/** Homes this browser remembers, by homeId, oldest first. */
export interface ViewedHomes {
  /** Homes whose page was opened. Null: only the pin on the map was opened. */
  seen: Readonly<Record<string, ViewedHome | null>>;
  kept: Readonly<Record<string, ViewedHome>>;
}

/** What has changed since. An absent member is unchanged. */
export interface Difference {
  price?: { from: number; to: number };
  status?: { from: string; to: string };
}

const MAX_HOMES = 500;
const NONE: ViewedHomes = { seen: {}, kept: {} };

/** Compares a home with its remembered state; undefined when price and status are the same. */
export function differenceSince(viewed: ViewedHome, home: Pick<Standing, 'listPrice' | 'standardStatus'>) {
  const found: Difference = {};
  const { listPrice: to, standardStatus } = home;
  // The sale price is no change of the list price.
  const isAsked = standardStatus !== 'Closed';
  if (isAsked && viewed.price !== null && to !== null && viewed.price !== to)
    found.price = { from: viewed.price, to };
  if (viewed.status !== standardStatus) found.status = { from: viewed.status, to: standardStatus };
  return found.price === undefined && found.status === undefined ? undefined : found;
}

/**
 * The price change since `since` (ISO-8601 UTC), taken from the listing's own last price change. For homes that were
 * saved in another browser.
 */
export function priceDifferenceSince(
  home: Pick<HomeCardAnswer, 'listPrice' | 'previousListPrice' | 'priceChangedAt'>,
  since: string,
): Difference | undefined {
  const { listPrice: to, previousListPrice: from, priceChangedAt } = home;
  if (to === null || from === null || priceChangedAt === null || from === to) return undefined;
  return Date.parse(priceChangedAt) > Date.parse(since) ? { price: { from, to } } : undefined;
}

/** Evicts the oldest entries above MAX_HOMES. */
export function addViewedHome(
  homes: ViewedHomes,
  kind: keyof ViewedHomes,
  home: Standing,
  more: { name: string; at: string },
): ViewedHomes {
  const viewed = { price: home.listPrice, status: home.standardStatus, path: home.path, ...more };
  return { ...homes, [kind]: withNewest(homes[kind], home.homeId, viewed) };
}

/** Adds a home whose pin was opened; an existing entry keeps its price and status. */
export function addSeen(homes: ViewedHomes, homeId: string): ViewedHomes {
  return { ...homes, seen: withNewest(homes.seen, homeId, homes.seen[homeId] ?? null) };
}

function withNewest<T>(entries: Readonly<Record<string, T>>, homeId: string, entry: T): Record<string, T> {
  const { [homeId]: _before, ...rest } = entries;
  return Object.fromEntries([...Object.entries(rest), [homeId, entry] as const].slice(-MAX_HOMES));
}

/** Parses untrusted storage; drops malformed entries. */
export function parseViewedHomes(text: string | null): ViewedHomes {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const readEntries = (one: unknown) =>
      Object.entries(typeof one === 'object' && one !== null ? one : {}).filter(([id]) => isHomeId(id));
    const seen = readEntries(value.seen).filter(([, one]) => one === null || isViewedHome(one));
    const kept = readEntries(value.kept).filter(([, one]) => isViewedHome(one));
    return {
      seen: Object.fromEntries(seen.slice(-MAX_HOMES)),
      kept: Object.fromEntries(kept.slice(-MAX_HOMES)),
    };
  } catch {
    return NONE;
  }
}

function isViewedHome(one: unknown): one is ViewedHome {
  if (typeof one !== 'object' || one === null) return false;
  const { price, status, at, name, path } = one as Record<string, unknown>;
  return (
    (price === null || Number.isFinite(price)) &&
    typeof status === 'string' &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof name === 'string' &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path)
  );
}

const stored = new StoredValue<ViewedHomes>('maru/looks', {
  parse: parseViewedHomes,
  format: JSON.stringify,
});

/** Stores the home's current price and status. */
export function rememberHome(kind: keyof ViewedHomes, home: Standing, name: string): void {
  stored.update((homes) => addViewedHome(homes, kind, home, { name, at: new Date().toISOString() }));
}

export function markSeen(homeId: string): void {
  stored.update((homes) => addSeen(homes, homeId));
}

/** Clears the viewed homes; saved homes stay. */
export function forgetSeen(): void {
  stored.update((homes) => ({ ...homes, seen: {} }));
}

export function useViewedHomes(): ViewedHomes {
  return useSyncExternalStore(stored.subscribe, stored.read, () => NONE);
}
