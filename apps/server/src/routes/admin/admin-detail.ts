import type { HomeCaseAnswer, ReportAnswer, TAKE_DOWN_REASONS, TakeDownAnswer } from '@maru/contract';
import { isHomeOffer, type Listing } from '@maru/listing';
import { parseCorrection } from '@maru/listing/corrections';
import { whyShown } from '@maru/listing/display';
import { homePath } from '@maru/listing/places';
import type { CaseListing, Correction, HomeCase, ReportRow, TakeDown } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { isoDates, jsonText } from '../../http/answer-values.ts';
import { ApiError, invalidRequest, notFoundAt, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { cutPage, listByTime, PAGE_SIZE, parseCursor } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import { locateListing } from '../../jobs/replicate-parts.ts';
import type { Parts } from '../../parts.ts';

const JOBS_SHOWN = 100;

/** All data of one home, take-downs, reports, jobs and the audit log. */
export function registerAdminDetailRoutes(
  app: FastifyInstance,
  parts: Pick<Parts, 'store' | 'content' | 'gazetteer' | 'now'>,
): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  const audit = createAudit(parts);
  const locate = (listing: Listing) => locateListing(listing, parts.gazetteer);

  serve(app, 'explainHome', async ({ params }) => {
    const { id } = params;
    const found = orNotFound(await store.desk.findHome(id.trim()), 'home_not_found', { homeId: id });
    const [takeDowns, corrections] = await Promise.all([
      store.takeDowns.listByHomes(found.ids),
      store.corrections.listByHomes(found.ids),
    ]);
    return homeCase(found, takeDowns, corrections);
  });

  serve(app, 'listTakeDowns', async ({ query, caller }) => {
    const list = await listByTime(query, {
      find: async (after, limit) => {
        const found = await store.takeDowns.list({ isOpen: query.isOpen, after, limit });
        return found.map((one) => ({ ...one, createdAt: one.doneAt }));
      },
      idOf: (one) => one.takeDownId,
      answer: (one) => takeDownAnswer(one),
    });
    await audit(caller, 'home.list_take_downs', 'home', { items: list.items.length });
    return list;
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
    await parts.content.lookAgain();
    return takeDownAnswer(orNotFound(taken, 'home_not_found', { homeId }));
  });

  serve(app, 'liftTakeDown', async ({ params, body, url, caller }) => {
    const by = { actorId: caller.userId, note: body.note?.trim() ?? null, now: now() };
    const lifted = await store.takeDowns.lift(params.id, by);
    if (lifted === undefined) throw notFoundAt(url);
    await parts.content.lookAgain();
    return takeDownAnswer(lifted);
  });

  serve(app, 'listCorrections', async ({ query, caller }) => {
    const list = await listByTime(query, {
      find: async (after, limit) => {
        const found = await store.corrections.list({ isOpen: query.isOpen, after, limit });
        return found.map((one) => ({ ...one, createdAt: one.doneAt }));
      },
      idOf: (one) => one.correctionId,
      answer: (one) => isoDates(one),
    });
    await audit(caller, 'home.list_corrections', 'home', { items: list.items.length });
    return list;
  });

  serve(app, 'correctListing', async ({ body, caller }) => {
    const { reason, reportId = null, value: text, ...named } = body;
    const value = parseCorrection(body.field, text);
    if (value === undefined) throw invalidRequest([{ field: 'value', reason: 'unknown_value' }]);
    const made = await store.corrections.correct(
      { ...named, value, reason: reason.trim(), reportId },
      { actorId: caller.userId, now: now(), locate },
    );
    if (made === 'same') throw new ApiError(409, 'conflict');
    if (made === 'unknown') throw new ApiError(404, 'home_not_found');
    return isoDates(made);
  });

  serve(app, 'removeCorrection', async ({ params, url, caller }) => {
    const by = { actorId: caller.userId, now: now(), locate };
    const removed = await store.corrections.remove(params.id, by);
    if (removed === undefined) throw notFoundAt(url);
    return isoDates(removed);
  });

  serve(app, 'listReports', async ({ query, caller }) => {
    const list = await listByTime(query, {
      find: (after, limit) => store.desk.reports({ state: query.state, after, limit }),
      idOf: (one) => one.reportId,
      answer: (one) => reportAnswer(one, now()),
    });
    await audit(caller, 'report.list', 'report', { items: list.items.length });
    return list;
  });

  serve(app, 'listAudit', async ({ query, caller }) => {
    const { cursor, limit = PAGE_SIZE, ...filter } = query;
    const [before] = parseCursor(cursor, ['number']) ?? [];
    const found = await store.audit.list({
      ...filter,
      ...(before === undefined ? {} : { before: Math.min(Math.trunc(before), Number.MAX_SAFE_INTEGER) }),
      limit: limit + 1,
    });
    const { items, ...next } = cutPage(found, limit, (row) => [row.auditId]);
    // Without the filter: it may contain an email address.
    await audit(caller, 'audit.list', 'audit', { items: items.length });
    const names = await store.desk.findNames(items.map((row) => row.actorId));
    return {
      items: items.map((row) => ({
        ...isoDates(row),
        actorName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
        facts: Object.entries(row.facts).map(([name, value]) => `${name} ${String(value)}`),
      })),
      ...next,
    };
  });

  serve(app, 'listJobs', async () => {
    const [{ queues, failed }, letters] = await Promise.all([
      store.desk.jobs(JOBS_SHOWN),
      store.desk.listFailedEmails(JOBS_SHOWN),
    ]);
    // The job of an email has the email's id.
    const known = new Set(letters.map((one) => one.letterId));
    const jobs = failed.filter((one) => !known.has(one.jobId));
    const items = [
      ...letters.map((one) => ({
        ...isoDates(one),
        kind: 'letter' as const,
        id: one.letterId,
        name: one.kind,
      })),
      ...jobs.map((one) => ({ ...isoDates(one), kind: 'job' as const, id: one.jobId, name: one.queue })),
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
  return { ...isoDates(one), reason: one.reason as (typeof TAKE_DOWN_REASONS)[number] };
}

function reportAnswer(one: ReportRow, now: Date): ReportAnswer {
  return {
    ...isoDates(one),
    reason: one.reason as ReportAnswer['reason'],
    isLate: one.state === 'new' && one.answerBy < now,
  };
}

/** All data of a home, with the reasons why each listing is displayed or not. */
function homeCase(
  found: HomeCase,
  takeDowns: readonly TakeDown[],
  corrections: readonly Correction[],
): HomeCaseAnswer {
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
      isHomeOffer: isHomeOffer(one.record),
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
        ...isoDates(one),
        source: one.rules.source,
        reasons,
        isChosen,
        isInSearch: found.shownBy.some((row) => row.dataset === dataset && row.listingKey === listingKey),
        flags: {
          entireListing: flag(one, 'internetEntireListingDisplayYN'),
          address: flag(one, 'internetAddressDisplayYN'),
          valuation: flag(one, 'internetAutomatedValuationDisplayYN'),
          comments: flag(one, 'internetConsumerCommentYN'),
        },
        normalized: jsonText(one.record),
        raw: one.raw === null ? null : jsonText(one.raw),
      };
    }),
    ledger: found.ledger.map((row) => ({
      ...isoDates(row),
      oldValue: row.oldValue === null ? null : JSON.stringify(row.oldValue),
      newValue: row.newValue === null ? null : JSON.stringify(row.newValue),
      isVoided: row.voidedAt !== null,
    })),
    takeDowns: takeDowns.map(takeDownAnswer),
    corrections: corrections.map(isoDates),
  };
}
