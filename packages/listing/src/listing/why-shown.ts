import { hasPublicLicence } from './display-rules.ts';
import type { StandardStatus } from './standard-status.ts';
import { statusFilterOf } from './standard-status.ts';

/** Why visitors do not see a listing. */
export const HIDING_REASONS = [
  /** Somebody has asked for the home to be taken down. */
  'taken_down',
  /** The feed no longer has it. */
  'retired',
  /** The seller bars all display on the internet (InternetEntireListingDisplayYN). */
  'seller_opt_out',
  /** Its row is licensed for other purposes than public display only (FeedTypes without IDX). */
  'not_licensed',
  /** A status that is in no search: withdrawn, expired, deleted … */
  'status_hidden',
  /** Sold, and the dataset's licence does not allow sold homes. */
  'sold_not_allowed',
  /** All of the dataset is hidden: its licence is lost, or an admin has hidden it. */
  'dataset_hidden',
  /** The feed has been silent for longer than its licence allows. */
  'feed_stale',
] as const;
export type HidingReason = (typeof HIDING_REASONS)[number];

/** What decides whether a listing is shown, as it stands in the store. */
export interface ShownFacts {
  dataset: string;
  listingKey: string;
  searchType: string;
  standardStatus: string;
  /** As the record has it: null is not restricted. */
  internetEntireListingDisplayYN: boolean | null;
  /** As the record has them: empty, its feed's licence holds. */
  feedTypes: string[];
  isRetired: boolean;
  isTakenDown: boolean;
  allowSold: boolean;
  isDatasetHidden: boolean;
  isFeedStale: boolean;
  /** Newest change first where several may be shown. */
  modifiedAt: number;
}

export interface ShownVerdict {
  dataset: string;
  listingKey: string;
  /** Everything that bars it; empty: it may be shown. */
  reasons: HidingReason[];
  /** The home is shown by this listing; the others that may be shown are credited beside it. */
  isChosen: boolean;
}

/**
 * Why each listing of a home is shown or not, in the order in which a home chooses: active first, then the newest
 * change, then key and dataset. The same rules as the store's own query (`refreshHomes`), told one by one.
 */
export function whyShown(listings: readonly ShownFacts[]): ShownVerdict[] {
  const chosen = new Set<string>();
  return [...listings].sort(byChoice).map((one) => {
    const reasons = reasonsOf(one);
    // A home has one offer of each kind: for sale and for rent.
    const isChosen = reasons.length === 0 && !chosen.has(one.searchType);
    if (isChosen) chosen.add(one.searchType);
    return { dataset: one.dataset, listingKey: one.listingKey, reasons, isChosen };
  });
}

function reasonsOf(one: ShownFacts): HidingReason[] {
  const group = statusFilterOf(one.standardStatus as StandardStatus);
  const is: Record<HidingReason, boolean> = {
    taken_down: one.isTakenDown,
    retired: one.isRetired,
    seller_opt_out: one.internetEntireListingDisplayYN === false,
    not_licensed: !hasPublicLicence(one),
    status_hidden: group === undefined,
    sold_not_allowed: group === 'sold' && !one.allowSold,
    dataset_hidden: one.isDatasetHidden,
    feed_stale: one.isFeedStale,
  };
  return HIDING_REASONS.filter((reason) => is[reason]);
}

function byChoice(a: ShownFacts, b: ShownFacts): number {
  const rank = (one: ShownFacts) =>
    statusFilterOf(one.standardStatus as StandardStatus) === 'active' ? 0 : 1;
  return (
    rank(a) - rank(b) ||
    b.modifiedAt - a.modifiedAt ||
    order(a.listingKey, b.listingKey) ||
    order(a.dataset, b.dataset)
  );
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
