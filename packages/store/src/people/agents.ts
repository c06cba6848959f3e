import type { DisplayRules } from '@maru/listing/display';
import type { Specialty } from '@maru/listing/people';
import type pg from 'pg';
import { queryRow } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';

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

const SOLD = `coalesce((d.rules ->> 'allowSold')::boolean, false)`;
const AGENT = `a.agent_id as "agentId", a.dataset, a.member_key as "memberKey", a.name, a.name_folded as "nameFolded",
  a.license_number as "licenseNumber", a.license_state as "licenseState", a.email, a.phone, a.office_name as "officeName",
  a.office_phone as "officePhone", a.broker_name as "brokerName", a.languages, a.places, a.specialties,
  a.homes_listed as "homesListed", case when ${SOLD} then a.homes_sold end as "homesSold",
  case when ${SOLD} then a.last_sold_on end as "lastSoldOn", case when a.dataset = '' then a.realtor_id else (select k.realtor_id
    from agent_link k where k.dataset = a.dataset and k.member_key = a.member_key and k.realtor_id = a.realtor_id) end
  as "realtorId", d.rules`;
const FROM = 'agent a left join dataset d on d.dataset = a.dataset';
/**
 * Lists a home, has sold one that may be shown, or is a verified realtor. Datasets are read once, for the order's
 * index.
 */
const IS_SHOWN = `a.dataset = any(array(select dataset from dataset where not is_hidden union all select ''))
  and (a.homes_listed > 0 or a.realtor_id is not null or (a.homes_sold > 0
    and a.dataset = any(array(select d.dataset from dataset d where ${SOLD}))))`;

/** Profile ids use collation C, agent ids the database's default; the indexes require a match. */
const AS_PROFILE = 'collate "C"';
const AS_NAMED = 'collate "default"';
/** Number of rows scanned in order before switching to the filter's index. */
const NEAR = 2_000;

type Row = Agent & { nameFolded: string };

export class Agents extends Repository {
  /** By agent id or profile id. */
  async find(id: string): Promise<Agent | undefined> {
    return await this.queryRow<Row>(
      `select ${AGENT} from ${FROM} where (a.agent_id = $1 or a.realtor_id = $1) and ${IS_SHOWN}
       order by a.agent_id = $1 desc, a.homes_listed desc, a.agent_id limit 1`,
      [id],
    );
  }

  async findByMember(dataset: string, memberKey: string): Promise<Agent | undefined> {
    return await this.queryRow<Row>(
      `select ${AGENT} from ${FROM} where a.dataset = $1 and a.member_key = $2 and ${IS_SHOWN}`,
      [dataset, memberKey],
    );
  }

