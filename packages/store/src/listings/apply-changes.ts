import { readCorrectable } from '@maru/listing/corrections';
import type { PoolClient } from 'pg';
import { lockDataset } from '../db/locks.ts';
import { insertRow } from '../db/rows.ts';
import { raw, sql } from '../db/sql.ts';
import { toStorable } from '../db/storable.ts';
import { saveDatasetIn } from '../feeds/datasets.ts';
import { keptRaw, MAX_QUARANTINED, quarantineKey } from '../feeds/quarantine-row.ts';
import { findPlaceAreas } from '../places/place-areas.ts';
import {
  type Correction,
  correctListing,
  endCorrectionsIn,
  isStillWrong,
  loadCorrectionsIn,
  type OvertakenCorrection,
} from '../site/correction-rows.ts';
import { appendLog, type Change, notifyReaders, toChange, writeLog } from './change-log.ts';
import { type ChangeSet, StaleCursor } from './change-set.ts';
import { claimHomes } from './claim-homes.ts';
import { DERIVATION, publicPosition } from './home-card.ts';
import { type HomeGroups, lockHomes } from './home-groups.ts';
import { buildRemovalEntry, compareListings, type LedgerBefore, type LedgerEntry } from './ledger.ts';
import { type FormerListing, findFormer, findSilentRemovals, writeAliases } from './listing-alias.ts';
import {
  retireListings,
  touchListings,
  writeListings,
  writeMedia,
  writeOpenHouses,
  writeWords,
} from './listing-rows.ts';
import {
  isOutOfOrder,
  loadStoredListings,
  type PreparedListing,
  prepareListings,
  type StoredListing,
} from './prepared-listing.ts';
import { barredHomes, refreshHomes } from './refresh-homes.ts';
import { hideListingsIn, type ListingOfHome, showListingsIn } from './shown-listings.ts';
import { withVanishedFields } from './vanished-fields.ts';

/**
 * Writes a batch in the caller's transaction, with a handful of statements whatever its size: records, ledger, changes
 * with the next sequence numbers, homes and the feed's cursor. Idempotent. `quarantineKeys`: rows from which the batch
 * was read again, to be deleted. @throws StaleCursor when another writer has moved the cursor
 */
export async function applyChangesIn(
  client: PoolClient,
  batch: ChangeSet,
  quarantineKeys?: readonly string[],
): Promise<{ sequence: number; changed: number }> {
  const { dataset, seenAt } = batch;
  const start = await lockFeed(client, batch);
  const log = await saveDatasetIn(client, batch);

  const difference = await compareWithStored(client, batch);
  const { stored, given, changed, touched } = difference;
  const { former, homeIds, alsoTouched, changes } = await assignHomes(client, batch, difference);
  log.push(...changes);
  const removed = await findRemoved(client, batch, stored);
  log.push(...removed.changes);

  const groups = await lockHomes(
    client,
    log.flatMap((one) => one.homeIds),
  );
  await placeInAreas(client, changed);
  const barred = await barredHomes(client, groups);
  const isBarred = (homeId: string) => barred.has(groups.findRoot(homeId));
  await writeListings(client, batch, changed, { stored, homeIds, former, isBarred });
  const toggled = await toggleListings(client, [...groups.members.keys()], isBarred, alsoTouched.size > 0);
  const { own = [], others = [] } = Object.groupBy(toggled, (one) =>
    one.dataset === dataset ? 'own' : 'others',
  );
  const logged = new Set(log.map((one) => one.listingKey));
  log.push(...own.filter((one) => !logged.has(one.listing_key)).map(toChange));

  await writeAliases(client, dataset, { former, changed: changed.map((one) => one.key), seenAt });
  await writeWords(
    client,
    dataset,
    changed.map((one) => one.placed),
  );
  await writeMedia(client, dataset, changed, stored);
  await writeOpenHouses(client, dataset, changed, stored);
  await touchListings(client, dataset, touched, stored, seenAt);
  await retireListings(client, dataset, removed.listings, seenAt);
  await writeLog(client, dataset, log, { groups, start, seenAt });
  await refreshHomes(client, groups);
  const readable = batch.isOwnEdit ? [] : [...given.keys()];
  await writeQuarantine(client, batch, { readable, quarantineKeys });
  await writePeople(client, batch);
  const sequence = start + log.length;
  await endCorrections(client, batch, difference, former);
  await advanceFeed(client, batch, sequence, quarantineKeys === undefined && batch.isOwnEdit !== true);
  if (log.length > 0) await notifyReaders(client, dataset);
  await logInOtherDatasets(client, others, { groups, seenAt });
  return { sequence, changed: log.length };
}

