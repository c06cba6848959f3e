import {
  completeListing,
  type FeedProvider,
  findTours,
  type HomeCard,
  type LedgerKind,
  type Listing,
  type ListingMedia,
  type ListingOpenHouse,
  type PlaceIds,
  type SearchType,
  type Tour,
} from '@maru/listing';
import {
  type DisplayRules,
  findOriginals,
  isBarredFromDisplay,
  mayDisplayAddress,
  publicListing,
  withholdAgentContacts,
} from '@maru/listing/display';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import { computeMarketTime, type MarketTime } from '../market/market-time.ts';
import { collectTaxYears, type TaxRollYear, type TaxYear } from '../market/tax-years.ts';
import { type HomeRow, readListedAt, toHomeCard } from './home-card.ts';
import { type LedgerSubject, mayShowEntry } from './ledger.ts';

export type HomeMedia = Omit<ListingMedia, 'mediaUrl'> & {
  mediaId: string;
  /** The unaltered original of an altered picture (rule R7); null without one. */
  originalMediaId: string | null;
};

const CREDIT_FIELDS = [
  ...(['listingId', 'standardStatus', 'originatingSystemName', 'listAgentFullName'] as const),
  ...(['listAgentStateLicense', 'coListAgentFullName', 'listOfficeName', 'listOfficePhone'] as const),
  ...(['attributionContact', 'modificationTimestamp'] as const),
];

export interface ListingCredit extends Pick<Listing, (typeof CREDIT_FIELDS)[number]> {
  dataset: string;
  provider: FeedProvider;
  source: string;
  listingKey: string;
  searchType: SearchType;
}

/** A public row of the ledger. Values by RESO name, such as `{listPrice: 900000, closePrice: null}`. */
export interface LedgerRow {
  /** Permanent: `{dataset}-{number}`. The row's URL is the home's with `#change-{id}`. */
  id: string;
  historyId: number;
  dataset: string;
  listingKey: string;
  /** Listing number; the current one also for rows written under a former key. */
  listingId: string | null;
  kind: LedgerKind;
  oldValue: Record<string, unknown> | null;
  newValue: Record<string, unknown> | null;
  sourceTime: Date | null;
  seenTime: Date;
}

/** All data of a home's page, without anything that may not be displayed. */
export interface HomeDetail {
  /** Differs from the requested id when the home was merged into an older one. */
  homeId: string;
  card: HomeCard;
  /** One card per search type: a home may be for sale and for rent. */
  offers: HomeCard[];
  /** The displayed listing; its pictures are in `media`. */
  listing: Omit<Listing, 'media'>;
  media: HomeMedia[];
  tours: Tour[];
  credits: ListingCredit[];
  /** Newest first. */
  ledger: LedgerRow[];
  /** Over all listings of the home with the card's search type, except barred ones. */
  marketTime: MarketTime;
  taxYears: TaxYear[];
  placeIds: PlaceIds;
  rules: DisplayRules;
  firstSeenAt: Date;
  lastSeenAt: Date;
  /** When the feed last had the listing: in a row, or in a key walk that was accepted (rule R1). */
  confirmedAt: Date;
  /** Time since when its feed fails; null while healthy. */
  failingSince: Date | null;
}

