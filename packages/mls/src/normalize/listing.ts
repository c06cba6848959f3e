import type { Listing, Provider } from '@maru/listing';

/** Placeholder body replaced below. */
export function normalizeListing(
  _row: unknown,
  _from: { dataset: string; provider: Provider },
): { listing: Listing } | { reason: string } {
  return { reason: 'not read' };
}
