import type { PoolClient } from 'pg';
import { type Change, toChange } from '../listings/change-log.ts';
import type { DatasetSettings } from '../listings/change-set.ts';
import { DERIVATION } from '../listings/home-card.ts';

/**
 * Saves a dataset's settings; requires the dataset's lock. When `allowSold` changes, returns the affected listings,
 * whose homes must be refreshed and recorded as changed.
 */
export async function saveDatasetIn(client: PoolClient, settings: DatasetSettings): Promise<Change[]> {
  const { dataset, provider, rules } = settings;
  const before = await client.query<{ allow_sold: boolean }>(
    `select (rules ->> 'allowSold')::boolean as allow_sold from dataset where dataset = $1`,
    [dataset],
  );
  await client.query(
    `insert into dataset as old (dataset, provider, rules, derivation) values ($1, $2, $3, $4)
     on conflict (dataset) do update
       set provider = excluded.provider, rules = excluded.rules, saved_at = now()
     where (old.provider, old.rules) is distinct from (excluded.provider, excluded.rules)`,
    [dataset, provider, JSON.stringify(rules), DERIVATION],
  );
  const was = before.rows[0]?.allow_sold;
  if (was === undefined || was === rules.allowSold) return [];
  const { rows } = await client.query<{ listing_key: string; home_id: string }>(
    `select listing_key, home_id from listing
     where dataset = $1 and standard_status = 'Closed' and displayable and retired_at is null`,
    [dataset],
  );
  return rows.map(toChange);
}
