import { randomUUID } from 'node:crypto';
import type { ReviewKind } from '@maru/listing/people';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { isAfter, type Position, raw, type Sql, sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { enqueueEmail } from './emails.ts';

export type ReviewSubject =
  | 'contact'
  | 'realtor'
  | 'realtor_video'
  | 'listing_report'
  | 'listing'
  | 'correction';

export interface ReviewFinding {
  rule: string;
  field: string;
  quote: string;
}

export interface Review {
  reviewId: string;
  kind: ReviewKind;
  subjectKind: ReviewSubject;
  subjectId: string;
  findings: ReviewFinding[];
  createdAt: Date;
  closedAt: Date | null;
  note: string | null;
}

const REVIEW = sql`review_id as "reviewId", kind, subject_kind as "subjectKind", subject_id as "subjectId", findings,
  created_at as "createdAt", closed_at as "closedAt", note`;

/** Creates an item once; a closed one is reopened, and its answer is moved to the audit log. */
export async function writeReviewIn(
  client: pg.ClientBase,
  review: Pick<Review, 'kind' | 'subjectKind' | 'subjectId' | 'findings'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ reviewId: string; closedBy: string | null; note: string | null }>(sql`
    select review_id as "reviewId", closed_by as "closedBy", note from review
    where kind = ${review.kind} and subject_kind = ${review.subjectKind} and subject_id = ${review.subjectId}
      and closed_at is not null for update`);
  for (const { reviewId: subject, ...facts } of rows) {
    await writeAuditIn(client, { actorId: null, now }, 'review.reopen', subject, facts);
  }
  await client.query(sql`
    insert into review as old (review_id, kind, subject_kind, subject_id, findings, created_at)
    values (${randomUUID()}, ${review.kind}, ${review.subjectKind}, ${review.subjectId},
      ${JSON.stringify(review.findings)}, ${now})
    on conflict (kind, subject_kind, subject_id) do update set findings = excluded.findings,
      created_at = case when old.closed_at is null then old.created_at else excluded.created_at end,
      closed_at = null, closed_by = null, note = null`);
}

/** Closes items that were resolved by an action on their subject. */
export async function closeReviewsIn(
  client: pg.ClientBase,
  kind: ReviewKind,
  subjectId: string,
  actorId: string | null,
  now: Date,
): Promise<void> {
  await client.query(sql`
    update review set closed_at = ${now}, closed_by = ${actorId}
    where kind = ${kind} and subject_id = ${subjectId} and closed_at is null`);
}

export class Reviews extends Repository {
  /** Open items, oldest first, or closed ones, last closed first; after the cursor `after`. */
  async list(options: {
    kind?: ReviewKind | undefined;
    isClosed?: boolean;
    after?: Position | undefined;
    limit: number;
  }): Promise<Review[]> {
    const { kind, isClosed = false, after, limit } = options;
    const [time, way] = isClosed ? (['closed_at', 'desc'] as const) : (['created_at', 'asc'] as const);
    return await this.query<Review>(sql`
      select ${REVIEW} from review
      where closed_at is ${raw(isClosed ? 'not null' : 'null')} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        and ${isAfter(`${time}, review_id`, after, way)}
      order by ${raw(`${time} ${way}, review_id ${way}`)} limit ${limit}`);
  }

