import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@maru/listing/time';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { linkRealtorIn } from './agents.ts';
import { enqueueEmail } from './emails.ts';

/** Proof of the link between a profile and a feed's agent. `address`: migration 0024. */
export type LinkProof = 'code' | 'owner' | 'address';

/** An agent of a feed with the license of a profile, which the profile can be linked to. */
export interface LinkCandidate {
  agentId: string;
  dataset: string;
  memberKey: string;
  source: string;
  name: string;
  licenseNumber: string;
  licenseState: string | null;
  officeName: string | null;
  email: string | null;
  homesListed: number;
  /** Contact about the link: the dataset's advertising broker. */
  broker: { name: string; email: string };
  /** Another agent of the dataset has the same address, so a code sent there proves nothing. */
  isEmailShared: boolean;
  /** The profile that the agent is linked to, this one or another. */
  link: {
    realtorId: string;
    name: string;
    proof: LinkProof;
    reason: string | null;
    linkedAt: Date;
  } | null;
  codeExpiresAt: Date | null;
}

export interface SameLicenseProfile {
  realtorId: string;
  name: string;
  brokerName: string;
  verification: string;
}

export interface AgentEmail {
  agentLetterId: string;
  kind: 'code' | 'applied' | 'linked';
  realtorId: string;
  expiresAt: Date | null;
  endedAt: Date | null;
  agentName: string;
  licenseNumber: string | null;
  source: string;
  brokerName: string;
  brokerEmail: string;
  /** Language of the profile's account when it has verified the feed's address; otherwise the reader is unknown. */
  locale: 'en' | 'ko' | null;
}

export type CodeRefusal = 'not_found' | 'linked' | 'no_address' | 'shared_address' | 'too_many';
export type ProofRefusal = 'not_found' | 'linked' | 'expired' | 'wrong';

/**
 * Codes per day to one agent: by a profile or its account, in total, by unverified ones, and in total for the first code of a
 * profile, so that others cannot exhaust it; and by one account to all.
 */
export const MAX_CODES = { profile: 3, agent: 9, unverified: 6, first: 20, user: 6 };
export const MAX_ATTEMPTS = 5;
const CODE_LASTS = HOUR_MS;
/**
 * Notices per day: to one agent, against floods, and of one account, so that it cannot write to every agent of a feed.
 */
export const MAX_NOTICES = { agent: 3, user: 5 };

const MAX_CANDIDATES = 50;

/** Addresses that mail servers accept; feeds contain others too. */
const EMAIL = '^[^[:space:]@<>()]+@[^[:space:]@<>()]+[.][A-Za-z]{2,63}$';
const SAME_LICENSE = sql`a.license_number = r.license_number and (a.license_state is null or a.license_state = r.license_state)`;
const IS_SHARED = sql`exists (select from agent o where o.dataset = a.dataset and lower(o.email) = lower(a.email)
  and o.member_key <> a.member_key)`;

/**
 * License numbers are public and prove nothing: an agent's messages go to a profile only after a code sent to the
 * agent's address in the feed, or by an admin's decision with a reason. Callers check permissions.
 */
