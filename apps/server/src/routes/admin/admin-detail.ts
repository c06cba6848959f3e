import type { HomeCaseAnswer, ReportAnswer, TAKE_DOWN_REASONS, TakeDownAnswer } from '@maru/contract';
import { whyShown } from '@maru/listing/display';
import { homePath } from '@maru/listing/places';
import type { CaseListing, HomeCase, ReportRow, TakeDown } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notFoundAt } from '../../http/api-error.ts';
import { formatCursor, parseCursor, timeCursor, timePage } from '../../http/cursor.ts';
import { jsonText } from '../../http/json-text.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { callerOf } from '../../plugins/session.ts';

const PAGE_SIZE = 20;
const JOBS_SHOWN = 100;

/** One home from all sides, take-downs, reports, jobs and the log of what was done. */
export function registerAdminDetailRoutes(
  app: FastifyInstance,
  parts: Pick<Parts, 'store' | 'content' | 'now'>,
): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  /** An admin reads a list that has people or their words in it. */
  const writeList = (request: FastifyRequest, action: string, subject: string, items: number) =>
    store.audit.write({ actorId: callerOf(request).userId, action, subject, facts: { items }, at: now() });

  serve(app, 'explainHome', async ({ params }) => {
    const found = await store.desk.findHome(params.id.trim());
    if (found === undefined) {
      throw new ApiError(404, 'home_not_found', { data: { homeId: params.id } });
    }
    return homeCase(found, await store.takeDowns.listByHomes(found.ids));
  });

  serve(app, 'listTakeDowns', async (request) => {
    const { isOpen, cursor, limit = PAGE_SIZE } = request.query;
    const found = await store.takeDowns.list({ isOpen, after: timeCursor(cursor), limit: limit + 1 });
    const dated = found.map((one) => ({ ...one, createdAt: one.doneAt }));
    const { page, next } = timePage(dated, limit, (one) => one.takeDownId);
    await writeList(request, 'home.list_take_downs', 'home', page.length);
    return { items: page.map(takeDownAnswer), ...(next === undefined ? {} : { next }) };
  });

  serve(app, 'takeDownHome', async ({ body, caller }) => {
    const { homeId, reason, askedBy, askedOn, note = null, reportId = null } = body;
    const at = now();
    const asked = askedOn === undefined ? at : new Date(`${askedOn}T12:00:00Z`);
    const taken = await store.takeDowns.take(
      {
        homeId,
        reason,
        askedBy: askedBy.trim(),
        askedAt: Number.isNaN(asked.getTime()) ? at : asked,
        note: note?.trim() ?? null,
        reportId,
      },
      { actorId: caller.userId, now: at },
    );
    if (taken === undefined) throw new ApiError(404, 'home_not_found', { data: { homeId } });
    await parts.content.lookAgain();
    return takeDownAnswer(taken);
  });

  serve(app, 'liftTakeDown', async ({ params, body, url, caller }) => {
    const by = {
      actorId: caller.userId,
      note: body.note?.trim() ?? null,
      now: now(),
    };
    const lifted = await store.takeDowns.lift(params.id, by);
    if (lifted === undefined) throw notFoundAt(url);
    await parts.content.lookAgain();
    return takeDownAnswer(lifted);
  });

  serve(app, 'listReports', async (request) => {
    const { state, cursor, limit = PAGE_SIZE } = request.query;
    const found = await store.desk.reports({ state, after: timeCursor(cursor), limit: limit + 1 });
    const { page, next } = timePage(found, limit, (one) => one.reportId);
    await writeList(request, 'report.list', 'report', page.length);
    return {
      items: page.map((one) => reportAnswer(one, now())),
      ...(next === undefined ? {} : { next }),
    };
  });

  serve(app, 'listAudit', async (request) => {
    const { subject, actorId, action, cursor, limit = PAGE_SIZE } = request.query;
    const before = parseCursor(cursor, ['number'])?.[0];
    const found = await store.audit.list({
      ...(subject === undefined ? {} : { subject }),
      ...(actorId === undefined ? {} : { actorId }),
      ...(action === undefined ? {} : { action }),
      ...(before === undefined ? {} : { before: Math.min(Math.trunc(before), Number.MAX_SAFE_INTEGER) }),
      limit: limit + 1,
    });
    const page = found.slice(0, limit);
    // Not what was looked for: somebody may type an address.
    await writeList(request, 'audit.list', 'audit', page.length);
    const names = await store.desk.findNames(page.map((row) => row.actorId));
    const last = page.at(-1);
    return {
      items: page.map((row) => ({
        auditId: row.auditId,
        at: row.at.toISOString(),
        actorId: row.actorId,
        actorName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
        action: row.action,
        subject: row.subject,
        facts: Object.entries(row.facts).map(([name, value]) => `${name} ${String(value)}`),
      })),
      ...(found.length > limit && last !== undefined ? { next: formatCursor([last.auditId]) } : {}),
    };
  });

  serve(app, 'listJobs', async () => {
    const [{ queues, failed }, letters] = await Promise.all([
      store.desk.jobs(JOBS_SHOWN),
      store.desk.listFailedEmails(JOBS_SHOWN),
    ]);
    // A job that failed for a letter is that letter.
    const known = new Set(letters.map((one) => one.letterId));
    const items = [
      ...letters.map((one) => ({
        kind: 'letter' as const,
        id: one.letterId,
        name: one.kind,
        failure: one.failure,
        createdAt: one.createdAt.toISOString(),
        failedAt: one.failedAt.toISOString(),
      })),
      ...failed
        .filter((one) => !known.has(one.jobId))
        .map((one) => ({
          kind: 'job' as const,
          id: one.jobId,
          name: one.queue,
          failure: one.failure,
          createdAt: one.createdAt.toISOString(),
          failedAt: one.failedAt?.toISOString() ?? null,
        })),
    ];
    items.sort((a, b) => (b.failedAt ?? '').localeCompare(a.failedAt ?? ''));
    return { queues, failed: items };
  });

  serve(app, 'retryJob', async ({ body, url, caller }) => {
    const { kind, id } = body;
    const by = { actorId: caller.userId, now: now() };
    const isDone = await (kind === 'letter' ? store.desk.retryEmail(id, by) : store.desk.retryJob(id, by));
    if (!isDone) throw notFoundAt(url);
    return { retried: true as const };
  });
}

