import { TRANSPORTATIONS, type Transportation } from '@maru/listing/places';

/**
 * A commute's destination and transportation, stored in this browser for everyone (rule S3.1); on the account only by
 * consent.
 */
export interface CommuteAddress {
  address: string;
  transportation: Transportation;
  latitude?: number;
  longitude?: number;
}

export const DEFAULT_TRANSPORTATION: Transportation = 'car';

/** Key of local storage (rule S9.2). */
export const COMMUTE_KEY = 'commute-address';
/** Marks an address that came from an account. */
const ADOPTED_KEY = 'maru/commute-adopted';
const LONGEST = 300;
/** The event of a change in this page; other tabs receive the storage event. */
const CHANGED = 'maru:commute-address';

/** Parses untrusted storage; undefined for an invalid address. A position has both coordinates or neither. Never throws. */
export function parseCommuteAddress(text: string | null): CommuteAddress | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { address, transportation, latitude, longitude } = value as Record<string, unknown>;
  if (typeof address !== 'string' || address.trim() === '' || address.length > LONGEST) return undefined;
  const known = TRANSPORTATIONS.find((one) => one === transportation) ?? DEFAULT_TRANSPORTATION;
  const here = isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : {};
  return { address, transportation: known, ...here };
}

export function loadCommuteAddress(): CommuteAddress | undefined {
  try {
    return parseCommuteAddress(localStorage.getItem(COMMUTE_KEY));
  } catch {
    return undefined;
  }
}

/** undefined removes it. */
export function saveCommuteAddress(value: CommuteAddress | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(COMMUTE_KEY);
    else localStorage.setItem(COMMUTE_KEY, JSON.stringify(value));
    window.dispatchEvent(new Event(CHANGED));
  } catch {
    // Without storage the address is asked for again.
  }
}

/** Stores the address of an account, which is removed on sign-out. */
export function adoptCommuteAddress(value: CommuteAddress): void {
  saveCommuteAddress(value);
  try {
    localStorage.setItem(ADOPTED_KEY, '1');
  } catch {
    // Without storage the address was not stored either.
  }
}

/** Removes an address that came from an account, and no other. */
export function forgetAdoptedCommute(): void {
  try {
    if (localStorage.getItem(ADOPTED_KEY) === null) return;
    localStorage.removeItem(ADOPTED_KEY);
  } catch {
    return;
  }
  saveCommuteAddress(undefined);
}

/** Calls back on changes in this tab and others. Returns the function that unsubscribes. */
export function watchCommuteAddress(changed: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === COMMUTE_KEY || event.key === null) changed();
  };
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', heard);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', heard);
  };
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
