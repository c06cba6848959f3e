import { parseSearchType } from '@maru/listing';
import { mayDisplay } from '@maru/listing/display';
import type { PoolClient } from 'pg';
import { copyRows } from '../db/copy.ts';
import { snakeCase } from '../db/rows.ts';
import { raw, sql } from '../db/sql.ts';
import { storableInstant, storableText } from '../db/storable.ts';
import type { ChangeSet, PlacedListing } from './change-set.ts';
import { buildHomeCard, DERIVATION, formatTsvector, toHomeRow } from './home-card.ts';
import type { FormerListing } from './listing-alias.ts';
import { createMediaId, orderedMedia } from './media-id.ts';
import type { PreparedListing, StoredListing } from './prepared-listing.ts';

/** The card as stored with its listing, without home id. */
export function formatStoredCard(placed: PlacedListing, seenAt: Date): string {
  const { home_id, ...card } = toHomeRow(buildHomeCard(placed, '', seenAt));
  return JSON.stringify({ ...card, derivation: DERIVATION });
}

export async function writeWords(
  client: PoolClient,
  dataset: string,
  placed: readonly PlacedListing[],
): Promise<void> {
  if (placed.length === 0) return;
  await client.query(sql`
    insert into listing_text as old (dataset, listing_key, words)
    select ${dataset}, key, words::tsvector
    from unnest(${placed.map((one) => one.listing.listingKey)}::text[],
      ${placed.map(formatTsvector)}::text[]) as u(key, words)
    on conflict (dataset, listing_key) do update set words = excluded.words
    where old.words <> excluded.words`);
}

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
    isBarred: (homeId: string) => boolean;
  },
): Promise<void> {
  const seen = batch.seenAt.toISOString();
  const formatArray = (keys: readonly string[]) =>
    `{${keys.map((key) => `"${key.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  const toRow = ({ key, placed, record, ...one }: PreparedListing) => ({
    dataset: batch.dataset,
    listingKey: key,
    homeId: homeIds.get(key)!,
    homeKey: one.homeKeys[0]!,
    homeKeys: formatArray(one.homeKeys),
    searchType: parseSearchType(record.propertyType),
    standardStatus: record.standardStatus,
    listingId: record.listingId,
    modifiedAt: storableInstant(record.modificationTimestamp) ?? new Date(0).toISOString(),
    stampedAt: one.stamp.toISOString(),
    displayable: mayDisplay(placed.listing, { allowSold: true }) && !isBarred(homeIds.get(key)!),
    record: one.recordText,
    card: formatStoredCard(placed, batch.seenAt),
    placeIds: JSON.stringify(placed.placeIds),
    postalLatitude: placed.postalCentre?.latitude ?? null,
    postalLongitude: placed.postalCentre?.longitude ?? null,
    raw: JSON.stringify(placed.raw ?? null),
    rowHash: one.rowHash,
    mediaHash: one.mediaHash,
    firstSeenAt: former.get(key)?.firstSeenAt.toISOString() ?? seen,
    lastSeenAt: seen,
  });
  const isStored = (one: PreparedListing) => stored.has(one.key);
  const added = changed.filter((one) => !isStored(one));
  await copyRows(client, 'listing', added.map(toRow));
  const known = changed.filter(isStored);
  if (known.length === 0) return;
  await client.query(
    'create temporary table changed_listing (like listing including defaults) on commit drop',
  );
  const rows = known.map(toRow);
  await copyRows(client, 'changed_listing', rows);
  const { dataset, listingKey, firstSeenAt, ...replaced } = rows[0]!;
  const updated = Object.keys(replaced).map(snakeCase);
  await client.query(sql`
    update listing l
    set ${raw(updated.map((column) => `${column} = c.${column}`).join(', '))}, retired_at = null, retired_reason = null
    from changed_listing c where l.dataset = ${dataset} and l.listing_key = c.listing_key`);
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
      dataset,
      listingKey: key,
      mediaKey: media.mediaKey,
      mediaId: createMediaId(placed.listing, media),
      mediaUrl: media.mediaUrl,
      position: media.order,
      mediaCategory: media.mediaCategory,
      shortDescription: media.shortDescription,
      imageWidth: media.imageWidth,
      imageHeight: media.imageHeight,
      mediaAlteration: JSON.stringify(media.mediaAlteration),
    })),
  );
  await copyRows(client, 'media', rows);
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
  await client.query(sql`
    insert into open_house (dataset, listing_key, open_house_key, open_house_start_time, open_house_end_time,
      open_house_remarks)
    select ${dataset}, *
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.openHouseKey)}::text[],
      ${rows.map((row) => row.openHouseStartTime)}::text[], ${rows.map((row) => row.openHouseEndTime)}::text[],
      ${rows.map((row) => row.openHouseRemarks)}::text[])`);
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
  await client.query(sql`
    delete from ${raw(table)} where dataset = ${dataset} and listing_key = any(${keys})`);
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
  await client.query(sql`
    update listing set last_seen_at = greatest(last_seen_at, ${seenAt})
    where dataset = ${dataset} and listing_key = any(${touched.map((one) => one.key)})`);
  const newer = touched.filter((one) => stored.get(one.key)?.stamp.getTime() !== one.stamp.getTime());
  if (newer.length === 0) return;
  await client.query(sql`
    update listing l set raw = u.raw::json, stamped_at = u.stamp
    from unnest(${newer.map((one) => one.key)}::text[],
      ${newer.map((one) => JSON.stringify(one.placed.raw ?? null))}::text[],
      ${newer.map((one) => one.stamp)}::timestamptz[]) as u(key, raw, stamp)
    where l.dataset = ${dataset} and l.listing_key = u.key`);
}

export async function retireListings(
  client: PoolClient,
  dataset: string,
  leaving: { listingKey: string; reason: string }[],
  seenAt: Date,
): Promise<void> {
  if (leaving.length === 0) return;
  await client.query(sql`
    update listing l set retired_at = ${seenAt}, retired_reason = u.reason
    from unnest(${leaving.map((one) => one.listingKey)}::text[],
      ${leaving.map((one) => storableText(one.reason))}::text[]) as u(key, reason)
    where l.dataset = ${dataset} and l.listing_key = u.key`);
}
