import type { Gazetteer } from '@maru/gazetteer';
import type { Listing } from '@maru/listing';
import { mayDisplayAddress } from '@maru/listing/display';
import type { Feed, FeedSettings } from '@maru/mls';
import type { PlacedListing, Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../metrics.ts';

/** Dependencies of one feed's replication. */
export interface ReplicateParts {
  feed: Feed;
  settings: FeedSettings;
  store: Store;
  gazetteer: Gazetteer;
  log: FastifyBaseLogger;
  /** Seconds between two polls. */
  interval: number;
  /** Seconds between two key walks. Default 600. */
  reconcileEvery?: number;
  metrics?: Metrics;
  onProgress?: (line: string) => void;
}

/** The places and the ZIP's centroid of a listing. */
export function locateListing(
  listing: Listing,
  gazetteer: Gazetteer,
): Pick<PlacedListing, 'placeIds' | 'postalCentre'> {
  // Located by ZIP alone when the address is withheld: a neighborhood would reveal more.
  const known = mayDisplayAddress(listing) ? listing : { ...listing, latitude: null, longitude: null };
  return gazetteer.locate(known);
}

/** Adds places and the ZIP's centroid to a listing. */
export function placed(
  { listing, raw }: { listing: Listing; raw: unknown },
  { gazetteer }: Pick<ReplicateParts, 'gazetteer'>,
): PlacedListing {
  return { listing, raw, ...locateListing(listing, gazetteer) };
}
