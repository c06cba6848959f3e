import type { Gazetteer } from '@maru/gazetteer';
import { type Listing, mayDisplayAddress } from '@maru/listing';
import type { Feed, FeedSettings } from '@maru/mls';
import type { PlacedListing, Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../metrics.ts';

/** What one feed's replication works with. */
export interface ReplicateParts {
  feed: Feed;
  settings: FeedSettings;
  store: Store;
  gazetteer: Gazetteer;
  log: FastifyBaseLogger;
  /** Seconds between two looks at the feed. */
  interval: number;
  /** Seconds between two walks over all its keys. Default 600. */
  reconcileEvery?: number;
  metrics?: Metrics;
  onProgress?: (line: string) => void;
}

/** The listing with its places and its ZIP's centre, as the store takes it. */
export function placed(
  { listing, raw }: { listing: Listing; raw: unknown },
  { gazetteer }: Pick<ReplicateParts, 'gazetteer'>,
): PlacedListing {
  // By its ZIP alone when the address is withheld: the neighbourhood would tell more.
  const known = mayDisplayAddress(listing) ? listing : { ...listing, latitude: null, longitude: null };
  return { listing, raw, ...gazetteer.locate(known) };
}
