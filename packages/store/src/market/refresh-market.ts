import { HOUR_MS } from '@maru/listing/time';
import type pg from 'pg';
import { withWrite } from '../db/connection.ts';
import { upsertRow } from '../db/rows.ts';
import { raw, sql } from '../db/sql.ts';
import { BARRED_RECORD } from '../listings/barred-record.ts';
import { TAKEN_DOWN_IDS } from '../listings/taken-down.ts';

/** Maximum age of the months in ms: monthly medians change slowly, and computing them reads every listing. */
const EVERY = 6 * HOUR_MS;
const MONTHS = 36;
/** Minimum count for statistics; a median of four would reveal one of them. */
export const FEWEST = 5;

/**
 * Recomputes the monthly figures when their input has changed, in a new month, or after six hours; returns whether it
 * did. Off-market listings need `allowHistory`, sales `allowSold`; a home in two datasets counts once per month.
 */
export async function refreshMarket(pool: pg.Pool, now: Date): Promise<boolean> {
  const basis = await loadBasis(pool, now);
  if (basis === undefined || !(await isDue(pool, basis, now))) return false;
  await withWrite(pool, async (client) => {
    // Serializes concurrent runs; the second finds the work done.
    await client.query(sql`select pg_advisory_xact_lock(hashtext('maru market'))`);
    const done = await sql`
      select 1 from market_state
      where name = 'months' and basis = ${basis}
        and refreshed_at > ${new Date(now.getTime() - EVERY)}`.all(client);
    if (done.length > 0) return;
    const [since = null] = await sql`
      select max(since) from (
        select min(f.seen_time) as since from listing_history f join dataset d on d.dataset = f.dataset
        where not d.is_hidden group by f.dataset) one`.column<Date | null>(client);
    // Sorts every listing by place and month, preferably in memory.
    await client.query(sql`set local work_mem = '64MB'`);
    await client.query('delete from market_month');
    await client.query(LISTED, [now, MONTHS, FEWEST]);
    await client.query(SOLD, [now, MONTHS, FEWEST]);
    if (since !== null && firstMonthEnd(since) <= now) await client.query(SUPPLY, [now, since, FEWEST]);
    const state = { name: 'months', refreshedAt: now, basis, watchedSince: since };
    await upsertRow(client, 'market_state', ['name'], state);
  });
  return true;
}

function firstMonthEnd(since: Date): Date {
  return new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 2, 1));
}

/** Fingerprint of the input; undefined before any dataset is loaded. */
async function loadBasis(pool: pg.Pool, now: Date): Promise<string | undefined> {
  const rows = await sql<{ dataset: string; sold: boolean; history: boolean; derivation: number }>`
    select d.dataset, ${raw(SAYS('allowSold'))} as sold, ${raw(SAYS('allowHistory'))} as history, d.derivation
    from dataset d join feed_state f on f.dataset = d.dataset
    where not d.is_hidden and f.initial_load_done order by d.dataset collate "C"`.all(pool);
  if (rows.length === 0) return undefined;
  return JSON.stringify([now.toISOString().slice(0, 7), ...rows]);
}

async function isDue(pool: pg.Pool, basis: string, now: Date): Promise<boolean> {
  const made = await sql<{ basis: string; refreshedAt: Date }>`
    select basis, refreshed_at as "refreshedAt" from market_state where name = 'months'`.row(pool);
  return made === undefined || made.basis !== basis || now.getTime() - made.refreshedAt.getTime() > EVERY;
}

function SAYS(rule: 'allowSold' | 'allowHistory'): string {
  return `coalesce((d.rules ->> '${rule}')::boolean, false)`;
}

const PLACES = `array_remove(array[l.card ->> 'place_state', l.card ->> 'place_county', l.card ->> 'place_city',
    l.card ->> 'place_zip'], null)
  || array(select jsonb_array_elements_text(coalesce(l.card -> 'place_neighborhoods', '[]')))`;

/** SQL: displayable, and for off-market listings allowed to be counted. */
const TOLD = `l.displayable and not d.is_hidden and (l.retired_at is null or ${SAYS('allowHistory')})
  and (l.standard_status <> 'Closed' or ${SAYS('allowSold')})`;

/** Smaller values are sheds on land or placeholders such as 1. */
export const MIN_AREA = 100;
const perSquareFoot = (price: string) =>
  `case when (l.card ->> 'living_area')::float8 >= ${MIN_AREA} then ${price} / (l.card ->> 'living_area')::float8 end`;

const MEDIAN = (value: string) =>
  `case when count(${value}) >= $3 then percentile_cont(0.5) within group (order by ${value}) end`;