function takeDownAnswer(one: TakeDown): TakeDownAnswer {
  return {
    takeDownId: one.takeDownId,
    homeId: one.homeId,
    reason: one.reason as (typeof TAKE_DOWN_REASONS)[number],
    askedBy: one.askedBy,
    askedAt: one.askedAt.toISOString(),
    note: one.note,
    reportId: one.reportId,
    doneAt: one.doneAt.toISOString(),
    doneBy: one.doneBy,
    liftedAt: one.liftedAt?.toISOString() ?? null,
    liftedBy: one.liftedBy,
    liftNote: one.liftNote,
  };
}

function reportAnswer(one: ReportRow, now: Date): ReportAnswer {
  return {
    reportId: one.reportId,
    homeId: one.homeId,
    reason: one.reason as ReportAnswer['reason'],
    message: one.message,
    email: one.email,
    locale: one.locale,
    state: one.state,
    answerBy: one.answerBy.toISOString(),
    isLate: one.state === 'new' && one.answerBy < now,
    createdAt: one.createdAt.toISOString(),
    closedAt: one.closedAt?.toISOString() ?? null,
    takeDowns: one.takeDowns,
    reviewId: one.reviewId,
    answer: one.answer,
  };
}

/** All that is known of a home; why it is shown or not is one pure function of @maru/listing. */
function homeCase(found: HomeCase, takeDowns: readonly TakeDown[]): HomeCaseAnswer {
  const isTakenDown = takeDowns.some((one) => one.liftedAt === null);
  const flag = (one: CaseListing, name: string) => {
    const value = one.record[name];
    return typeof value === 'boolean' ? value : null;
  };
  const verdicts = whyShown(
    found.listings.map((one) => ({
      dataset: one.dataset,
      listingKey: one.listingKey,
      searchType: one.searchType,
      standardStatus: one.standardStatus,
      internetEntireListingDisplayYN: flag(one, 'internetEntireListingDisplayYN'),
      feedTypes: Array.isArray(one.record.feedTypes) ? one.record.feedTypes.map(String) : [],
      isRetired: one.retiredAt !== null,
      isTakenDown,
      allowSold: one.rules.allowSold,
      isDatasetHidden: one.hiddenReason !== null,
      isFeedStale: one.staleSince !== null,
      modifiedAt: one.modifiedAt.getTime(),
    })),
  );
  const shown = found.shownBy[0];
  return {
    homeId: found.homeId,
    formerIds: found.ids.filter((id) => id !== found.homeId),
    path: shown === undefined ? null : homePath({ homeId: found.homeId, ...shown.path }),
    isShown: shown !== undefined,
    listings: verdicts.map(({ dataset, listingKey, reasons, isChosen }) => {
      const one = found.listings.find((row) => row.dataset === dataset && row.listingKey === listingKey)!;
      return {
        dataset,
        source: one.rules.source,
        listingKey,
        listingId: one.listingId,
        searchType: one.searchType,
        standardStatus: one.standardStatus,
        reasons,
        isChosen,
        isInSearch: found.shownBy.some((row) => row.dataset === dataset && row.listingKey === listingKey),
        flags: {
          entireListing: flag(one, 'internetEntireListingDisplayYN'),
          address: flag(one, 'internetAddressDisplayYN'),
          valuation: flag(one, 'internetAutomatedValuationDisplayYN'),
          comments: flag(one, 'internetConsumerCommentYN'),
        },
        modifiedAt: one.modifiedAt.toISOString(),
        firstSeenAt: one.firstSeenAt.toISOString(),
        lastSeenAt: one.lastSeenAt.toISOString(),
        retiredAt: one.retiredAt?.toISOString() ?? null,
        retiredReason: one.retiredReason,
        normalized: jsonText(one.record),
        raw: one.raw === null ? null : jsonText(one.raw),
      };
    }),
    ledger: found.ledger.map((row) => ({
      dataset: row.dataset,
      listingKey: row.listingKey,
      kind: row.kind,
      oldValue: row.oldValue === null ? null : JSON.stringify(row.oldValue),
      newValue: row.newValue === null ? null : JSON.stringify(row.newValue),
      sourceTime: row.sourceTime?.toISOString() ?? null,
      seenTime: row.seenTime.toISOString(),
      isVoided: row.voidedAt !== null,
    })),
    takeDowns: takeDowns.map(takeDownAnswer),
  };
}
