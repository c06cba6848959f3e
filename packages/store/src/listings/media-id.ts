import { hash } from 'node:crypto';
import type { FeedProvider, Listing, ListingMedia } from '@maru/listing';
import type pg from 'pg';
import { sql } from '../db/sql.ts';

/** 22 characters of base64url that change with the picture (URL or PhotosChangeTimestamp): cacheable forever. */
export function createMediaId(
  listing: Pick<Listing, 'dataset' | 'listingKey' | 'photosChangeTimestamp'>,
  media: Pick<ListingMedia, 'mediaKey' | 'mediaUrl'>,
): string {
  const parts = [
    listing.dataset,
    listing.listingKey,
    media.mediaKey,
    media.mediaUrl,
    listing.photosChangeTimestamp ?? '',
  ];
  return hash('sha256', parts.join('|'), 'base64url').slice(0, 22);
}

/** Media in display order, without duplicate keys. */
export function orderedMedia(media: readonly ListingMedia[]): ListingMedia[] {
  const byKey = new Map(media.map((one) => [one.mediaKey, one]));
  return [...byKey.values()].sort((a, b) => a.order - b.order);
}

export function isPhoto(media: Pick<ListingMedia, 'mediaCategory'>): boolean {
  return media.mediaCategory === 'Photo';
}

export interface StoredMedia {
  mediaId: string;
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  homeId: string;
  mediaUrl: string;
  mediaCategory: string;
  imageWidth: number | null;
  imageHeight: number | null;
}

export async function findMedia(pool: pg.Pool, mediaId: string): Promise<StoredMedia | undefined> {
  return await sql<StoredMedia>`
    select m.media_id as "mediaId", m.dataset, d.provider, m.listing_key as "listingKey",
      coalesce(k.merged_into, l.home_id) as "homeId", m.media_url as "mediaUrl", m.media_category as "mediaCategory",
      m.image_width as "imageWidth", m.image_height as "imageHeight"
    from media m
    join listing l on l.dataset = m.dataset and l.listing_key = m.listing_key
    join dataset d on d.dataset = m.dataset
    left join known_home k on k.home_id = l.home_id
    where m.media_id = ${mediaId} and not d.is_hidden and l.displayable and l.retired_at is null
      and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)`.row(pool);
}

/** The ids that belong to a listing, shown or not. */
export async function findKnownMedia(pool: pg.Pool, mediaIds: readonly string[]): Promise<Set<string>> {
  return new Set(await sql`select media_id from media where media_id = any(${mediaIds})`.column(pool));
}
