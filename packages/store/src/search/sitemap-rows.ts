import { Repository } from '../db/repository.ts';

/** Input of a home's URL (`homePath` of @maru/listing), and when the page last changed. */
export interface SitemapHome {
  homeId: string;
  streetLine: string | null;
  unitNumber: string | null;
  city: string | null;
  stateOrProvince: string | null;
  postalCode: string | null;
  addressWithheld: boolean;
  /** UTC; the newest ledger row, else the provider's timestamp. */
  changedAt: Date;
}

/** A place with homes of a search type, by slug. */
export interface SitemapPlace {
  place: string;
  searchType: 'sale' | 'rent';
}

/** Homes per statement: some megabytes, a fraction of a second. */
const CHUNK = 5_000;

/**
 * Displayed homes and places for the sitemaps. Reads only `home`, which contains no barred listing. A home that changes
 * between two reads may be missing or appear twice.
 */
export class SitemapRows extends Repository {
  async countHomes(): Promise<number> {
    const rows = await this.query<{ homes: number }>(
      'select count(distinct home_id)::int as homes from home',
    );
    return rows[0]?.homes ?? 0;
  }

  /** States, counties, cities, ZIPs and neighborhoods with at least one home, by slug. */
  async places(): Promise<SitemapPlace[]> {
    const rows = await this.query<{
      place: string;
      search_type: 'sale' | 'rent';
    }>(`select distinct place, search_type
       from home, unnest(place_neighborhoods || array[place_state, place_county, place_city, place_zip]) as place
       where place is not null and status_group = 'active'
       order by place, search_type`);
    return rows.map(({ place, search_type }) => ({ place, searchType: search_type }));
  }

  /** At most `limit` homes from `offset` on, by id, in chunks. */
  async *homes(offset: number, limit: number): AsyncGenerator<SitemapHome[], void, undefined> {
    const [start] = await this.query<{ home_id: string }>(
      'select home_id from (select distinct home_id from home) h order by home_id offset $1 limit 1',
      [offset],
    );
    let from = start?.home_id;
    let left = limit;
    while (from !== undefined && left > 0) {
      const rows = await this.query<HomeRow>(HOMES, [from, Math.min(CHUNK, left) + 1]);
      const wanted = rows.slice(0, Math.min(CHUNK, left));
      yield wanted.map(toSitemapHome);
      left -= wanted.length;
      from = rows.length > wanted.length ? rows.at(-1)?.home_id : undefined;
    }
  }
}

const HOMES = `
  select distinct on (h.home_id) h.home_id, h.street_line, h.unit_number, h.city, h.state_or_province, h.postal_code,
    h.address_withheld, coalesce(
      (select max(l.seen_time) from listing_history l
       where l.dataset = h.dataset and l.listing_key = h.listing_key and l.voided_at is null),
      h.modification_timestamp::timestamptz) as changed_at
  from home h where h.home_id >= $1 order by h.home_id, h.search_type desc limit $2`;

interface HomeRow {
  home_id: string;
  street_line: string | null;
  unit_number: string | null;
  city: string | null;
  state_or_province: string | null;
  postal_code: string | null;
  address_withheld: boolean;
  changed_at: Date;
}

function toSitemapHome(row: HomeRow): SitemapHome {
  return {
    homeId: row.home_id,
    streetLine: row.street_line,
    unitNumber: row.unit_number,
    city: row.city,
    stateOrProvince: row.state_or_province,
    postalCode: row.postal_code,
    addressWithheld: row.address_withheld,
    changedAt: row.changed_at,
  };
}
