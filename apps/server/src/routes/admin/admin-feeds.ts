import type { FeedHealth, QuarantinedAnswer } from '@maru/contract';
import { HOUR_MS, MINUTE_MS } from '@maru/listing/time';
import { NORMALIZER_VERSION, normalizeRaw } from '@maru/mls';
import type { FeedActivity, FeedRow, FeedState, QuarantinedPage } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { purgeDataset } from '../../commands/purge-dataset.ts';
import type { RateLimits } from '../../front-door/rate-limits.ts';
import { jsonText } from '../../http/answer-values.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { listByTime } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import { placed } from '../../jobs/replicate-parts.ts';
import type { Parts } from '../../parts.ts';

/** Time without a successful poll (ms) after which a feed is late. Licenses allow twelve hours (rule R1); the owner is told after six (`feed-alarm.ts`). */
const LATE_AFTER = 15 * MINUTE_MS;
const MB = 1_024 * 1_024;
const STARTED_AT = new Date(Date.now() - process.uptime() * 1_000);

/** State of feeds, index and limits; the quarantine; hiding and purging datasets. */
export function registerAdminFeedRoutes(
  app: FastifyInstance,
  parts: Parts,
  callLimits: Pick<RateLimits, 'list' | 'unbelieved'>,
): void {
  const { store, sources, settings, engine, index, clock } = parts;
  const audit = createAudit(parts);

  serve(app, 'loadAdminState', async () => {
    const at = new Date(parts.now());
    const [states, rows, activity, letters, waiting, datasets] = await Promise.all([
      store.feedStates(),
      store.desk.feeds(),
      store.feedActivity(new Date(at.getTime() - HOUR_MS)),
      store.emails.count(),
      store.desk.waiting(),
      store.datasets(),
    ]);
    const names = [...new Set([...sources.datasets, ...rows.map((one) => one.dataset)])].sort();
    const lag = parts.lag();
    const { unbelieved } = callLimits;
    return {
      feeds: names.map((dataset) =>
        feedHealth(dataset, {
          at,
          state: states.find((one) => one.dataset === dataset),
          row: rows.find((one) => one.dataset === dataset),
          activity: activity.find((one) => one.dataset === dataset),
          source: datasets.find((one) => one.dataset === dataset)?.rules.source ?? null,
          isConfigured: sources.datasets.includes(dataset),
          shrinkingSince: clock.datasets.get(dataset)?.shrinkingSince ?? null,
          taken: parts.taken?.().get(dataset),
        }),
      ),
      index: {
        version: engine.version(),
        homes: index.size,
        isReady: parts.isReady(),
        lagSeconds: lag?.seconds ?? null,
      },
      process: {
        startedAt: STARTED_AT.toISOString(),
        memoryMb: Math.round(process.memoryUsage.rss() / MB),
        connections: store.poolState(),
        inFlight: parts.admission.inFlight,
        refused: parts.admission.refused,
      },
      limits: callLimits.list(),
      unbelievedProxy:
        unbelieved === undefined
          ? null
          : { network: unbelieved.network, lastAt: new Date(unbelieved.at).toISOString() },
      letters,
      waiting,
      asOf: at.toISOString(),
    };
  });

  serve(app, 'listQuarantine', async ({ query }) => {
    const { dataset } = query;
    return await listByTime(query, {
      find: (after, limit) => store.desk.quarantine({ dataset, after, limit }),
      idOf: (row) => row.quarantineKey,
      answer: quarantinedAnswer,
    });
  });

  serve(app, 'replayQuarantine', async ({ body, caller }) => {
    const { dataset, quarantineKey } = body;
    const own = await loadDataset(dataset);
    const outcome = await store.replayQuarantine(
      dataset,
      NORMALIZER_VERSION,
      (raw) => {
        const read = normalizeRaw(raw, { dataset, provider: own.provider });
        return 'listing' in read ? placed({ listing: read.listing, raw }, parts) : read.reason;
      },
      quarantineKey,
    );
    const { replayed, left } = outcome;
    await audit(caller, 'quarantine.replay', dataset, { replayed, left, one: quarantineKey !== undefined });
    return outcome;
  });

  serve(app, 'setDatasetVisibility', async ({ params, body, caller }) => {
    const { id: dataset } = params;
    await loadDataset(dataset);
    const { isHidden, note = null } = body;
    const listings = isHidden
      ? await store.hideDataset(dataset, `by an admin${note === null ? '' : `: ${note}`}`)
      : await store.showDataset(dataset);
    await audit(caller, isHidden ? 'dataset.hide' : 'dataset.show', dataset, { listings });
    return { listings };
  });

  serve(app, 'purgeDataset', async ({ params, body, log, caller }) => {
    const { id: dataset } = params;
    await loadDataset(dataset);
    if (body.confirm !== dataset) {
      throw invalidRequest([{ field: 'confirm', reason: 'unknown_value' }]);
    }
    const outcome = await purgeDataset({
      store,
      dataDir: settings.dataDir,
      dataset,
      isConfigured: sources.datasets.includes(dataset),
      isSure: false,
      say: (line) => log.warn({ dataset }, line),
    });
    // The feed is configured or being read and would load the dataset again.
    if ('refused' in outcome) throw new ApiError(409, 'conflict');
    const { listings, homes } = outcome.contents;
    const { pictures } = outcome;
    const facts = { listings, homes, pictures };
    await audit(caller, 'dataset.purge', dataset, facts);
    return facts;
  });

  async function loadDataset(dataset: string) {
    const own = (await store.datasets()).find((one) => one.dataset === dataset);
    return orNotFound(own, 'source_not_configured', { dataset });
  }
}

