import { Repository } from '../db/repository.ts';
import type { PathFacts } from '../site/admin-desk.ts';

/** Input of a home's URL (`homePath` of @maru/listing), and when the page last changed. */
export interface SitemapHome extends PathFacts {
  homeId: string;
  /** UTC; the newest ledger row, else the provider's timestamp. */
  changedAt: Date;
}

export interface SitemapPlace {
  place: string;
  searchType: 'sale' | 'rent';
}

/** Homes per statement: some megabytes, a fraction of a second. */
const CHUNK = 5_000;

/** Reads only `home`. A home that changes between two reads may be missing or appear twice. */
export class SitemapRows extends Repository {
  async countHomes(): Promise<number> {
    const [homes = 0] = await this.queryColumn<number>(
      `${BEYOND} select count(distinct home_id)::int from home h where ${IS_GIVEN}`,
    );
    return homes;
  }

  /** States, counties, cities, ZIPs and neighborhoods with at least one home, by slug. */
  async places(): Promise<SitemapPlace[]> {
    return await this.query<SitemapPlace>(
      `select distinct place, search_type as "searchType"
       from home, unnest(place_neighborhoods || array[place_state, place_county, place_city, place_zip]) as place
       where place is not null and status_group = 'active'
       order by place, search_type`,
    );
  }

  /** At most `limit` homes from `offset` on, by id, in chunks. */
  async *homes(offset: number, limit: number): AsyncGenerator<SitemapHome[], void, undefined> {
    let [from] = await this.queryColumn(
      `${BEYOND} select home_id from (select distinct home_id from home h where ${IS_GIVEN}) h order by home_id offset $1 limit 1`,
      [offset],
    );
    let left = limit;
    while (from !== undefined && left > 0) {
      const rows = await this.query<SitemapHome>(HOMES, [from, Math.min(CHUNK, left) + 1]);
      const wanted = rows.slice(0, Math.min(CHUNK, left));
      yield wanted;
      left -= wanted.length;
      from = rows.length > wanted.length ? rows.at(-1)?.homeId : undefined;
    }
  }
}

/** Of each dataset with `display.maxResults`, the first home by id that is not listed (rule R42). */
const BEYOND = `
  with beyond as materialized (
    select dataset, (
      select home_id from home h where h.dataset = d.dataset group by home_id
      order by home_id offset floor((rules ->> 'maxResults')::numeric)::int limit 1) as first_id
    from dataset d where rules ->> 'maxResults' is not null)`;
const IS_GIVEN = 'not exists (select from beyond b where b.dataset = h.dataset and h.home_id >= b.first_id)';

const HOMES = `
  ${BEYOND}
  select distinct on (h.home_id) h.home_id as "homeId", h.street_line as "streetLine", h.unit_number as "unitNumber",
    h.city, h.state_or_province as "stateOrProvince", h.postal_code as "postalCode",
    h.address_withheld as "addressWithheld", coalesce(
      (select max(l.seen_time) from listing_history l
       where l.dataset = h.dataset and l.listing_key = h.listing_key and l.voided_at is null),
      h.modification_timestamp::timestamptz) as "changedAt"
  from home h where h.home_id >= $1 and ${IS_GIVEN} order by h.home_id, h.search_type desc limit $2`;
