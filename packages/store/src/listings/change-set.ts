import type {
  DisplayRules,
  FeedProvider,
  Listing,
  Member,
  Office,
  PlaceIds,
  SchoolAreas,
} from '@maru/listing';

/** A listing with what was decided when it was read: its places and the centre of its ZIP. */
export interface PlacedListing {
  listing: Listing;
  /** The record as the provider sent it; kept, never shown. */
  raw: unknown;
  placeIds: PlaceIds;
  /** Where a home with a withheld address stands on the map; null when the ZIP is unknown. */
  postalCentre: { latitude: number; longitude: number } | null;
  /** What imported boundaries say of where it stands; the store fills it in. */
  schoolAreas?: SchoolAreas | undefined;
}

/** A record that could not be read. `listingKey` is null when not even that was there. */
export interface QuarantinedRecord {
  listingKey: string | null;
  reason: string;
  raw: unknown;
}

/** What a feed has brought, to be written in one transaction. A thousand listings are a good size. */
export interface ChangeSet {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
  seenAt: Date;
  /** Where the feed goes on from after this batch; null keeps the stored one. */
  cursor: string | null;
  /**
   * The cursor that the writer went on from: when another one is stored, another writer was here in the meantime,
   * nothing is written, and `StaleCursor` is thrown. Absent: not asked.
   */
  expectedCursor?: string | null;
  initialLoadDone?: boolean;
  /**
   * When a key comes twice, the later `sourceModifiedAt` counts, of the same the later in the list. One with an
   * older stamp than is stored is out of order and changes nothing (rule F45).
   */
  upserts: PlacedListing[];
  /**
   * The rows were asked for one by one just now: they are what the feed has, also with an older stamp than is
   * stored, as after a provider has gone back to a backup.
   */
  isReread?: boolean;
  /** Listings that the feed no longer has. */
  removals: { listingKey: string; reason: string }[];
  quarantined: QuarantinedRecord[];
  members?: Member[];
  offices?: Office[];
}

/** The cursor that a writer went on from is not the stored one: another writer was here (rule F56). */
export class StaleCursor extends Error {
  override readonly name = 'StaleCursor';
  readonly dataset: string;
  readonly expected: string | null;
  readonly found: string | null;

  constructor(dataset: string, expected: string | null, found: string | null) {
    super(`${dataset}: another writer has moved the feed's cursor`);
    this.dataset = dataset;
    this.expected = expected;
    this.found = found;
  }
}

/** How far a feed has come and how it is. */
export interface FeedState {
  dataset: string;
  provider: FeedProvider;
  cursor: string | null;
  /** Last number of the dataset's change sequence; 0 before the first change. */
  sequence: number;
  initialLoadDone: boolean;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Since when nothing has succeeded; null while the feed is well. */
  failingSince: Date | null;
  /** Since when its homes are hidden, for a lost licence or because the feed is stale; null while they are shown. */
  hiddenSince: Date | null;
  /** Since when walks over its keys find too few to be believed. */
  shrinkingSince: Date | null;
}

/** How a turn of a feed ended, when it brought nothing to write. */
export type FeedOutcome =
  | { kind: 'success'; at: Date; initialLoadDone?: boolean; cursor?: string }
  | { kind: 'failure'; at: Date; message: string };

/** A dataset as its feed is configured. */
export interface DatasetSettings {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
}
