import type { StandardStatus } from '../listing/standard-status.ts';
import { toStatusFilter } from '../listing/standard-status.ts';
import { hasPublicLicense } from './display-rules.ts';

export const HIDING_REASONS = [
  'taken_down',
  /** No longer in the feed. */
  'retired',
  /** The seller's opt-out (InternetEntireListingDisplayYN). */
  'seller_opt_out',
  /** Licensed only for other purposes than public display (FeedTypes without IDX). */
  'not_licensed',
  /** A business, a space for parking or a boat, or outside the United States (`isHomeOffer`). */
  'not_a_home',
  /** Withdrawn, expired, deleted … */
  'status_hidden',
  'sold_not_allowed',
  /** The whole dataset is hidden: revoked license, or by an admin. */
  'dataset_hidden',
  /** The feed has been down for longer than its license allows. */
  'feed_stale',
] as const;
export type HidingReason = (typeof HIDING_REASONS)[number];

export interface ShownFacts {
  dataset: string;
  listingKey: string;
  searchType: string;
  standardStatus: string;
  /** As in the record: null is unrestricted. */
  internetEntireListingDisplayYN: boolean | null;
  /** As in the record: empty means the feed's license applies. */
  feedTypes: string[];
  isHomeOffer: boolean;
  isRetired: boolean;
  isTakenDown: boolean;
  allowSold: boolean;
  isDatasetHidden: boolean;
  isFeedStale: boolean;
  /** The newest change wins among several displayable listings. */
  modifiedAt: number;
}

export interface ShownVerdict {
  dataset: string;
  listingKey: string;
  reasons: HidingReason[];
  /** The home is represented by this listing; other displayable ones are credited. */
  isChosen: boolean;
}

/** In the order of selection: active first, then newest change, key, dataset; as the store's query `refreshHomes`. */
export function whyShown(listings: readonly ShownFacts[]): ShownVerdict[] {
  const chosen = new Set<string>();
  return [...listings].sort(byChoice).map((one) => {
    const reasons = findReasons(one);
    // A home has one offer per search type.
    const isChosen = reasons.length === 0 && !chosen.has(one.searchType);
    if (isChosen) chosen.add(one.searchType);
    return { dataset: one.dataset, listingKey: one.listingKey, reasons, isChosen };
  });
}

function findReasons(one: ShownFacts): HidingReason[] {
  const group = toStatusFilter(one.standardStatus as StandardStatus);
  const is: Record<HidingReason, boolean> = {
    taken_down: one.isTakenDown,
    retired: one.isRetired,
    seller_opt_out: one.internetEntireListingDisplayYN === false,
    not_licensed: !hasPublicLicense(one),
    not_a_home: !one.isHomeOffer,
    status_hidden: group === undefined,
    sold_not_allowed: group === 'sold' && !one.allowSold,
    dataset_hidden: one.isDatasetHidden,
    feed_stale: one.isFeedStale,
  };
  return HIDING_REASONS.filter((reason) => is[reason]);
}

function byChoice(a: ShownFacts, b: ShownFacts): number {
  const rank = (one: ShownFacts) =>
    toStatusFilter(one.standardStatus as StandardStatus) === 'active' ? 0 : 1;
  return (
    rank(a) - rank(b) ||
    b.modifiedAt - a.modifiedAt ||
    order(a.listingKey, b.listingKey) ||
    order(a.dataset, b.dataset)
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
