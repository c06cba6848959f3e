import { parseSearchType } from '@maru/listing';
import { mayDisplay } from '@maru/listing/display';
import type { PoolClient } from 'pg';
import { type CopyValue, copyInto } from '../db/copy.ts';
import { storableInstant, storableText } from '../db/storable.ts';
import type { ChangeSet, PlacedListing } from './change-set.ts';
import { buildHomeCard, DERIVATION, formatTsvector, toHomeRow } from './home-card.ts';
import type { FormerListing } from './listing-alias.ts';
import { createMediaId, orderedMedia } from './media-id.ts';
import type { PreparedListing, StoredListing } from './prepared-listing.ts';

const LISTING_COLUMNS = [
  'dataset',
  'listing_key',
  'home_id',
  'home_key',
  'home_keys',
  'search_type',
  'standard_status',
  'listing_id',
  'modified_at',
  'stamped_at',
  'displayable',
  'record',
  'card',
  'place_ids',
  'postal_latitude',
  'postal_longitude',
  'raw',
  'row_hash',
  'media_hash',
  'first_seen_at',
  'last_seen_at',
] as const;

/** The card as stored with its listing, without home id. */
export function formatStoredCard(placed: PlacedListing, seenAt: Date): string {
  const { home_id, ...card } = toHomeRow(buildHomeCard(placed, '', seenAt));
  return JSON.stringify({ ...card, derivation: DERIVATION });
}

/** Writes the changed search words of these listings. */
export async function writeWords(
  client: PoolClient,
  dataset: string,
  placed: readonly PlacedListing[],
): Promise<void> {
  if (placed.length === 0) return;
  await client.query(
    `insert into listing_text as old (dataset, listing_key, words)
     select $1, key, words::tsvector from unnest($2::text[], $3::text[]) as u(key, words)
     on conflict (dataset, listing_key) do update set words = excluded.words where old.words <> excluded.words`,
    [dataset, placed.map((one) => one.listing.listingKey), placed.map(formatTsvector)],
  );
}

/** Inserts new listings directly and changed ones through a temporary table. */
export async function writeListings(
  client: PoolClient,
  batch: ChangeSet,
  changed: PreparedListing[],
  {
    stored,
    homeIds,
    former,
    isBarred,
  }: {
    stored: Map<string, StoredListing>;
    homeIds: Map<string, string>;
    former: ReadonlyMap<string, FormerListing>;
    /** Whether the home is taken down. */
    isBarred: (homeId: string) => boolean;
  },
): Promise<void> {
  const seen = batch.seenAt.toISOString();
  const formatArray = (keys: readonly string[]) =>
    `{${keys.map((key) => `"${key.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  const toRow = ({ key, placed, record, ...one }: PreparedListing): CopyValue[] => {
    return [
      batch.dataset,
      key,
      homeIds.get(key)!,
      one.homeKeys[0]!,
      formatArray(one.homeKeys),
      parseSearchType(record.propertyType),
      record.standardStatus,
      record.listingId,
      storableInstant(record.modificationTimestamp) ?? new Date(0).toISOString(),
      one.stamp.toISOString(),
      mayDisplay(placed.listing, { allowSold: true }) && !isBarred(homeIds.get(key)!),
      one.recordText,
      formatStoredCard(placed, batch.seenAt),
      JSON.stringify(placed.placeIds),
      placed.postalCentre?.latitude ?? null,
      placed.postalCentre?.longitude ?? null,
      JSON.stringify(placed.raw ?? null),
      one.rowHash,
      one.mediaHash,
      former.get(key)?.firstSeenAt.toISOString() ?? seen,
      seen,
    ];
  };
  const isStored = (one: PreparedListing) => stored.has(one.key);
  const added = changed.filter((one) => !isStored(one));
  await copyInto(client, 'listing', LISTING_COLUMNS, added.map(toRow));
  const known = changed.filter(isStored);
  if (known.length === 0) return;
  await client.query(
    'create temporary table changed_listing (like listing including defaults) on commit drop',
  );
  await copyInto(client, 'changed_listing', LISTING_COLUMNS, known.map(toRow));
  const kept = ['dataset', 'listing_key', 'first_seen_at'];
  const updated = LISTING_COLUMNS.filter((column) => !kept.includes(column));
  await client.query(
    `update listing l set ${updated.map((column) => `${column} = c.${column}`).join(', ')},
       retired_at = null, retired_reason = null
     from changed_listing c where l.dataset = $1 and l.listing_key = c.listing_key`,
    [batch.dataset],
  );
}

