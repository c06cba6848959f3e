import type { FeedProvider, HomeCard } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import type pg from 'pg';
import { hasTable, query, withTransaction } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { isAfter, sql } from '../db/sql.ts';
import type { QuarantinedRow } from '../feeds/quarantine.ts';
import type { LedgerRow } from '../listings/home-detail.ts';
import { findHomeGroup } from '../listings/home-groups.ts';
import type { FollowedReport } from '../listings/listing-reports.ts';
import type { Email } from '../people/emails.ts';
import { writeAuditIn } from './audit-log.ts';

/** Cursor: time and id of the last item. */
type After = { at: string; id: string } | undefined;

export interface QuarantinedPage extends Omit<QuarantinedRow, 'lastSeenAt'> {
  quarantineKey: string;
  provider: FeedProvider;
  /** Time last seen; the list's order. */
  createdAt: Date;
}

export interface ReportRow extends Omit<FollowedReport, 'dataset' | 'listingKey' | 'userId'> {
  reviewId: string | null;
  takeDowns: number;
}

export interface FailedEmail extends Omit<Email, 'toEmail'> {
  failure: string | null;
  failedAt: Date;
}

/** A job queue; the counts are pg-boss' own and some seconds old. */
export interface JobQueue {
  name: string;
  waiting: number;
  active: number;
  failed: number;
}

export interface FailedJob {
  jobId: string;
  queue: string;
  retries: number;
  failure: string | null;
  createdAt: Date;
  failedAt: Date | null;
}

export interface CaseListing {
  dataset: string;
  provider: FeedProvider;
  listingKey: string;
  listingId: string | null;
  homeId: string;
  searchType: string;
  standardStatus: string;
  record: Record<string, unknown>;
  raw: unknown;
  displayable: boolean;
  modifiedAt: Date;
  firstSeenAt: Date;
  lastSeenAt: Date;
  retiredAt: Date | null;
  retiredReason: string | null;
  rules: DisplayRules;
  hiddenReason: string | null;
  staleSince: Date | null;
}

export interface CaseLedgerRow extends Omit<LedgerRow, 'id' | 'listingId'> {
  voidedAt: Date | null;
}

export interface HomeCase {
  homeId: string;
  ids: string[];
  /** The listings that represent it in searches, one per search type. */
  shownBy: { searchType: string; dataset: string; listingKey: string; path: PathFacts }[];
  listings: CaseListing[];
  ledger: CaseLedgerRow[];
}

/** What `homePath` of @maru/listing takes. */
export type PathFacts = Pick<
  HomeCard,
  'city' | 'stateOrProvince' | 'streetLine' | 'unitNumber' | 'postalCode' | 'addressWithheld'
>;

export interface FeedRow {
  dataset: string;
  hiddenReason: string | null;
  hiddenSince: Date | null;
  staleSince: Date | null;
  isPurged: boolean;
}

/** Queries of the admin pages that no other part of the store answers. */
export class AdminDesk extends Repository {
  async feeds(): Promise<FeedRow[]> {
    return await this.query<FeedRow>(sql`
      select f.dataset, d.hidden_reason as "hiddenReason", d.hidden_since as "hiddenSince",
        d.stale_since as "staleSince", f.purged_at is not null as "isPurged"
      from feed_state f left join dataset d on d.dataset = f.dataset order by f.dataset collate "C"`);
  }

  async waiting(): Promise<{ reviews: number; realtors: number; reports: number }> {
    const waiting = await this.queryRow<{ reviews: number; realtors: number; reports: number }>(sql`
      select (select count(*) from review where closed_at is null) as reviews,
        (select count(*) from realtor where verification = 'pending') as realtors,
        (select count(*) from listing_report where state = 'new') as reports`);
    return waiting!;
  }

