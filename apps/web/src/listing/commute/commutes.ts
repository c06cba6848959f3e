import { TRANSPORTATIONS, type Transportation } from '@maru/listing/places';
import {
  COMMUTE_KEY,
  type CommuteAddress,
  parseCommuteAddress,
  saveCommuteAddress,
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

/**
 * The storage key beside `commute-address` (rule S3.1), which has the first person's address and transportation: the first
 * person's departure time, and the second person.
 */
const KEY = 'maru/commute';
/** As in commute-address.ts: both keys are one value. */
const CHANGED = 'maru:commute-address';
const NOBODY: Commutes = { first: null, second: null };

/** Parses both keys. A commute without a position is dropped. */
export function parseCommutes(address: string | null, extra: string | null): Commutes {
  const { depart, second } = readObject(extra);
  return {
    first: parseCommute(parseCommuteAddress(address), depart),
    second: parseCommute(parseCommuteAddress(JSON.stringify(second ?? null)), readObject(second).depart),
  };
}

/** For `useSyncExternalStore`. */
export const commutes = {
  subscribe: (changed: () => void): (() => void) => {
    window.addEventListener(CHANGED, changed);
    window.addEventListener('storage', changed);
    return () => {
      window.removeEventListener(CHANGED, changed);
      window.removeEventListener('storage', changed);
    };
  },
  current: (): Commutes => {
    if (typeof window === 'undefined') return NOBODY;
    try {
      const address = localStorage.getItem(COMMUTE_KEY);
      const ours = localStorage.getItem(KEY);
      if (address !== read.address || ours !== read.ours) {
        read = { address, ours, value: parseCommutes(address, ours) };
      }
      return isMemoryOnly ? memory : read.value;
    } catch {
      return memory;
    }
  },
  none: (): Commutes => NOBODY,
};

/** Null removes the commute. */
export function saveCommute(person: Person, next: Commute | null): void {
  memory = { ...memory, [person]: next };
  try {
    const ours = readObject(localStorage.getItem(KEY));
    if (person === 'first') {
      if (next !== null) localStorage.setItem(KEY, JSON.stringify({ ...ours, depart: next.depart }));
      saveCommuteAddress(next === null ? undefined : toAddress(next));
    } else {
      const second = next === null ? undefined : { ...toAddress(next), depart: next.depart };
      localStorage.setItem(KEY, JSON.stringify({ ...ours, second }));
    }
  } catch {
    // Detected below.
  }
  // Without storage the value lasts as long as this page.
  isMemoryOnly = false;
  isMemoryOnly = (commutes.current()[person] === null) !== (next === null);
  window.dispatchEvent(new Event(CHANGED));
}

let memory: Commutes = NOBODY;
let isMemoryOnly = false;
let read: { address: string | null; ours: string | null; value: Commutes } = {
  address: null,
  ours: null,
  value: NOBODY,
};

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
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