/** Undefined when no listing may be displayed. `searchType` selects between offers. Requires a read-only snapshot. */
export async function findHomeIn(
  client: PoolClient,
  homeId: string,
  searchType?: SearchType,
): Promise<HomeDetail | undefined> {
  const { root, ids, offers: found } = await findOffers(client, homeId);
  if (found.length === 0) return undefined;

  const listings = await loadListings(client, ids);
  const findListing = (one: HomeCard) =>
    listings.find((row) => row.dataset === one.dataset && row.listing_key === one.listingKey);
  // Checks the record too: rows of an older version are hidden only some time after startup (`refreshCards`).
  const offers = found
    .filter((one) => !isBarredFromDisplay(findListing(one)?.record ?? BARRED))
    .sort(byPreference(searchType));
  const card = offers[0];
  const shown = card === undefined ? undefined : findListing(card);
  if (card === undefined || shown === undefined) return undefined;
  const { media: pictures, ...publicRecord } = buildPublicRecord(shown);
  const credited = listings.filter((row) => row.is_shown);
  const told = collectLedger(listings);
  return {
    homeId: root,
    card,
    offers,
    listing: { ...publicRecord, ...(shown.rules.allowSold ? {} : { closePrice: null, closeDate: null }) },
    media: pictures.map(({ mediaUrl, ...one }) => one),
    tours: findTours(publicRecord, pictures),
    credits: [shown, ...credited.filter((row) => row !== shown)].map(toCredit),
    ledger: publicLedger(told, listings, shown),
    marketTime: marketTime(told, listings, shown, Date.now()),
    taxYears: taxYears(told, listings, shown),
    placeIds: card.placeIds,
    rules: shown.rules,
    firstSeenAt: new Date(Math.min(...credited.map((row) => row.first_seen_at.getTime()))),
    lastSeenAt: shown.last_seen_at,
    confirmedAt: shown.confirmed_at,
    failingSince: shown.failing_since,
  };
}

const BARRED = { internetEntireListingDisplayYN: false, feedTypes: [] };

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
  retired_at: Date | null;
  provider: FeedProvider;
  rules: DisplayRules;
  confirmed_at: Date;
  failing_since: Date | null;
  is_hidden: boolean;
  is_shown: boolean;
  /** Key under which the listing continues; null when it has only this one. */
  current_key: string | null;
  media: (ListingMedia & { mediaId: string })[];
  open_houses: ListingOpenHouse[];
  told: StoredTold[];
  /** Of its parcel, from imported rolls. */
  rolls: (TaxRollYear & { year: number })[];
  /** The same for all listings of one series of keys. */
  series: string;
}

async function findOffers(
  client: PoolClient,
  homeId: string,
): Promise<{ root: string; ids: string[]; offers: HomeCard[] }> {
  const { rows } = await client.query<{ root: string; ids: string[] } & HomeRow>(sql`
    with asked as (
      select coalesce((select merged_into from known_home where home_id = ${homeId}), ${homeId}) as root
    )
    select a.root, array(select k.home_id from known_home k where k.merged_into = a.root) as ids, h.*
    from asked a left join (home h join dataset d on d.dataset = h.dataset and not d.is_hidden)
      on h.home_id = a.root`);
  const { root, ids } = rows[0] as { root: string; ids: string[] };
  return {
    root,
    ids: [root, ...ids],
    offers: rows.filter((row) => row.home_id !== null).map((row) => toHomeCard(row)),
  };
}

