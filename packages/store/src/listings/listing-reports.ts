import type pg from 'pg';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { type ConsentRecord, writeConsentsIn } from '../people/contacts.ts';
import { enqueueUnsolicitedEmail } from '../people/email-limits.ts';
import { writeReviewIn } from '../people/reviews.ts';

export interface ListingReport {
  reportId: string;
  homeId: string;
  dataset: string | null;
  listingKey: string | null;
  reason: string;
  message: string;
  email: string | null;
  locale: 'en' | 'ko';
  userId: string | null;
  answerBy: Date;
  createdAt: Date;
}

export interface FollowedReport extends ListingReport {
  state: 'new' | 'answered' | 'closed';
  answer: string | null;
  closedAt: Date | null;
}

const REPORT = sql`report_id as "reportId", home_id as "homeId", dataset, listing_key as "listingKey", reason, message, email,
  locale, user_id as "userId", answer_by as "answerBy", created_at as "createdAt", state, answer, closed_at as "closedAt"`;

export class ListingReports extends Repository {
  /** Stores a report, adds it to the admin queue and enqueues an email to the reporter. */
  async create(
    report: ListingReport,
    by: { consents: ConsentRecord<string>[]; once?: OnceKey | undefined },
  ): Promise<FollowedReport | 'reused'> {
    return await this.transaction(async (client) => {
      const now = report.createdAt;
      const claim = await claimOnceIn(client, by.once, report.reportId, now);
      if (claim.kind === 'reused') return 'reused';
      if (claim.kind === 'again') return (await findReportIn(client, claim.subjectId)) ?? 'reused';
      await insertRow(client, 'listing_report', { ...report });
      await writeConsentsIn(client, { kind: 'report', id: report.reportId }, by.consents, now);
      const { reportId: subjectId, email: toEmail, locale, userId } = report;
      const findings = [{ rule: report.reason, field: 'message', quote: report.message.slice(0, 300) }];
      await writeReviewIn(
        client,
        { kind: 'report', subjectKind: 'listing_report', subjectId, findings },
        now,
      );
      if (toEmail !== null) {
        const email = { kind: 'report-received', subjectId, locale, toEmail };
        await enqueueUnsolicitedEmail(client, email, { userId, now });
      }
      return { ...report, state: 'new' as const, answer: null, closedAt: null };
    });
  }

  async find(reportId: string): Promise<FollowedReport | undefined> {
    return await this.transaction((client) => findReportIn(client, reportId));
  }
}

export async function forgetReportersIn(client: pg.ClientBase, reportIds: readonly string[]): Promise<void> {
  await client.query(sql`
    update listing_report set user_id = null, email = null where report_id = any(${reportIds})`);
  await client.query(sql`delete from letter where subject_id = any(${reportIds})`);
  await client.query(sql`
    delete from contact_consent where subject_kind = 'report' and subject_id = any(${reportIds})`);
}

async function findReportIn(client: pg.ClientBase, reportId: string): Promise<FollowedReport | undefined> {
  return await sql<FollowedReport>`
    select ${REPORT} from listing_report where report_id = ${reportId}`.row(client);
}
