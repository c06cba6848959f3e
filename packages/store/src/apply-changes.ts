import { hash } from 'node:crypto';
import { homeIdentityOf, mayDisplay, searchTypeOf } from '@maru/listing';
import type { PoolClient } from 'pg';
import { type ChangeSet, type PlacedListing, StaleCursor } from './change-set.ts';
import { claimHomes, HOME_KEYS } from './claim-homes.ts';
import { type CopyValue, copyInto } from './copy.ts';
import { lockDataset } from './dataset-lock.ts';
import { saveDatasetIn } from './datasets.ts';
import {
  DERIVATION,
  HOME_COLUMNS,
  homeCardOf,
  homeRowOf,
  openPositionOf,
  wordsVectorOf,
} from './home-card.ts';
import { type HomeGroups, lockHomes } from './home-groups.ts';
import {
  type LedgerBefore,
  type LedgerEntry,
  type LedgerSubject,
  ledgerEntriesOf,
  removalEntryOf,
} from './ledger.ts';
import { type FormerListing, findFormer, findSilentRemovals, writeAliases } from './listing-alias.ts';
import { isPhoto, mediaIdOf, orderedMedia } from './media-id.ts';
import { keptRaw, MOST_QUARANTINED, quarantineKeyOf } from './quarantine-row.ts';
import { findSchoolAreas } from './school-areas.ts';
import { hideListingsIn, type ListingOfHome, showListingsIn } from './shown-listings.ts';
import { storableText, toStorable } from './storable.ts';
import { takenDownAmong } from './taken-down.ts';
import { withVanishedFields } from './vanished-fields.ts';

/** Of how a row's hash is made; raised, every listing counts as changed when it comes again. */
const HASHING = 3;

/**
 * Writes a batch, the caller's transaction around it: records, ledger, change rows with the next sequence
 * numbers, the homes they touch, and how far the feed has come. A batch is a handful of statements whatever
 * its size. The same batch twice changes nothing the second time.
 *
 * `quarantineKeys`: the batch was read again from these rows of the quarantine and no feed has answered; the rows
 * leave it.
 */
