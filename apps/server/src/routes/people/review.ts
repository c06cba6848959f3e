import { randomUUID } from 'node:crypto';
import { REPORT_REASONS } from '@maru/contract';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance } from 'fastify';
import { givenConsent } from '../../auth/consent-text.ts';
import { nextBusinessDay } from '../../contacts/business-day.ts';
import { normalizeEmail, readOrigin } from '../../contacts/new-contact.ts';
import { formatReportToken, parseReportToken, reportPath } from '../../contacts/receipt-token.ts';
import { toContactHome } from '../../contacts/recipients.ts';
import { isoDates } from '../../http/answer-values.ts';
import { orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { onceKey, reusedKey } from '../../http/conditional-request.ts';
import { listByTime } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

type ReviewParts = Pick<Parts, 'store' | 'now'>;

/** POST /home/report, and the queue of items for review by admins. */
export function registerReviewRoutes(app: FastifyInstance, parts: ReviewParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  const audit = createAudit(parts);

  serve(app, 'reportHome', async (request) => {
    const { homeId, reason, message, locale, email: given } = request.body;
    const home = orNotFound(await store.loadHome(homeId), 'home_not_found', { homeId });
    const email = given == null ? null : normalizeEmail(given);
    const origin = {
      locale,
      recipientName: formatMessage(locale, 'site.name'),
      phone: null,
      ...readOrigin(request, undefined),
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
    const known = reportId === undefined ? undefined : await store.reports.find(reportId);
    const report = orNotFound(known, 'report_not_found');
    const found = await store.loadHome(report.homeId);
    const home = found === undefined ? undefined : toContactHome(found);
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    const { homeId, locale, email, state, answer } = report;
    // As for receipts: by an emailed link the text is shown only when the reporter's account has verified the address.
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
    const { kind, state } = query;
    const isClosed = state === 'closed';
    const list = await listByTime(query, {
      find: async (after, limit) => {
        const found = await store.reviews.list({ kind, isClosed, after, limit });
        // The time that the list is ordered by.
        return found.map((review) => ({
          review,
          createdAt: (isClosed && review.closedAt) || review.createdAt,
        }));
      },
      idOf: ({ review }) => review.reviewId,
      answer: ({ review }) => isoDates(review),
    });
    await audit(caller, 'review.list', 'review', { items: list.items.length });
    return list;
  });

  serve(app, 'closeReview', async ({ params, body, caller }) => {
    const { note = null, answer = null } = body;
    const by = { actorId: caller.userId, note, answer: answer?.trim() ?? null, now: now() };
    return isoDates(orNotFound(await store.reviews.close(params.id, by), 'review_not_found'));
  });

  serve(app, 'reopenReview', async ({ params, caller }) => {
    const by = { actorId: caller.userId, now: now() };
    return isoDates(orNotFound(await store.reviews.reopen(params.id, by), 'review_not_found'));
  });
}
