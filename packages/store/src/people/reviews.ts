import { randomUUID } from 'node:crypto';
import type { ReviewKind } from '@maru/listing/people';
import type pg from 'pg';
import { queryColumn, queryRow } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { enqueueEmail } from './emails.ts';

export type ReviewSubject = 'contact' | 'realtor' | 'realtor_video' | 'listing_report' | 'listing';

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

const REVIEW = `review_id as "reviewId", kind, subject_kind as "subjectKind", subject_id as "subjectId", findings,
  created_at as "createdAt", closed_at as "closedAt", note`;

/** Creates an item once; a closed one is reopened, and its answer is moved to the audit log. */
export async function writeReviewIn(
  client: pg.ClientBase,
  review: Pick<Review, 'kind' | 'subjectKind' | 'subjectId' | 'findings'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ reviewId: string; closedBy: string | null; note: string | null }>(
    `select review_id as "reviewId", closed_by as "closedBy", note from review
     where kind = $1 and subject_kind = $2 and subject_id = $3 and closed_at is not null for update`,
    [review.kind, review.subjectKind, review.subjectId],
  );
  for (const { reviewId: subject, ...facts } of rows) {
    await writeAuditIn(client, { actorId: null, now }, 'review.reopen', subject, facts);
  }
  await client.query(
    `insert into review as old (review_id, kind, subject_kind, subject_id, findings, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (kind, subject_kind, subject_id) do update set findings = excluded.findings,
       created_at = case when old.closed_at is null then old.created_at else excluded.created_at end,
       closed_at = null, closed_by = null, note = null`,
    [randomUUID(), review.kind, review.subjectKind, review.subjectId, JSON.stringify(review.findings), now],
  );
}

/** Closes items that were resolved by an action on their subject. */
export async function closeReviewsIn(
  client: pg.ClientBase,
  kind: ReviewKind,
  subjectId: string,
  actorId: string | null,
  now: Date,
): Promise<void> {
  await client.query(
    `update review set closed_at = $4, closed_by = $3 where kind = $1 and subject_id = $2 and closed_at is null`,
    [kind, subjectId, actorId, now],
  );
}

export class Reviews extends Repository {
  /** Open items, oldest first, or closed ones, last closed first; after the cursor `after`. */
  async list(options: {
    kind?: ReviewKind | undefined;
    isClosed?: boolean;
    after?: { at: string; id: string } | undefined;
    limit: number;
  }): Promise<Review[]> {
    const { kind = null, isClosed = false, after, limit } = options;
    const [time, way] = isClosed ? ['closed_at', 'desc'] : ['created_at', 'asc'];
    return await this.query<Review>(
      `select ${REVIEW} from review
       where closed_at is ${isClosed ? 'not null' : 'null'} ${kind === null ? 'and $1::text is null' : 'and kind = $1'}
         and ($2::timestamptz is null or (${time}, review_id) ${isClosed ? '<' : '>'} ($2::timestamptz, $3::text))
       order by ${time} ${way}, review_id ${way} limit $4`,
      [kind, after?.at ?? null, after?.id ?? null, limit],
    );
  }

  /** `answer`: sent to the reporter of a listing. Undefined without such an item. */
  async close(
    reviewId: string,
    by: { actorId: string; note: string | null; answer?: string | null; now: Date },
  ): Promise<Review | undefined> {
    const { actorId, note, answer = null, now } = by;
    return await this.transaction(async (client) => {
      const review = await queryRow<Review>(
        client,
        `update review set closed_at = coalesce(closed_at, $3), closed_by = $2, note = $4 where review_id = $1
         returning ${REVIEW}`,
        [reviewId, actorId, now, note],
      );
      if (review === undefined) return undefined;
      await writeAuditIn(client, { actorId, now }, 'review.close', reviewId);
      if (review.subjectKind === 'listing_report') {
        const reporter = await queryRow<{ email: string | null; locale: 'en' | 'ko' }>(
          client,
          `update listing_report set state = 'closed', closed_at = coalesce(closed_at, $2), answer = coalesce($3, answer)
           where report_id = $1 and (state <> 'closed' or $3::text <> coalesce(answer, '')) returning email, locale`,
          [review.subjectId, now, answer],
        );
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
      const found = await queryRow<Review & { closedBy: string | null }>(
        client,
        `select ${REVIEW}, closed_by as "closedBy" from review where review_id = $1 for update`,
        [reviewId],
      );
      if (found === undefined) return undefined;
      const { closedBy, ...review } = found;
      if (review.closedAt === null) return review;
      await client.query(
        'update review set closed_at = null, closed_by = null, note = null where review_id = $1',
        [reviewId],
      );
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
  const answered = await queryRow<{ answer: string | null; letterId: string | null }>(
    client,
    `select answer, (select letter_id from letter where subject_id = $1 and kind = 'report-closed'
         order by created_at desc, letter_id limit 1) as "letterId"
     from listing_report where report_id = $1 for update`,
    [reportId],
  );
  await client.query(
    `update listing_report set state = 'new', closed_at = null, answer = null where report_id = $1`,
    [reportId],
  );
  await client.query(
    `update letter set failed_at = $2, failure = 'cancelled'
     where subject_id = $1 and kind = 'report-closed' and sent_at is null
       and (taken_until is null or taken_until < $2) and failed_at is null`,
    [reportId, now],
  );
  return answered ?? { answer: null, letterId: null };
}

/** Whether the last sent email contained the same answer, so that closing again needs none. */
async function wasAnswerSentIn(
  client: pg.ClientBase,
  reviewId: string,
  reportId: string,
  answer: string | null,
): Promise<boolean> {
  const told = await queryColumn<string | null>(
    client,
    `select a.facts ->> 'answer' as answer
     from (select letter_id from letter where subject_id = $2 and kind = 'report-closed' and sent_at is not null
           order by sent_at desc, letter_id limit 1) l
     join audit_log a on a.subject = $1 and a.action = 'review.reopen' and a.facts ->> 'letterId' = l.letter_id
     order by a.audit_id limit 1`,
    [reviewId, reportId],
  );
  return told.length > 0 && told[0] === answer;
}

/** Deletes the reviews that `condition` selects, with the texts about them in the audit log. */
export async function deleteReviewsIn(
  client: pg.ClientBase,
  condition: string,
  values: unknown[],
): Promise<void> {
  await eraseReviewTextsIn(
    client,
    await queryColumn(client, `delete from review where ${condition} returning review_id`, values),
  );
}

/** Removes admins' answers from the audit log when their reviews are deleted. */
async function eraseReviewTextsIn(client: pg.ClientBase, reviewIds: readonly string[]): Promise<void> {
  if (reviewIds.length === 0) return;
  await client.query(
    `update audit_log set facts = facts - 'note' - 'answer' where subject = any($1) and action = 'review.reopen'`,
    [reviewIds],
  );
}