const LISTED = `
  insert into market_month (place, search_type, month, home_type, listed_count, listed_price, listed_price_per_square_foot)
  select p.place, o.search_type, o.month, coalesce(o.home_type, 'all'), count(*),
    percentile_cont(0.5) within group (order by o.price), ${MEDIAN('o.per_square_foot')}
  from (
    select distinct on (l.home_id, l.search_type, m.month) l.search_type, m.month, l.card ->> 'home_type' as home_type,
      (l.card ->> 'list_price')::float8 as price, ${perSquareFoot(`(l.card ->> 'list_price')::float8`)} as per_square_foot,
      ${PLACES} as places
    from listing l join dataset d on d.dataset = l.dataset
    cross join lateral (
      select to_timestamp((l.card ->> 'listed_at')::float8 / 1000) as listed_at) t
    cross join lateral (select date_trunc('month', t.listed_at at time zone 'UTC')::date as month) m
    where ${TOLD} and (l.card ->> 'list_price')::float8 > 0
      and t.listed_at between $1::timestamptz - make_interval(months => $2) and $1::timestamptz
    order by l.home_id, l.search_type, m.month, t.listed_at desc, l.dataset, l.listing_key) o
  cross join lateral unnest(o.places) as p(place)
  group by p.place, o.search_type, o.month, rollup (o.home_type)
  having count(*) >= $3`;

const SOLD = `
  insert into market_month (place, search_type, month, home_type, sold_count, sold_price, sold_price_per_square_foot,
    sold_days)
  select p.place, o.search_type, o.month, coalesce(o.home_type, 'all'), count(*),
    percentile_cont(0.5) within group (order by o.price), ${MEDIAN('o.per_square_foot')},
    ${MEDIAN('o.days')}
  from (
    select distinct on (l.home_id, l.search_type, m.month) l.search_type, m.month, l.card ->> 'home_type' as home_type,
      c.price, ${perSquareFoot('c.price')} as per_square_foot,
      greatest(0, extract(epoch from (c.closed - to_timestamp((l.card ->> 'listed_at')::float8 / 1000))) / 86400)
        as days,
      ${PLACES} as places
    from listing l join dataset d on d.dataset = l.dataset
    cross join lateral (
      select (l.record ->> 'closePrice')::float8 as price, (l.card ->> 'close_date')::date::timestamptz as closed) c
    cross join lateral (select date_trunc('month', c.closed at time zone 'UTC')::date as month) m
    where l.standard_status = 'Closed' and ${TOLD} and c.price > 0
      and c.closed between $1::timestamptz - make_interval(months => $2) and $1::timestamptz
    order by l.home_id, l.search_type, m.month, c.closed desc, l.dataset, l.listing_key) o
  cross join lateral unnest(o.places) as p(place)
  group by p.place, o.search_type, o.month, rollup (o.home_type)
  having count(*) >= $3
  on conflict (place, search_type, month, home_type) do update set sold_count = excluded.sold_count,
    sold_price = excluded.sold_price, sold_price_per_square_foot = excluded.sold_price_per_square_foot,
    sold_days = excluded.sold_days`;

/** SQL: state at the end of each completely observed month, from the last ledger row of each listing. */
const SUPPLY = `
  insert into market_month (place, search_type, month, home_type, supply)
  select p.place, o.search_type, o.month, coalesce(o.home_type, 'all'), count(*)
  from (
    select distinct on (l.home_id, l.search_type, m.month_end) l.search_type, l.card ->> 'home_type' as home_type,
      (m.month_end - interval '1 month')::date as month, ${PLACES} as places
    from (
      select h.dataset, h.listing_key, h.kind, h.new_value ->> 'standardStatus' as status, h.seen_time as since,
        lead(h.seen_time) over (partition by h.dataset, h.listing_key order by h.seen_time, h.history_id) as until
      from listing_history h
      where h.kind in ('new', 'status', 'withdrawn', 'back_on_market') and h.voided_at is null) s
    join generate_series(date_trunc('month', $2::timestamptz at time zone 'UTC') + interval '2 months',
      $1::timestamptz at time zone 'UTC', interval '1 month') as m(month_end)
      on m.month_end at time zone 'UTC' > s.since
        and (s.until is null or m.month_end at time zone 'UTC' <= s.until)
    join listing l on l.dataset = s.dataset and l.listing_key = s.listing_key
    join dataset d on d.dataset = l.dataset
    where s.kind <> 'withdrawn' and s.status in ('Active', 'Active Under Contract')
      and not d.is_hidden and ${SAYS('allowHistory')}
      and not ${BARRED_RECORD('l.record')}
      and l.home_id not in (${TAKEN_DOWN_IDS})) o
  cross join lateral unnest(o.places) as p(place)
  group by p.place, o.search_type, o.month, rollup (o.home_type)
  having count(*) >= $3
  on conflict (place, search_type, month, home_type) do update set supply = excluded.supply`;
