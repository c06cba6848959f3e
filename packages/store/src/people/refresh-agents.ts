import { createHash } from 'node:crypto';
import type { HomeType, SearchType } from '@maru/listing';
import { normalizeLicense, parseLanguages, type Specialty } from '@maru/listing/people';
import type pg from 'pg';
import { queryColumn, withWrite } from '../db/connection.ts';
import { sql } from '../db/sql.ts';
import { foldName } from './agents.ts';

const CHANGES_A_STEP = 2_000;
const PEOPLE_A_STEP = 2_000;
/** Minimum number of homes of a kind for a specialty. */
const A_SPECIALTY = 2;
const MAX_PLACES = 400;

/**
 * Recomputes the current and former agents of changed listings. Returns the number of agents written; 0: up to date.
 */
export async function refreshAgents(pool: pg.Pool, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (const dataset of await queryColumn(pool, 'select dataset from dataset order by dataset')) {
    for (;;) {
      if (signal?.aborted) return written;
      const step = await withWrite(pool, (client) => followChanges(client, dataset));
      written += step.written;
      if (step.isDone) break;
    }
  }
  return written;
}

/** Updates agents whose member or office records have changed; the feeds provide no sequence for these. */
export async function refreshPeople(pool: pg.Pool, signal?: AbortSignal): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await sql<{ dataset: string; memberKey: string }>`
      select a.dataset, a.member_key as "memberKey" from agent a
      join member m on m.dataset = a.dataset and m.member_key = a.member_key
      left join office o on o.dataset = m.dataset and o.office_key = m.record ->> 'officeKey'
      where a.people_hash is distinct from ${PEOPLE_HASH} limit ${PEOPLE_A_STEP}`.all(pool);
    if (rows.length === 0 || signal?.aborted) return written;
    for (const dataset of new Set(rows.map((row) => row.dataset))) {
      const keys = rows.filter((row) => row.dataset === dataset).map((row) => row.memberKey);
      written += await withWrite(pool, (client) => writeAgents(client, dataset, keys));
    }
  }
}

const PEOPLE_HASH = sql`md5(coalesce(m.record::text, '') || coalesce(o.record::text, ''))`;

async function followChanges(
  client: pg.ClientBase,
  dataset: string,
): Promise<{ written: number; isDone: boolean }> {
  await client.query(sql`
    insert into agent_cursor (dataset, sequence) values (${dataset}, 0) on conflict (dataset) do nothing`);
  // Serializes concurrent runs; the second finds the rest.
  const [sequence] = await sql`
    select sequence from agent_cursor where dataset = ${dataset} for update`.column<number>(client);
  const { rows: changes } = await client.query<{ sequence: number; key: string }>(sql`
    select sequence, listing_key as key from listing_change where dataset = ${dataset} and sequence > ${sequence}
    order by sequence limit ${CHANGES_A_STEP}`);
  const last = changes.at(-1);
  if (last === undefined) return { written: 0, isDone: true };
  const keys = [...new Set(changes.map((change) => change.key))];
  const gone = await sql`
    delete from agent_listing where dataset = ${dataset} and listing_key = any(${keys})
    returning member_key`.column(client);
  const come = await queryColumn(client, LISTINGS_OF_AGENTS, [dataset, keys]);
  const written = await writeAgents(client, dataset, [...new Set([...gone, ...come])]);
  await client.query(sql`update agent_cursor set sequence = ${last.sequence} where dataset = ${dataset}`);
  return { written, isDone: changes.length < CHANGES_A_STEP };
}

