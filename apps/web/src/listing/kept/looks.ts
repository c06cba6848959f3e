import type { HomeCardAnswer } from '@maru/contract';
import { useSyncExternalStore } from 'react';
import { StoredValue } from '../../browser/stored-value.ts';

type Standing = Pick<HomeCardAnswer, 'homeId' | 'path' | 'listPrice' | 'standardStatus'>;

/** How a home stood when somebody saw it. */
export interface Look {
  price: number | null;
  status: string;
  /** ISO-8601 UTC. */
  at: string;
  /** Its address as it was shown, for when it is gone. */
  name: string;
  path: string;
}

/** What this browser remembers of homes, by homeId, the oldest first. */
export interface Looks {
  /** Homes whose page was opened, as they stood then. Null: only the pin on the map was opened. */
  seen: Readonly<Record<string, Look | null>>;
  /** Homes that were saved, as they stood then. */
  kept: Readonly<Record<string, Look>>;
}

/** What is different now. Absent is the same as it was. */
export interface Difference {
  price?: { from: number; to: number };
  status?: { from: string; to: string };
}

const MOST = 500;
const NONE: Looks = { seen: {}, kept: {} };

/** What has changed of a home since a look; undefined when nothing that one is told of. */
export function differenceSince(look: Look, home: Pick<Standing, 'listPrice' | 'standardStatus'>) {
  const found: Difference = {};
  const { listPrice: to, standardStatus } = home;
  if (look.price !== null && to !== null && look.price !== to) found.price = { from: look.price, to };
  if (look.status !== standardStatus) found.status = { from: look.status, to: standardStatus };
  return found.price === undefined && found.status === undefined ? undefined : found;
}

/**
 * The same of a home that was kept elsewhere at `since` (ISO-8601 UTC), from what the listing itself says of its last
 * change of price.
 */
export function differenceOfPrice(
  home: Pick<HomeCardAnswer, 'listPrice' | 'previousListPrice' | 'priceChangedAt'>,
  since: string,
): Difference | undefined {
  const { listPrice: to, previousListPrice: from, priceChangedAt } = home;
  if (to === null || from === null || priceChangedAt === null || from === to) return undefined;
  return Date.parse(priceChangedAt) > Date.parse(since) ? { price: { from, to } } : undefined;
}

/** The oldest go when there are too many. */
export function addLook(
  looks: Looks,
  kind: keyof Looks,
  home: Standing,
  more: { name: string; at: string },
): Looks {
  const look = { price: home.listPrice, status: home.standardStatus, path: home.path, ...more };
  return { ...looks, [kind]: withNewest(looks[kind], home.homeId, look) };
}

/** A home whose pin was opened; one that was opened before stays as it was remembered. */
export function addSeen(looks: Looks, homeId: string): Looks {
  return { ...looks, seen: withNewest(looks.seen, homeId, looks.seen[homeId] ?? null) };
}

function withNewest<T>(entries: Readonly<Record<string, T>>, homeId: string, entry: T): Record<string, T> {
  const { [homeId]: _before, ...rest } = entries;
  return Object.fromEntries([...Object.entries(rest), [homeId, entry] as const].slice(-MOST));
}

/** Storage may hold anything; what is well formed of it is kept. */
export function parseLooks(text: string | null): Looks {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const entriesOf = (one: unknown) =>
      Object.entries(typeof one === 'object' && one !== null ? one : {}).filter(([id]) => isId(id));
    const seen = entriesOf(value.seen).filter(([, one]) => one === null || isLook(one));
    const kept = entriesOf(value.kept).filter(([, one]) => isLook(one));
    return {
      seen: Object.fromEntries(seen.slice(-MOST)),
      kept: Object.fromEntries(kept.slice(-MOST)),
    };
  } catch {
    return NONE;
  }
}

const isId = (id: string) => /^[a-z0-9]{1,20}$/.test(id);

function isLook(one: unknown): one is Look {
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

const stored = new StoredValue<Looks>('maru/looks', { parse: parseLooks, format: JSON.stringify });

/** Remembers how it stands now. */
export function rememberLook(kind: keyof Looks, home: Standing, name: string): void {
  stored.update((looks) => addLook(looks, kind, home, { name, at: new Date().toISOString() }));
}

/** Remembers that the home's pin was opened. */
export function markSeen(homeId: string): void {
  stored.update((looks) => addSeen(looks, homeId));
}

/** Forgets which homes were opened; those that are kept stay as they are. */
export function forgetSeen(): void {
  stored.update((looks) => ({ ...looks, seen: {} }));
}

export function useLooks(): Looks {
  return useSyncExternalStore(stored.subscribe, stored.read, () => NONE);
}