export async function applyChangesIn(
  client: PoolClient,
  batch: ChangeSet,
  quarantineKeys?: readonly string[],
): Promise<{ sequence: number; changed: number }> {
  const { dataset, seenAt } = batch;
  await lockDataset(client, dataset);
  const before = await client.query<{ sequence: number; cursor: string | null }>(
    `insert into feed_state (dataset, provider) values ($1, $2)
     on conflict (dataset) do update set provider = excluded.provider, purged_at = null
     returning sequence, cursor`,
    [dataset, batch.provider],
  );
  const { sequence: start, cursor: storedCursor } = before.rows[0]!;
  if (batch.expectedCursor !== undefined && batch.expectedCursor !== storedCursor) {
    throw new StaleCursor(dataset, batch.expectedCursor, storedCursor);
  }
  const log: Change[] = [];
  for (const one of await saveDatasetIn(client, batch)) log.push({ ...one, entries: [] });

  const removed = new Map(batch.removals.map((one) => [one.listingKey, one.reason]));
  const upserts = batch.upserts.filter((one) => !removed.has(one.listing.listingKey)).map(toStorable);
  const named = new Set([...upserts.map((one) => one.listing.listingKey), ...removed.keys()]);
  const stored = await loadStored(client, dataset, [...named]);
  const given = prepare(
    upserts.map((one) => withVanishedFields(one, stored.get(one.listing.listingKey)?.record, batch.provider)),
    seenAt,
  );
  const touched: Prepared[] = [];
  const changed: Prepared[] = [];
  const entries = new Map<string, LedgerEntry[]>();
  for (const [key, versions] of given) {
    const was = stored.get(key);
    const current = versions.filter((one) => batch.isReread || !isOutOfOrder(was, one, seenAt));
    const last = current.at(-1);
    if (last === undefined) {
      // The feed has the listing, though this row of it came late.
      if (!was!.retired) touched.push({ ...versions.at(-1)!, stamp: was!.stamp, isLate: true });
      continue;
    }
    // A version that was told before is only told again as the present one.
    const chain = current.filter((one) => one === last || was === undefined || one.stamp > was.stamp);
    const told = was === undefined ? [] : entriesOf(was, chain);
    const isSame =
      was !== undefined &&
      !was.retired &&
      was.rowHash === last.rowHash &&
      was.derivation === DERIVATION &&
      told.length === 0;
    (isSame ? touched : changed).push(last);
    entries.set(key, told);
  }

  const fresh = changed.filter((one) => !stored.has(one.key));
  const former = await findFormer(client, dataset, {
    fresh: fresh.map((one) => one.record),
    isPresent: (key) => given.has(key),
    seenAt,
  });
  for (const { key } of fresh) entries.set(key, entriesOf(former.get(key), given.get(key)!));

  const { homeIds, touched: alsoTouched } = await claimHomes(
    client,
    dataset,
    changed.map((one) => ({
      listingKey: one.key,
      keys: one.homeKeys,
      was: stored.get(one.key),
      formerHomeId: former.get(one.key)?.homeIdAlone,
    })),
    seenAt,
  );
  for (const { key } of changed) {
    const was = stored.get(key);
    const homes = [
      homeIds.get(key)!,
      ...(was === undefined ? [] : [was.homeId]),
      ...(alsoTouched.get(key) ?? []),
    ];
    log.push({ listingKey: key, homeIds: [...new Set(homes)], entries: entries.get(key)! });
  }
  const leaving = [...removed].flatMap(([listingKey, reason]) => {
    const was = stored.get(listingKey);
    return was === undefined || was.retired ? [] : [{ listingKey, reason, was }];
  });
  const silent = await findSilentRemovals(
    client,
    dataset,
    leaving.map((one) => one.listingKey),
  );
  for (const { listingKey, reason, was } of leaving) {
    const told = silent.has(listingKey) ? [] : [removalEntryOf(was.record, reason)];
    log.push({ listingKey, homeIds: [was.homeId], entries: told });
  }

  const groups = await lockHomes(
    client,
    log.flatMap((one) => one.homeIds),
  );
  const areas = await findSchoolAreas(
    client,
    changed.map(({ placed }) => openPositionOf(placed)),
  );
  for (const [index, one] of changed.entries()) one.placed = { ...one.placed, schoolAreas: areas[index] };
  const barred = await barredHomes(client, groups);
  await writeListings(client, batch, changed, {
    stored,
    homeIds,
    former,
    isBarred: (id) => barred.has(groups.rootOf(id)),
  });
  const ids = [...groups.members.keys()];
  const down = ids.filter((id) => barred.has(groups.rootOf(id)));
  // Also those of homes that have just come to be one with a home that is down, and back when they part.
  const turned = down.length > 0 ? await hideListingsIn(client, down) : [];
  if (alsoTouched.size > 0) {
    const up = ids.filter((id) => !down.includes(id));
    turned.push(...(await showListingsIn(client, up)));
  }
  const { own: turnedHere = [], others: turnedElsewhere = [] } = Object.groupBy(turned, (one) =>
    one.dataset === dataset ? 'own' : 'others',
  );
  const logged = new Set(log.map((one) => one.listingKey));
  for (const { listing_key: listingKey, home_id: homeId } of turnedHere) {
    if (!logged.has(listingKey)) log.push({ listingKey, homeIds: [homeId], entries: [] });
  }
  await writeAliases(client, dataset, { former, changed: changed.map((one) => one.key), seenAt });
  await writeWords(
    client,
    dataset,
    changed.map((one) => one.placed),
  );
  await writeMedia(client, dataset, changed, stored);
  await writeOpenHouses(client, dataset, changed, stored);
  await touchListings(client, dataset, touched, stored, seenAt);
  await retireListings(client, dataset, leaving, seenAt);
  await writeLog(client, dataset, log, { groups, start, seenAt });
  await refreshHomes(client, groups);
  await writeQuarantine(client, batch, { readable: [...given.keys()], quarantineKeys });
  await writePeople(client, batch);
  const sequence = start + log.length;
  await client.query(
    `update feed_state set sequence = $2, cursor = coalesce($3, cursor),
       initial_load_done = initial_load_done or $4,
       last_success_at = case when $6 then greatest(last_success_at, $5) else last_success_at end,
       failing_since = case when $6 then null else failing_since end
     where dataset = $1`,
    [dataset, sequence, batch.cursor, batch.initialLoadDone ?? false, seenAt, quarantineKeys === undefined],
  );
  if (log.length > 0) await client.query(`select pg_notify('maru_change', $1)`, [dataset]);
  await tellOthers(client, turnedElsewhere, { groups, seenAt });
  return { sequence, changed: log.length };
}