async function loadListings(client: PoolClient, homeIds: string[]): Promise<ListingRow[]> {
  const { rows } = await client.query<Omit<ListingRow, 'series'>>(sql`
    select l.dataset, l.listing_key, l.search_type, l.record, l.place_ids, l.postal_latitude,
      l.postal_longitude, l.first_seen_at, l.last_seen_at, l.retired_at, d.provider, d.rules, d.is_hidden,
      greatest(l.last_seen_at, case when l.listing_key <> all(w.missing) then w.believed_at end) as confirmed_at,
      f.failing_since, l.displayable and l.retired_at is null and not d.is_hidden
        and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean) as is_shown,
      (select a.current_key from listing_alias a
       where a.dataset = l.dataset and a.listing_key = l.listing_key) as current_key,
      coalesce((select jsonb_agg(jsonb_build_object(
          'mediaId', m.media_id, 'mediaKey', m.media_key, 'mediaUrl', m.media_url, 'order', m.position,
          'mediaCategory', m.media_category, 'shortDescription', m.short_description,
          'imageWidth', m.image_width, 'imageHeight', m.image_height, 'mediaAlteration', m.media_alteration)
        order by m.position, m.media_key collate "C")
        from media m where m.dataset = l.dataset and m.listing_key = l.listing_key), '[]') as media,
      coalesce((select jsonb_agg(jsonb_build_object(
          'openHouseKey', o.open_house_key, 'openHouseStartTime', o.open_house_start_time,
          'openHouseEndTime', o.open_house_end_time, 'openHouseRemarks', o.open_house_remarks)
        order by o.open_house_start_time, o.open_house_key collate "C")
        from open_house o where o.dataset = l.dataset and o.listing_key = l.listing_key), '[]') as open_houses,
      coalesce((select jsonb_agg(jsonb_build_object(
          'historyId', h.history_id, 'kind', h.kind, 'oldValue', h.old_value, 'newValue', h.new_value,
          'sourceTime', h.source_time, 'seenTime', h.seen_time))
        from listing_history h
        where h.dataset = l.dataset and h.listing_key = l.listing_key and h.voided_at is null), '[]') as told,
      coalesce((select jsonb_agg(jsonb_build_object(
          'year', r.tax_year, 'assessedTotal', r.assessed_total, 'assessedLand', r.assessed_land,
          'assessedImprovements', r.assessed_improvements, 'taxBilled', r.tax_billed, 'source', p.source,
          'asOf', p.as_of)
        order by p.is_sample, p.as_of desc, p.layer)
        from tax_roll r join place_layer p on p.layer = r.layer
        where r.county = l.place_ids ->> 'county'
          and r.parcel = regexp_replace(upper(l.record ->> 'parcelNumber'), '[^0-9A-Z]', '', 'g')), '[]') as rolls
    from listing l join dataset d on d.dataset = l.dataset left join feed_state f on f.dataset = l.dataset
    left join key_walk w on w.dataset = l.dataset
    where l.home_id = any(${homeIds})
    order by (l.card ->> 'status_group' = 'active') desc nulls last, l.modified_at desc,
      l.listing_key collate "C", l.dataset collate "C"`);
  const current = new Map(
    rows
      .filter((row) => row.current_key !== null)
      .map((row) => [
        listingName(row),
        listingName({ dataset: row.dataset, listing_key: row.current_key as string }),
      ]),
  );
  return rows.map((row) => {
    let series = listingName(row);
    for (let step = 0; step < current.size; step += 1) series = current.get(series) ?? series;
    const record = completeListing(row.record);
    return { ...row, series, record, is_shown: row.is_shown && !isBarredFromDisplay(record) };
  });
}

const listingName = (row: { dataset: string; listing_key: string }) => `${row.dataset}\n${row.listing_key}`;

function byPreference(searchType: SearchType | undefined): (a: HomeCard, b: HomeCard) => number {
  const rank = (card: HomeCard) =>
    (card.searchType === searchType ? 0 : 2) + (card.standardStatus.startsWith('Active') ? 0 : 1);
  return (a, b) =>
    rank(a) - rank(b) ||
    Date.parse(b.modificationTimestamp) - Date.parse(a.modificationTimestamp) ||
    (a.searchType === 'sale' ? -1 : 1);
}

/** The record with media (by our ids) and open houses, redacted as a whole, because captions contain addresses too. */
function buildPublicRecord(
  row: ListingRow,
): Omit<Listing, 'media'> & { media: (HomeMedia & { mediaUrl: string })[] } {
  const { media, open_houses: openHouses, postal_latitude: latitude, postal_longitude: longitude } = row;
  const postalCentre = latitude === null || longitude === null ? null : { latitude, longitude };
  const listing = withholdAgentContacts(
    publicListing({ ...row.record, media, openHouses }, postalCentre),
    row.rules,
  );
  const ids = new Map(media.map((one) => [one.mediaKey, one.mediaId]));
  // Uses the unredacted captions, which may be needed to match pictures.
  const originals = findOriginals(media);
  return {
    ...listing,
    media: listing.media.map((one) => ({
      ...one,
      mediaId: ids.get(one.mediaKey)!,
      originalMediaId: ids.get(originals.get(one.mediaKey) ?? '') ?? null,
    })),
  };
}

type ToldRow = Omit<LedgerRow, 'id' | 'listingId'>;

