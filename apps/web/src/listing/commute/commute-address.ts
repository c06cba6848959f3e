import { TRANSPORTATIONS, type Transportation } from '@maru/listing/places';

/**
 * Where one travels to, and how: kept in this browser for everyone, signed in or not (rule S3.1). The account has it
 * only by consent.
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
/** Marks an address that an account has brought here. */
const ADOPTED_KEY = 'maru/commute-adopted';
const LONGEST = 300;
/** Said within this page when it changes; other tabs hear of it by the storage event. */
const CHANGED = 'maru:commute-address';

/** What storage holds may be anything; undefined for what is no address. A position is whole or not there. Total. */
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

/** undefined forgets it. */
export function saveCommuteAddress(value: CommuteAddress | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(COMMUTE_KEY);
    else localStorage.setItem(COMMUTE_KEY, JSON.stringify(value));
    window.dispatchEvent(new Event(CHANGED));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** Takes what an account knows: it leaves this browser with whoever it belongs to. */
export function adoptCommuteAddress(value: CommuteAddress): void {
  saveCommuteAddress(value);
  try {
    localStorage.setItem(ADOPTED_KEY, '1');
  } catch {
    // Then it was not kept either.
  }
}

/** Forgets an address that came from an account, and no other. */
export function forgetAdoptedCommute(): void {
  try {
    if (localStorage.getItem(ADOPTED_KEY) === null) return;
    localStorage.removeItem(ADOPTED_KEY);
  } catch {
    return;
  }
  saveCommuteAddress(undefined);
}

/** Calls back when it changes, in this tab or another. Returns how to stop. */
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
