import { TRANSPORTATIONS, type Transportation } from '@maru/listing/places';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';
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
  none: (): Commutes => NOBODY,
};

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
