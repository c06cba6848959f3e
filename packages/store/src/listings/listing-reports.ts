import type pg from 'pg';
import { queryRow } from '../db/connection.ts';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { type ConsentRecord, writeConsentsIn } from '../people/contacts.ts';
import { enqueueUnsolicitedEmail } from '../people/email-limits.ts';
import { writeReviewIn } from '../people/reviews.ts';

/** A visitor's report about a listing. */
export interface ListingReport {
  reportId: string;
  homeId: string;
  dataset: string | null;
  listingKey: string | null;
  reason: string;
  message: string;
  /** Used only to answer the report. */
  email: string | null;
  locale: 'en' | 'ko';
  userId: string | null;
  /** Promised time of the review. */
  answerBy: Date;
  createdAt: Date;
}

/** A report with its result. */
export interface FollowedReport extends ListingReport {
  state: 'new' | 'answered' | 'closed';
  /** Answer for the reporter. */
  answer: string | null;
  closedAt: Date | null;
}

const REPORT = `report_id as "reportId", home_id as "homeId", dataset, listing_key as "listingKey", reason, message, email,
  locale, user_id as "userId", answer_by as "answerBy", created_at as "createdAt", state, answer, closed_at as "closedAt"`;

/** Reports about listings. */
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
      await writeReviewIn(
        client,
        {
          kind: 'report',
          subjectKind: 'listing_report',
          subjectId: report.reportId,
          findings: [{ rule: report.reason, field: 'message', quote: report.message.slice(0, 300) }],
        },
        now,
      );
      if (report.email !== null) {
        await enqueueUnsolicitedEmail(
          client,
          {
            kind: 'report-received',
            subjectId: report.reportId,
            locale: report.locale,
            toEmail: report.email,
          },
          { userId: report.userId, now },
        );
      }
      return { ...report, state: 'new' as const, answer: null, closedAt: null };
    });
  }

  async find(reportId: string): Promise<FollowedReport | undefined> {
    return await this.transaction((client) => findReportIn(client, reportId));
  }
}

async function findReportIn(client: pg.ClientBase, reportId: string): Promise<FollowedReport | undefined> {
  return await queryRow<FollowedReport>(client, `select ${REPORT} from listing_report where report_id = $1`, [
    reportId,
  ]);
}
