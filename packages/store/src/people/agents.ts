import type { DisplayRules } from '@maru/listing/display';
import type { Specialty } from '@maru/listing/people';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { join, raw, type Sql, sql } from '../db/sql.ts';

export interface Agent {
  agentId: string;
  /** Empty for a realtor of this site without a feed. */
  dataset: string;
  /** Key in the feed; never displayed. */
  memberKey: string;
  name: string;
  licenseNumber: string | null;
  licenseState: string | null;
  email: string | null;
  phone: string | null;
  officeName: string | null;
  officePhone: string | null;
  brokerName: string | null;
  languages: string[];
  /** Slugs of all places of the homes: state, county, city, ZIP, neighborhoods. */
  places: string[];
  specialties: Specialty[];
  homesListed: number;
  /** Null when the dataset does not allow sold homes. */
  homesSold: number | null;
  lastSoldOn: string | null;
  realtorId: string | null;
  /** Of the feed; null without one. */
  rules: DisplayRules | null;
}

export interface AgentHomes {
  listed: { total: number; homeIds: string[] };
  sold: { total: number; homes: { homeId: string; closeDate: string | null }[] };
}

export interface AgentPosition {
  homesListed: number;
  nameFolded: string;
  agentId: string;
}

export interface AgentQuestion {
  place?: string | undefined;
  languages?: readonly string[] | undefined;
  /** Words or prefixes of words of the name. */
  name?: string | undefined;
  license?: string | undefined;
  specialties?: readonly string[] | undefined;
  after?: AgentPosition | undefined;
  limit: number;
}

const SOLD = sql`coalesce((d.rules ->> 'allowSold')::boolean, false)`;
const AGENT = sql`a.agent_id as "agentId", a.dataset, a.member_key as "memberKey", a.name, a.name_folded as "nameFolded",
  a.license_number as "licenseNumber", a.license_state as "licenseState", a.email, a.phone, a.office_name as "officeName",
  a.office_phone as "officePhone", a.broker_name as "brokerName", a.languages, a.places, a.specialties,
  a.homes_listed as "homesListed", case when ${SOLD} then a.homes_sold end as "homesSold",
  case when ${SOLD} then a.last_sold_on end as "lastSoldOn", case when a.dataset = '' then a.realtor_id else (select k.realtor_id
    from agent_link k where k.dataset = a.dataset and k.member_key = a.member_key and k.realtor_id = a.realtor_id) end
  as "realtorId", d.rules`;
const FROM = sql`agent a left join dataset d on d.dataset = a.dataset`;
/**
 * Lists a home, has sold one that may be shown, or is a verified realtor. Datasets are read once, for the order's
 * index.
 */
const IS_SHOWN = sql`a.dataset = any(array(select dataset from dataset where not is_hidden union all select ''))
  and (a.homes_listed > 0 or a.realtor_id is not null or (a.homes_sold > 0
    and a.dataset = any(array(select d.dataset from dataset d where ${SOLD}))))`;

/** Profile ids use collation C, agent ids the database's default; the indexes require a match. */
const AS_PROFILE = sql`collate "C"`;
const AS_NAMED = sql`collate "default"`;
/** Number of rows scanned in order before switching to the filter's index. */
const NEAR = 2_000;

type Row = Agent & { nameFolded: string };

export class Agents extends Repository {
  /** By agent id or profile id. */
  async find(id: string): Promise<Agent | undefined> {
    return await this.queryRow<Row>(sql`
      select ${AGENT} from ${FROM} where (a.agent_id = ${id} or a.realtor_id = ${id}) and ${IS_SHOWN}
      order by a.agent_id = ${id} desc, a.homes_listed desc, a.agent_id limit 1`);
  }

  async findByMember(dataset: string, memberKey: string): Promise<Agent | undefined> {
    return await this.queryRow<Row>(sql`
      select ${AGENT} from ${FROM}
      where a.dataset = ${dataset} and a.member_key = ${memberKey} and ${IS_SHOWN}`);
  }

  /** Homes of an agent, each once, newest first: active and, where the dataset allows it, sold ones. */
  async listHomes(
    { dataset, memberKey }: Pick<Agent, 'dataset' | 'memberKey'>,
    limit: number,
  ): Promise<AgentHomes> {
    const homes = (isSold: boolean) =>
      this.query<{ homeId: string; closeDate: string | null; count: number }>(sql`
        select a.home_id as "homeId", max(a.close_date) as "closeDate", count(*) over ()::int as count
        from agent_listing a join dataset d on d.dataset = a.dataset
        where a.dataset = ${dataset} and a.member_key = ${memberKey} and a.is_sold = ${isSold} and not d.is_hidden
          ${isSold ? sql`and ${SOLD}` : sql``}
        group by a.home_id order by max(a.close_date) desc nulls last, a.home_id limit ${limit}`);
    const [listed, sold] = await Promise.all([homes(false), homes(true)]);
    return {
      listed: { total: listed[0]?.count ?? 0, homeIds: listed.map(({ homeId }) => homeId) },
      sold: {
        total: sold[0]?.count ?? 0,
        homes: sold.map(({ homeId, closeDate }) => ({ homeId, closeDate })),
      },
    };
  }

