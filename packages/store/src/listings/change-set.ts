import type { FeedProvider, Listing, Member, Office, PlaceIds } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import type { PlaceAreas } from '@maru/listing/places';

export interface PlacedListing {
  listing: Listing;
  /** The provider's record; stored, never displayed. */
  raw: unknown;
  placeIds: PlaceIds;
  /** Map position of a home with a withheld address; null when the ZIP is unknown. */
  postalCentre: { latitude: number; longitude: number } | null;
  placeAreas?: PlaceAreas | undefined;
}

export type Locate = (listing: Listing) => Pick<PlacedListing, 'placeIds' | 'postalCentre'>;

export interface QuarantinedRecord {
  listingKey: string | null;
  reason: string;
  raw: unknown;
}

/** A batch of a feed, written in one transaction; about a thousand listings. */
export interface ChangeSet {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
  seenAt: Date;
  /** The cursor after this batch; null keeps the stored one. */
  cursor: string | null;
  /** The cursor this batch continues from; `StaleCursor` when the stored one differs. Absent: not checked. */
  expectedCursor?: string | null;
  initialLoadDone?: boolean;
  /** Of several versions the latest `sourceModifiedAt` wins; one older than the stored one is ignored (rule F45). */
  upserts: PlacedListing[];
  /** Fetched individually: the rows are the feed's current state also with an older timestamp than stored. */
  isReread?: boolean;
  /** Stored listings written again after a correction: no news from the feed. */
  isOwnEdit?: boolean;
  /** Finds the places of a listing whose position or city is corrected. */
  locate?: Locate | undefined;
  removals: { listingKey: string; reason: string }[];
  quarantined: QuarantinedRecord[];
  members?: Member[];
  offices?: Office[];
}

/** The stored cursor differs from the writer's: another writer was active (rule F56). */
export class StaleCursor extends Error {
  override readonly name = 'StaleCursor';
  readonly dataset: string;
  readonly expected: string | null;
  readonly found: string | null;

  constructor(dataset: string, expected: string | null, found: string | null) {
    super(`${dataset}: another writer has advanced the feed cursor`);
    this.dataset = dataset;
    this.expected = expected;
    this.found = found;
  }
}

export interface FeedState {
  dataset: string;
  provider: FeedProvider;
  cursor: string | null;
  sequence: number;
  initialLoadDone: boolean;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  failingSince: Date | null;
  /** Time since when its homes are hidden because of a revoked license or a stale feed; null while shown. */
  hiddenSince: Date | null;
  /** Time since when key walks are rejected as too short. */
  shrinkingSince: Date | null;
}

export type FeedOutcome =
  | { kind: 'success'; at: Date; initialLoadDone?: boolean; cursor?: string }
  | { kind: 'failure'; at: Date; message: string };

export interface DatasetSettings {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
}
