import type { PoolClient } from 'pg';
import { lockByName } from '../db/locks.ts';
import { Partition } from '../db/partition.ts';
import { sql } from '../db/sql.ts';
import { createHomeIds, findHomeIds, insertHomeKeys } from './home-ids.ts';

/** A listing to be written, with the keys of its home. */
export interface HomeClaim {
  listingKey: string;
  keys: readonly string[];
  was: { homeId: string; keys: readonly string[] } | undefined;
  formerHomeId: string | undefined;
}

export interface ClaimedHomes {
  homeIds: Map<string, string>;
  /** Further homes affected: merged ones, and those the listing left. */
  touched: Map<string, string[]>;
}

/**
 * Assigns listings to homes: connected components of listings that share keys, whatever the order of arrival. Of merged
 * homes the older id stays; what only a leaving listing connected is separated. Call it before locking any home; the
 * caller must retry the transaction on a deadlock.
 */
export async function claimHomes(
  client: PoolClient,
  dataset: string,
  claims: readonly HomeClaim[],
  seenAt: Date,
): Promise<ClaimedHomes> {
  const homeIds = new Map<string, string>();
  const touched = new Map<string, string[]>();
  const open: HomeClaim[] = [];
  for (const claim of claims) {
    if (claim.was !== undefined && isSameSet(claim.keys, claim.was.keys)) {
      homeIds.set(claim.listingKey, claim.was.homeId);
    } else {
      open.push(claim);
    }
  }
  if (open.length === 0) return { homeIds, touched };

  const keys = [...new Set(open.flatMap((one) => [...one.keys, ...(hasLostKeys(one) ? one.was!.keys : [])]))];
  const found = await findHomeIds(client, keys);
  const plain: Component[] = [];
  const involved: HomeClaim[] = [];
  for (const component of findComponents(open, found)) {
    if (component.homeIds.size > 1 || component.claims.some(hasLostKeys)) involved.push(...component.claims);
    else plain.push(component);
  }
  if (involved.length > 0) await lockRegrouping(client);

  const drawn = await createHomeIds(client, plain.filter((one) => one.homeIds.size === 0).length, seenAt);
  const isNew = new Set(drawn);
  const missing = new Map<string, string>();
  for (const component of plain) {
    const homeId = [...component.homeIds][0] ?? drawn.pop()!;
    component.homeIds.add(homeId);
    for (const claim of component.claims) {
      homeIds.set(claim.listingKey, homeId);
      for (const key of claim.keys) if (!found.has(key)) missing.set(key, homeId);
    }
  }
  const beaten = await insertHomeKeys(client, missing);
  if (beaten.size > 0) {
    // A writer of another dataset inserted some of these keys first: reassign those listings.
    if (involved.length === 0) await lockRegrouping(client);
    for (const component of plain) {
      if (component.claims.some((claim) => claim.keys.some((key) => beaten.has(key)))) {
        for (const claim of component.claims) {
          involved.push({ ...claim, formerHomeId: claim.formerHomeId ?? homeIds.get(claim.listingKey) });
        }
      }
    }
  }
  if (involved.length > 0)
    await regroup(client, dataset, involved, { seenAt, isNew, result: { homeIds, touched } });
  return { homeIds, touched };
}

interface Component {
  claims: HomeClaim[];
  homeIds: Set<string>;
}

/** A key that other listings cannot share. */
const isAlone = (keys: readonly string[]) => keys.every((key) => key.startsWith('listing:'));
const isOfPlace = (key: string) => !key.startsWith('mls:');
const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key) => b.includes(key));
const hasLostKeys = ({ keys, was }: HomeClaim) =>
  was !== undefined && !was.keys.every((key) => keys.includes(key));

function findComponents(claims: readonly HomeClaim[], found: ReadonlyMap<string, string>): Component[] {
  const partition = new Partition<string>();
  const formatNode = (claim: HomeClaim) => `listing ${claim.listingKey}`;
  for (const claim of claims) {
    partition.add(formatNode(claim));
    for (const key of claim.keys) partition.join(formatNode(claim), `key ${key}`);
    // Judge all listings concerned together when one leaves its home.
    if (hasLostKeys(claim))
      for (const key of claim.was!.keys) partition.join(formatNode(claim), `key ${key}`);
  }
  const components = new Map<string, Component>();
  for (const claim of claims) {
    const root = partition.findRoot(formatNode(claim));
    const component = components.get(root) ?? { claims: [], homeIds: new Set<string>() };
    components.set(root, component);
    component.claims.push(claim);
    if (claim.was !== undefined) component.homeIds.add(claim.was.homeId);
    if (claim.formerHomeId !== undefined) component.homeIds.add(claim.formerHomeId);
    for (const key of claim.keys) {
      const homeId = found.get(key);
      if (homeId !== undefined) component.homeIds.add(homeId);
    }
  }
  return [...components.values()];
}

