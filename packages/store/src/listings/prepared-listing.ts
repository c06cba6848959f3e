import { hash } from 'node:crypto';
import { identifyHome } from '@maru/listing';
import { withoutCorrections } from '@maru/listing/corrections';
import { MINUTE_MS } from '@maru/listing/time';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import { storableInstant } from '../db/storable.ts';
import type { PlacedListing } from './change-set.ts';
import { HOME_KEYS } from './claim-homes.ts';
import type { LedgerBefore, LedgerSubject } from './ledger.ts';
import { isPhoto, orderedMedia } from './media-id.ts';

export interface PreparedListing {
  key: string;
  placed: PlacedListing;
  record: LedgerSubject;
  recordText: string;
  rowHash: string;
  mediaHash: string;
  photosCount: number;
  homeKeys: readonly string[];
  stamp: Date;
  /** An outdated row: only records that the listing was seen. */
  isLate?: boolean;
}

/** Its record is as the feed sent it, without corrections. */
export interface StoredListing extends LedgerBefore {
  homeId: string;
  keys: string[];
  rowHash: string;
  mediaHash: string;
  stamp: Date;
  /** Null: written by a version that did not record it. */
  derivation: number | null;
}

/** Version of the row hash; increasing it makes every listing count as changed. */
const HASHING = 3;

/** A timestamp this far ahead of our clock is ignored for ordering (rule F26). */
const CLOCK_SKEW = 10 * MINUTE_MS;

/**
 * Whether the stored version is newer. A timestamp in the future does not count: it would block the listing forever.
 */
export function isOutOfOrder(was: StoredListing | undefined, one: PreparedListing, seenAt: Date): boolean {
  if (was === undefined || was.stamp.getTime() > seenAt.getTime() + CLOCK_SKEW) return false;
  return one.stamp < was.stamp;
}

/** Groups by key, sorted by timestamp; timestamps in the future come first, because they do not count. */
export function prepareListings(upserts: PlacedListing[], seenAt: Date): Map<string, PreparedListing[]> {
  const latest = seenAt.getTime() + CLOCK_SKEW;
  const rank = ({ stamp }: PreparedListing) => (stamp.getTime() > latest ? 0 : stamp.getTime());
  const prepared = new Map<string, PreparedListing[]>();
  for (const placed of upserts) {
    const { media, openHouses } = placed.listing;
    // No rest pattern: V8 would turn so large an object into dictionary mode.
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
      homeKeys: identifyHome(placed.listing).keys,
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

/** Stored in separate tables; JSON.stringify omits undefined. */
const BESIDE = { media: undefined, openHouses: undefined };

/** Timestamps and daily counters; a change of these alone is not a change. */
const PASSING = {
  modificationTimestamp: undefined,
  sourceModifiedAt: undefined,
  daysOnMarket: undefined,
  cumulativeDaysOnMarket: undefined,
  daysInMls: undefined,
  daysOnSite: undefined,
};

export async function loadStoredListings(
  client: PoolClient,
  dataset: string,
  keys: string[],
): Promise<Map<string, StoredListing>> {
  const { rows } = await client.query<StoredListing & { key: string }>(sql`
    select listing_key as key, record, home_id as "homeId", ${HOME_KEYS} as keys, row_hash as "rowHash",
      media_hash as "mediaHash", (card ->> 'photos_count')::int as "photosCount",
      (card ->> 'derivation')::int as derivation, coalesce(stamped_at, modified_at) as stamp,
        retired_at is not null as retired
    from listing where dataset = ${dataset} and listing_key = any(${keys})`);
  return new Map(rows.map(({ key, ...row }) => [key, { ...row, record: withoutCorrections(row.record) }]));
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}
