import type { ROUTES, RouteQuery, SourceAnswer, SourceClock } from '@maru/contract';
import type { FeedProvider } from '@maru/listing';
import { PAGE_SIZE, parseSearchQuery } from '@maru/listing/search';
import { HOUR_MS } from '@maru/listing/time';
import type { FastifyInstance } from 'fastify';
import type { LiveQuestion, LiveSource } from '../feeds/live-sources.ts';
import { joinShared } from '../front-door/current-visit.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';

type SourceParts = Pick<Parts, 'clock' | 'store' | 'sources' | 'addresses' | 'now'>;

/** Minimum interval between queries for the counts of the last hour (ms). */
const COUNTED_EVERY = 15_000;
/** Fields of a search query that live searches support (rule S10.1). */
const FIELDS = ['searchType', 'price', 'beds', 'baths', 'sqft', 'bbox', 'page'] as const;

/** GET /source (the feed clock), /source/bridge/…, /source/slip-stream/… (live from the provider). */
export function registerSourceRoutes(app: FastifyInstance, parts: SourceParts): void {
  const { clock, now } = parts;
  const activity = createActivity(parts);
  serve(app, 'listSources', async (_, reply) => {
    const counts = await activity();
    const at = now();
    const sources = [...clock.datasets.keys()].sort().map((dataset): SourceClock => {
      const { provider, rules, lastSuccessAt, ...state } = clock.datasets.get(dataset)!;
      const count = counts.get(dataset);
      return {
        dataset,
        provider,
        source: rules.source,
        sample: rules.sample,
        lastSuccessAt: instant(lastSuccessAt),
        lagSeconds: lastSuccessAt === null ? null : Math.max(0, Math.round((at - lastSuccessAt) / 1000)),
        stale: clock.findSource(dataset)?.stale ?? false,
        failingSince: instant(state.failingSince),
        shrinkingSince: instant(state.shrinkingSince),
        hidden: state.hidden,
        homesAdded1h: count?.added ?? 0,
        homesRemoved1h: count?.removed ?? 0,
        homes: count?.homes ?? 0,
      };
    });
    reply.header('cache-control', 'public, max-age=5');
    return { sources, asOf: new Date(at).toISOString() };
  });
  registerLive(app, parts, { provider: 'bridge', search: 'searchBridge', find: 'findBridgeListing' });
  registerLive(app, parts, {
    provider: 'slipstream',
    search: 'searchSlipStream',
    find: 'findSlipStreamListing',
  });
}

type SearchName = 'searchBridge' | 'searchSlipStream';
type FindName = 'findBridgeListing' | 'findSlipStreamListing';

function registerLive(
  app: FastifyInstance,
  { sources, addresses, clock }: SourceParts,
  own: { provider: FeedProvider; search: SearchName; find: FindName },
): void {
  const sourceFor = (dataset: string | undefined): LiveSource => {
    const isHidden = (one: string) => clock.datasets.get(one)?.hidden ?? false;
    const source = sources.find(own.provider, dataset, isHidden);
    if (source === undefined) {
      throw new ApiError(404, 'source_not_configured', { data: { dataset: dataset ?? own.provider } });
    }
    return source;
  };
  const findCredit = ({ settings: feed }: LiveSource): SourceAnswer => {
    const { source, disclaimer, advertisingBroker, sample } = feed.display;
    const known = clock.findSource(feed.dataset);
    return (
      known ?? {
        dataset: feed.dataset,
        source,
        disclaimer,
        advertisingBroker,
        sample,
        logo: null,
        asOf: null,
        stale: false,
      }
    );
  };

  serve(app, own.search, async ({ query }, reply) => {
    const question = parseQuestion(query);
    const source = sourceFor(query.dataset ?? query.market);
    const { total, listings, asOf } = await sources.search(source, question);
    reply.header('cache-control', 'private, max-age=30');
    const { dataset, provider } = source.settings;
    const { page, pageSize } = question;
    return { dataset, provider, total, page, pageSize, listings, source: findCredit(source), asOf };
  });

  serve(app, own.find, async ({ params, query }, reply) => {
    const { dataset, id } = parseMarketId(params.marketId, query.dataset ?? query.market);
    const source = sourceFor(dataset);
    const notFound = new ApiError(404, 'listing_not_found', { data: { dataset: source.settings.dataset } });
    let found = await sources.findListing(source, id).catch((error: unknown) => {
      if (error instanceof ApiError && error.statusCode === 404) return undefined;
      throw error;
    });
    if (found === undefined) {
      // Not a key but an MLS number: the index knows its key.
      const card = addresses.findByListingId(id);
      if (card?.dataset === source.settings.dataset && card.listingKey !== id) {
        found = await sources.findListing(source, card.listingKey);
      }
    }
    if (found === undefined) throw notFound;
    reply.header('cache-control', 'private, max-age=30');
    const { provider } = source.settings;
    return { dataset: source.settings.dataset, provider, ...found, source: findCredit(source) };
  });
}

/** Parses `dataset:id`, or an id alone. A dataset in the query must be the same one. */
function parseMarketId(text: string, asked: string | undefined): { dataset: string | undefined; id: string } {
  const [, dataset, id] = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63}):(.+)$/s.exec(text) ?? [];
  if (dataset === undefined || id === undefined) return { dataset: asked, id: text };
  if (asked !== undefined && asked !== dataset) {
    throw invalidRequest([{ field: 'marketId', reason: 'unknown_value' }]);
  }
  return { dataset, id };
}

/** @throws ApiError 400 with all invalid fields; unknown ones are ignored */
function parseQuestion(raw: RouteQuery<(typeof ROUTES)[SearchName]>): LiveQuestion {
  const own = Object.fromEntries(
    FIELDS.flatMap((field) => (raw[field] === undefined ? [] : [[field, raw[field]]])),
  );
  const { query, problems } = parseSearchQuery(own);
  const faults = [...problems];
  const postalCode = raw.postalCode ?? raw.zip;
  if (raw.postalCode !== undefined && raw.zip !== undefined && raw.postalCode !== raw.zip) {
    faults.push({ field: 'zip', reason: 'repeated' });
  }
  const city = raw.city?.trim();
  if (city === '' || (city !== undefined && /\p{Cc}/u.test(city))) {
    faults.push({ field: 'city', reason: 'malformed' });
  }
  if (faults.length > 0) throw invalidRequest(faults);
  const { searchType, price, beds, baths, sqft, bbox, page = 1 } = query;
  return {
    searchType,
    city,
    stateOrProvince: raw.state?.toUpperCase(),
    postalCode,
    price,
    beds,
    baths,
    livingArea: sqft,
    bounds: bbox,
    page,
    pageSize: PAGE_SIZE,
  };
}

/** Counts of the last hour, cached for `COUNTED_EVERY`; the last known ones while the store is unavailable. */
function createActivity({ store, now }: SourceParts) {
  type Activity = Awaited<ReturnType<Parts['store']['feedActivity']>>[number];
  let known = new Map<string, Activity>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  return async (): Promise<Map<string, Activity>> => {
    if (now() - askedAt < COUNTED_EVERY) return known;
    asking ??= store
      .feedActivity(new Date(now() - HOUR_MS))
      .then(
        (rows) => {
          known = new Map(rows.map((row) => [row.dataset, row]));
        },
        () => undefined,
      )
      .finally(() => {
        askedAt = now();
        asking = undefined;
      });
    await joinShared(asking);
    return known;
  };
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