/** Serializes merges and separations; taken before any home lock, to avoid deadlocks. */
async function lockRegrouping(client: PoolClient): Promise<void> {
  await lockByName(client, 'maru:homes');
}

interface Node {
  name: string;
  claim: HomeClaim | undefined;
  homeId: string | undefined;
  keys: readonly string[];
}

/** Recomputes the homes of these listings from all their keys; others that share an id stay together. */
async function regroup(
  client: PoolClient,
  dataset: string,
  claims: readonly HomeClaim[],
  {
    seenAt,
    isNew,
    result,
  }: {
    seenAt: Date;
    /** Ids created in this transaction, not yet public. */
    isNew: ReadonlySet<string>;
    result: ClaimedHomes;
  },
): Promise<void> {
  const keys = [...new Set(claims.flatMap((one) => [...one.keys, ...(one.was?.keys ?? [])]))];
  const found = await findHomeIds(client, keys);
  const met = claims.flatMap((one) => [one.was?.homeId, one.formerHomeId]);
  const homes = await loadGroups(
    client,
    [...found.values(), ...met].filter((id) => id !== undefined),
  );
  const ids = [...homes.keys()];
  const { rows } = await client.query<{ dataset: string; key: string; homeId: string; keys: string[] }>(sql`
    select dataset, listing_key as key, home_id as "homeId", ${HOME_KEYS} as keys
    from listing where home_id = any(${ids})`);
  const isClaimed = new Set(claims.map((one) => one.listingKey));
  const nodes: Node[] = [
    ...rows
      .filter((row) => row.dataset !== dataset || !isClaimed.has(row.key))
      .map((row) => ({
        name: `${row.dataset}\n${row.key}`,
        claim: undefined,
        homeId: row.homeId,
        keys: row.keys,
      })),
    ...[...claims]
      .sort((a, b) => (a.listingKey < b.listingKey ? -1 : 1))
      .map((claim) => ({
        name: `${dataset}\n${claim.listingKey}`,
        claim,
        homeId: claim.was?.homeId,
        keys: claim.keys,
      })),
  ];

  const partition = new Partition<string>();
  for (const { name, claim, homeId, keys: own } of nodes) {
    partition.add(`listing ${name}`);
    for (const key of own) partition.join(`listing ${name}`, `key ${key}`);
    const stays = claim === undefined ? homeId : claim.formerHomeId;
    if (stays !== undefined) partition.join(`listing ${name}`, `home ${stays}`);
  }
  const heldIds = new Set(nodes.flatMap((one) => (one.claim === undefined ? (one.homeId ?? []) : [])));
  const heldKeys = new Set(nodes.flatMap((one) => one.keys));
  const groups = new Map<string, { nodes: Node[]; ids: Set<string> }>();
  const ensureGroup = (node: Node) => {
    const root = partition.findRoot(`listing ${node.name}`);
    const group = groups.get(root) ?? { nodes: [], ids: new Set<string>() };
    groups.set(root, group);
    return group;
  };
  for (const node of nodes) {
    const group = ensureGroup(node);
    group.nodes.push(node);
    if (node.claim === undefined) group.ids.add(node.homeId!);
  }
  // An unshared id stays with its listing unless that has moved to another place.
  const take = (node: Node, homeId: string | undefined) => {
    if (homeId === undefined || heldIds.has(homeId)) return;
    heldIds.add(homeId);
    ensureGroup(node).ids.add(homeId);
  };
  for (const node of nodes) if (node.claim !== undefined && keepsHome(node.claim)) take(node, node.homeId);
  for (const node of nodes) take(node, node.claim?.formerHomeId);
  for (const node of nodes) {
    if (node.claim === undefined || ensureGroup(node).ids.size > 0) continue;
    // Keys of a removed home lead to its id again; the home that the listing left does not.
    for (const key of node.keys) if (found.get(key) !== node.homeId) take(node, found.get(key));
  }

  const homeless = [...groups.values()].filter((group) => group.ids.size === 0);
  for (const [at, id] of (await createHomeIds(client, homeless.length, seenAt)).entries()) {
    homeless[at]!.ids.add(id);
    homes.set(id, { firstSeenAt: seenAt, root: id });
  }

  const roots = new Map<string, string>();
  const keyHomes = new Map<string, string>();
  for (const group of groups.values()) {
    const root = [...group.ids].sort(byAge(homes, isNew))[0]!;
    for (const id of group.ids) roots.set(id, root);
    for (const node of group.nodes) {
      for (const key of node.keys) keyHomes.set(key, root);
      if (node.claim === undefined) continue;
      const keeps = node.homeId !== undefined && group.ids.has(node.homeId);
      result.homeIds.set(node.claim.listingKey, keeps ? node.homeId! : root);
    }
  }
  // An id without listings keeps its redirect.
  for (const [id, home] of homes) if (!roots.has(id)) roots.set(id, roots.get(home.root) ?? home.root);
  await writeGroups(client, homes, roots);
  await moveHomeKeys(
    client,
    keyHomes,
    keys.filter((key) => !heldKeys.has(key)),
    ids,
  );

  const first = claims[0]!.listingKey;
  const changed = [...homes]
    .filter(([id, home]) => roots.get(id) !== home.root)
    .flatMap(([id, home]) => [id, home.root]);
  const left = claims.flatMap((one) =>
    one.was === undefined ? [] : [homes.get(one.was.homeId)?.root ?? one.was.homeId],
  );
  result.touched.set(first, [...new Set([...(result.touched.get(first) ?? []), ...changed, ...left])]);
}