  /** `answer`: sent to the reporter of a listing. Undefined without such an item. */
  async close(
    reviewId: string,
    by: { actorId: string; note: string | null; answer?: string | null; now: Date },
  ): Promise<Review | undefined> {
    const { actorId, note, answer = null, now } = by;
    return await this.transaction(async (client) => {
      const review = await sql<Review>`
        update review set closed_at = coalesce(closed_at, ${now}), closed_by = ${actorId}, note = ${note}
        where review_id = ${reviewId}
        returning ${REVIEW}`.row(client);
      if (review === undefined) return undefined;
      await writeAuditIn(client, { actorId, now }, 'review.close', reviewId);
      if (review.subjectKind === 'listing_report') {
        const reporter = await sql<{ email: string | null; locale: 'en' | 'ko' }>`
          update listing_report
          set state = 'closed', closed_at = coalesce(closed_at, ${now}), answer = coalesce(${answer}, answer)
          where report_id = ${review.subjectId} and (state <> 'closed' or ${answer}::text <> coalesce(answer, ''))
          returning email, locale`.row(client);
        if (reporter?.email != null && !(await wasAnswerSentIn(client, reviewId, review.subjectId, answer))) {
          const { locale, email: toEmail } = reporter;
          const email = { kind: 'report-closed', subjectId: review.subjectId, locale, toEmail };
          await enqueueEmail(client, email, now);
        }
      }
      return review;
    });
  }

  /**
   * Reopens the report too and cancels a pending email; the answer moves to the audit log. Undefined without such an
   * item.
   */
  async reopen(
    reviewId: string,
    { actorId, now }: { actorId: string; now: Date },
  ): Promise<Review | undefined> {
    return await this.transaction(async (client) => {
      const found = await sql<Review & { closedBy: string | null }>`
        select ${REVIEW}, closed_by as "closedBy" from review where review_id = ${reviewId}
        for update`.row(client);
      if (found === undefined) return undefined;
      const { closedBy, ...review } = found;
      if (review.closedAt === null) return review;
      await client.query(sql`
        update review set closed_at = null, closed_by = null, note = null where review_id = ${reviewId}`);
      const answered =
        review.subjectKind === 'listing_report' ? await cancelAnswerIn(client, review.subjectId, now) : {};
      const facts = { closedBy, note: review.note, ...answered };
      await writeAuditIn(client, { actorId, now }, 'review.reopen', reviewId, facts);
      return { ...review, closedAt: null, note: null };
    });
  }
}

/** Reopens the report and cancels an unsent email. Returns the answer and the email that contained it. */
async function cancelAnswerIn(
  client: pg.ClientBase,
  reportId: string,
  now: Date,
): Promise<{ answer: string | null; letterId: string | null }> {
  const answered = await sql<{ answer: string | null; letterId: string | null }>`
    select answer, (select letter_id from letter where subject_id = ${reportId} and kind = 'report-closed'
        order by created_at desc, letter_id limit 1) as "letterId"
    from listing_report where report_id = ${reportId} for update`.row(client);
  await client.query(sql`
    update listing_report set state = 'new', closed_at = null, answer = null where report_id = ${reportId}`);
  await client.query(sql`
    update letter set failed_at = ${now}, failure = 'cancelled'
    where subject_id = ${reportId} and kind = 'report-closed' and sent_at is null
      and (taken_until is null or taken_until < ${now}) and failed_at is null`);
  return answered ?? { answer: null, letterId: null };
}

/** Whether the last sent email contained the same answer, so that closing again needs none. */
async function wasAnswerSentIn(
  client: pg.ClientBase,
  reviewId: string,
  reportId: string,
  answer: string | null,
): Promise<boolean> {
  const told = await sql`
    select a.facts ->> 'answer' as answer
    from (select letter_id from letter where subject_id = ${reportId} and kind = 'report-closed'
      and sent_at is not null
          order by sent_at desc, letter_id limit 1) l
    join audit_log a on a.subject = ${reviewId} and a.action = 'review.reopen'
      and a.facts ->> 'letterId' = l.letter_id
    order by a.audit_id limit 1`.column<string | null>(client);
  return told.length > 0 && told[0] === answer;
}

/** Deletes the reviews that `condition` selects, with the texts about them in the audit log. */
export async function deleteReviewsIn(client: pg.ClientBase, condition: Sql): Promise<void> {
  const reviewIds = await sql`delete from review where ${condition} returning review_id`.column(client);
  if (reviewIds.length === 0) return;
  await client.query(sql`
    update audit_log set facts = facts - 'note' - 'answer'
    where subject = any(${reviewIds}) and action = 'review.reopen'`);
}
