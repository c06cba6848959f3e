import type { PoolClient } from 'pg';
import { sql } from '../db/sql.ts';
import { type Change, toChange } from '../listings/change-log.ts';
import type { DatasetSettings } from '../listings/change-set.ts';
import { DERIVATION } from '../listings/home-card.ts';

/**
 * Requires the dataset's lock. Returns the listings affected by a change of `allowSold`, to be refreshed and recorded.
 */
export async function saveDatasetIn(client: PoolClient, settings: DatasetSettings): Promise<Change[]> {
  const { dataset, provider, rules } = settings;
  const [was] = await sql`
    select (rules ->> 'allowSold')::boolean from dataset where dataset = ${dataset}`.column<boolean>(client);
  await client.query(sql`
    insert into dataset as old (dataset, provider, rules, derivation)
    values (${dataset}, ${provider}, ${JSON.stringify(rules)}, ${DERIVATION})
    on conflict (dataset) do update
      set provider = excluded.provider, rules = excluded.rules, saved_at = now()
    where (old.provider, old.rules) is distinct from (excluded.provider, excluded.rules)`);
  if (was === undefined || was === rules.allowSold) return [];
  const { rows } = await client.query<{ listing_key: string; home_id: string }>(sql`
    select listing_key, home_id from listing
    where dataset = ${dataset} and standard_status = 'Closed' and displayable and retired_at is null`);
  return rows.map(toChange);
}
