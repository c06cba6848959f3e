import { completeListing, type Listing } from '@maru/listing';
import { mayDisplay } from '@maru/listing/display';
import type { PoolClient } from 'pg';

export interface ListingOfHome {
  dataset: string;
  listing_key: string;
  home_id: string;
}

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

/** Shows the hidden listings of these homes that their feeds allow to display. Returns them. */
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
