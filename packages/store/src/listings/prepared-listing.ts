import { hash } from 'node:crypto';
import { homeIdentityOf, MINUTE_MS } from '@maru/listing';
import type { PoolClient } from 'pg';
import { storableInstant } from '../db/storable.ts';
import type { PlacedListing } from './change-set.ts';
import { HOME_KEYS } from './claim-homes.ts';
import type { LedgerBefore, LedgerSubject } from './ledger.ts';
import { isPhoto, orderedMedia } from './media-id.ts';

/** A version of a listing that a feed has brought. */
export interface PreparedListing {
  key: string;
  placed: PlacedListing;
  record: LedgerSubject;
  recordText: string;
  rowHash: string;
  mediaHash: string;
  photosCount: number;
  /** What its home is known by. */
  homeKeys: readonly string[];
  /** When the provider says that it last changed there. */
  stamp: Date;
  /** The row came after a newer one: only that the listing was seen is news. */
  isLate?: boolean;
}

/** What is compared with it. */
export interface StoredListing extends LedgerBefore {
  homeId: string;
  keys: string[];
  rowHash: string;
  mediaHash: string;
  stamp: Date;
  /** Null: by a version that did not say. */
  derivation: number | null;
}

/** Of how a row's hash is made; raised, every listing counts as changed when it comes again. */
const HASHING = 3;

/** A stamp so much ahead of our clock is not one to measure others by (rule F26). */
const CLOCK_SKEW = 10 * MINUTE_MS;

/**
 * Whether the row was overtaken by the stored one. A stored stamp from the future would stop the listing for ever:
 * it overtakes nothing.
 */
export function isOutOfOrder(was: StoredListing | undefined, one: PreparedListing, seenAt: Date): boolean {
  if (was === undefined || was.stamp.getTime() > seenAt.getTime() + CLOCK_SKEW) return false;
  return one.stamp < was.stamp;
}

/**
 * By key, the versions in the order of their stamps; as they came where the stamps are the same. A stamp from the
 * future tells no order: whatever else there is comes after it.
 */
export function prepareListings(upserts: PlacedListing[], seenAt: Date): Map<string, PreparedListing[]> {
  const latest = seenAt.getTime() + CLOCK_SKEW;
  const rank = ({ stamp }: PreparedListing) => (stamp.getTime() > latest ? 0 : stamp.getTime());
  const prepared = new Map<string, PreparedListing[]>();
  for (const placed of upserts) {
    const { media, openHouses } = placed.listing;
    // Not by a rest pattern: an object of so many members is then no longer one of a known shape, and slow.
    const record: LedgerSubject = { ...placed.listing, ...BESIDE };
    const mediaHash = digest([orderedMedia(media), record.photosChangeTimestamp]);
    const given: PreparedListing = {
      key: record.listingKey,
      placed,
      record,
      recordText: JSON.stringify(record),
      rowHash: digest([
        HASHING,
        { ...record, ...PASSING },
        openHouses,
        mediaHash,
        placed.placeIds,
        placed.postalCentre,
      ]),
      mediaHash,
      photosCount: media.filter(isPhoto).length,
      homeKeys: homeIdentityOf(placed.listing).keys,
      stamp: new Date(
        storableInstant(record.sourceModifiedAt) ?? storableInstant(record.modificationTimestamp) ?? 0,
      ),
    };
    const versions = prepared.get(given.key);
    if (versions === undefined) prepared.set(given.key, [given]);
    else
      prepared.set(
        given.key,
        [...versions, given].sort((a, b) => rank(a) - rank(b)),
      );
  }
  return prepared;
}

/** What has tables of its own; JSON passes over undefined. */
const BESIDE = { media: undefined, openHouses: undefined };

/** Stamps, and the days that providers count anew each night: alone they are no change. */
const PASSING = {
  modificationTimestamp: undefined,
  sourceModifiedAt: undefined,
  daysOnMarket: undefined,
  cumulativeDaysOnMarket: undefined,
  daysInMls: undefined,
  daysOnSite: undefined,
};

/** What is stored under these keys. */
export async function loadStoredListings(
  client: PoolClient,
  dataset: string,
  keys: string[],
): Promise<Map<string, StoredListing>> {
  const { rows } = await client.query<StoredListing & { key: string }>(
    `select listing_key as key, record, home_id as "homeId", ${HOME_KEYS} as keys, row_hash as "rowHash",
       media_hash as "mediaHash", (card ->> 'photos_count')::int as "photosCount",
       (card ->> 'derivation')::int as derivation, coalesce(stamped_at, modified_at) as stamp, retired_at is not null as retired
     from listing where dataset = $1 and listing_key = any($2)`,
    [dataset, keys],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}