async function lockFeed(
  client: PoolClient,
  { dataset, provider, expectedCursor }: ChangeSet,
): Promise<number> {
  await lockDataset(client, dataset);
  const row = await insertRow<{ sequence: number; cursor: string | null }>(
    client,
    'feed_state',
    { dataset, provider },
    'on conflict (dataset) do update set provider = excluded.provider, purged_at = null returning sequence, cursor',
  );
  const { sequence, cursor } = row!;
  if (expectedCursor !== undefined && expectedCursor !== cursor) {
    throw new StaleCursor(dataset, expectedCursor, cursor);
  }
  return sequence;
}

/** How a batch differs from what is stored. */
interface Difference {
  /** By listing key: the listings that the batch names. */
  stored: Map<string, StoredListing>;
  /** By listing key: the versions that the batch brought, in order. */
  given: Map<string, PreparedListing[]>;
  changed: PreparedListing[];
  touched: PreparedListing[];
  /** By listing key: ledger entries from the stored version on. */
  entries: Map<string, LedgerEntry[]>;
  overtaken: OvertakenCorrection[];
}

async function compareWithStored(client: PoolClient, batch: ChangeSet): Promise<Difference> {
  const { dataset, seenAt, provider, isReread, isOwnEdit = false } = batch;
  const removed = new Set(batch.removals.map((one) => one.listingKey));
  const upserts = batch.upserts.filter((one) => !removed.has(one.listing.listingKey)).map(toStorable);
  const named = new Set([...upserts.map((one) => one.listing.listingKey), ...removed]);
  const stored = await loadStoredListings(client, dataset, [...named]);
  const corrections = await loadCorrectionsIn(client, dataset, [...named]);
  const overtaken: OvertakenCorrection[] = [];
  const given = prepareListings(
    upserts.map((one) => withVanishedFields(one, stored.get(one.listing.listingKey)?.record, provider)),
    seenAt,
  );
  const touched: PreparedListing[] = [];
  const changed: PreparedListing[] = [];
  const entries = new Map<string, LedgerEntry[]>();
  for (const [key, versions] of given) {
    const was = stored.get(key);
    const current = versions.filter((one) => isReread || isOwnEdit || !isOutOfOrder(was, one, seenAt));
    const newest = current.at(-1);
    if (newest === undefined) {
      // The feed has the listing, though this row of it is older than the stored one.
      if (!was!.retired) touched.push({ ...versions.at(-1)!, stamp: was!.stamp, isLate: true });
      continue;
    }
    // Versions that are in the ledger already are skipped, except the last one.
    const chain = current.filter((one) => one === newest || was === undefined || one.stamp > was.stamp);
    // The ledger is that of the feed: corrections are laid over the newest version afterwards.
    const told = was === undefined || isOwnEdit ? [] : compareVersions(was, chain);
    const last = correctNewest(newest, corrections.get(key) ?? [], { was, batch, overtaken });
    const isSame =
      was !== undefined &&
      !was.retired &&
      was.rowHash === last.rowHash &&
      was.derivation === DERIVATION &&
      told.length === 0;
    (isSame ? touched : changed).push(last);
    entries.set(key, told);
  }
  return { stored, given, changed, touched, entries, overtaken };
}

/** The newest version with the open corrections that the feed has not overtaken; the others are added to `overtaken`. */
function correctNewest(
  newest: PreparedListing,
  open: readonly Correction[],
  {
    was,
    batch,
    overtaken,
  }: { was: StoredListing | undefined; batch: ChangeSet; overtaken: OvertakenCorrection[] },
): PreparedListing {
  const { seenAt, locate, isOwnEdit } = batch;
  const { listing } = newest.placed;
  const [holding, ended] = [true, false].map((is) => open.filter((one) => isStillWrong(listing, one) === is));
  for (const correction of ended!) {
    const feedValue = readCorrectable(listing, correction.field);
    overtaken.push({
      correction,
      endKind: feedValue === correction.value ? 'confirmed' : 'lapsed',
      feedValue,
    });
  }
  const corrected = correctListing(newest.placed, holding!, locate);
  const [prepared] =
    corrected === newest.placed ? [newest] : prepareListings([corrected], seenAt).get(newest.key)!;
  // Read from the store, pictures hash differently; they are the same.
  return isOwnEdit && was !== undefined ? { ...prepared!, mediaHash: was.mediaHash } : prepared!;
}

