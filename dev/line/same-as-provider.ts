import type { Store } from '@maru/store';
import type { LineFeed } from './line-feeds.ts';

/**
 * Throws unless the store equals the provider: the same keys and timestamps, one `new` ledger entry per listing, and
 * change numbers without gaps or repetitions.
 */
export async function expectSameAsProvider(store: Store, feed: LineFeed): Promise<void> {
  const { dataset } = feed.settings;
  const truth = new Map(await feed.truth());
  const { rows } = await store.pool.query<{
    key: string;
    stamps: (string | null)[];
    news: number;
    rekeyed: boolean;
    retired: boolean;
  }>(
    `select l.listing_key as key, l.retired_at is not null as retired,
       array[l.record ->> 'modificationTimestamp', l.raw ->> 'ModificationTimestamp',
         to_char(l.stamped_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')] as stamps,
       (select count(*) from listing_history h
        where h.dataset = l.dataset and h.kind = 'new' and h.listing_key = l.listing_key) as news,
       exists (select from listing_alias a
        where a.dataset = l.dataset and l.listing_key in (a.current_key, a.listing_key)) as rekeyed
     from listing l where l.dataset = $1`,
    [dataset],
  );
  const quarantined = await store.pool.query<{ key: string | null }>(
    'select listing_key as key from quarantine where dataset = $1',
    [dataset],
  );
  const unreadable = new Set(quarantined.rows.map((row) => row.key));
  const ours = new Map(rows.filter((row) => !row.retired).map((row) => [row.key, row]));
  const faults: string[] = [];
  for (const [key, stamp] of truth) {
    const one = ours.get(key);
    if (one === undefined) {
      if (!unreadable.has(key)) faults.push(`${key} is lost`);
      continue;
    }
    // Slipstream has whole seconds. A row whose timestamp alone changed keeps its record; the newer timestamp is
    // stored beside it.
    if (!one.stamps.some((own) => own !== null && toSecond(own) === toSecond(stamp))) {
      faults.push(`${key} is of ${one.stamps.join(', ')}, the provider has ${stamp}`);
    }
  }
  for (const key of ours.keys()) if (!truth.has(key)) faults.push(`${key} is not in the feed any more`);
  // A listing that continues under another key was `new` under its first key.
  for (const { key, news, rekeyed } of rows) {
    if (Number(news) > 1 || (Number(news) === 0 && !rekeyed)) faults.push(`${key} is new ${news} times`);
  }

  const changes = await store.pool.query<{ count: string; least: string; most: string; last_number: string }>(
    `select count(*), min(c.sequence) as least, max(c.sequence) as most,
       (select sequence from feed_state where dataset = $1) as last_number
     from listing_change c where c.dataset = $1`,
    [dataset],
  );
  const [{ count, least, most, last_number: last } = { count: 0, least: 0, most: 0, last_number: 0 }] =
    changes.rows;
  if (Number(count) !== Number(most) || Number(least) !== 1 || Number(last) !== Number(most)) {
    faults.push(
      `the ${count} changes are numbered ${least} to ${most}, and the last assigned number is ${last}`,
    );
  }
  if (faults.length > 0) {
    throw new Error(`${dataset}: ${faults.length} differences\n${faults.slice(0, 20).join('\n')}`);
  }
}

const toSecond = (stamp: string) => Math.floor(Date.parse(stamp) / 1000);
