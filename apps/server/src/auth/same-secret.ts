import { timingSafeEqual } from 'node:crypto';

/** Compares a secret with what was given for it. The time does not depend on where they differ, only on their lengths. */
export function isSameSecret(given: string, own: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(own)];
  return a.length === b.length && timingSafeEqual(a, b);
}