/** Also ends those of listings that continue under another key: the new record may be right. */
async function endCorrections(
  client: PoolClient,
  { dataset, seenAt }: ChangeSet,
  { overtaken }: Difference,
  former: ReadonlyMap<string, FormerListing>,
): Promise<void> {
  const keys = [...former.values()].map((one) => one.listingKey);
  const left = keys.length === 0 ? [] : [...(await loadCorrectionsIn(client, dataset, keys)).values()].flat();
  await endCorrectionsIn(
    client,
    [
      ...overtaken,
      ...left.map((correction) => ({
        correction,
        endKind: 'rekeyed' as const,
        feedValue: correction.feedValue,
      })),
    ],
    seenAt,
  );
}

interface Assignment {
  /** By listing key: the listing that it continues under another key. */
  former: Map<string, FormerListing>;
  homeIds: Map<string, string>;
  /** By listing key: further homes, merged with its home or left by it. */
  alsoTouched: Map<string, string[]>;
  changes: Change[];
}

async function assignHomes(
  client: PoolClient,
  { dataset, seenAt }: ChangeSet,
  { stored, given, changed, entries }: Difference,
): Promise<Assignment> {
  const fresh = changed.filter((one) => !stored.has(one.key));
  const former = await findFormer(client, dataset, {
    fresh: fresh.map((one) => one.record),
    isPresent: (key) => given.has(key),
    seenAt,
  });
  for (const { key } of fresh) entries.set(key, compareVersions(former.get(key), given.get(key)!));

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
  const changes = changed.map(({ key }) => {
    const was = stored.get(key);
    const homes = [
      homeIds.get(key)!,
      ...(was === undefined ? [] : [was.homeId]),
      ...(alsoTouched.get(key) ?? []),
    ];
    return { listingKey: key, homeIds: [...new Set(homes)], entries: entries.get(key)! };
  });
  return { former, homeIds, alsoTouched, changes };
}

/** The stored listings that the batch removes, and the log of that. */
async function findRemoved(
  client: PoolClient,
  { dataset, removals }: ChangeSet,
  stored: ReadonlyMap<string, StoredListing>,
): Promise<{ listings: { listingKey: string; reason: string }[]; changes: Change[] }> {
  const reasons = new Map(removals.map((one) => [one.listingKey, one.reason]));
  const listings = [...reasons].flatMap(([listingKey, reason]) => {
    const was = stored.get(listingKey);
    return was === undefined || was.retired ? [] : [{ listingKey, reason, was }];
  });
  const silent = await findSilentRemovals(
    client,
    dataset,
    listings.map((one) => one.listingKey),
  );
  const changes = listings.map(({ listingKey, reason, was }) => ({
    listingKey,
    homeIds: [was.homeId],
    entries: silent.has(listingKey) ? [] : [buildRemovalEntry(was.record, reason)],
  }));
  return { listings, changes };
}

async function placeInAreas(client: PoolClient, changed: PreparedListing[]): Promise<void> {
  const areas = await findPlaceAreas(
    client,
    changed.map(({ placed }) => publicPosition(placed)),
  );
  for (const [index, one] of changed.entries()) one.placed = { ...one.placed, placeAreas: areas[index] };
}

/** Hides the listings of barred homes and, where `mayShow`, shows those of the others; returns those that changed. */
async function toggleListings(
  client: PoolClient,
  homeIds: readonly string[],
  isBarred: (homeId: string) => boolean,
  mayShow: boolean,
): Promise<ListingOfHome[]> {
  const barred = homeIds.filter(isBarred);
  const toggled = barred.length > 0 ? await hideListingsIn(client, barred) : [];
  if (mayShow) {
    const others = homeIds.filter((id) => !isBarred(id));
    toggled.push(...(await showListingsIn(client, others)));
  }
  return toggled;
}