  /** Homes of an agent, each once, newest first: active and, where the dataset allows it, sold ones. */
  async listHomes(
    { dataset, memberKey }: Pick<Agent, 'dataset' | 'memberKey'>,
    limit: number,
  ): Promise<AgentHomes> {
    const homes = (isSold: boolean) =>
      this.query<{ homeId: string; closeDate: string | null; count: number }>(
        `select a.home_id as "homeId", max(a.close_date) as "closeDate", count(*) over ()::int as count
         from agent_listing a join dataset d on d.dataset = a.dataset
         where a.dataset = $1 and a.member_key = $2 and a.is_sold = $3 and not d.is_hidden ${isSold ? `and ${SOLD}` : ''}
         group by a.home_id order by max(a.close_date) desc nulls last, a.home_id limit $4`,
        [dataset, memberKey, isSold, limit],
      );
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
    const values: unknown[] = [limit + 1];
    const put = (value: unknown) => `$${values.push(value)}`;
    const where = [IS_SHOWN];
    /** Selective filters: the condition for one agent, and the query for all matches. */
    const narrow = (['places', 'languages', 'specialties'] as const).flatMap((column) => {
      const all =
        column === 'places' ? [question.place].filter((one) => one !== undefined) : question[column];
      if (all === undefined || all.length === 0) return [];
      const has = `${column} @> ${put(all)}::text[]`;
      const ofRealtor = `r.verification = 'verified' and r.${has}`;
      return [
        {
          one: `(a.${has} or exists (select from realtor r where r.realtor_id = a.realtor_id ${AS_PROFILE} and ${ofRealtor}))`,
          // By the index of agents' profiles, to avoid a table scan for a few realtors.
          all: `(select agent_id from agent where ${has} union select g.agent_id from realtor r
            cross join lateral (select agent_id from agent where realtor_id = r.realtor_id ${AS_NAMED} offset 0) g where ${ofRealtor})`,
        },
      ];
    });
    if (question.license !== undefined) where.push(`a.license_number = ${put(question.license)}`);
    let named: string | undefined;
    if (question.name !== undefined) {
      const words = nameWords(question.name);
      if (words.length === 0) return { agents: [], next: undefined };
      const asked = put(words.map((word) => `${word}:*`).join(' & '));
      // Materialized separately; otherwise the order's index would be scanned for a name that nobody has.
      named = `(select * from agent where to_tsvector('simple', name_folded) @@ to_tsquery('simple', ${asked}) offset 0)`;
    }
    let behind = 'true';
    if (after !== undefined) {
      const [count, name, id] = [put(after.homesListed), put(after.nameFolded), put(after.agentId)];
      // Redundant with the next line, so that the index has a start.
      behind = `a.homes_listed <= ${count}
        and (a.homes_listed < ${count} or (a.homes_listed = ${count} and (a.name_folded, a.agent_id) > (${name}, ${id})))`;
      where.push(behind);
    }
    const order = 'order by a.homes_listed desc, a.name_folded, a.agent_id';
    const ask = async (from: string, too: readonly string[] = []) =>
      await this.query<Row>(
        `select ${AGENT} from (select a.* from ${from} a where ${[...where, ...too].join(' and ')} ${order} limit $1) a
         left join dataset d on d.dataset = a.dataset ${order}`,
        values,
      );
    const asked = narrow.map(({ one }) => one);
    const isDirect = named !== undefined || question.license !== undefined || narrow.length === 0;
    let rows = isDirect
      ? await ask(named ?? 'agent', asked)
      : await ask(`(select * from agent a where ${behind} ${order} limit ${NEAR})`, asked);
    if (!isDirect && rows.length <= limit) {
      // Frequent values are among the first rows in order; rare ones are collected by their own index.
      const ids = narrow[0]?.all;
      rows = await ask(`(select a.* from agent a where a.agent_id in (${ids}) offset 0)`, asked.slice(1));
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
  const own = await queryRow<{ licenseNumber: string; licenseState: string; name: string }>(
    client,
    `select license_number as "licenseNumber", license_state as "licenseState", name from realtor
     where realtor_id = $1 and verification = 'verified'`,
    [realtorId],
  );
  if (own === undefined) return;
  const linked = await client.query(
    `update agent a set realtor_id = $1 from agent_link k
     where k.realtor_id = $1 and a.dataset = k.dataset and a.member_key = k.member_key and a.license_number = $2
       and (a.license_state is null or a.license_state = $3) returning 1`,
    [realtorId, own.licenseNumber, own.licenseState],
  );
  if (linked.rows.length > 0) return;
  await client.query(
    `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, phone,
       office_name, broker_name, languages, places, specialties, homes_listed, homes_sold, realtor_id)
     select realtor_id, '', realtor_id, name, $2, license_number, license_state, email, phone, office_name, broker_name,
       languages, places, specialties, 0, 0, realtor_id from realtor where realtor_id = $1`,
    [realtorId, foldName(own.name)],
  );
}

/** Removes a realtor from the list of agents; the feeds' agents stay. */
export async function unlinkRealtorIn(client: pg.ClientBase, realtorId: string): Promise<void> {
  await client.query(`delete from agent where dataset = '' and agent_id = $1`, [realtorId]);
  await client.query('update agent set realtor_id = null where realtor_id = $1', [realtorId]);
}
