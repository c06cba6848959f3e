import { hash } from 'node:crypto';
import { homeIdentityOf, mayDisplay, mayDisplayAddress, searchTypeOf } from '@maru/listing';
import type { PoolClient } from 'pg';
import type { ChangeSet, PlacedListing } from './change-set.ts';
import { type CopyValue, copyInto } from './copy.ts';
import { lockDataset } from './dataset-lock.ts';
import { saveDatasetIn } from './datasets.ts';
import { HOME_COLUMNS, homeCardOf, homeRowOf } from './home-card.ts';
import { addHomeKeys, assignHomeIds } from './home-ids.ts';
import { type LedgerEntry, type LedgerSubject, ledgerEntriesOf, removalEntryOf } from './ledger.ts';
import { isPhoto, mediaIdOf, orderedMedia } from './media-id.ts';
import { storableText, toStorable } from './storable.ts';

/** Raised when the derivation of a card changes, so that a replay writes every listing anew. */
const DERIVATION = 2;

/**
 * Writes a batch, the caller's transaction around it: records, ledger, change rows with the next sequence
 * numbers, the homes they touch, and how far the feed has come. A batch is a handful of statements whatever
 * its size. The same batch twice changes nothing the second time.
 */
export async function applyChangesIn(
  client: PoolClient,
  batch: ChangeSet,
): Promise<{ sequence: number; changed: number }> {
  const { dataset, seenAt } = batch;
  await lockDataset(client, dataset);
  const before = await client.query<{ sequence: number }>(
    `insert into feed_state (dataset, provider) values ($1, $2)
     on conflict (dataset) do update set provider = excluded.provider returning sequence`,
    [dataset, batch.provider],
  );
  const start = before.rows[0]?.sequence ?? 0;
  const log: Change[] = [];
  for (const one of await saveDatasetIn(client, batch)) log.push({ ...one, entries: [] });

  const removed = new Map(batch.removals.map((one) => [one.listingKey, one.reason]));
  const given = prepare(batch.upserts.filter((one) => !removed.has(one.listing.listingKey)));
  const stored = await loadStored(client, dataset, [...given.keys(), ...removed.keys()]);
  const touched: Prepared[] = [];
  const changed: Prepared[] = [];
  for (const [key, one] of given) {
    const was = stored.get(key);
    const isSame = was !== undefined && !was.retired && was.rowHash === one.rowHash;
    (isSame ? touched : changed).push(one);
  }

  const homeIds = await homesOf(client, changed, stored, seenAt);
  for (const one of changed) {
    const was = stored.get(one.key);
    const home = homeIds.get(one.key)!;
    log.push({
      listingKey: one.key,
      homeIds: was === undefined || was.homeId === home.homeId ? [home.homeId] : [home.homeId, was.homeId],
      entries: ledgerEntriesOf(was, one),
    });
  }
  const leaving = [...removed].flatMap(([listingKey, reason]) => {
    const was = stored.get(listingKey);
    return was === undefined || was.retired ? [] : [{ listingKey, reason, was }];
  });
  for (const { listingKey, reason, was } of leaving) {
    log.push({ listingKey, homeIds: [was.homeId], entries: [removalEntryOf(was.record, reason)] });
  }

  const homes = [...new Set(log.flatMap((one) => one.homeIds))];
  await lockHomes(client, homes);
  await writeListings(client, batch, changed, stored, homeIds);
  await writeMedia(client, dataset, changed, stored);
  await writeOpenHouses(client, dataset, changed, stored);
  await touchListings(client, dataset, touched, stored, seenAt);
  await retireListings(client, dataset, leaving, seenAt);
  await writeLog(client, dataset, log, start, seenAt);
  await refreshHomes(client, homes);
  await writeQuarantine(client, batch, [...given.keys()]);
  await writePeople(client, batch);
  const sequence = start + log.length;
  await client.query(
    `update feed_state set sequence = $2, cursor = coalesce($3, cursor),
       initial_load_done = initial_load_done or $4, last_success_at = greatest(last_success_at, $5),
       failing_since = null
     where dataset = $1`,
    [dataset, sequence, batch.cursor, batch.initialLoadDone ?? false, seenAt],
  );
  if (log.length > 0) await client.query(`select pg_notify('maru_change', $1)`, [dataset]);
  return { sequence, changed: log.length };
}

/** One row of `listing_change` to be, with its ledger rows. */
export interface Change {
  listingKey: string;
  homeIds: string[];
  entries: LedgerEntry[];
}