  /** Names of these accounts; deleted ones are missing. */
  async findNames(userIds: readonly (string | null)[]): Promise<Map<string, string>> {
    const ids = [...new Set(userIds.filter((id) => id !== null))];
    if (ids.length === 0) return new Map();
    const rows = await this.query<{ id: string; name: string }>(sql`
      select user_id as id, name from account where user_id = any(${ids})`);
    return new Map(rows.map((row) => [row.id, row.name]));
  }

  /** Number of accounts with this consent. Scans an index; call rarely. */
  async countConsents(kind: string): Promise<number> {
    const [count = 0] = await this.queryColumn<number>(sql`
      select count(*) from (
        select distinct on (user_id) given from consent where kind = ${kind} order by user_id, kind, consent_id desc
      ) last where given`);
    return count;
  }

  async quarantine(options: { dataset: string; after: After; limit: number }): Promise<QuarantinedPage[]> {
    const { dataset, after, limit } = options;
    return await this.query<QuarantinedPage>(sql`
      select q.quarantine_key as "quarantineKey", q.dataset, coalesce(d.provider, f.provider) as provider,
        q.listing_key as "listingKey", q.reason, q.raw, q.first_seen_at as "firstSeenAt",
          q.last_seen_at as "createdAt"
      from quarantine q left join dataset d on d.dataset = q.dataset left join feed_state f on f.dataset = q.dataset
      where q.dataset = ${dataset}
        and ${isAfter("date_trunc('milliseconds', q.last_seen_at), q.quarantine_key", after)}
      order by q.last_seen_at desc, q.quarantine_key desc limit ${limit}`);
  }

  async reports(options: { state?: string | undefined; after: After; limit: number }): Promise<ReportRow[]> {
    const { state = null, after, limit } = options;
    return await this.query<ReportRow>(sql`
      select report_id as "reportId", home_id as "homeId", reason, message, email, locale, state,
        answer_by as "answerBy", created_at as "createdAt", closed_at as "closedAt", answer,
        (select v.review_id from review v where v.kind = 'report' and v.subject_kind = 'listing_report'
           and v.subject_id = r.report_id) as "reviewId",
        (select count(*) from take_down t where t.home_id = r.home_id and t.report_id = r.report_id) as "takeDowns"
      from listing_report r
      where (${state}::text is null or state = ${state})
        and ${isAfter('created_at, report_id', after)}
      order by created_at desc, report_id desc limit ${limit}`);
  }

  /** Failed emails, latest first, without cancelled ones. */
  async listFailedEmails(limit: number): Promise<FailedEmail[]> {
    return await this.query<FailedEmail>(sql`
      select letter_id as "letterId", kind, subject_id as "subjectId", locale, failure, created_at as "createdAt",
        failed_at as "failedAt"
      from letter where failed_at is not null and failure is distinct from 'cancelled' and bundle_id is null
      order by failed_at desc, letter_id desc limit ${limit}`);
  }

  /** Queues and their latest failed jobs; empty before the first job worker has run. */
  async jobs(limit: number): Promise<{ queues: JobQueue[]; failed: FailedJob[] }> {
    return await withTransaction(this.pool, 'read only', async (client) => {
      if (!(await hasTable(client, 'pgboss.job'))) return { queues: [], failed: [] };
      const queues = await sql<JobQueue>`
        select name, queued_count as waiting, active_count as active, failed_count as failed
        from pgboss.queue where name !~ '^__' order by name`.all(client);
      const failed = await sql<FailedJob>`
        select id::text as "jobId", name as queue, retry_count as retries,
          left(coalesce(output ->> 'message', output::text), 300) as failure,
          created_on as "createdAt", completed_on as "failedAt"
        from pgboss.job where state = 'failed' order by completed_on desc nulls last, id
        limit ${limit}`.all(client);
      return { queues, failed };
    });
  }