  /** Most active homes first, then by name. */
  async list(question: AgentQuestion): Promise<{ agents: Agent[]; next: AgentPosition | undefined }> {
    const { after, limit } = question;
    const where = [IS_SHOWN];
    /** Selective filters: the condition for one agent, and the query for all matches. */
    const narrow = (['places', 'languages', 'specialties'] as const).flatMap((column) => {
      const all =
        column === 'places' ? [question.place].filter((one) => one !== undefined) : question[column];
      if (all === undefined || all.length === 0) return [];
      const has = sql`${raw(column)} @> ${all}::text[]`;
      const ofRealtor = sql`r.verification = 'verified' and r.${has}`;
      return [
        {
          one: sql`(a.${has} or exists (
            select from realtor r where r.realtor_id = a.realtor_id ${AS_PROFILE} and ${ofRealtor}))`,
          // By the index of agents' profiles, to avoid a table scan for a few realtors.
          all: sql`select agent_id from agent where ${has} union select g.agent_id from realtor r cross join lateral (
            select agent_id from agent where realtor_id = r.realtor_id ${AS_NAMED} offset 0) g where ${ofRealtor}`,
        },
      ];
    });
    if (question.license !== undefined) where.push(sql`a.license_number = ${question.license}`);
    let named: Sql | undefined;
    if (question.name !== undefined) {
      const words = nameWords(question.name);
      if (words.length === 0) return { agents: [], next: undefined };
      // Materialized separately; otherwise the order's index would be scanned for a name that nobody has.
      named = sql`(select * from agent where to_tsvector('simple', name_folded)
        @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')}) offset 0)`;
    }
    let behind = sql`true`;
    if (after !== undefined) {
      const { homesListed: count, nameFolded: name, agentId: id } = after;
      // Redundant with the next line, so that the index has a start.
      behind = sql`a.homes_listed <= ${count} and (a.homes_listed < ${count}
        or (a.homes_listed = ${count} and (a.name_folded, a.agent_id) > (${name}, ${id})))`;
      where.push(behind);
    }
    const order = sql`order by a.homes_listed desc, a.name_folded, a.agent_id`;
    const ask = async (from: Sql, too: readonly Sql[] = []) =>
      await this.query<Row>(sql`
        select ${AGENT} from (
          select a.* from ${from} a where ${join([...where, ...too], ' and ')} ${order} limit ${limit + 1}) a
        left join dataset d on d.dataset = a.dataset ${order}`);
    const asked = narrow.map(({ one }) => one);
    const [first] = narrow;
    let rows: Row[];
    if (first === undefined || named !== undefined || question.license !== undefined) {
      rows = await ask(named ?? sql`agent`, asked);
    } else {
      rows = await ask(sql`(select * from agent a where ${behind} ${order} limit ${NEAR})`, asked);
      // Frequent values are among the first rows in order; rare ones are collected by their own index.
      if (rows.length <= limit)
        rows = await ask(
          sql`(select a.* from agent a where a.agent_id in (${first.all}) offset 0)`,
          asked.slice(1),
        );
    }
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? toPosition(last) : undefined;
    return { agents: page.map(({ nameFolded, ...agent }) => agent), next };
  }
}

function toPosition({ homesListed, nameFolded, agentId }: Row): AgentPosition {
  return { homesListed, nameFolded, agentId };
}

/** Normalizes a name for comparison and sorting: lower case, without accents and punctuation. */
export function foldName(name: string): string {
  return nameWords(name).join(' ');
}

function nameWords(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/(?<=[a-z])\p{Mn}+/giu, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 10);
}

/**
 * Records on the feeds' agents which profile answers for them: a verified, linked one with the same license. A verified
 * profile without a link is listed on its own. Runs in the transaction that changes the profile or its links.
 */
export async function linkRealtorIn(client: pg.ClientBase, realtorId: string): Promise<void> {
  await unlinkRealtorIn(client, realtorId);
  const own = await sql<{ licenseNumber: string; licenseState: string; name: string }>`
    select license_number as "licenseNumber", license_state as "licenseState", name from realtor
    where realtor_id = ${realtorId} and verification = 'verified'`.row(client);
  if (own === undefined) return;
  const linked = await client.query(sql`
    update agent a set realtor_id = ${realtorId} from agent_link k
    where k.realtor_id = ${realtorId} and a.dataset = k.dataset and a.member_key = k.member_key
      and a.license_number = ${own.licenseNumber}
      and (a.license_state is null or a.license_state = ${own.licenseState}) returning 1`);
  if (linked.rows.length > 0) return;
  await client.query(sql`
    insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, phone,
      office_name, broker_name, languages, places, specialties, homes_listed, homes_sold, realtor_id)
    select realtor_id, '', realtor_id, name, ${foldName(own.name)}, license_number, license_state, email, phone,
      office_name, broker_name,
      languages, places, specialties, 0, 0, realtor_id from realtor where realtor_id = ${realtorId}`);
}

/** Removes a realtor from the list of agents; the feeds' agents stay. */
export async function unlinkRealtorIn(client: pg.ClientBase, realtorId: string): Promise<void> {
  await client.query(sql`delete from agent where dataset = '' and agent_id = ${realtorId}`);
  await client.query(sql`update agent set realtor_id = null where realtor_id = ${realtorId}`);
}
