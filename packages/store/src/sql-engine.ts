import {
  type Bounds,
  type Cluster,
  COUNTED_ROOMS,
  clusterShift,
  HOME_TYPES,
  latitudeOfMercator,
  longitudeOfMercator,
  mercatorBounds,
  NULLABLE_FILTERS,
  type NullableFilter,
  PAGE_SIZE,
  priceEdges,
  roundBounds,
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
  type SearchRequest,
  type Sort,
  STATUS_FILTERS,
  soldSince,
} from '@maru/listing';
import { withClient } from './connection.ts';
import { cardOfRow, type HomeRow } from './home-card.ts';
import type { Store } from './store.ts';

/**
 * The search of `@maru/listing` on PostgreSQL: one statement over the home table alone. The oracle beside the
 * index in memory, and the fallback while that one loads. `now` (ms UTC) is for days on the market and sold
 * homes. An aborted search is cancelled in the database.
 */
export function createSqlEngine(store: Store, options: { now?: () => number } = {}): SearchEngine {
  const now = options.now ?? Date.now;
  let version = 0;
  let isListening = false;
  return {
    async search(request, signal) {
      signal?.throwIfAborted();
      const { text, values } = searchStatement(request, now());
      const rows = await cancellable<{ answer: RawAnswer }>(store, text, values, signal);
      return answerOf(rows[0]!.answer, request);
    },
    version() {
      // The first who asks starts the listening: an engine that only searches needs no connection for it.
      if (!isListening) store.onChange(() => (version += 1));
      isListening = true;
      return `sql-${version}`;
    },
  };
}

const DAY_MS = 86_400_000;

/** The value that a filter looks at; null is unstated. `$today` is whole days since the epoch. */
const FILTER_VALUES: Record<NullableFilter, string> = {
  price: 'list_price',
  beds: 'bedrooms_total',
  baths: 'bathrooms_total_decimal',
  sqft: 'living_area',
  lot: 'lot_size_square_feet',
  year: 'year_built',
  hoa: 'association_fee_monthly',
  // greatest() passes over a null; "not stated" must stay one.
  dom: `(case when listed_at is not null then greatest(0, $today - floor(listed_at / ${DAY_MS})) end)`,
};

const ORDERS: Record<Sort, string> = {
  new: 'listed_at desc',
  price: 'list_price asc',
  '-price': 'list_price desc',
  ppsf: 'list_price / nullif(living_area, 0) asc',
  '-sqft': 'living_area desc',
  '-lot': 'lot_size_square_feet desc',
  '-year': 'year_built desc',
};

type Criterion = NullableFilter | 'type' | 'status';

/**
 * Every criterion that some answer leaves out (unknown counts, facets, histogram) is a bit of `fails`: a match
 * fails none, "all but price" is `fails & ~price = 0`. Criteria that nothing leaves out narrow at once, so that
 * indexes can help; so does "fails at most one".
 */