/**
 * Numbers that listings of other datasets were hidden or are shown again: whoever follows those listings (agents, remarks)
 * reads them anew. Their datasets are locked out of turn, after all else is written: two writers that wait for each other are a circle
 * that ends one of them, which begins again (`withWrite`). Rare: a home that is down meets another one, or parts from it.
 */
async function tellOthers(
  client: PoolClient,
  listings: readonly ListingOfHome[],
  { groups, seenAt }: { groups: HomeGroups; seenAt: Date },
): Promise<void> {
  const byDataset = Map.groupBy(listings, (one) => one.dataset);
  for (const dataset of [...byDataset.keys()].sort()) {
    await lockDataset(client, dataset);
    const log = byDataset.get(dataset)!.map((one) => ({
      listingKey: one.listing_key,
      homeIds: [one.home_id],
      entries: [],
    }));
    const { rows } = await client.query<{ sequence: number }>(
      'update feed_state set sequence = sequence + $2 where dataset = $1 returning sequence',
      [dataset, log.length],
    );
    const start = (rows[0]?.sequence ?? log.length) - log.length;
    await writeLog(client, dataset, log, { groups, start, seenAt });
    await client.query(`select pg_notify('maru_change', $1)`, [dataset]);
  }
}

/** A stamp so much ahead of our clock is not one to measure others by (PROVIDERS.md 7.26). */
const CLOCK_SKEW = 10 * 60_000;

/**
 * Whether the row was overtaken by the stored one. A stored stamp from the future would stop the listing for ever:
 * it overtakes nothing.
 */
function isOutOfOrder(was: Stored | undefined, one: Prepared, seenAt: Date): boolean {
  if (was === undefined || was.stamp.getTime() > seenAt.getTime() + CLOCK_SKEW) return false;
  return one.stamp < was.stamp;
}

/** What happened from the stored state over each version that the batch brought, in their order. */
function entriesOf(before: Stored | FormerListing | undefined, versions: readonly Prepared[]): LedgerEntry[] {
  let last: LedgerBefore | undefined = before;
  return versions.flatMap((one) => {
    const told = ledgerEntriesOf(last, one);
    last = { ...one, retired: false };
    return told;
  });
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
  { groups, start, seenAt }: { groups: HomeGroups; start: number; seenAt: Date },
): Promise<void> {
  if (log.length === 0) return;
  // With the ids that no longer stand for themselves: readers have to forget those.
  const homesOf = (one: Change) => [...new Set([...one.homeIds.map(groups.rootOf), ...one.homeIds])];
  await client.query(
    `insert into listing_change (dataset, listing_key, sequence, home_ids)
     select $1, key, sequence, string_to_array(home_ids, ',')
     from unnest($2::text[], $3::bigint[], $4::text[]) as u(key, sequence, home_ids)`,
    [
      dataset,
      log.map((one) => one.listingKey),
      log.map((_, i) => start + 1 + i),
      log.map((one) => homesOf(one).join(',')),
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
      rows.map((row) => groups.rootOf(row.one.homeIds[0]!)),
      rows.map((row) => row.kind),
      rows.map((row) => (row.oldValue === null ? null : JSON.stringify(row.oldValue))),
      rows.map((row) => (row.newValue === null ? null : JSON.stringify(row.newValue))),
      seenAt,
      rows.map((row) => instantOf(row.sourceTime)),
    ],
  );
}

