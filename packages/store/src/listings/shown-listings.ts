import { completeListing, type Listing, mayDisplay } from '@maru/listing';
import type { PoolClient } from 'pg';

/** A listing, and the home that it is of. */
export interface ListingOfHome {
  dataset: string;
  listing_key: string;
  home_id: string;
}

/** Hides all listings of these homes, whatever their feeds say. Answers those that were shown. */
export async function hideListingsIn(
  client: PoolClient,
  homeIds: readonly string[],
): Promise<ListingOfHome[]> {
  const { rows } = await client.query<ListingOfHome>(
    `update listing set displayable = false where home_id = any($1) and displayable
     returning dataset, listing_key, home_id`,
    [homeIds],
  );
  return rows;
}

/** Shows the listings of these homes that are hidden and that their feeds allow to be shown. Answers them. */
export async function showListingsIn(
  client: PoolClient,
  homeIds: readonly string[],
): Promise<ListingOfHome[]> {
  const { rows } = await client.query<ListingOfHome & { record: object }>(
    'select dataset, listing_key, home_id, record from listing where home_id = any($1) and not displayable',
    [homeIds],
  );
  const good = rows.filter(({ record }) =>
    mayDisplay(completeListing(record as never) as unknown as Listing, { allowSold: true }),
  );
  for (const { dataset, listing_key: key } of good) {
    await client.query('update listing set displayable = true where dataset = $1 and listing_key = $2', [
      dataset,
      key,
    ]);
  }
  return good;
}