/** Stores the sequence and the cursor; `isFromFeed`: the feed has answered, which ends a failure. */
async function advanceFeed(
  client: PoolClient,
  { dataset, cursor, initialLoadDone = false, seenAt }: ChangeSet,
  sequence: number,
  isFromFeed: boolean,
): Promise<void> {
  await client.query(sql`
    update feed_state set sequence = ${sequence}, cursor = coalesce(${cursor}, cursor),
      initial_load_done = initial_load_done or ${initialLoadDone},
      last_success_at = case when ${isFromFeed} then greatest(last_success_at, ${seenAt}) else last_success_at end,
      failing_since = case when ${isFromFeed} then null else failing_since end
    where dataset = ${dataset}`);
}

/**
 * Datasets of other listings are locked last and out of order: two writers may deadlock, and one is retried
 * (`withWrite`).
 */
async function logInOtherDatasets(
  client: PoolClient,
  listings: readonly ListingOfHome[],
  { groups, seenAt }: { groups: HomeGroups; seenAt: Date },
): Promise<void> {
  const byDataset = Map.groupBy(listings, (one) => one.dataset);
  for (const dataset of [...byDataset.keys()].sort()) {
    await lockDataset(client, dataset);
    const log = byDataset.get(dataset)!.map(toChange);
    await appendLog(client, dataset, log, { groups, seenAt });
  }
}

function compareVersions(
  before: StoredListing | FormerListing | undefined,
  versions: readonly PreparedListing[],
): LedgerEntry[] {
  let last: LedgerBefore | undefined = before;
  return versions.flatMap((one) => {
    const told = compareListings(last, one);
    last = { ...one, retired: false };
    return told;
  });
}

async function writeQuarantine(
  client: PoolClient,
  batch: ChangeSet,
  { readable, quarantineKeys = [] }: { readable: string[]; quarantineKeys?: readonly string[] | undefined },
): Promise<void> {
  const { dataset, seenAt } = batch;
  const gone = [...quarantineKeys, ...readable];
  if (gone.length > 0) {
    // By primary key, because the quarantine may be long.
    await client.query(
      sql`delete from quarantine where dataset = ${dataset} and quarantine_key = any(${gone})`,
    );
  }
  const rows = new Map(
    batch.quarantined.map((given) => {
      const one = toStorable(given);
      return [quarantineKey(one), one];
    }),
  );
  if (rows.size === 0) return;
  await client.query(sql`
    insert into quarantine (dataset, quarantine_key, listing_key, reason, raw, first_seen_at, last_seen_at)
    select ${dataset}, key, listing_key, reason, raw::jsonb, ${seenAt}, ${seenAt}
    from unnest(${[...rows.keys()]}::text[], ${[...rows.values()].map((one) => one.listingKey)}::text[],
      ${[...rows.values()].map((one) => one.reason.slice(0, MAX_REASON_LENGTH))}::text[],
      ${[...rows.values()].map((one) => keptRaw(one.raw))}::text[]) as u(key, listing_key, reason, raw)
    on conflict (dataset, quarantine_key) do update set
      reason = excluded.reason, raw = excluded.raw, last_seen_at = excluded.last_seen_at, read_by = null`);
  await client.query(sql`
    delete from quarantine where dataset = ${dataset} and quarantine_key in (
      select quarantine_key from quarantine where dataset = ${dataset}
      order by last_seen_at desc, quarantine_key offset ${MAX_QUARANTINED})`);
}

const MAX_REASON_LENGTH = 1_000;

async function writePeople(client: PoolClient, batch: ChangeSet): Promise<void> {
  const members = new Map((batch.members ?? []).map((one) => [one.memberKey, toStorable(one)]));
  const offices = new Map((batch.offices ?? []).map((one) => [one.officeKey, toStorable(one)]));
  for (const [table, rows] of [
    ['member', members],
    ['office', offices],
  ] as const) {
    if (rows.size === 0) continue;
    const records = [...rows.values()].map((one) => JSON.stringify(one));
    await client.query(sql`
      insert into ${raw(table)} as old (dataset, ${raw(table)}_key, record)
      select ${batch.dataset}, key, record::jsonb
      from unnest(${[...rows.keys()]}::text[], ${records}::text[]) as u(key, record)
      on conflict (dataset, ${raw(table)}_key) do update set record = excluded.record
      where old.record is distinct from excluded.record`);
  }
}