function searchStatement(request: SearchRequest, now: number): { text: string; values: unknown[] } {
  const { query, want } = request;
  const values: unknown[] = [];
  const param = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  // Every parameter given must be used: this one only where days on the market are asked.
  let today: string | undefined;
  const valueFor = (filter: NullableFilter) => {
    if (filter === 'dom') today ??= param(Math.floor(now / DAY_MS), 'float8');
    return FILTER_VALUES[filter].replace('$today', today ?? '');
  };
  const inWindow = `(status_group <> 'sold' or close_date >= ${param(soldSince(now, query.soldMonths), 'text')})`;

  const where = [`search_type = ${param(query.searchType, 'text')}`, ...areaOf(query, param)];
  const bits = new Map<Criterion, { mask: number; passes: string }>();
  const require = (criterion: Criterion, passes: string, isLeftOut: boolean) => {
    if (isLeftOut) bits.set(criterion, { mask: 1 << bits.size, passes });
    else where.push(passes);
  };
  const active = NULLABLE_FILTERS.filter((filter) => isActive(query, filter));
  for (const filter of active) {
    const { min, max } = query[filter]!;
    const value = valueFor(filter);
    const ends = [
      ...(min === undefined ? [] : [`${value} >= ${param(min, 'float8')}`]),
      ...(max === undefined ? [] : [`${value} <= ${param(max, 'float8')}`]),
    ].join(' and ');
    const unstated = query.unk?.includes(filter) ? 'true' : 'false';
    const passes = `coalesce(${ends}, ${unstated})`;
    const isCounted =
      (filter === 'price' && want.has('histogram')) ||
      ((filter === 'beds' || filter === 'baths') && want.has('facets'));
    // Where nobody counts what a filter leaves out, only the unstated are still of interest.
    if (!isCounted) where.push(`(${value} is null or (${ends}))`);
    require(filter, passes, true);
  }
  if (query.type !== undefined && query.type.length > 0) {
    require('type', `home_type = any(${param(query.type, 'text[]')})`, want.has('facets'));
  }
  const asked = query.status !== undefined && query.status.length > 0 ? query.status : ['active'];
  require('status', `coalesce(status_group = any(${param(asked, 'text[]')}) and ${inWindow}, false)`, want.has(
    'facets',
  ));

  const all = [...bits.values()];
  const fails =
    all.length === 0
      ? '0'
      : all.map(({ mask, passes }) => `(case when ${passes} then 0 else ${mask} end)`).join(' + ');
  /** Passes everything, or everything but one criterion. */
  const passing = (exempt?: Criterion) => {
    const mask = exempt === undefined ? 0 : (bits.get(exempt)?.mask ?? 0);
    return mask === 0 ? 'fails = 0' : `fails in (0, ${mask})`;
  };

  const parts = [
    `'total', (select count(*) from candidate where fails = 0)`,
    `'extent', (select array[min(longitude), min(latitude), max(longitude), max(latitude)]
       from candidate where fails = 0 and mercator_x is not null)`,
  ];
  if (active.length > 0) {
    const counts = active.map(
      (filter) => `'${filter}', count(*) filter (where ${passing(filter)} and ${valueFor(filter)} is null)`,
    );
    parts.push(`'unknown', (select json_build_object(${counts.join(', ')}) from candidate)`);
  }
  if (want.has('listings')) {
    const order = `${ORDERS[query.sort ?? 'new']} nulls last, home_id collate "C"`;
    const offset = param(((query.page ?? 1) - 1) * PAGE_SIZE, 'bigint');
    parts.push(
      `'listings', (select json_agg(h order by p.place) from (
         select home_id, row_number() over (order by ${order}) as place from (
           select * from candidate where fails = 0 order by ${order} limit ${PAGE_SIZE} offset ${offset}
         ) page
       ) p join home h on h.home_id = p.home_id and h.search_type = ${param(query.searchType, 'text')})`,
    );
  }
  if (want.has('clusters') && request.zoom !== undefined) {
    const shift = param(clusterShift(request.zoom), 'int');
    const clip = request.clip === undefined ? 'true' : insideOf(request.clip, param);
    parts.push(
      `'clusters', (select json_agg(c order by cell_y, cell_x) from (
         select mercator_y >> ${shift} as cell_y, mercator_x >> ${shift} as cell_x, count(*) as count,
           sum(mercator_x::bigint) as x, sum(mercator_y::bigint) as y, min(latitude) as latitude,
           min(longitude) as longitude, min(home_id) as home_id, min(list_price) as list_price,
           min(standard_status) as standard_status
         from candidate where fails = 0 and mercator_x is not null and ${clip}
         group by 1, 2
       ) c)`,
    );
  }
  if (want.has('histogram')) {
    const edges = param(priceEdges(query.searchType), 'float8[]');
    parts.push(
      `'histogram', (select json_object_agg(bar, n) from (
         select width_bucket(list_price, ${edges}) as bar, count(*) as n
         from candidate where ${passing('price')} and list_price is not null group by 1
       ) b)`,
    );
  }
  if (want.has('facets')) {
    const rooms = (filter: 'beds' | 'baths') => {
      const unstated = query.unk?.includes(filter) ? 'true' : 'false';
      const counts = Array.from(
        { length: COUNTED_ROOMS + 1 },
        (_, least) =>
          `count(*) filter (where ${passing(filter)} and coalesce(${valueFor(filter)} >= ${least}, ${unstated}))`,
      );
      return `(select array[${counts.join(', ')}] from candidate)`;
    };
    parts.push(
      `'types', (select json_object_agg(home_type, n) from (
         select home_type, count(*) as n from candidate where ${passing('type')} group by 1) t)`,
      `'statuses', (select json_object_agg(status_group, n) from (
         select status_group, count(*) as n from candidate
         where ${passing('status')} and status_group is not null and ${inWindow} group by 1) s)`,
      `'beds', ${rooms('beds')}`,
      `'baths', ${rooms('baths')}`,
    );
  }
  const text = `
    with candidate as materialized (
      select * from (
        select home_id, home_type, standard_status, status_group, close_date, list_price, bedrooms_total,
          bathrooms_total_decimal, living_area, lot_size_square_feet, year_built, association_fee_monthly,
          listed_at, latitude, longitude, mercator_x, mercator_y, ${fails} as fails
        from home where ${where.join(' and ')}
      ) judged where ${all.length < 2 ? 'true' : `fails in (0, ${all.map(({ mask }) => mask).join(', ')})`}
    )
    select json_build_object(${parts.join(', ')}) as answer`;
  return { text, values };
}

