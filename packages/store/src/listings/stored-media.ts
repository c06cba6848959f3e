import type { FeedProvider } from '@maru/listing';
import type pg from 'pg';
import { queryColumn, queryRow } from '../db/connection.ts';

/** Source of the picture with a public id. */
export interface StoredMedia {
  mediaId: string;
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  homeId: string;
  /** The provider's URL. */
  mediaUrl: string;
  mediaCategory: string;
  imageWidth: number | null;
  imageHeight: number | null;
}

/** Source of a picture; `undefined` when its listing is not shown. */
export async function findMedia(pool: pg.Pool, mediaId: string): Promise<StoredMedia | undefined> {
  return await queryRow(
    pool,
    `select m.media_id as "mediaId", m.dataset, d.provider, m.listing_key as "listingKey",
       coalesce(k.merged_into, l.home_id) as "homeId", m.media_url as "mediaUrl", m.media_category as "mediaCategory",
       m.image_width as "imageWidth", m.image_height as "imageHeight"
     from media m
     join listing l on l.dataset = m.dataset and l.listing_key = m.listing_key
     join dataset d on d.dataset = m.dataset
     left join known_home k on k.home_id = l.home_id
     where m.media_id = $1 and not d.is_hidden and l.displayable and l.retired_at is null
       and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)`,
    [mediaId],
  );
}

/** The ids that belong to a listing, shown or not. */
export async function findKnownMedia(pool: pg.Pool, mediaIds: readonly string[]): Promise<Set<string>> {
  return new Set(await queryColumn(pool, 'select media_id from media where media_id = any($1)', [mediaIds]));
}
