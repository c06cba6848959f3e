import { setImmediate as turn } from 'node:timers/promises';
import type { HomeChanges } from '@maru/listing/search';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { CardJson } from '../search/card-json.ts';

/** Homes applied without yielding: a few ms of the event loop, with a million homes too. */
const HOMES_AT_ONCE = 50;

export interface Indexes {
  index: Pick<SearchIndex, 'apply' | 'version'>;
  addresses: Pick<AddressIndex, 'apply'>;
  /** Evicted when homes change. */
  cards?: Pick<CardJson, 'forget'>;
}

/**
 * Applies changes to both indexes in slices and yields to requests between them. All changes of one home are in the
 * same slice, so that a home moving from sale to rent is never in both or neither. Each slice gives the index a new
 * version, which invalidates caches; the last one sets `version`.
 */
export async function applyChanges(
  { index, addresses, cards }: Indexes,
  changes: HomeChanges,
  version: string,
): Promise<void> {
  const slices = sliceChanges(changes);
  const before = index.version();
  for (const [number, slice] of slices.entries()) {
    if (number > 0) await turn();
    index.apply(slice, number + 1 === slices.length ? version : `${before}+${number + 1}`);
    cards?.forget(slice);
    addresses.apply(slice);
  }
}

/** Returns at least one slice. */
function sliceChanges(changes: HomeChanges): HomeChanges[] {
  const { upserts, removals } = changes;
  if (upserts.length + removals.length <= HOMES_AT_ONCE) return [changes];
  const numbers = new Map<string, number>();
  const slices: HomeChanges[] = [];
  const findSlice = (homeId: string) => {
    const number = numbers.get(homeId) ?? numbers.size;
    numbers.set(homeId, number);
    const at = Math.floor(number / HOMES_AT_ONCE);
    slices[at] ??= { upserts: [], removals: [] };
    return slices[at];
  };
  for (const key of removals) findSlice(key.homeId).removals.push(key);
  for (const card of upserts) findSlice(card.homeId).upserts.push(card);
  return slices;
}
