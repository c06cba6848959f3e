import {
  type DisplayRules,
  type HomeCard,
  type Listing,
  type ListingMedia,
  type ListingOpenHouse,
  type PlaceIds,
  type Provider,
  publicListing,
  type SearchType,
} from '@maru/listing';
import type { PoolClient } from 'pg';
import { cardOfRow, type HomeRow } from './home-card.ts';
import { type LedgerKind, type LedgerSubject, mayShowEntry } from './ledger.ts';

/** A picture as visitors may know it: by our own id, never by the provider's address. */
export type HomeMedia = Omit<ListingMedia, 'mediaUrl'> & { mediaId: string };

/** Who lists a home: every displayed listing of it keeps its credit ("also listed as"). */
export interface ListingCredit {
  dataset: string;
  provider: Provider;
  /** Where it comes from, in the licence's words. */
  source: string;
  listingKey: string;
  listingId: string | null;
  searchType: SearchType;
  standardStatus: Listing['standardStatus'];
  originatingSystemName: string | null;
  listAgentFullName: string | null;
  listAgentStateLicense: string | null;
  coListAgentFullName: string | null;
  listOfficeName: string | null;
  listOfficePhone: string | null;
  attributionContact: string | null;
  modificationTimestamp: string;
}

/** One public row of the truth ledger. Values are by RESO name, such as `{listPrice: 900000, closePrice: null}`. */
export interface LedgerRow {
  /** Stable: the row's permanent address is `dataset`, `listingKey` and this. */
  historyId: number;
  dataset: string;
  listingKey: string;
  kind: LedgerKind;
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
  /** When the feed says that it happened; null when it does not say. */
  sourceTime: Date | null;
  /** When we learnt of it. */
  seenTime: Date;
}

/** All that the page of a home says, already without what may not be shown. */
export interface HomeDetail {
  homeId: string;
  /** The card of the shown listing. */
  card: HomeCard;
  /** One card a search type: a home may be for sale and for rent. */
  offers: HomeCard[];
  /** The shown listing; its pictures are in `media`. */
  listing: Omit<Listing, 'media'>;
  media: HomeMedia[];
  /** The shown listing first. */
  credits: ListingCredit[];
  /** Newest first. */
  ledger: LedgerRow[];
  placeIds: PlaceIds;
  /** Of the shown listing's dataset. */
  rules: DisplayRules;
  /** When a listing of this home first came. */
  firstSeenAt: Date;
  /** When the shown listing last came. */
  lastSeenAt: Date;
  /** When its feed last succeeded: until then what is said here was confirmed. Null: never. */
  confirmedAt: Date | null;
  /** Since when its feed has been failing; null while it is well. */
  failingSince: Date | null;
}

/**
 * Everything of one home, or `undefined` when none of its listings may be shown. `searchType` prefers one of a
 * home's two offers. The caller gives a connection in a read-only snapshot.
 */
export async function findHomeIn(
  client: PoolClient,
  homeId: string,
  searchType?: SearchType,
): Promise<HomeDetail | undefined> {
  const homes = await client.query<HomeRow>('select * from home where home_id = $1', [homeId]);
  const offers = homes.rows.map(cardOfRow).sort(byPreference(searchType));
  const card = offers[0];
  if (card === undefined) return undefined;

  const { rows: listings } = await client.query<ListingRow>(
    `select l.dataset, l.listing_key, l.search_type, l.record, l.place_ids, l.postal_latitude,
       l.postal_longitude, l.first_seen_at, l.last_seen_at, d.provider, d.rules, f.last_success_at,
       f.failing_since, l.displayable and l.retired_at is null
         and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean) as is_shown
     from listing l join dataset d on d.dataset = l.dataset left join feed_state f on f.dataset = l.dataset
     where l.home_id = $1
     order by (l.card ->> 'status_group' = 'active') desc nulls last, l.modified_at desc,
       l.listing_key collate "C", l.dataset collate "C"`,
    [homeId],
  );
  const isCurrent = (row: { dataset: string; listing_key: string }) =>
    row.dataset === card.dataset && row.listing_key === card.listingKey;
  const shown = listings.find(isCurrent);
  if (shown === undefined) return undefined;
  const listing = await completeListing(client, shown);
  const { media: pictures, ...publicRecord } = listing;
  const credited = listings.filter((row) => row.is_shown);
  return {
    homeId,
    card,
    offers,
    listing: { ...publicRecord, ...(shown.rules.allowSold ? {} : { closePrice: null, closeDate: null }) },
    media: pictures.map(({ mediaUrl, ...one }) => one),
    credits: [shown, ...credited.filter((row) => row !== shown)].map(creditOf),
    ledger: await loadLedger(client, listings, isCurrent),
    placeIds: card.placeIds,
    rules: shown.rules,
    firstSeenAt: new Date(Math.min(...credited.map((row) => row.first_seen_at.getTime()))),
    lastSeenAt: shown.last_seen_at,
    confirmedAt: shown.last_success_at,
    failingSince: shown.failing_since,
  };
}