export class AgentLinks extends Repository {
  /** Agents with the license of a profile, at most 50: linked ones first, then those with most homes. */
  async listCandidates(realtorId: string, now: Date): Promise<LinkCandidate[]> {
    const rows = await this.query<LinkCandidate>(sql`
      select a.agent_id as "agentId", a.dataset, a.member_key as "memberKey", d.rules ->> 'source' as source, a.name,
        a.license_number as "licenseNumber", a.license_state as "licenseState", a.office_name as "officeName",
        case when a.email ~ ${EMAIL}::text then a.email end as email, a.homes_listed as "homesListed",
        ${IS_SHARED} as "isEmailShared",
        json_build_object('name', d.rules -> 'advertisingBroker' ->> 'name',
          'email', d.rules -> 'advertisingBroker' ->> 'email') as broker,
        (select json_build_object('realtorId', k.realtor_id, 'name', p.name, 'proof', k.proof, 'reason', k.reason,
           'linkedAt', k.linked_at)
         from agent_link k join realtor p on p.realtor_id = k.realtor_id collate "C"
         where k.dataset = a.dataset and k.member_key = a.member_key) as link,
        (select max(l.expires_at) from agent_letter l where l.dataset = a.dataset and l.member_key = a.member_key
           and l.realtor_id = ${realtorId} and l.kind = 'code' and l.ended_at is null and l.attempts < ${MAX_ATTEMPTS}
           and l.expires_at > ${now}) as "codeExpiresAt"
      from realtor r join agent a on ${SAME_LICENSE} join dataset d on d.dataset = a.dataset and not d.is_hidden
      where r.realtor_id = ${realtorId}
      order by exists (select from agent_link k where k.dataset = a.dataset and k.member_key = a.member_key
          and k.realtor_id = ${realtorId}) desc, a.homes_listed desc, a.agent_id limit ${MAX_CANDIDATES}`);
    return rows.map((row) =>
      row.link === null ? row : { ...row, link: { ...row.link, linkedAt: new Date(row.link.linkedAt) } },
    );
  }

  async listSameLicense(realtorId: string): Promise<SameLicenseProfile[]> {
    return await this.query<SameLicenseProfile>(sql`
      select o.realtor_id as "realtorId", o.name, o.broker_name as "brokerName", o.verification
      from realtor r join realtor o on o.license_number = r.license_number and o.license_state = r.license_state
        and o.realtor_id <> r.realtor_id
      where r.realtor_id = ${realtorId} order by o.created_at limit 20`);
  }

  /** Enqueues an email with a code to the agent's address in the feed and invalidates the previous code. */
  async sendCode(
    realtorId: string,
    agentId: string,
    { userId, now }: { userId: string; now: Date },
  ): Promise<{ expiresAt: Date } | CodeRefusal> {
    return await this.transaction(async (client) => {
      const agent = await findAgentIn(client, realtorId, agentId);
      if (agent === undefined) return 'not_found';
      if (agent.linkedTo !== null) return 'linked';
      if (agent.email === null) return 'no_address';
      if (agent.isShared) return 'shared_address';
      const { dataset, memberKey } = agent;
      // Locked after the agent, always in this order.
      await client.query(sql`select pg_advisory_xact_lock(hashtext('agent codes of ' || ${userId}))`);
      const sent = await sql<{ ofProfile: number; ofAgent: number; ofUser: number }>`
        select count(*) filter (where realtor_id = ${realtorId} or user_id = ${userId})::int as "ofProfile",
          count(*)::int as "ofAgent",
          (select count(*)::int from agent_letter where user_id = ${userId} and kind = 'code'
            and created_at > ${now}::timestamptz - interval '1 day') as "ofUser"
        from agent_letter where dataset = ${dataset} and member_key = ${memberKey} and kind = 'code'
          and created_at > ${now}::timestamptz - interval '1 day'`.row(client);
      const { ofProfile, ofAgent, ofUser } = sent!;
      const mostOfAgent = agent.isVerified ? MAX_CODES.agent : MAX_CODES.unverified;
      const isFull = ofAgent >= (ofProfile === 0 ? MAX_CODES.first : mostOfAgent);
      if (ofProfile >= MAX_CODES.profile || isFull || ofUser >= MAX_CODES.user) return 'too_many';
      await client.query(sql`
        update agent_letter set ended_at = ${now}
        where dataset = ${dataset} and member_key = ${memberKey} and realtor_id = ${realtorId} and kind = 'code'
          and ended_at is null`);
      const expiresAt = new Date(now.getTime() + CODE_LASTS);
      await enqueueAgentEmailIn(client, agent, { kind: 'code', realtorId, userId, expiresAt, now });
      await writeAuditIn(client, { actorId: userId, now }, 'realtor.link_code', realtorId, {
        dataset,
        memberKey,
      });
      return { expiresAt };
    });
  }