/** SQL: displayable listings, one row per agent; sold ones are filtered by license later. */
const LISTINGS_OF_AGENTS = `
  insert into agent_listing (dataset, listing_key, member_key, home_id, is_sold, search_type, home_type, is_new, close_date,
    places, named)
  select l.dataset, l.listing_key, who.key, l.home_id, l.standard_status = 'Closed', l.search_type,
    coalesce(l.card ->> 'home_type', 'other'), coalesce((l.card ->> 'new_construction_yn')::boolean, false),
    l.card ->> 'close_date',
    array_remove(array[l.place_ids ->> 'state', l.place_ids ->> 'county', l.place_ids ->> 'city', l.place_ids ->> 'zip'],
      null) || array(select jsonb_array_elements_text(coalesce(l.place_ids -> 'neighborhoods', '[]'))),
    jsonb_build_object('name', who.name, 'license', who.license, 'phone', who.phone, 'email', who.email,
      'officeName', l.record ->> 'listOfficeName', 'officePhone', l.record ->> 'listOfficePhone',
      'state', l.record ->> 'stateOrProvince')
  from listing l cross join lateral (
    select l.record ->> 'listAgentKey' as key, l.record ->> 'listAgentFullName' as name,
      l.record ->> 'listAgentStateLicense' as license, l.record ->> 'listAgentDirectPhone' as phone,
      l.record ->> 'listAgentEmail' as email
    union all
    select l.record ->> 'coListAgentKey', l.record ->> 'coListAgentFullName', l.record ->> 'coListAgentStateLicense',
      l.record ->> 'coListAgentDirectPhone', l.record ->> 'coListAgentEmail'
    where l.record ->> 'coListAgentKey' is distinct from l.record ->> 'listAgentKey') who
  where l.dataset = $1 and l.listing_key = any($2) and l.displayable and l.retired_at is null and who.key is not null
  on conflict do nothing
  returning member_key`;

interface Gathered {
  memberKey: string;
  member: Record<string, unknown> | null;
  office: Record<string, unknown> | null;
  named: Record<string, unknown> | null;
  listings: {
    home: string;
    sold: boolean;
    search: SearchType;
    type: HomeType;
    fresh: boolean;
    closed: string | null;
  }[];
  places: string[];
  peopleHash: string;
}

/** Recomputes these agents from current data and deletes those without listings. */
async function writeAgents(
  client: pg.ClientBase,
  dataset: string,
  memberKeys: readonly string[],
): Promise<number> {
  if (memberKeys.length === 0) return 0;
  const { rows } = await client.query<Gathered>(sql`
    select k.key as "memberKey", m.record as member, o.record as office, l.named, l.listings, l.places,
      ${PEOPLE_HASH} as "peopleHash"
    from unnest(${memberKeys}::text[]) as k(key)
    left join member m on m.dataset = ${dataset} and m.member_key = k.key
    left join office o on o.dataset = ${dataset} and o.office_key = m.record ->> 'officeKey'
    cross join lateral (
      select json_agg(json_build_object('home', a.home_id, 'sold', a.is_sold, 'search', a.search_type,
          'type', a.home_type, 'fresh', a.is_new, 'closed', a.close_date)) as listings,
        (array_agg(a.named order by a.is_sold, a.listing_key))[1] as named,
        (select array_agg(distinct p) from agent_listing b cross join lateral unnest(b.places) as p
         where b.dataset = ${dataset} and b.member_key = k.key) as places
      from agent_listing a where a.dataset = ${dataset} and a.member_key = k.key) l
    where l.listings is not null`);
  const agents = rows.flatMap((row) => buildAgent(dataset, row) ?? []);
  const kept = new Set(agents.map((agent) => agent.member_key));
  await client.query(sql`
    delete from agent
    where dataset = ${dataset} and member_key = any(${memberKeys.filter((key) => !kept.has(key))})`);
  if (agents.length > 0) {
    await client.query(WRITE_AGENTS, [JSON.stringify(agents)]);
    // A realtor listed on their own is now in a feed.
    await client.query(sql`
      delete from agent where dataset = '' and agent_id in (
        select realtor_id from agent
        where dataset = ${dataset} and member_key = any(${[...kept]}) and realtor_id is not null)`);
  }
  return agents.length;
}

