import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  CALLS,
  type ParamsOf,
  type QueryOf,
  REPORT_REASONS,
  type ReviewAnswer,
  type ROUTES,
} from '@maru/contract';
import type { Review } from '@maru/store';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { nextBusinessDay } from '../business-day.ts';
import { onceKey, reusedKey } from '../conditional-request.ts';
import { givenConsent } from '../consent-text.ts';
import { timeCursor, timePage } from '../cursor.ts';
import { normalizeEmail, originOf } from '../new-contact.ts';
import type { Parts } from '../parts.ts';
import { callerOf } from '../plugins/session.ts';
import { formatReportToken, parseReportToken, reportPath } from '../receipt-token.ts';
import { homeOf } from '../recipients.ts';
import { Refusal } from '../refusal.ts';
import { routeSchema } from '../route-schema.ts';

type ReviewParts = Pick<Parts, 'store' | 'now'>;

const PAGE_SIZE = 20;
/** POST /home/report, and the queue of what an admin should look at. */
export function registerReviewRoutes(app: FastifyInstance, parts: ReviewParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());

  app.post<{ Body: BodyOf<typeof ROUTES.reportHome> }>(
    CALLS.reportHome.path,
    { schema: routeSchema('reportHome') },
    async (request, reply) => {
      const { homeId, reason, message, locale, email: given } = request.body;
      const home = await store.loadHome(homeId);
      if (home === undefined) throw new Refusal(404, 'home_not_found', { data: { homeId } });
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
      return reply.code(201).send({
        reportId: made.reportId,
        createdAt: made.createdAt.toISOString(),
        answerBy: made.answerBy.toISOString(),
        status: { token, path: reportPath(token) },
      });
    },
  );

  app.get<{ Params: ParamsOf<typeof ROUTES.findReport> }>(
    CALLS.findReport.path,
    { schema: routeSchema('findReport') },
    async ({ params }, reply) => {
      const reportId = parseReportToken(params.token, await store.secrets.load('report'));
      const report = reportId === undefined ? undefined : await store.reports.find(reportId);
      if (report === undefined) throw new Refusal(404, 'report_not_found');
      const found = await store.loadHome(report.homeId);
      const home = found === undefined ? undefined : homeOf(found);
      reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
      const { homeId, message, locale, email, state, answer } = report;
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
    },
  );

  app.get<{ Querystring: QueryOf<typeof ROUTES.listReviews> }>(
    CALLS.listReviews.path,
    { schema: routeSchema('listReviews') },
    async (request) => {
      const { kind, state, cursor, limit = PAGE_SIZE } = request.query;
      const isClosed = state === 'closed';
      // Pieces of what people have written to each other stand in it.
      const { userId } = callerOf(request);
      const after = timeCursor(cursor);
      await store.audit.write({ actorId: userId, action: 'review.list', subject: 'review', at: now() });
      const found = await store.reviews.list({ kind, isClosed, after, limit: limit + 1 });
      const { page, next } = timePage(
        // Its place in the list is the time that the list is ordered by.
        found.map((review) => ({ review, createdAt: (isClosed && review.closedAt) || review.createdAt })),
        limit,
        ({ review }) => review.reviewId,
      );
      return {
        items: page.map(({ review }) => reviewAnswer(review)),
        ...(next === undefined ? {} : { next }),
      };
    },
  );

  app.put<{ Params: ParamsOf<typeof ROUTES.closeReview>; Body: BodyOf<typeof ROUTES.closeReview> }>(
    CALLS.closeReview.path,
    { schema: routeSchema('closeReview') },
    async (request) => {
      const { note = null, answer = null } = request.body;
      const by = { actorId: callerOf(request).userId, note, answer: answer?.trim() ?? null, now: now() };
      const review = await store.reviews.close(request.params.id, by);
      if (review === undefined) throw new Refusal(404, 'review_not_found');
      return reviewAnswer(review);
    },
  );

  app.post<{ Params: ParamsOf<typeof ROUTES.reopenReview> }>(
    CALLS.reopenReview.path,
    { schema: routeSchema('reopenReview') },
    async (request) => {
      const by = { actorId: callerOf(request).userId, now: now() };
      const review = await store.reviews.reopen(request.params.id, by);
      if (review === undefined) throw new Refusal(404, 'review_not_found');
      return reviewAnswer(review);
    },
  );
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
