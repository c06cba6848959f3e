import type { DisplayRules, Listing, Member, Office, PlaceIds, Provider } from '@maru/listing';

/** A listing with what was decided when it was read: its places and the centre of its ZIP. */
export interface PlacedListing {
  listing: Listing;
  /** The record as the provider sent it; kept, never shown. */
  raw: unknown;
  placeIds: PlaceIds;
  /** Where a home with a withheld address stands on the map; null when the ZIP is unknown. */
  postalCentre: { latitude: number; longitude: number } | null;
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
  provider: Provider;
  rules: DisplayRules;
  seenAt: Date;
  /** Where the feed goes on from after this batch; null keeps the stored one. */
  cursor: string | null;
  initialLoadDone?: boolean;
  /** When a key comes twice, the later one counts. */
  upserts: PlacedListing[];
  /** Listings that the feed no longer has. */
  removals: { listingKey: string; reason: string }[];
  quarantined: QuarantinedRecord[];
  members?: Member[];
  offices?: Office[];
}

/** How far a feed has come and how it is. */
export interface FeedState {
  dataset: string;
  provider: Provider;
  cursor: string | null;
  /** Last number of the dataset's change sequence; 0 before the first change. */
  sequence: number;
  initialLoadDone: boolean;
  lastSuccessAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
  /** Since when nothing has succeeded; null while the feed is well. */
  failingSince: Date | null;
}

/** How a turn of a feed ended, when it brought nothing to write. */
export type FeedOutcome =
  | { kind: 'success'; at: Date; initialLoadDone?: boolean; cursor?: string }
  | { kind: 'failure'; at: Date; message: string };

/** A dataset as its feed is configured. */
export interface DatasetSettings {
  dataset: string;
  provider: Provider;
  rules: DisplayRules;
}
