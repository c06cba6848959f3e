import { setImmediate as turn } from 'node:timers/promises';
import type { HomeChanges } from '@maru/listing';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { CardJson } from '../search/card-json.ts';

/** Homes that are taken in without a pause: a few milliseconds of this thread, at a million homes too. */
const HOMES_AT_ONCE = 50;

export interface Indexes {
  index: Pick<SearchIndex, 'apply' | 'version'>;
  addresses: Pick<AddressIndex, 'apply'>;
  /** Forgets what changes. */
  cards?: Pick<CardJson, 'forget'>;
}

/**
 * Takes changes into both indexes, some homes at a time, so that who asks meanwhile is answered between two of them.
 * All that is told of one home is taken in at once: a home that went from sale to rent is never both or neither. Each
 * time the index has a version of its own, so that nothing made before is taken for what is true after, and `version` with
 * the last.
 */
export async function takeChanges(
  { index, addresses, cards }: Indexes,
  changes: HomeChanges,
  version: string,
): Promise<void> {
  const slices = slicesOf(changes);
  const before = index.version();
  for (const [number, slice] of slices.entries()) {
    if (number > 0) await turn();
    index.apply(slice, number + 1 === slices.length ? version : `${before}+${number + 1}`);
    cards?.forget(slice);
    addresses.apply(slice);
  }
}

/** At least one. */
function slicesOf(changes: HomeChanges): HomeChanges[] {
  const { upserts, removals } = changes;
  if (upserts.length + removals.length <= HOMES_AT_ONCE) return [changes];
  const numbers = new Map<string, number>();
  const slices: HomeChanges[] = [];
  const sliceOf = (homeId: string) => {
    const number = numbers.get(homeId) ?? numbers.size;
    numbers.set(homeId, number);
    const at = Math.floor(number / HOMES_AT_ONCE);
    slices[at] ??= { upserts: [], removals: [] };
    return slices[at];
  };
  // What leaves goes first.
  for (const key of removals) sliceOf(key.homeId).removals.push(key);
  for (const card of upserts) sliceOf(card.homeId).upserts.push(card);
  return slices;
}
