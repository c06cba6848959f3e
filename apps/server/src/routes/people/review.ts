import { randomUUID } from 'node:crypto';
import { REPORT_REASONS, type ReviewAnswer } from '@maru/contract';
import type { Review } from '@maru/store';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { givenConsent } from '../../auth/consent-text.ts';
import { nextBusinessDay } from '../../contacts/business-day.ts';
import { normalizeEmail, originOf } from '../../contacts/new-contact.ts';
import { formatReportToken, parseReportToken, reportPath } from '../../contacts/receipt-token.ts';
import { homeOf } from '../../contacts/recipients.ts';
import { ApiError } from '../../http/api-error.ts';
import { onceKey, reusedKey } from '../../http/conditional-request.ts';
import { timeCursor, timePage } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

type ReviewParts = Pick<Parts, 'store' | 'now'>;

const PAGE_SIZE = 20;
/** POST /home/report, and the queue of what an admin should look at. */
export function registerReviewRoutes(app: FastifyInstance, parts: ReviewParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());

  serve(app, 'reportHome', async (request) => {
    const { homeId, reason, message, locale, email: given } = request.body;
    const home = await store.loadHome(homeId);
    if (home === undefined) throw new ApiError(404, 'home_not_found', { data: { homeId } });
    const email = given == null ? null : normalizeEmail(given);
    const origin = {
      locale,
      recipientName: formatMessage(locale, 'site.name'),
      phone: null,
      ...originOf(request, undefined),
    };
    const made = await store.reports.create(
      {
        reportId: randomUUID(),
        homeId: home.homeId,
        dataset: home.card.dataset,
        listingKey: home.card.listingKey,
        reason,
        message: message.trim(),
        email,
        locale,
        userId: request.caller?.userId ?? null,
        answerBy: nextBusinessDay(parts.now()),
        createdAt: now(),
      },
      {
        consents: email === null ? [] : [givenConsent('email', 'consent.report.email', origin)],
        once: onceKey(request, 'report'),
      },
    );
    if (made === 'reused') throw reusedKey();
    const token = formatReportToken(made.reportId, await store.secrets.load('report'));
    return {
      reportId: made.reportId,
      createdAt: made.createdAt.toISOString(),
      answerBy: made.answerBy.toISOString(),
      status: { token, path: reportPath(token) },
    };
  });

  serve(app, 'findReport', async ({ params }, reply) => {
    const secret = await store.secrets.load('report');
    const mailed = parseReportToken(params.token, secret, 'mail');
    const reportId = mailed ?? parseReportToken(params.token, secret);
    const report = reportId === undefined ? undefined : await store.reports.find(reportId);
    if (report === undefined) throw new ApiError(404, 'report_not_found');
    const found = await store.loadHome(report.homeId);
    const home = found === undefined ? undefined : homeOf(found);
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    const { homeId, locale, email, state, answer } = report;
    // As of a receipt: what the reporter wrote only where the letter went to an address that their account has proven.
    const isProven = email !== null && (await store.emails.isVerifiedAddress(report.userId, email));
    const message = mailed === undefined || isProven ? report.message : null;
    return {
      reportId: report.reportId,
      homeId,
      home: home === undefined ? null : { label: home.label, path: home.path },
      reason: REPORT_REASONS.find((one) => one === report.reason) ?? 'other',
      message,
      locale,
      hasEmail: email !== null,
      state,
      createdAt: report.createdAt.toISOString(),
      answerBy: report.answerBy.toISOString(),
      closedAt: report.closedAt?.toISOString() ?? null,
      answer,
    };
  });

  serve(app, 'listReviews', async ({ query, caller }) => {
    const { kind, state, cursor, limit = PAGE_SIZE } = query;
    const isClosed = state === 'closed';
    // Pieces of what people have written to each other stand in it.
    const { userId } = caller;
    const after = timeCursor(cursor);
    const found = await store.reviews.list({ kind, isClosed, after, limit: limit + 1 });
    const { page, next } = timePage(
      // Its place in the list is the time that the list is ordered by.
      found.map((review) => ({ review, createdAt: (isClosed && review.closedAt) || review.createdAt })),
      limit,
      ({ review }) => review.reviewId,
    );
    await store.audit.write({
      actorId: userId,
      action: 'review.list',
      subject: 'review',
      facts: { items: page.length },
      at: now(),
    });
    return {
      items: page.map(({ review }) => reviewAnswer(review)),
      ...(next === undefined ? {} : { next }),
    };
  });

  serve(app, 'closeReview', async ({ params, body, caller }) => {
    const { note = null, answer = null } = body;
    const by = { actorId: caller.userId, note, answer: answer?.trim() ?? null, now: now() };
    const review = await store.reviews.close(params.id, by);
    if (review === undefined) throw new ApiError(404, 'review_not_found');
    return reviewAnswer(review);
  });

  serve(app, 'reopenReview', async ({ params, caller }) => {
    const by = { actorId: caller.userId, now: now() };
    const review = await store.reviews.reopen(params.id, by);
    if (review === undefined) throw new ApiError(404, 'review_not_found');
    return reviewAnswer(review);
  });
}

function reviewAnswer(review: Review): ReviewAnswer {
  return {
    reviewId: review.reviewId,
    kind: review.kind,
    subjectKind: review.subjectKind,
    subjectId: review.subjectId,
    findings: review.findings,
    createdAt: review.createdAt.toISOString(),
    closedAt: review.closedAt?.toISOString() ?? null,
    note: review.note,
  };
}
