import {
  commuteBasis,
  commuteMinutes,
  commuteRange,
  TRANSPORTATIONS,
  type Transportation,
} from '@maru/listing/places';
import { mercatorX, mercatorY } from '@maru/listing/search';
import { useSyncExternalStore } from 'react';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';
import type { Words } from '../../i18n/words.tsx';
import { formatClock } from '../facts/home-dates.ts';
import {
  type CommuteAddress,
  loadCommuteAddress,
  parseCommuteAddress,
  saveCommuteAddress,
  watchCommuteAddress,
} from './commute-address.ts';

/** One person's commute, with a known position. */
export interface Commute {
  /** As typed or found: "Irvine". */
  name: string;
  /** Degrees, rounded to three decimals (about 100 m). */
  at: readonly [latitude: number, longitude: number];
  by: Transportation;
  /** Departure time, "0800". */
  depart: string;
}

export type Person = 'first' | 'second';
export type Commutes = Readonly<Record<Person, Commute | null>>;

export const DEFAULT_DEPART = '0800';

const NOBODY: Commutes = { first: null, second: null };

/** Parses both keys. A commute without a position is dropped. */
export function parseCommutes(address: string | null, extra: string | null): Commutes {
  return joinCommutes(parseCommuteAddress(address), readObject(extra));
}

function joinCommutes(
  address: CommuteAddress | undefined,
  { depart, second }: Record<string, unknown>,
): Commutes {
  return {
    first: parseCommute(address, depart),
    second: parseCommute(parseCommuteAddress(JSON.stringify(second ?? null)), readObject(second).depart),
  };
}

/**
 * Beside `commute-address` (rule S3.1), which has the first person's address and transportation: the first person's departure
 * time, and the second person.
 */
const extra = new StoredValue<Record<string, unknown>>('maru/commute', {
  parse: readObject,
  format: JSON.stringify,
});
let known:
  | { address: CommuteAddress | undefined; extra: Record<string, unknown>; value: Commutes }
  | undefined;

/** For `useSyncExternalStore`. */
export const commutes = {
  subscribe: (changed: () => void): (() => void) => {
    const stops = [watchCommuteAddress(changed), extra.subscribe(changed)];
    return () => {
      for (const stop of stops) stop();
    };
  },
  current: (): Commutes => {
    if (typeof window === 'undefined') return NOBODY;
    const now = { address: loadCommuteAddress(), extra: extra.read() };
    if (now.address !== known?.address || now.extra !== known?.extra) {
      known = { ...now, value: joinCommutes(now.address, now.extra) };
    }
    return known?.value ?? NOBODY;
  },
};

export function useCommutes(): Commutes {
  return useSyncExternalStore(commutes.subscribe, commutes.current, () => NOBODY);
}

/** Null removes the commute. */
export function saveCommute(person: Person, next: Commute | null): void {
  if (person === 'second') {
    const second = next === null ? undefined : { ...toAddress(next), depart: next.depart };
    extra.update((last) => ({ ...last, second }));
    return;
  }
  if (next !== null) extra.update((last) => ({ ...last, depart: next.depart }));
  saveCommuteAddress(next === null ? undefined : toAddress(next));
}

function toAddress({ name, at, by }: Commute): CommuteAddress {
  const [latitude, longitude] = at.map((one) => Number(one.toFixed(3))) as [number, number];
  return { address: name, transportation: by, latitude, longitude };
}

function parseCommute(address: CommuteAddress | undefined, depart: unknown): Commute | null {
  if (address?.latitude === undefined || address.longitude === undefined) return null;
  const isClock = typeof depart === 'string' && /^([01]\d|2[0-3])[0-5]\d$/.test(depart);
  return {
    name: address.address.slice(0, 200),
    at: [address.latitude, address.longitude],
    by: TRANSPORTATIONS.find((one) => one === address.transportation) ?? 'car',
    depart: isClock ? depart : DEFAULT_DEPART,
  };
}

function readObject(given: unknown): Record<string, unknown> {
  const value = typeof given === 'string' ? parseStored(given) : given;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Estimated minutes from a home, low to high; undefined by transit, which distance does not predict. */
export function estimateMinutes(
  { at, by, depart }: Commute,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): { low: number; high: number } | undefined {
  if (by === 'transit' || latitude === null || longitude === null) return undefined;
  const basis = commuteBasis(at, by, depart);
  if (basis === undefined) return undefined;
  return commuteRange(commuteMinutes(basis, mercatorX(longitude), mercatorY(latitude)), by);
}

/** "24–40 min" · "24~40분". */
export function rangeText({ low, high }: { low: number; high: number }, { t, intl }: Words): string {
  return t('commute.range', { low: intl.formatNumber(low), high: intl.formatNumber(high) });
}

/** "8:00 AM" of "0800". */
export function departText(depart: string, { locale }: Words): string {
  return formatClock(`2026-01-01T${depart.slice(0, 2)}:${depart.slice(2)}:00Z`, 'UTC', locale);
}