interface ListingRow {
  dataset: string;
  listing_key: string;
  search_type: SearchType;
  record: LedgerSubject;
  place_ids: PlaceIds;
  postal_latitude: number | null;
  postal_longitude: number | null;
  first_seen_at: Date;
  last_seen_at: Date;
  provider: Provider;
  rules: DisplayRules;
  last_success_at: Date | null;
  failing_since: Date | null;
  is_shown: boolean;
}

/** The asked offer first, then the active one, then the newest, then sale. */
function byPreference(searchType: SearchType | undefined): (a: HomeCard, b: HomeCard) => number {
  const rank = (card: HomeCard) =>
    (card.searchType === searchType ? 0 : 2) + (card.standardStatus.startsWith('Active') ? 0 : 1);
  return (a, b) =>
    rank(a) - rank(b) ||
    Date.parse(b.modificationTimestamp) - Date.parse(a.modificationTimestamp) ||
    (a.searchType === 'sale' ? -1 : 1);
}

/** The record with its media (by our ids) and open houses, redacted as a whole: captions tell addresses too. */
async function completeListing(
  client: PoolClient,
  row: ListingRow,
): Promise<Omit<Listing, 'media'> & { media: (ListingMedia & { mediaId: string })[] }> {
  const key = [row.dataset, row.listing_key];
  const media = await client.query<ListingMedia & { mediaId: string }>(
    `select media_id as "mediaId", media_key as "mediaKey", media_url as "mediaUrl", position as "order",
       media_category as "mediaCategory", short_description as "shortDescription", image_width as "imageWidth",
       image_height as "imageHeight", media_alteration as "mediaAlteration"
     from media where dataset = $1 and listing_key = $2 order by position, media_key collate "C"`,
    key,
  );
  const openHouses = await client.query<ListingOpenHouse>(
    `select open_house_key as "openHouseKey", open_house_start_time as "openHouseStartTime",
       open_house_end_time as "openHouseEndTime", open_house_remarks as "openHouseRemarks"
     from open_house where dataset = $1 and listing_key = $2
     order by open_house_start_time, open_house_key collate "C"`,
    key,
  );
  const { postal_latitude: latitude, postal_longitude: longitude } = row;
  const postalCentre = latitude === null || longitude === null ? null : { latitude, longitude };
  const listing = publicListing(
    { ...row.record, media: media.rows, openHouses: openHouses.rows },
    postalCentre,
  );
  const ids = new Map(media.rows.map((one) => [one.mediaKey, one.mediaId]));
  return {
    ...listing,
    media: listing.media.map((one) => ({ ...one, mediaId: ids.get(one.mediaKey)! })),
  };
}

async function loadLedger(
  client: PoolClient,
  listings: ListingRow[],
  isCurrent: (row: { dataset: string; listing_key: string }) => boolean,
): Promise<LedgerRow[]> {
  const byKey = new Map(listings.map((row) => [`${row.dataset}\n${row.listing_key}`, row]));
  const { rows } = await client.query<LedgerRow>(
    `select h.history_id as "historyId", h.dataset, h.listing_key as "listingKey", h.kind,
       h.old_value as "oldValue", h.new_value as "newValue", h.source_time as "sourceTime",
       h.seen_time as "seenTime"
     from unnest($1::text[], $2::text[]) as u(dataset, listing_key)
     join listing_history h on h.dataset = u.dataset and h.listing_key = u.listing_key
     order by coalesce(h.source_time, h.seen_time) desc, h.seen_time desc, h.history_id desc`,
    [listings.map((row) => row.dataset), listings.map((row) => row.listing_key)],
  );
  return rows.flatMap((row) => {
    const listing = byKey.get(`${row.dataset}\n${row.listingKey}`)!;
    const context = { isShownListing: isCurrent(listing), rules: listing.rules };
    if (!mayShowEntry(row.kind, listing.record, context)) return [];
    const oldValue = withoutSalePrice(row.oldValue, listing.rules);
    return [{ ...row, oldValue, newValue: withoutSalePrice(row.newValue, listing.rules) }];
  });
}

/** A sale price is shown only where the dataset's licence allows sold homes. */
function withoutSalePrice<T extends Record<string, unknown> | null>(value: T, rules: DisplayRules): T {
  if (value === null || rules.allowSold || !('closePrice' in value)) return value;
  const { closePrice, ...rest } = value;
  return rest as unknown as T;
}

function creditOf(row: ListingRow): ListingCredit {
  const { record } = row;
  return {
    dataset: row.dataset,
    provider: row.provider,
    source: row.rules.source,
    listingKey: row.listing_key,
    listingId: record.listingId,
    searchType: row.search_type,
    standardStatus: record.standardStatus,
    originatingSystemName: record.originatingSystemName,
    listAgentFullName: record.listAgentFullName,
    listAgentStateLicense: record.listAgentStateLicense,
    coListAgentFullName: record.coListAgentFullName,
    listOfficeName: record.listOfficeName,
    listOfficePhone: record.listOfficePhone,
    attributionContact: record.attributionContact,
    modificationTimestamp: record.modificationTimestamp,
  };
}