function feedHealth(
  dataset: string,
  own: {
    at: Date;
    state: FeedState | undefined;
    row: FeedRow | undefined;
    activity: FeedActivity | undefined;
    source: string | null;
    isConfigured: boolean;
    shrinkingSince: number | null;
    taken: number | undefined;
  },
): FeedHealth {
  const { state, row, activity } = own;
  const hiddenSince = row?.hiddenSince ?? row?.staleSince ?? null;
  const lastSuccess = state?.lastSuccessAt ?? null;
  const isLate = lastSuccess !== null && own.at.getTime() - lastSuccess.getTime() > LATE_AFTER;
  const kind = (): FeedHealth['state'] => {
    if (row?.isPurged) return 'ended';
    if (hiddenSince !== null) return 'hidden';
    if (state?.failingSince) return 'failing';
    if (state === undefined || !state.initialLoadDone) return 'loading';
    return isLate ? 'late' : 'healthy';
  };
  return {
    dataset,
    provider: state?.provider ?? null,
    source: own.source,
    isConfigured: own.isConfigured,
    state: kind(),
    hiddenReason: row?.hiddenReason ?? (row?.staleSince ? 'stale' : null),
    hiddenSince: instant(hiddenSince),
    lastSuccessAt: instant(lastSuccess),
    failingSince: instant(state?.failingSince),
    lastError: state?.lastError ?? null,
    lastErrorAt: instant(state?.lastErrorAt),
    shrinkingSince: own.shrinkingSince === null ? null : new Date(own.shrinkingSince).toISOString(),
    homes: activity?.homes ?? 0,
    listings: activity?.listings ?? 0,
    added: activity?.added ?? 0,
    removed: activity?.removed ?? 0,
    quarantined: activity?.quarantined ?? 0,
    sequence: state?.sequence ?? 0,
    behind: own.taken === undefined || state === undefined ? null : Math.max(0, state.sequence - own.taken),
  };
}

function quarantinedAnswer(row: QuarantinedPage): QuarantinedAnswer {
  return {
    quarantineKey: row.quarantineKey,
    dataset: row.dataset,
    listingKey: row.listingKey,
    reason: row.reason,
    raw: row.raw === null ? null : jsonText(row.raw),
    normalized: row.raw === null ? null : readNow(row),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.createdAt.toISOString(),
  };
}

/** The record as the current normalizer reads it; null when it cannot. */
function readNow({ raw, dataset, provider }: QuarantinedPage): string | null {
  try {
    const read = normalizeRaw(raw, { dataset, provider });
    return 'listing' in read ? jsonText(read.listing) : null;
  } catch {
    return null;
  }
}

const instant = (at: Date | null | undefined) => at?.toISOString() ?? null;
