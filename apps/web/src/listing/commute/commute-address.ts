import { TRANSPORTATIONS, type Transportation } from '@maru/listing/places';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

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
const LONGEST = 300;

/** Parses untrusted storage; undefined for an invalid address. A position has both coordinates or neither. Never throws. */
export function parseCommuteAddress(text: string | null): CommuteAddress | undefined {
  const value = parseStored(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { address, transportation, latitude, longitude } = value as Record<string, unknown>;
  if (typeof address !== 'string' || address.trim() === '' || address.length > LONGEST) return undefined;
  const known = TRANSPORTATIONS.find((one) => one === transportation) ?? DEFAULT_TRANSPORTATION;
  const here = isWithin(latitude, 90) && isWithin(longitude, 180) ? { latitude, longitude } : {};
  return { address, transportation: known, ...here };
}

const stored = new StoredValue<CommuteAddress | undefined>(COMMUTE_KEY, {
  parse: parseCommuteAddress,
  format: (value) => (value === undefined ? null : JSON.stringify(value)),
});
/** Whether the address came from an account. */
const adopted = new StoredValue<boolean>('maru/commute-adopted', {
  parse: (text) => text !== null,
  format: (isAdopted) => (isAdopted ? '1' : null),
});

export const loadCommuteAddress = stored.read;

/** Calls back on changes in this tab and others. Returns the function that unsubscribes. */
export const watchCommuteAddress = stored.subscribe;

/** undefined removes it. */
export function saveCommuteAddress(value: CommuteAddress | undefined): void {
  stored.update(() => value);
}

/** Stores the address of an account, which is removed on sign-out. */
export function adoptCommuteAddress(value: CommuteAddress): void {
  saveCommuteAddress(value);
  adopted.update(() => true);
}

/** Removes an address that came from an account, and no other. */
export function forgetAdoptedCommute(): void {
  if (!adopted.read()) return;
  adopted.update(() => false);
  saveCommuteAddress(undefined);
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