/** Shows each of these homes by its best listing: active first, then newest change, then key. */
export async function refreshHomes(client: PoolClient, groups: HomeGroups): Promise<void> {
  const { members } = groups;
  if (members.size === 0) return;
  const barred = await barredHomes(client, groups);
  await client.query(REFRESH_HOMES, [[...members.keys()], [...members.values()], [...barred]]);
}

/** The homes of these that were taken down, under whichever of their ids. */
async function barredHomes(client: PoolClient, { members, rootOf }: HomeGroups): Promise<Set<string>> {
  const taken = await takenDownAmong(client, [...new Set([...members.keys(), ...members.values()])]);
  return new Set([...taken].map(rootOf));
}

const COLUMNS = HOME_COLUMNS.join(', ');
/** What a card that the version before has written does not say, and a home's row must. */
const CARD_DEFAULTS = '{"features_yes": 0, "features_stated": 0, "schools": [], "open_house_days": []}';
const REFRESH_HOMES = `
  with best as materialized (
    select distinct on (m.root, l.search_type) m.root as home_id, l.search_type, l.card
    from unnest($1::text[], $2::text[]) as m(home_id, root)
    join listing l on l.home_id = m.home_id join dataset d on d.dataset = l.dataset
    where l.displayable and l.retired_at is null and not d.is_hidden and m.root <> all($3::text[])
      and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)
    order by m.root, l.search_type, (l.card ->> 'status_group' = 'active') desc, l.modified_at desc,
      l.listing_key collate "C", l.dataset collate "C"
  ), gone as (
    delete from home h where h.home_id = any($1)
      and not exists (select from best b where b.home_id = h.home_id and b.search_type = h.search_type)
  )
  insert into home as old (${COLUMNS})
  select ${HOME_COLUMNS.map((column) => `h.${column}`).join(', ')}
  from best b
  cross join lateral jsonb_populate_record(
    null::home, '${CARD_DEFAULTS}'::jsonb || b.card || jsonb_build_object('home_id', b.home_id)) h
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
  /** What its home is known by. */
  homeKeys: readonly string[];
  /** When the provider says that it last changed there. */
  stamp: Date;
  /** The row came after a newer one: only that the listing was seen is news. */
  isLate?: boolean;
}

interface Stored extends LedgerBefore {
  homeId: string;
  keys: string[];
  rowHash: string;
  mediaHash: string;
  stamp: Date;
  /** Null: by a version that did not say. */
  derivation: number | null;
}

/**
 * By key, the versions in the order of their stamps; as they came where the stamps are the same. A stamp from the
 * future tells no order: whatever else there is comes after it.
 */
function prepare(upserts: PlacedListing[], seenAt: Date): Map<string, Prepared[]> {
  const latest = seenAt.getTime() + CLOCK_SKEW;
  const rank = ({ stamp }: Prepared) => (stamp.getTime() > latest ? 0 : stamp.getTime());
  const prepared = new Map<string, Prepared[]>();
  for (const placed of upserts) {
    const { media, openHouses } = placed.listing;
    // Not by a rest pattern: an object of so many members is then no longer one of a known shape, and slow.
    const record: LedgerSubject = { ...placed.listing, ...BESIDE };
    const mediaHash = digest([orderedMedia(media), record.photosChangeTimestamp]);
    const given: Prepared = {
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
      stamp: new Date(instantOf(record.sourceModifiedAt) ?? instantOf(record.modificationTimestamp) ?? 0),
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

async function loadStored(client: PoolClient, dataset: string, keys: string[]): Promise<Map<string, Stored>> {
  const { rows } = await client.query<Stored & { key: string }>(
    `select listing_key as key, record, home_id as "homeId", ${HOME_KEYS} as keys, row_hash as "rowHash",
       media_hash as "mediaHash", (card ->> 'photos_count')::int as "photosCount",
       (card ->> 'derivation')::int as derivation, coalesce(stamped_at, modified_at) as stamp, retired_at is not null as retired
     from listing where dataset = $1 and listing_key = any($2)`,
    [dataset, keys],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

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

/** The card as it is kept with its listing; of whose home it is, the listing says. */
export function storedCardOf(placed: PlacedListing, seenAt: Date): string {
  const { home_id, ...card } = homeRowOf(homeCardOf(placed, '', seenAt));
  return JSON.stringify({ ...card, derivation: DERIVATION });
}

/** The words of these listings' remarks, where they are others than before. */
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
    [dataset, placed.map((one) => one.listing.listingKey), placed.map(wordsVectorOf)],
  );
}

/** New listings go straight in; changed ones by way of a table that lives as long as the transaction. */
async function writeListings(
  client: PoolClient,
  batch: ChangeSet,
  changed: Prepared[],
  {
    stored,
    homeIds,
    former,
    isBarred,
  }: {
    stored: Map<string, Stored>;
    homeIds: Map<string, string>;
    former: ReadonlyMap<string, FormerListing>;
    /** Whether the home was taken down. */
    isBarred: (homeId: string) => boolean;
  },
): Promise<void> {
  const seen = batch.seenAt.toISOString();
  const arrayOf = (keys: readonly string[]) =>
    `{${keys.map((key) => `"${key.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  const rowOf = ({ key, placed, record, ...one }: Prepared): CopyValue[] => {
    return [
      batch.dataset,
      key,
      homeIds.get(key)!,
      one.homeKeys[0]!,
      arrayOf(one.homeKeys),
      searchTypeOf(record.propertyType),
      record.standardStatus,
      record.listingId,
      instantOf(record.modificationTimestamp) ?? new Date(0).toISOString(),
      one.stamp.toISOString(),
      mayDisplay(placed.listing, { allowSold: true }) && !isBarred(homeIds.get(key)!),
      one.recordText,
      storedCardOf(placed, batch.seenAt),
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

/** Seen again and the same: only when we saw it, and the raw record and its stamp where its own time moved on. */
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

async function writeQuarantine(
  client: PoolClient,
  batch: ChangeSet,
  { readable, quarantineKeys = [] }: { readable: string[]; quarantineKeys?: readonly string[] | undefined },
): Promise<void> {
  const { dataset, seenAt } = batch;
  if (quarantineKeys.length > 0) {
    await client.query('delete from quarantine where dataset = $1 and quarantine_key = any($2)', [
      dataset,
      quarantineKeys,
    ]);
  }
  if (readable.length > 0) {
    // By the primary key, which is the listing's key where there is one: the quarantine may be long.
    await client.query('delete from quarantine where dataset = $1 and quarantine_key = any($2)', [
      dataset,
      readable,
    ]);
  }
  const rows = new Map(
    batch.quarantined.map((given) => {
      const one = toStorable(given);
      return [quarantineKeyOf(one), one];
    }),
  );
  if (rows.size === 0) return;
  await client.query(
    `insert into quarantine (dataset, quarantine_key, listing_key, reason, raw, first_seen_at, last_seen_at)
     select $1, key, listing_key, reason, raw::jsonb, $6, $6
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as u(key, listing_key, reason, raw)
     on conflict (dataset, quarantine_key) do update set
       reason = excluded.reason, raw = excluded.raw, last_seen_at = excluded.last_seen_at, read_by = null`,
    [
      dataset,
      [...rows.keys()],
      [...rows.values()].map((one) => one.listingKey),
      [...rows.values()].map((one) => one.reason.slice(0, MOST_REASON_LENGTH)),
      [...rows.values()].map((one) => keptRaw(one.raw)),
      seenAt,
    ],
  );
  await client.query(
    `delete from quarantine where dataset = $1 and quarantine_key in (
       select quarantine_key from quarantine where dataset = $1
       order by last_seen_at desc, quarantine_key offset $2)`,
    [dataset, MOST_QUARANTINED],
  );
}

/** A reason may quote the record. */
const MOST_REASON_LENGTH = 1_000;

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