const COLUMNS = [
  ...['agent_id', 'dataset', 'member_key', 'name', 'name_folded', 'license_number', 'license_state', 'email'],
  ...['phone', 'office_name', 'office_phone', 'broker_name', 'languages', 'places', 'specialties'],
  ...['homes_listed', 'homes_sold', 'last_sold_on', 'people_hash'],
];

const WRITE_AGENTS = `
  insert into agent (${COLUMNS.join(', ')}, realtor_id)
  select ${COLUMNS.map((name) => `u.${name}`).join(', ')}, (
    select r.realtor_id from agent_link k join realtor r on r.realtor_id = k.realtor_id collate "C"
    where k.dataset = u.dataset and k.member_key = u.member_key and r.verification = 'verified'
      and r.license_number = u.license_number and (u.license_state is null or r.license_state = u.license_state))
  from jsonb_to_recordset($1::jsonb) as u(agent_id text, dataset text, member_key text, name text, name_folded text,
    license_number text, license_state text, email text, phone text, office_name text, office_phone text,
    broker_name text, languages text[], places text[], specialties text[], homes_listed int, homes_sold int,
    last_sold_on text, people_hash text)
  on conflict (agent_id) do update set
    ${[...COLUMNS.slice(1), 'realtor_id'].map((name) => `${name} = excluded.${name}`).join(', ')}`;

function buildAgent(dataset: string, row: Gathered) {
  const { memberKey, member, office, named, listings, places } = row;
  const text = (from: Record<string, unknown> | null, key: string) => {
    const value = from?.[key];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const name = text(member, 'memberFullName') ?? text(named, 'name');
  if (name === null) return undefined;
  const state = text(office, 'officeStateOrProvince') ?? text(named, 'state');
  const license = text(member, 'memberStateLicense') ?? text(named, 'license');
  const languages = member?.memberLanguages;
  const officeName = text(office, 'officeName') ?? text(named, 'officeName');
  const sold = listings.filter((one) => one.sold);
  return {
    agent_id: createAgentId(dataset, memberKey),
    dataset,
    member_key: memberKey,
    name,
    name_folded: foldName(name),
    license_number: license === null ? null : (normalizeLicense(state ?? '', license) ?? license),
    license_state: state !== null && /^[A-Z]{2}$/.test(state) ? state : null,
    email: text(member, 'memberEmail') ?? text(named, 'email'),
    phone: text(member, 'memberDirectPhone') ?? text(named, 'phone'),
    office_name: officeName,
    office_phone: text(office, 'officePhone') ?? text(named, 'officePhone'),
    broker_name: officeName,
    languages: parseLanguages(
      Array.isArray(languages) ? languages.filter((one) => typeof one === 'string') : [],
    ),
    places: (places ?? []).slice(0, MAX_PLACES),
    specialties: findSpecialties(listings),
    homes_listed: new Set(listings.filter((one) => !one.sold).map((one) => one.home)).size,
    homes_sold: new Set(sold.map((one) => one.home)).size,
    last_sold_on: sold.reduce<string | null>(
      (last, { closed }) => (closed !== null && (last === null || closed > last) ? closed : last),
      null,
    ),
    people_hash: row.peopleHash,
  };
}

/** Stable, and does not reveal the feed's key. */
function createAgentId(dataset: string, memberKey: string): string {
  return createHash('sha256').update(`agent\n${dataset}\n${memberKey}`).digest('hex').slice(0, 20);
}

function findSpecialties(listings: Gathered['listings']): Specialty[] {
  const counts = new Map<Specialty, number>();
  const count = (one: Specialty) => counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const { search, type, fresh } of listings) {
    count(search);
    if (type !== 'other') count(type);
    if (fresh) count('new_construction');
  }
  return [...counts]
    .filter(([, many]) => many >= A_SPECIALTY)
    .map(([one]) => one)
    .sort();
}
