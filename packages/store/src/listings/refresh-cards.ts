import { completeListing, type ListingMedia, type ListingOpenHouse, type PlaceIds } from '@maru/listing';
import type pg from 'pg';
import { withTransaction } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { raw, sql } from '../db/sql.ts';
import { recordChanges } from '../feeds/dataset-visibility.ts';
import { findPlaceAreas } from '../places/place-areas.ts';
import { BARRED_RECORD } from './barred-record.ts';
import { toChange } from './change-log.ts';
import type { PlacedListing } from './change-set.ts';
import { DERIVATION, publicPosition } from './home-card.ts';
import type { LedgerSubject } from './ledger.ts';
import { formatStoredCard, writeWords } from './listing-rows.ts';

/** Listings per transaction; a feed writer may have to wait this long. */
const LISTINGS_A_BATCH = 2_000;

/**
 * Rebuilds listings written by another version from their stored records: hides barred ones, then rebuilds cards and
 * search words and records the changes, in batches. Returns the number of cards. `now`: earlier open houses are over.
 */
export async function refreshCards(pool: pg.Pool, now: Date, signal?: AbortSignal): Promise<number> {
  const datasets = await sql`
    select dataset from dataset where derivation < ${DERIVATION} order by dataset collate "C"`.column(pool);
  let made = 0;
  for (const dataset of datasets) {
    await hideBarred(pool, dataset, signal);
    for (;;) {
      signal?.throwIfAborted();
      const step = await withTransaction(pool, '', (client) => refreshBatch(client, dataset, now));
      if (step === undefined) break;
      made += step;
    }
  }
  return made;
}

/** A pass before the much slower cards. Includes retired listings, whose months and ledger may be displayed. */
async function hideBarred(pool: pg.Pool, dataset: string, signal?: AbortSignal): Promise<void> {
  const barred = await sql`
    select listing_key from listing
    where dataset = ${dataset} and displayable and ${raw(BARRED_RECORD('record'))}`.column(pool);
  for (let start = 0; start < barred.length; start += LISTINGS_A_BATCH) {
    signal?.throwIfAborted();
    const keys = barred.slice(start, start + LISTINGS_A_BATCH);
    await withTransaction(pool, '', async (client) => {
      await lockDataset(client, dataset);
      // Recheck under the lock: the feed may have changed the record.
      const { rows } = await client.query<{ listing_key: string; home_id: string }>(sql`
        update listing set displayable = false
        where dataset = ${dataset} and listing_key = any(${keys}) and displayable and ${raw(BARRED_RECORD('record'))}
        returning listing_key, home_id`);
      await recordChanges(client, dataset, rows.map(toChange));
    });
  }
}

export interface StoredListing {
  listing_key: string;
  home_id: string;
  displayable: boolean;
  derivation: number | null;
  record: LedgerSubject;
  place_ids: PlaceIds;
  postal_latitude: number | null;
  postal_longitude: number | null;
}

/** Undefined when the dataset is finished. */
async function refreshBatch(client: pg.PoolClient, dataset: string, now: Date): Promise<number | undefined> {
  await lockDataset(client, dataset);
  const [after] = await sql`
    select coalesce(derived_after, '') from dataset
    where dataset = ${dataset} and derivation < ${DERIVATION}`.column(client);
  if (after === undefined) return undefined;
  const { rows } = await client.query<StoredListing>(sql`
    select listing_key, home_id, displayable, (card ->> 'derivation')::int as derivation, record, place_ids,
      postal_latitude, postal_longitude
    from listing where dataset = ${dataset} and listing_key > ${after} and retired_at is null
    order by listing_key limit ${LISTINGS_A_BATCH}`);
  const stale = rows.filter((row) => row.derivation !== DERIVATION);
  const placed = await loadPlaced(client, dataset, stale);
  await client.query(sql`
    update listing l set card = u.card::jsonb
    from unnest(${stale.map((row) => row.listing_key)}::text[],
      ${placed.map((one) => formatStoredCard(one, now))}::text[]) as u(key, card)
    where l.dataset = ${dataset} and l.listing_key = u.key`);
  await writeWords(client, dataset, placed);
  await recordChanges(client, dataset, stale.filter((row) => row.displayable).map(toChange));
  const isDone = rows.length < LISTINGS_A_BATCH;
  await client.query(sql`
    update dataset
    set derived_after = ${isDone ? null : rows.at(-1)!.listing_key},
      derivation = case when ${isDone} then ${DERIVATION} else derivation end where dataset = ${dataset}`);
  return stale.length;
}

/** Stored listings with their pictures and open houses. */
export async function loadPlaced(
  client: pg.PoolClient,
  dataset: string,
  rows: readonly StoredListing[],
): Promise<PlacedListing[]> {
  const keys = rows.map((row) => row.listing_key);
  const media = await client.query<ListingMedia & { key: string }>(sql`
    select listing_key as key, media_key as "mediaKey", media_url as "mediaUrl", position as "order",
      media_category as "mediaCategory", short_description as "shortDescription", image_width as "imageWidth",
      image_height as "imageHeight", media_alteration as "mediaAlteration"
    from media where dataset = ${dataset} and listing_key = any(${keys})
    order by position, media_key collate "C"`);
  const openHouses = await client.query<ListingOpenHouse & { key: string }>(sql`
    select listing_key as key, open_house_key as "openHouseKey", open_house_start_time as "openHouseStartTime",
      open_house_end_time as "openHouseEndTime", open_house_remarks as "openHouseRemarks"
    from open_house where dataset = ${dataset} and listing_key = any(${keys})`);
  const mediaByKey = Map.groupBy(media.rows, (row) => row.key);
  const openHousesByKey = Map.groupBy(openHouses.rows, (row) => row.key);
  const placed = rows.map((row): PlacedListing => {
    const { postal_latitude: latitude, postal_longitude: longitude } = row;
    return {
      listing: {
        ...completeListing(row.record),
        media: mediaByKey.get(row.listing_key) ?? [],
        openHouses: openHousesByKey.get(row.listing_key) ?? [],
      },
      raw: null,
      placeIds: row.place_ids,
      postalCentre: latitude === null || longitude === null ? null : { latitude, longitude },
    };
  });
  const areas = await findPlaceAreas(client, placed.map(publicPosition));
  return placed.map((one, index) => ({ ...one, placeAreas: areas[index] }));
}