/** Numbers the changes from `start` + 1 on and writes them with their ledger rows. */
export async function writeLog(
  client: PoolClient,
  dataset: string,
  log: Change[],
  start: number,
  seenAt: Date,
): Promise<void> {
  if (log.length === 0) return;
  await client.query(
    `insert into listing_change (dataset, listing_key, sequence, home_ids)
     select $1, key, sequence, string_to_array(home_ids, ',')
     from unnest($2::text[], $3::bigint[], $4::text[]) as u(key, sequence, home_ids)`,
    [
      dataset,
      log.map((one) => one.listingKey),
      log.map((_, i) => start + 1 + i),
      log.map((one) => one.homeIds.join(',')),
    ],
  );
  const rows = log.flatMap((one, i) =>
    one.entries.map((entry) => ({ ...entry, one, sequence: start + 1 + i })),
  );
  if (rows.length === 0) return;
  await client.query(
    `insert into listing_history
       (dataset, listing_key, sequence, home_id, kind, old_value, new_value, source_time, seen_time)
     select $1, key, sequence, home_id, kind, old_value::jsonb, new_value::jsonb, source_time, $8
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $9::timestamptz[])
       as u(key, sequence, home_id, kind, old_value, new_value, source_time)`,
    [
      dataset,
      rows.map((row) => row.one.listingKey),
      rows.map((row) => row.sequence),
      rows.map((row) => row.one.homeIds[0]),
      rows.map((row) => row.kind),
      rows.map((row) => (row.oldValue === null ? null : JSON.stringify(row.oldValue))),
      rows.map((row) => (row.newValue === null ? null : JSON.stringify(row.newValue))),
      seenAt,
      rows.map((row) => instantOf(row.sourceTime)),
    ],
  );
}

/**
 * Writers of two datasets may touch one home. Whoever comes second waits here, and so chooses the best listing
 * from what the first has committed. In the order of the ids, so that no two wait for each other.
 */
export async function lockHomes(client: PoolClient, homeIds: string[]): Promise<void> {
  await client.query(
    'select 1 from known_home where home_id = any($1) order by home_id collate "C" for update',
    [homeIds],
  );
}

/** Shows each of these homes by its best listing: active first, then newest change, then key. */
export async function refreshHomes(client: PoolClient, homeIds: string[]): Promise<void> {
  if (homeIds.length === 0) return;
  await client.query(REFRESH_HOMES, [homeIds]);
}

const COLUMNS = HOME_COLUMNS.join(', ');
const REFRESH_HOMES = `
  with best as materialized (
    select distinct on (l.home_id, l.search_type) l.home_id, l.search_type, l.card
    from listing l join dataset d on d.dataset = l.dataset
    where l.home_id = any($1) and l.displayable and l.retired_at is null
      and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)
    order by l.home_id, l.search_type, (l.card ->> 'status_group' = 'active') desc, l.modified_at desc,
      l.listing_key collate "C", l.dataset collate "C"
  ), gone as (
    delete from home h where h.home_id = any($1)
      and not exists (select from best b where b.home_id = h.home_id and b.search_type = h.search_type)
  )
  insert into home as old (${COLUMNS})
  select ${HOME_COLUMNS.map((column) => `h.${column}`).join(', ')}
  from best b
  cross join lateral jsonb_populate_record(null::home, b.card || jsonb_build_object('home_id', b.home_id)) h
  on conflict (home_id, search_type) do update set
    ${HOME_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  where (${HOME_COLUMNS.map((column) => `old.${column}`).join(', ')})
    is distinct from (${HOME_COLUMNS.map((column) => `excluded.${column}`).join(', ')})`;

interface Prepared {
  key: string;
  placed: PlacedListing;
  record: LedgerSubject;
  recordText: string;
  rowHash: string;
  mediaHash: string;
  photosCount: number;
}

interface Stored {
  record: LedgerSubject;
  homeId: string;
  homeKey: string;
  rowHash: string;
  mediaHash: string;
  photosCount: number;
  retired: boolean;
}

/** By key; when a key comes twice, the later record counts. */
function prepare(upserts: PlacedListing[]): Map<string, Prepared> {
  const prepared = new Map<string, Prepared>();
  for (const one of upserts) {
    const placed = toStorable(one);
    const { media, openHouses, ...record } = placed.listing;
    const { modificationTimestamp, daysOnMarket, ...lasting } = record;
    const mediaHash = digest([orderedMedia(media), record.photosChangeTimestamp]);
    prepared.set(record.listingKey, {
      key: record.listingKey,
      placed,
      record,
      recordText: JSON.stringify(record),
      rowHash: digest([DERIVATION, lasting, openHouses, mediaHash, placed.placeIds, placed.postalCentre]),
      mediaHash,
      photosCount: media.filter(isPhoto).length,
    });
  }
  return prepared;
}