  /** Links by an emailed code, compared by `isCode`. Each call counts as an attempt; `expired`: no valid code. */
  async prove(
    realtorId: string,
    agentId: string,
    isCode: (agentLetterId: string) => boolean,
    { userId, now }: { userId: string; now: Date },
  ): Promise<'done' | ProofRefusal> {
    return await this.transaction(async (client) => {
      const agent = await findAgentIn(client, realtorId, agentId);
      if (agent === undefined) return 'not_found';
      if (agent.linkedTo !== null) return 'linked';
      const { dataset, memberKey } = agent;
      // Counted before the comparison, under the row lock, so that concurrent calls count separately.
      const [id] = await sql`
        update agent_letter set attempts = attempts + 1
        where agent_letter_id = (select agent_letter_id from agent_letter where dataset = ${dataset}
          and member_key = ${memberKey}
          and realtor_id = ${realtorId} and kind = 'code' and ended_at is null order by created_at desc limit 1)
          and attempts < ${MAX_ATTEMPTS} and expires_at > ${now} and ended_at is null
        returning agent_letter_id`.column(client);
      if (id === undefined) return 'expired';
      if (!isCode(id)) return 'wrong';
      await client.query(sql`update agent_letter set ended_at = ${now} where agent_letter_id = ${id}`);
      await linkIn(client, agent, { realtorId, proof: 'code', reason: null, userId, now });
      return 'done';
    });
  }

  /** Links a profile by an admin's decision; `reason` goes into the audit log. */
  async decide(
    realtorId: string,
    agentId: string,
    { reason, userId, now }: { reason: string; userId: string; now: Date },
  ): Promise<'done' | 'not_found' | 'linked'> {
    return await this.transaction(async (client) => {
      const agent = await findAgentIn(client, realtorId, agentId);
      if (agent === undefined) return 'not_found';
      if (agent.linkedTo !== null) return 'linked';
      await linkIn(client, agent, { realtorId, proof: 'owner', reason, userId, now });
      return 'done';
    });
  }

  /** Removes a link; messages are routed as without the profile. False when there is none. */
  async end(
    realtorId: string,
    agentId: string,
    { userId, now }: { userId: string; now: Date },
  ): Promise<boolean> {
    return await this.transaction(async (client) => {
      const ended = await sql<{ dataset: string; memberKey: string }>`
        delete from agent_link k using agent a where a.agent_id = ${agentId} and k.dataset = a.dataset
          and k.member_key = a.member_key and k.realtor_id = ${realtorId}
        returning k.dataset, k.member_key as "memberKey"`.row(client);
      if (ended === undefined) return false;
      await writeAuditIn(client, { actorId: userId, now }, 'realtor.unlink', realtorId, { ...ended });
      await linkRealtorIn(client, realtorId);
      return true;
    });
  }

  /** Content of an email; undefined when its agent is gone. */
  async findEmail(agentLetterId: string): Promise<AgentEmail | undefined> {
    return await this.queryRow<AgentEmail>(sql`
      select l.agent_letter_id as "agentLetterId", l.kind, l.realtor_id as "realtorId", l.expires_at as "expiresAt",
        l.ended_at as "endedAt", a.name as "agentName", a.license_number as "licenseNumber",
        d.rules ->> 'source' as source, d.rules -> 'advertisingBroker' ->> 'name' as "brokerName",
        d.rules -> 'advertisingBroker' ->> 'email' as "brokerEmail",
        (select u.locale from realtor p join account u on u.user_id = p.user_id
         where p.realtor_id = l.realtor_id collate "C" and u.email_verified
           and lower(u.email) = lower(a.email)) as locale
      from agent_letter l join agent a on a.dataset = l.dataset and a.member_key = l.member_key
      join dataset d on d.dataset = l.dataset where l.agent_letter_id = ${agentLetterId}`);
  }
}