type Param = (value: unknown, type: string) => string;

function areaOf(query: SearchQuery, param: Param): string[] {
  if (query.bbox !== undefined) return [insideOf(query.bbox, param)];
  if (query.place === undefined) return [];
  const place = param(query.place, 'text');
  const columns = ['place_state', 'place_county', 'place_city', 'place_zip'];
  const equal = columns.map((column) => `${column} = ${place}`).join(' or ');
  return [`(${equal} or place_neighborhoods @> array[${place}])`];
}

function insideOf(bounds: Bounds, param: Param): string {
  const { minX, minY, maxX, maxY } = mercatorBounds(bounds);
  return (
    `(mercator_x between ${param(minX, 'int')} and ${param(maxX, 'int')}` +
    ` and mercator_y between ${param(minY, 'int')} and ${param(maxY, 'int')})`
  );
}

function isActive(query: SearchQuery, filter: NullableFilter): boolean {
  return query[filter]?.min !== undefined || query[filter]?.max !== undefined;
}

/** What the statement's one column holds. */
interface RawAnswer {
  total: number;
  extent: (number | null)[];
  unknown?: SearchAnswer['unknown'];
  listings?: HomeRow[] | null;
  clusters?: RawCluster[] | null;
  histogram?: Record<string, number> | null;
  types?: Record<string, number> | null;
  statuses?: Record<string, number> | null;
  beds?: number[];
  baths?: number[];
}

interface RawCluster {
  count: number;
  x: number;
  y: number;
  latitude: number;
  longitude: number;
  home_id: string;
  list_price: number | null;
  standard_status: string;
}

function answerOf(raw: RawAnswer, { query, want, zoom }: SearchRequest): SearchAnswer {
  const [west, south, east, north] = raw.extent as [number, number, number, number];
  const answer: SearchAnswer = {
    total: raw.total,
    unknown: raw.unknown ?? {},
    listings: (raw.listings ?? []).map(cardOfRow),
    extent: west === null ? null : roundBounds([west, south, east, north]),
  };
  if (want.has('clusters') && zoom !== undefined) answer.clusters = (raw.clusters ?? []).map(clusterOf);
  if (want.has('histogram')) {
    const edges = priceEdges(query.searchType);
    answer.histogram = { edges, counts: edges.map((_, i) => raw.histogram?.[i + 1] ?? 0) };
  }
  if (want.has('facets')) {
    answer.facets = {
      type: countsOf(HOME_TYPES, raw.types),
      status: countsOf(STATUS_FILTERS, raw.statuses),
      beds: raw.beds!,
      baths: raw.baths!,
    };
  }
  return answer;
}

function clusterOf(raw: RawCluster): Cluster {
  const { count, latitude, longitude } = raw;
  if (count > 1) {
    return {
      latitude: latitudeOfMercator(Math.floor(raw.y / count)),
      longitude: longitudeOfMercator(Math.floor(raw.x / count)),
      count,
    };
  }
  const home = {
    homeId: raw.home_id,
    listPrice: raw.list_price,
    standardStatus: raw.standard_status as NonNullable<Cluster['home']>['standardStatus'],
  };
  return { latitude, longitude, count, home };
}

function countsOf<T extends string>(
  names: readonly T[],
  counts: Record<string, number> | null | undefined,
): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, counts?.[name] ?? 0])) as Record<T, number>;
}

/**
 * Runs a statement that stops when the signal fires: the caller hears at once, the connection goes back to the
 * pool only when its server has let go, so that no later statement is hit by the cancellation.
 */
async function cancellable<Row extends object>(
  store: Store,
  text: string,
  values: unknown[],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const running = withClient(store.pool, async (client): Promise<Row[]> => {
    // Given up while it waited for a connection; the race below has already said so.
    if (signal?.aborted) return [];
    const { processID } = client as unknown as { processID: number };
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = store.cancelStatement(processID);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      signal?.removeEventListener('abort', cancel);
      await cancelling;
    }
  });
  if (signal === undefined) return await running;
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  running.catch(() => undefined);
  try {
    return await Promise.race([running, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