async function loadStored(client: PoolClient, dataset: string, keys: string[]): Promise<Map<string, Stored>> {
  const { rows } = await client.query<Omit<Stored, 'key'> & { key: string }>(
    `select listing_key as key, record, home_id as "homeId", home_key as "homeKey", row_hash as "rowHash",
       media_hash as "mediaHash", (card ->> 'photos_count')::int as "photosCount",
       retired_at is not null as retired
     from listing where dataset = $1 and listing_key = any($2)`,
    [dataset, keys],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/**
 * Which home each listing belongs to. A listing keeps the home it has when its address becomes withheld, when
 * a parcel number is added to the same address, and when it was known by itself alone and its home's new key
 * is nobody else's: the address of its page then lives on.
 */
async function homesOf(
  client: PoolClient,
  changed: Prepared[],
  stored: Map<string, Stored>,
  seenAt: Date,
): Promise<Map<string, { homeId: string; homeKey: string }>> {
  const homes = new Map<string, { homeId: string; homeKey: string }>();
  const wanted = new Map<string, string>();
  const aliases = new Map<string, string>();
  for (const { key, placed, record } of changed) {
    const was = stored.get(key);
    const { homeKey, addressKey } = homeIdentityOf(placed.listing);
    if (was !== undefined && (homeKey === was.homeKey || !mayDisplayAddress(record))) {
      homes.set(key, { homeId: was.homeId, homeKey: was.homeKey });
      continue;
    }
    wanted.set(key, homeKey);
    if (was === undefined) continue;
    const wasAlone = was.homeKey.startsWith('listing:');
    const isSameAddress = addressKey !== null && addressKey === homeIdentityOf(was.record).addressKey;
    if (wasAlone || isSameAddress) aliases.set(homeKey, was.homeId);
  }
  await addHomeKeys(client, aliases);
  const ids = await assignHomeIds(client, wanted.values(), seenAt);
  for (const [key, homeKey] of wanted) homes.set(key, { homeId: ids.get(homeKey)!, homeKey });
  return homes;
}

const LISTING_COLUMNS = [
  'dataset',
  'listing_key',
  'home_id',
  'home_key',
  'search_type',
  'standard_status',
  'listing_id',
  'modified_at',
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

/** New listings go straight in; changed ones by way of a table that lives as long as the transaction. */
async function writeListings(
  client: PoolClient,
  batch: ChangeSet,
  changed: Prepared[],
  stored: Map<string, Stored>,
  homes: Map<string, { homeId: string; homeKey: string }>,
): Promise<void> {
  const seen = batch.seenAt.toISOString();
  const rowOf = ({ key, placed, record, ...one }: Prepared): CopyValue[] => {
    const { home_id, ...card } = homeRowOf(homeCardOf(placed, '', batch.seenAt));
    return [
      batch.dataset,
      key,
      homes.get(key)!.homeId,
      homes.get(key)!.homeKey,
      searchTypeOf(record.propertyType),
      record.standardStatus,
      record.listingId,
      instantOf(record.modificationTimestamp) ?? new Date(0).toISOString(),
      mayDisplay(placed.listing, { allowSold: true }),
      one.recordText,
      JSON.stringify(card),
      JSON.stringify(placed.placeIds),
      placed.postalCentre?.latitude ?? null,
      placed.postalCentre?.longitude ?? null,
      JSON.stringify(placed.raw ?? null),
      one.rowHash,
      one.mediaHash,
      seen,
      seen,
    ];
  };
  const isStored = (one: Prepared) => stored.has(one.key);
  const added = changed.filter((one) => !isStored(one));
  await copyInto(client, 'listing', LISTING_COLUMNS, added.map(rowOf));
  const known = changed.filter(isStored);
  if (known.length === 0) return;
  await client.query(
    'create temporary table changed_listing (like listing including defaults) on commit drop',
  );
  await copyInto(client, 'changed_listing', LISTING_COLUMNS, known.map(rowOf));
  const kept = ['dataset', 'listing_key', 'first_seen_at'];
  const updated = LISTING_COLUMNS.filter((column) => !kept.includes(column));
  await client.query(
    `update listing l set ${updated.map((column) => `${column} = c.${column}`).join(', ')},
       retired_at = null, retired_reason = null
     from changed_listing c where l.dataset = $1 and l.listing_key = c.listing_key`,
    [batch.dataset],
  );
}

async function writeMedia(
  client: PoolClient,
  dataset: string,
  changed: Prepared[],
  stored: Map<string, Stored>,
): Promise<void> {
  const moved = changed.filter((one) => stored.get(one.key)?.mediaHash !== one.mediaHash);
  await deleteRowsOf(client, 'media', dataset, moved, stored);
  const rows = moved.flatMap(({ key, placed }) =>
    orderedMedia(placed.listing.media).map((media) => ({
      key,
      media,
      id: mediaIdOf(placed.listing, media),
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

async function writeOpenHouses(
  client: PoolClient,
  dataset: string,
  changed: Prepared[],
  stored: Map<string, Stored>,
): Promise<void> {
  await deleteRowsOf(client, 'open_house', dataset, changed, stored);
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

async function deleteRowsOf(
  client: PoolClient,
  table: 'media' | 'open_house',
  dataset: string,
  listings: Prepared[],
  stored: Map<string, Stored>,
): Promise<void> {
  const keys = listings.map((one) => one.key).filter((key) => stored.has(key));
  if (keys.length === 0) return;
  await client.query(`delete from ${table} where dataset = $1 and listing_key = any($2)`, [dataset, keys]);
}

/** Seen again and the same: only when we saw it, and the raw record where its own time moved on. */
async function touchListings(
  client: PoolClient,
  dataset: string,
  touched: Prepared[],
  stored: Map<string, Stored>,
  seenAt: Date,
): Promise<void> {
  if (touched.length === 0) return;
  await client.query(
    `update listing set last_seen_at = greatest(last_seen_at, $3)
     where dataset = $1 and listing_key = any($2)`,
    [dataset, touched.map((one) => one.key), seenAt],
  );
  const newer = touched.filter(
    (one) => stored.get(one.key)?.record.modificationTimestamp !== one.record.modificationTimestamp,
  );
  if (newer.length === 0) return;
  await client.query(
    `update listing l set raw = u.raw::json from unnest($2::text[], $3::text[]) as u(key, raw)
     where l.dataset = $1 and l.listing_key = u.key`,
    [dataset, newer.map((one) => one.key), newer.map((one) => JSON.stringify(one.placed.raw ?? null))],
  );
}

async function retireListings(
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

async function writeQuarantine(client: PoolClient, batch: ChangeSet, readable: string[]): Promise<void> {
  const { dataset, seenAt } = batch;
  if (readable.length > 0) {
    await client.query('delete from quarantine where dataset = $1 and listing_key = any($2)', [
      dataset,
      readable,
    ]);
  }
  const rows = new Map(
    batch.quarantined.map((given) => {
      const one = toStorable(given);
      return [one.listingKey ?? `record:${digest(one.raw ?? null)}`, one];
    }),
  );
  if (rows.size === 0) return;
  await client.query(
    `insert into quarantine (dataset, quarantine_key, listing_key, reason, raw, first_seen_at, last_seen_at)
     select $1, key, listing_key, reason, raw::jsonb, $6, $6
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as u(key, listing_key, reason, raw)
     on conflict (dataset, quarantine_key) do update set
       reason = excluded.reason, raw = excluded.raw, last_seen_at = excluded.last_seen_at`,
    [
      dataset,
      [...rows.keys()],
      [...rows.values()].map((one) => one.listingKey),
      [...rows.values()].map((one) => one.reason),
      [...rows.values()].map((one) => JSON.stringify(one.raw ?? null)),
      seenAt,
    ],
  );
}

async function writePeople(client: PoolClient, batch: ChangeSet): Promise<void> {
  const members = new Map((batch.members ?? []).map((one) => [one.memberKey, toStorable(one)]));
  const offices = new Map((batch.offices ?? []).map((one) => [one.officeKey, toStorable(one)]));
  for (const [table, rows] of [
    ['member', members],
    ['office', offices],
  ] as const) {
    if (rows.size === 0) continue;
    await client.query(
      `insert into ${table} as old (dataset, ${table}_key, record)
       select $1, key, record::jsonb from unnest($2::text[], $3::text[]) as u(key, record)
       on conflict (dataset, ${table}_key) do update set record = excluded.record
       where old.record is distinct from excluded.record`,
      [batch.dataset, [...rows.keys()], [...rows.values()].map((one) => JSON.stringify(one))],
    );
  }
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

/** ISO text that PostgreSQL surely reads, or null. */
function instantOf(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
