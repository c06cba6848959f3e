import type { SearchType } from '@maru/listing';
import type { SearchQuery } from '@maru/listing/search';
import type pg from 'pg';
import { sql } from '../db/sql.ts';

/**
 * Ids of the homes whose displayed listing has changed since an instant, by its ledger: listed or back on the market (`new`),
 * others with a lower price than then (`cut`), or both.
 */
export async function findChangedHomes(
  pool: pg.Pool,
  { at, kind }: NonNullable<SearchQuery['since']>,
  searchType: SearchType,
): Promise<ReadonlySet<string>> {
  const homeIds = await sql<{ home_id: string }>`
    select home_id from (
      select h.home_id, bool_or(e.kind <> 'price') as is_new,
        (array_agg((e.old_value ->> 'listPrice')::float8 order by e.history_id) filter (where e.kind = 'price'))[1]
          > min(h.list_price) as is_cut
      from listing_history e join home h on h.dataset = e.dataset and h.listing_key = e.listing_key
      where e.seen_time >= ${new Date(at)} and e.kind in ('new', 'back_on_market', 'price') and e.voided_at is null
        and h.search_type = ${searchType}
      group by h.home_id) changed
    where (is_new and ${kind !== 'cut'}) or (is_cut and not is_new and ${kind !== 'new'})`.column(pool);
  return new Set(homeIds);
}