/** As JSON: instants in PostgreSQL's format. */
type StoredTold = Omit<ToldRow, 'dataset' | 'listingKey' | 'sourceTime' | 'seenTime'> & {
  sourceTime: string | null;
  seenTime: string;
};

function collectLedger(listings: readonly ListingRow[]): ToldRow[] {
  return listings
    .flatMap(({ dataset, listing_key: listingKey, told }) =>
      told.map((row) => ({
        ...row,
        dataset,
        listingKey,
        sourceTime: row.sourceTime === null ? null : new Date(row.sourceTime),
        seenTime: new Date(row.seenTime),
      })),
    )
    .sort(
      (a, b) =>
        Number(b.sourceTime ?? b.seenTime) - Number(a.sourceTime ?? a.seenTime) ||
        Number(b.seenTime) - Number(a.seenTime) ||
        b.historyId - a.historyId,
    );
}

function publicLedger(told: ToldRow[], listings: ListingRow[], shown: ListingRow): LedgerRow[] {
  const byName = new Map(listings.map((row) => [listingName(row), row]));
  return told.flatMap((row) => {
    const listing = byName.get(listingName({ dataset: row.dataset, listing_key: row.listingKey }))!;
    const context = { isShownListing: listing.series === shown.series, rules: listing.rules };
    if (listing.is_hidden || !mayShowEntry(row.kind, listing.record, context)) return [];
    return [
      {
        ...row,
        id: `${row.dataset}-${row.historyId}`,
        listingId: listing.record.listingId,
        oldValue: withoutSalePrice(row.oldValue, listing.rules),
        newValue: withoutSalePrice(row.newValue, listing.rules),
      },
    ];
  });
}

/** From the listings whose ledger may be shown. */
function taxYears(told: ToldRow[], listings: ListingRow[], shown: ListingRow): TaxYear[] {
  const before = Map.groupBy(
    told.filter(({ kind }) => kind === 'facts'),
    (row) => listingName({ dataset: row.dataset, listing_key: row.listingKey }),
  );
  return collectTaxYears(
    [shown, ...listings.filter((row) => row !== shown)]
      .filter((row) => {
        const context = { isShownListing: row.series === shown.series, rules: row.rules };
        return !row.is_hidden && mayShowEntry('facts', row.record, context);
      })
      .map((row) => ({
        record: row.record,
        before: (before.get(listingName(row)) ?? []).map(({ oldValue }) => oldValue ?? {}),
      })),
    // Amounts of a roll lead to its parcel.
    mayDisplayAddress(shown.record) ? shown.rolls : [],
  );
}

function marketTime(told: ToldRow[], listings: ListingRow[], shown: ListingRow, now: number): MarketTime {
  const counted = listings
    .filter((row) => !isBarredFromDisplay(row.record) && !row.is_hidden)
    .map((row) => ({
      row,
      series: row.series,
      searchType: row.search_type,
      record: row.record,
      listedAt: readListedAt(row.record, now),
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.last_seen_at,
      retiredAt: row.retired_at,
      events: told.filter((one) => one.dataset === row.dataset && one.listingKey === row.listing_key),
    }));
  return computeMarketTime(counted.find((one) => one.row === shown)!, counted, now);
}

/** Sale prices are displayed only where the license allows sold homes. */
function withoutSalePrice<T extends Record<string, unknown> | null>(value: T, rules: DisplayRules): T {
  if (value === null || rules.allowSold || !('closePrice' in value)) return value;
  const { closePrice, ...rest } = value;
  return rest as unknown as T;
}

function toCredit(row: ListingRow): ListingCredit {
  const { record } = row;
  return {
    dataset: row.dataset,
    provider: row.provider,
    source: row.rules.source,
    listingKey: row.listing_key,
    searchType: row.search_type,
    ...(Object.fromEntries(CREDIT_FIELDS.map((field) => [field, record[field]])) as Pick<
      Listing,
      (typeof CREDIT_FIELDS)[number]
    >),
  };
}