export async function writeMedia(
  client: PoolClient,
  dataset: string,
  changed: PreparedListing[],
  stored: Map<string, StoredListing>,
): Promise<void> {
  const moved = changed.filter((one) => stored.get(one.key)?.mediaHash !== one.mediaHash);
  await deleteRows(client, 'media', dataset, moved, stored);
  const rows = moved.flatMap(({ key, placed }) =>
    orderedMedia(placed.listing.media).map((media) => ({
      key,
      media,
      id: createMediaId(placed.listing, media),
    })),
  );
  await copyInto(
    client,
    'media',
    [
      'dataset',
      'listing_key',
      'media_key',
      'media_id',
      'media_url',
      'position',
      'media_category',
      'short_description',
      'image_width',
      'image_height',
      'media_alteration',
    ],
    rows.map(({ key, id, media }) => [
      dataset,
      key,
      media.mediaKey,
      id,
      media.mediaUrl,
      media.order,
      media.mediaCategory,
      media.shortDescription,
      media.imageWidth,
      media.imageHeight,
      JSON.stringify(media.mediaAlteration),
    ]),
  );
}

export async function writeOpenHouses(
  client: PoolClient,
  dataset: string,
  changed: PreparedListing[],
  stored: Map<string, StoredListing>,
): Promise<void> {
  await deleteRows(client, 'open_house', dataset, changed, stored);
  const rows = changed.flatMap(({ key, placed }) => {
    const byKey = new Map(placed.listing.openHouses.map((one) => [one.openHouseKey, one]));
    return [...byKey.values()].map((one) => ({ key, ...one }));
  });
  if (rows.length === 0) return;
  await client.query(
    `insert into open_house (dataset, listing_key, open_house_key, open_house_start_time, open_house_end_time,
       open_house_remarks)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      dataset,
      rows.map((row) => row.key),
      rows.map((row) => row.openHouseKey),
      rows.map((row) => row.openHouseStartTime),
      rows.map((row) => row.openHouseEndTime),
      rows.map((row) => row.openHouseRemarks),
    ],
  );
}

async function deleteRows(
  client: PoolClient,
  table: 'media' | 'open_house',
  dataset: string,
  listings: PreparedListing[],
  stored: Map<string, StoredListing>,
): Promise<void> {
  const keys = listings.map((one) => one.key).filter((key) => stored.has(key));
  if (keys.length === 0) return;
  await client.query(`delete from ${table} where dataset = $1 and listing_key = any($2)`, [dataset, keys]);
}

/** For unchanged listings: updates when they were seen, and the raw record when its timestamp advanced. */
export async function touchListings(
  client: PoolClient,
  dataset: string,
  touched: PreparedListing[],
  stored: Map<string, StoredListing>,
  seenAt: Date,
): Promise<void> {
  if (touched.length === 0) return;
  await client.query(
    `update listing set last_seen_at = greatest(last_seen_at, $3)
     where dataset = $1 and listing_key = any($2)`,
    [dataset, touched.map((one) => one.key), seenAt],
  );
  const newer = touched.filter((one) => stored.get(one.key)?.stamp.getTime() !== one.stamp.getTime());
  if (newer.length === 0) return;
  await client.query(
    `update listing l set raw = u.raw::json, stamped_at = u.stamp
     from unnest($2::text[], $3::text[], $4::timestamptz[]) as u(key, raw, stamp)
     where l.dataset = $1 and l.listing_key = u.key`,
    [
      dataset,
      newer.map((one) => one.key),
      newer.map((one) => JSON.stringify(one.placed.raw ?? null)),
      newer.map((one) => one.stamp),
    ],
  );
}

export async function retireListings(
  client: PoolClient,
  dataset: string,
  leaving: { listingKey: string; reason: string }[],
  seenAt: Date,
): Promise<void> {
  if (leaving.length === 0) return;
  await client.query(
    `update listing l set retired_at = $4, retired_reason = u.reason
     from unnest($2::text[], $3::text[]) as u(key, reason)
     where l.dataset = $1 and l.listing_key = u.key`,
    [dataset, leaving.map((one) => one.listingKey), leaving.map((one) => storableText(one.reason)), seenAt],
  );
}