  /** Retries a failed email; false when there is none. */
  async retryEmail(letterId: string, by: { actorId: string; now: Date }): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rows } = await client.query(sql`
        update letter set failed_at = null, failure = null, queued_at = null, taken_until = null
        where letter_id = ${letterId} and failed_at is not null and sent_at is null returning 1`);
      if (rows.length === 0) return false;
      await client.query(sql`
        update letter set failed_at = null, failure = null
        where bundle_id = ${letterId} and sent_at is null and failure is distinct from 'cancelled'`);
      // The job has the email's id and would block a new one.
      if (await hasTable(client, 'pgboss.job')) {
        await client.query(sql`delete from pgboss.job where id::text = ${letterId}`);
      }
      await writeAuditIn(client, by, 'letter.retry', letterId);
      return true;
    });
  }

  /** Retries a failed job; false when there is none. */
  async retryJob(jobId: string, by: { actorId: string; now: Date }): Promise<boolean> {
    return await this.transaction(async (client) => {
      if (!(await hasTable(client, 'pgboss.job'))) return false;
      // Like pg-boss' own `retry`.
      const { rows } = await client.query(sql`
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
        where id::text = ${jobId} and state = 'failed' returning 1`);
      if (rows.length === 0) return false;
      await writeAuditIn(client, by, 'job.retry', jobId);
      return true;
    });
  }

  /** By home id, or by listing number. Undefined when unknown. */
  async findHome(idOrNumber: string): Promise<HomeCase | undefined> {
    return await this.snapshot(async (client) => {
      const homeId = await findHomeId(client, idOrNumber);
      if (homeId === undefined) return undefined;
      const { root, ids } = await findHomeGroup(client, homeId);
      const listings = await query<CaseListing>(client, CASE_LISTINGS, [ids]);
      const shownBy = await sql<HomeCase['shownBy'][number]>`
        select search_type as "searchType", dataset, listing_key as "listingKey", json_build_object('city', city,
          'stateOrProvince', state_or_province, 'streetLine', street_line, 'unitNumber', unit_number,
          'postalCode', postal_code, 'addressWithheld', address_withheld) as path
        from home where home_id = ${root} order by search_type`.all(client);
      const ledger = await sql<CaseLedgerRow>`
        select h.history_id as "historyId", h.dataset, h.listing_key as "listingKey", h.kind,
            h.old_value as "oldValue", h.new_value as "newValue", h.source_time as "sourceTime",
            h.seen_time as "seenTime", h.voided_at as "voidedAt"
          from unnest(${listings.map((row) => row.dataset)}::text[],
            ${listings.map((row) => row.listingKey)}::text[]) as u(dataset, listing_key)
          join listing_history h on h.dataset = u.dataset and h.listing_key = u.listing_key
          order by h.seen_time desc, h.history_id desc limit 200`.all(client);
      return { homeId: root, ids: [...new Set(ids)], shownBy, listings, ledger };
    });
  }
}

const CASE_LISTINGS = `
  select l.dataset, d.provider, l.listing_key as "listingKey", l.listing_id as "listingId", l.home_id as "homeId",
    l.search_type as "searchType", l.standard_status as "standardStatus", l.record, l.raw, l.displayable,
    l.modified_at as "modifiedAt", l.first_seen_at as "firstSeenAt", l.last_seen_at as "lastSeenAt",
    l.retired_at as "retiredAt", l.retired_reason as "retiredReason", d.rules, d.hidden_reason as "hiddenReason",
    d.stale_since as "staleSince"
  from listing l join dataset d on d.dataset = l.dataset where l.home_id = any($1)
  order by l.retired_at is not null, l.modified_at desc, l.listing_key collate "C", l.dataset collate "C" limit 50`;

async function findHomeId(client: pg.ClientBase, idOrNumber: string): Promise<string | undefined> {
  const known = await client.query(sql`select 1 from known_home where home_id = ${idOrNumber}`);
  if (known.rows.length > 0) return idOrNumber;
  // By dataset list, so that the index of numbers within each applies.
  const [homeId] = await sql`
    select l.home_id from listing l
    where l.dataset = any(array(select dataset from dataset))
      and (l.listing_id = ${idOrNumber} or l.listing_key = ${idOrNumber})
    order by l.retired_at desc nulls first limit 1`.column(client);
  return homeId;
}