/** Whether a listing keeps its id when it leaves: the home was not shared, or some address keys are unchanged. */
function keepsHome({ keys, was }: HomeClaim): boolean {
  if (was === undefined) return false;
  if (isAlone(keys) || isAlone(was.keys)) return true;
  return was.keys.some((key) => isOfPlace(key) && keys.includes(key));
}

/** Rows of the previous version have a single key. */
export const HOME_KEYS = sql`(case when home_keys = '{}' then array[home_key] else home_keys end)`;

interface KnownHome {
  firstSeenAt: Date;
  root: string;
}

function byAge(
  homes: ReadonlyMap<string, KnownHome>,
  isNew: ReadonlySet<string>,
): (a: string, b: string) => number {
  const since = (id: string) => homes.get(id)?.firstSeenAt.getTime() ?? 0;
  return (a, b) => Number(isNew.has(a)) - Number(isNew.has(b)) || since(a) - since(b) || (a < b ? -1 : 1);
}

async function loadGroups(client: PoolClient, homeIds: string[]): Promise<Map<string, KnownHome>> {
  const { rows } = await client.query<{
    home_id: string;
    merged_into: string | null;
    first_seen_at: Date;
  }>(sql`
    with root as (
      select distinct coalesce(merged_into, home_id) as id from known_home
      where home_id = any(${[...new Set(homeIds)]})
    )
    select home_id, merged_into, first_seen_at from known_home
    where home_id in (
      select id from root
      union all select k.home_id from known_home k join root r on k.merged_into = r.id
    )
    order by home_id collate "C" for update`);
  return new Map(
    rows.map((row) => [
      row.home_id,
      { firstSeenAt: row.first_seen_at, root: row.merged_into ?? row.home_id },
    ]),
  );
}

async function writeGroups(
  client: PoolClient,
  homes: ReadonlyMap<string, KnownHome>,
  roots: ReadonlyMap<string, string>,
): Promise<void> {
  const moved = [...homes].filter(([id, home]) => roots.get(id) !== home.root).map(([id]) => id);
  if (moved.length === 0) return;
  await client.query(sql`
    update known_home k set merged_into = nullif(u.root, u.home_id)
    from unnest(${moved}::text[], ${moved.map((id) => roots.get(id)!)}::text[]) as u(home_id, root)
    where k.home_id = u.home_id`);
}

async function moveHomeKeys(
  client: PoolClient,
  keyHomes: ReadonlyMap<string, string>,
  dropped: string[],
  homeIds: string[],
): Promise<void> {
  const keys = [...keyHomes.keys()].sort();
  await client.query(sql`
    insert into home_identity as old (home_key, home_id)
    select * from unnest(${keys}::text[], ${keys.map((key) => keyHomes.get(key)!)}::text[])
    on conflict (home_key) do update set home_id = excluded.home_id where old.home_id <> excluded.home_id`);
  if (dropped.length === 0) return;
  // A key without listings, such as a mistyped parcel, must not lead strangers to this home.
  await client.query(sql`
    delete from home_identity where home_key = any(${dropped}) and home_id = any(${homeIds})`);
}
