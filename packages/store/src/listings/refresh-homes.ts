import type { PoolClient } from 'pg';
import { HOME_COLUMNS } from './home-card.ts';
import type { HomeGroups } from './home-groups.ts';
import { takenDownAmong } from './taken-down.ts';

export async function refreshHomes(client: PoolClient, groups: HomeGroups): Promise<void> {
  const { members } = groups;
  if (members.size === 0) return;
  const barred = await barredHomes(client, groups);
  await client.query(REFRESH_HOMES, [[...members.keys()], [...members.values()], [...barred]]);
}

/** Taken-down homes among these, by any of their ids. */
export async function barredHomes(
  client: PoolClient,
  { members, findRoot }: HomeGroups,
): Promise<Set<string>> {
  const taken = await takenDownAmong(client, [...new Set([...members.keys(), ...members.values()])]);
  return new Set([...taken].map(findRoot));
}

const COLUMNS = HOME_COLUMNS.join(', ');
/** Defaults for cards of the previous version, which lack these members. */
const CARD_DEFAULTS = '{"features_yes": 0, "features_stated": 0, "schools": [], "open_house_days": []}';
const REFRESH_HOMES = `
  with best as materialized (
    select distinct on (m.root, l.search_type) m.root as home_id, l.search_type, l.card
    from unnest($1::text[], $2::text[]) as m(home_id, root)
    join listing l on l.home_id = m.home_id join dataset d on d.dataset = l.dataset
    where l.displayable and l.retired_at is null and not d.is_hidden and m.root <> all($3::text[])
      and (l.standard_status <> 'Closed' or (d.rules ->> 'allowSold')::boolean)
    order by m.root, l.search_type, (l.card ->> 'status_group' = 'active') desc, l.modified_at desc,
      l.listing_key collate "C", l.dataset collate "C"
  ), gone as (
    delete from home h where h.home_id = any($1)
      and not exists (select from best b where b.home_id = h.home_id and b.search_type = h.search_type)
  )
  insert into home as old (${COLUMNS})
  select ${HOME_COLUMNS.map((column) => `h.${column}`).join(', ')}
  from best b
  cross join lateral jsonb_populate_record(
    null::home, '${CARD_DEFAULTS}'::jsonb || b.card || jsonb_build_object('home_id', b.home_id)) h
  on conflict (home_id, search_type) do update set
    ${HOME_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  where (${HOME_COLUMNS.map((column) => `old.${column}`).join(', ')})
    is distinct from (${HOME_COLUMNS.map((column) => `excluded.${column}`).join(', ')})`;
