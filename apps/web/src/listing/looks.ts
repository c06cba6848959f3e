import type { HomeCardAnswer } from '@maru/contract';
import { useSyncExternalStore } from 'react';

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

/** When it was last opened, and when it was kept. */
export type Looks = Record<'seen' | 'kept', Readonly<Record<string, Look>>>;

/** What is different now. Absent is the same as it was. */
export interface Difference {
  price?: { from: number; to: number };
  status?: { from: string; to: string };
}

const KEY = 'maru/looks';
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
  const { [home.homeId]: _before, ...rest } = looks[kind];
  const look = { price: home.listPrice, status: home.standardStatus, path: home.path, ...more };
  return {
    ...looks,
    [kind]: Object.fromEntries([...Object.entries(rest), [home.homeId, look]].slice(-MOST)),
  };
}

/** Storage may hold anything; what is well formed of it is kept. */
export function parseLooks(text: string | null): Looks {
  try {
    const value = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const of = (one: unknown): Looks['seen'] =>
      Object.fromEntries(
        Object.entries(typeof one === 'object' ? (one ?? {}) : {})
          .filter(isLook)
          .slice(-MOST),
      );
    return { seen: of(value.seen), kept: of(value.kept) };
  } catch {
    return NONE;
  }
}

function isLook(entry: [string, unknown]): entry is [string, Look] {
  const [id, one] = entry;
  if (!/^[a-z0-9]{1,20}$/.test(id) || typeof one !== 'object' || one === null) return false;
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

const listeners = new Set<() => void>();
let known: Looks | undefined;

/** Remembers how it stands now. */
export function rememberLook(kind: keyof Looks, home: Standing, name: string): void {
  known = addLook(current(), kind, home, { name, at: new Date().toISOString() });
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Then it is known as long as this page lasts.
  }
  for (const tell of listeners) tell();
}

/** Forgets which homes were opened; those that are kept stay as they are. */
export function forgetSeen(): void {
  known = { ...current(), seen: {} };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // What may not be written was not kept either.
  }
  for (const tell of listeners) tell();
}

export function useLooks(): Looks {
  return useSyncExternalStore(subscribe, current, () => NONE);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

function current(): Looks {
  if (known === undefined) {
    try {
      known = parseLooks(localStorage.getItem(KEY));
    } catch {
      known = NONE;
    }
  }
  return known;
}
