import { completeListing, type Listing } from '@maru/listing';
import { mayDisplay } from '@maru/listing/display';
import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';

export interface ListingOfHome {
  dataset: string;
  listing_key: string;
  home_id: string;
}

export async function hideListingsIn(
  client: PoolClient,
  homeIds: readonly string[],
): Promise<ListingOfHome[]> {
  const { rows } = await client.query<ListingOfHome>(sql`
    update listing set displayable = false where home_id = any(${homeIds}) and displayable
    returning dataset, listing_key, home_id`);
  return rows;
}

/** Shows the hidden listings of these homes that their feeds allow to display. Returns them. */
export async function showListingsIn(
  client: PoolClient,
  homeIds: readonly string[],
): Promise<ListingOfHome[]> {
  const { rows } = await client.query<ListingOfHome & { record: object }>(sql`
    select dataset, listing_key, home_id, record from listing
    where home_id = any(${homeIds}) and not displayable`);
  const good = rows.filter(({ record }) =>
    mayDisplay(completeListing(record as never) as unknown as Listing, { allowSold: true }),
  );
  for (const { dataset, listing_key: key } of good) {
    await client.query(sql`
      update listing set displayable = true where dataset = ${dataset} and listing_key = ${key}`);
  }
  return good;
}
