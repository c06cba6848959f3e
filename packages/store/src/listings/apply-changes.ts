import type { PoolClient } from 'pg';
import { toStorable } from '../db/storable.ts';
import { lockDataset } from '../feeds/dataset-lock.ts';
import { saveDatasetIn } from '../feeds/datasets.ts';
import { keptRaw, MOST_QUARANTINED, quarantineKeyOf } from '../feeds/quarantine-row.ts';
import { findSchoolAreas } from '../places/school-areas.ts';
import { type Change, writeLog } from './change-log.ts';
import { type ChangeSet, StaleCursor } from './change-set.ts';
import { claimHomes } from './claim-homes.ts';
import { DERIVATION, openPositionOf } from './home-card.ts';
import { type HomeGroups, lockHomes } from './home-groups.ts';
import { type LedgerBefore, type LedgerEntry, ledgerEntriesOf, removalEntryOf } from './ledger.ts';
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
 * Writes a batch within the caller's transaction: records, ledger, changes with sequence numbers, affected homes, and
 * the feed's cursor. The number of statements does not depend on the batch size. Idempotent.
 * `quarantineKeys`: the batch consists of retried quarantine rows, which are removed; the feed's state stays.
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
  const stored = await loadStoredListings(client, dataset, [...named]);
  const given = prepareListings(
    upserts.map((one) => withVanishedFields(one, stored.get(one.listing.listingKey)?.record, batch.provider)),
    seenAt,
  );
  const touched: PreparedListing[] = [];
  const changed: PreparedListing[] = [];
  const entries = new Map<string, LedgerEntry[]>();
  for (const [key, versions] of given) {
    const was = stored.get(key);
    const current = versions.filter((one) => batch.isReread || !isOutOfOrder(was, one, seenAt));
    const last = current.at(-1);
    if (last === undefined) {
      // The feed has the listing, although this row is outdated.
      if (!was!.retired) touched.push({ ...versions.at(-1)!, stamp: was!.stamp, isLate: true });
      continue;
    }
    // A version that was recorded before is written only as the current one.
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
  // Including homes that were merged with a taken-down home, or separated from it.
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
 * Records that listings of other datasets were hidden or shown, so that readers of those datasets (agents, remarks) see
 * it. Locks these datasets last, out of order: two writers may deadlock, and one is retried (`withWrite`). Rare: only
 * when a taken-down home is merged or separated.
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

/** The ledger entries from the stored state over each version of the batch, in order. */
function entriesOf(
  before: StoredListing | FormerListing | undefined,
  versions: readonly PreparedListing[],
): LedgerEntry[] {
  let last: LedgerBefore | undefined = before;
  return versions.flatMap((one) => {
    const told = ledgerEntriesOf(last, one);
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
  if (quarantineKeys.length > 0) {
    await client.query('delete from quarantine where dataset = $1 and quarantine_key = any($2)', [
      dataset,
      quarantineKeys,
    ]);
  }
  if (readable.length > 0) {
    // By primary key, because the quarantine may be long.
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