/** Notifies the agents with a profile's license, up to `MAX_NOTICES`. `userId`: the profile's account. */
export async function notifyAgentsIn(
  client: pg.ClientBase,
  { realtorId, licenseNumber }: { realtorId: string; licenseNumber: string },
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  // Serializes checking and counting. An agent has one license, so its lock covers its agents.
  for (const lock of [`agent notices because of ${userId}`, `agent notices to license ${licenseNumber}`]) {
    await client.query(sql`select pg_advisory_xact_lock(hashtext(${lock}))`);
  }
  const { rows } = await client.query<LinkedAgent & { ofAgent: number; ofUser: number }>(sql`
    select f.*, (select count(*)::int from agent_letter l where l.dataset = f.dataset and l.member_key = f."memberKey"
        and l.kind = 'applied' and l.created_at > ${now}::timestamptz - interval '1 day') as "ofAgent",
      (select count(*)::int from agent_letter where user_id = ${userId} and kind = 'applied'
        and created_at > ${now}::timestamptz - interval '1 day') as "ofUser"
    from (${FIND_AGENT} where r.realtor_id = ${realtorId} order by a.homes_listed desc,
      a.agent_id limit 5) f`);
  const agents = rows.filter(({ email, ofAgent }) => email !== null && ofAgent < MAX_NOTICES.agent);
  for (const agent of agents.slice(0, Math.max(0, MAX_NOTICES.user - (rows[0]?.ofUser ?? 0)))) {
    await enqueueAgentEmailIn(client, agent, { kind: 'applied', realtorId, userId, expiresAt: null, now });
  }
}

interface LinkedAgent {
  dataset: string;
  memberKey: string;
  email: string | null;
  isShared: boolean;
  linkedTo: string | null;
  /** Of the profile. */
  isVerified: boolean;
}

const FIND_AGENT = sql`select a.dataset, a.member_key as "memberKey", case when a.email ~ ${EMAIL}::text then a.email end as email,
    ${IS_SHARED} as "isShared",
    (select k.realtor_id from agent_link k where k.dataset = a.dataset and k.member_key = a.member_key) as "linkedTo",
    r.verification = 'verified' as "isVerified"
  from realtor r join agent a on ${SAME_LICENSE} join dataset d on d.dataset = a.dataset and not d.is_hidden`;

/** Locks and returns the agent if it has the profile's license. */
async function findAgentIn(
  client: pg.ClientBase,
  realtorId: string,
  agentId: string,
): Promise<LinkedAgent | undefined> {
  await client.query(sql`select pg_advisory_xact_lock(hashtext('agent link ' || ${agentId}))`);
  return await sql<LinkedAgent>`
    ${FIND_AGENT}
    where r.realtor_id = ${realtorId} and a.agent_id = ${agentId}
      and r.verification <> 'refused'`.row(client);
}

async function linkIn(
  client: pg.ClientBase,
  agent: LinkedAgent,
  by: { realtorId: string; proof: LinkProof; reason: string | null; userId: string; now: Date },
): Promise<void> {
  const { realtorId, proof, reason, userId, now } = by;
  const { dataset, memberKey } = agent;
  const link = { dataset, memberKey, realtorId, proof, reason, linkedBy: userId, linkedAt: now };
  await insertRow(client, 'agent_link', link);
  await writeAuditIn(client, { actorId: userId, now }, 'realtor.link', realtorId, {
    dataset,
    memberKey,
    proof,
    ...(reason === null ? {} : { reason }),
  });
  if (agent.email !== null) {
    await enqueueAgentEmailIn(client, agent, { kind: 'linked', realtorId, userId, expiresAt: null, now });
  }
  await linkRealtorIn(client, realtorId);
}

async function enqueueAgentEmailIn(
  client: pg.ClientBase,
  { dataset, memberKey, email }: LinkedAgent,
  by: { kind: AgentEmail['kind']; realtorId: string; userId: string; expiresAt: Date | null; now: Date },
): Promise<void> {
  const { kind, realtorId, userId, expiresAt, now } = by;
  const agentLetterId = randomUUID();
  const row = { agentLetterId, kind, dataset, memberKey, realtorId, userId, createdAt: now, expiresAt };
  await insertRow(client, 'agent_letter', row);
  // The languages are chosen when the email is rendered: `AgentEmail.locale`.
  const mail = { kind: `agent-${kind}`, subjectId: agentLetterId, locale: 'en', toEmail: email! } as const;
  await enqueueEmail(client, mail, now);
}
