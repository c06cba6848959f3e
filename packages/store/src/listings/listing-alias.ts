import { identifyHome, isSamePlace } from '@maru/listing';
import { withoutCorrections } from '@maru/listing/corrections';
import { DAY_MS } from '@maru/listing/time';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import type { LedgerBefore, LedgerSubject } from './ledger.ts';

/** The listing that another one continues under a new key (rule F27). */
export interface FormerListing extends LedgerBefore {
  listingKey: string;
  firstSeenAt: Date;
  /** Its home, when only this listing identifies it; keys of a shared home lead there anyway. */
  homeIdAlone: string | undefined;
  /** It was wrongly recorded as withdrawn; that ledger row is void. */
  isWronglyWithdrawn: boolean;
}

/** A listing that returns under another key within this time (ms) never left. */
const GRACE = 7 * DAY_MS;
/** Maximum number of candidates: "0" or "TBD" may be the listing number of a whole dataset. */
const MAX_PER_NUMBER = 20;

/** Finds the stored listing with the same number, system and place for listings under new keys (rule F27). */
export async function findFormer(
  client: PoolClient,
  dataset: string,
  given: {
    fresh: readonly LedgerSubject[];
    /** Whether the feed still has this key; then it is another listing. */
    isPresent: (listingKey: string) => boolean;
    seenAt: Date;
  },
): Promise<Map<string, FormerListing>> {
  const { fresh, isPresent, seenAt } = given;
  const former = new Map<string, FormerListing>();
  const numbered = fresh.filter((one) => one.listingId !== null);
  if (numbered.length === 0) return former;
  const { rows } = await client.query<FormerRow>(sql`
    select l.listing_key as "listingKey", l.record, l.home_id as "homeId", l.first_seen_at as "firstSeenAt",
      (l.card ->> 'photos_count')::int as "photosCount", l.retired_at as "retiredAt"
    from unnest(${[...new Set(numbered.map((one) => one.listingId))]}::text[]) as n(listing_id) cross join lateral (
      select * from listing where dataset = ${dataset} and listing_id = n.listing_id limit ${MAX_PER_NUMBER}
    ) l
    order by l.retired_at desc nulls first, l.last_seen_at desc, l.listing_key`);
  if (rows.length === 0) return former;
  for (const row of rows) row.record = withoutCorrections(row.record);
  const taken = new Set<string>();
  for (const one of numbered) {
    const was = rows.find(
      (row) =>
        !isPresent(row.listingKey) &&
        !taken.has(row.listingKey) &&
        row.record.listingId === one.listingId &&
        row.record.originatingSystemName === one.originatingSystemName &&
        isSamePlace(row.record, one),
    );
    if (was === undefined) continue;
    taken.add(was.listingKey);
    const { retiredAt, homeId, ...row } = was;
    const isWithinGrace = retiredAt !== null && seenAt.getTime() - retiredAt.getTime() <= GRACE;
    const isAlone = identifyHome(was.record).homeKey.startsWith('listing:');
    former.set(one.listingKey, {
      ...row,
      // New keys come with new picture URLs.
      mediaHash: null,
      retired: retiredAt !== null && !isWithinGrace,
      isWronglyWithdrawn: isWithinGrace,
      homeIdAlone: isAlone ? homeId : undefined,
    });
  }
  return former;
}

/** Those of the listings that continue under another key; their removal is not recorded. */
export async function findSilentRemovals(
  client: PoolClient,
  dataset: string,
  listingKeys: string[],
): Promise<Set<string>> {
  if (listingKeys.length === 0) return new Set();
  const keys = await sql`
    select a.listing_key from listing_alias a
    join listing l on l.dataset = a.dataset and l.listing_key = a.current_key
    where a.dataset = ${dataset} and a.listing_key = any(${listingKeys})
      and l.retired_at is null`.column(client);
  return new Set(keys);
}

/** Stores the aliases. A listing that changes under its old key was not renamed. */
export async function writeAliases(
  client: PoolClient,
  dataset: string,
  given: { former: ReadonlyMap<string, FormerListing>; changed: string[]; seenAt: Date },
): Promise<void> {
  const { former, changed, seenAt } = given;
  if (changed.length > 0) {
    await client.query(sql`
      delete from listing_alias where dataset = ${dataset} and listing_key = any(${changed})`);
  }
  if (former.size === 0) return;
  const rows = [...former].map(([currentKey, { listingKey }]) => ({ currentKey, listingKey }));
  await client.query(sql`
    insert into listing_alias (dataset, listing_key, current_key, aliased_at)
    select ${dataset}, u.*, ${seenAt}
    from unnest(${rows.map((row) => row.listingKey)}::text[], ${rows.map((row) => row.currentKey)}::text[]) as u
    on conflict (dataset, listing_key) do update set
      current_key = excluded.current_key, aliased_at = excluded.aliased_at`);
  const wrong = [...former.values()].filter((one) => one.isWronglyWithdrawn).map((one) => one.listingKey);
  if (wrong.length === 0) return;
  await client.query(sql`
    update listing_history h set voided_at = ${seenAt}
    from listing l
    where l.dataset = ${dataset} and l.listing_key = any(${wrong}) and h.dataset = l.dataset
      and h.listing_key = l.listing_key and h.kind = 'withdrawn' and h.seen_time >= l.retired_at`);
}

interface FormerRow {
  listingKey: string;
  record: LedgerSubject;
  homeId: string;
  firstSeenAt: Date;
  photosCount: number;
  retiredAt: Date | null;
}
