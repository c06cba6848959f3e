import type { Area } from './areas.ts';
import { randomOf } from './random.ts';

/**
 * Keys and numbers of listings, and the inverse from a key to the listing's index, so that a market of a million
 * stores no table of keys. The first MLS has opaque keys and separate numbers; in the second the key is the number
 * (Slipstream's `id`).
 */

/** An opaque key of 20 letters and digits. */
export function opaqueKey(seed: number, index: number): string {
  const random = randomOf(seed, 'key', index);
  return `${random.int(1e9, 2e9).toString(36)}${random.int(1e9, 2e9).toString(36)}${index.toString(36).padStart(5, '0')}`;
}

/** The index of an opaque key of this seed; undefined for any other string. */
export function indexOfOpaqueKey(seed: number, key: string): number | undefined {
  if (!/^[0-9a-z]{15,20}$/.test(key)) return undefined;
  const index = Number.parseInt(key.slice(-5), 36);
  return opaqueKey(seed, index) === key ? index : undefined;
}

/** 389,017 and ten million are coprime: every index below that has unique seven digits. */
const STEP = 389_017;
const RANGE = 10_000_000;
const BACK = computeInverse(STEP, RANGE);
const SHIFT = 1_046_527;

/** For example "MR21234567". */
export function networkNumber(index: number): string {
  return `MR2${String((index * STEP + SHIFT) % RANGE).padStart(7, '0')}`;
}

export function indexOfNetworkNumber(number: string): number | undefined {
  const digits = /^MR2(\d{7})$/.exec(number)?.[1];
  return digits === undefined
    ? undefined
    : Number((BigInt((Number(digits) - SHIFT + RANGE) % RANGE) * BigInt(BACK)) % BigInt(RANGE));
}

/** For example "OC26123456": county, year, and six digits (seven beyond the first million). */
export function signNumber(area: Area, index: number, enteredAt: number): string {
  const year = String(new Date(enteredAt).getUTCFullYear()).slice(2);
  const million = Math.floor(index / 1_000_000);
  const digits = String(((index % 1_000_000) * STEP + 123_456) % 1_000_000).padStart(6, '0');
  const prefix = area.state === 'CA' ? (COUNTIES[area.county] ?? 'CA') : area.state;
  return `${prefix}${year}${million > 0 ? million : ''}${digits}`;
}

const COUNTIES: Record<string, string> = { Orange: 'OC', 'San Diego': 'SD', 'Los Angeles': 'LA' };

/** Assessor's parcel number, unique per home: "123-456-78". */
export function parcelNumber(home: number, plain: boolean): string {
  const digits = String((home * STEP + 20_260_401) % RANGE).padStart(7, '0');
  const parcel = `${String(100 + (home % 800))}${digits.slice(0, 5)}`;
  const tail = digits.slice(5);
  return plain ? parcel + tail : `${parcel.slice(0, 3)}-${parcel.slice(3, 6)}-${parcel.slice(6)}-${tail}`;
}

function computeInverse(value: number, modulus: number): number {
  let [a, b, x, y] = [value, modulus, 1, 0];
  while (b > 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}
