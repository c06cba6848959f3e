import {
  FEATURES,
  type Feature,
  featureBits,
  HOME_TYPES,
  type SearchType,
  STATUS_FILTERS,
} from '@maru/listing';
import { buildPin } from '@maru/listing/money';
import {
  buildChoices,
  CHOICE_FILTERS,
  CHOICE_VALUES,
  type ChoiceFilter,
  type Cluster,
  COUNTED_ROOMS,
  clusterShift,
  mercatorLatitude,
  mercatorLongitude,
  type NullableFilter,
  PAGE_SIZE,
  priceEdges,
  roundBounds,
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
  type SearchRequest,
  SIZE_EDGES,
  soldSince,
} from '@maru/listing/search';
import type pg from 'pg';
import { withClient } from '../db/connection.ts';
import type { Store } from '../db/store.ts';
import { type HomeRow, toHomeCard } from '../listings/home-card.ts';
import { areaConditions, isInBounds, type Param } from './sql-area.ts';
import {
  activeFilters,
  type Computed,
  columnsOfOrder,
  computedColumns,
  filterVerdict,
  IS_COST_PARTIAL,
  isCutBy,
  leadPriceColumns,
  leadPriceSql,
  opensOn,
  orderBy,
  rangeValue,
} from './sql-criteria.ts';

/**
 * The search of `@maru/listing` in one statement: reference for the in-memory index, and fallback while that loads.
 * `now` (ms UTC) is for days on market and sold homes. Aborting a search cancels its statement.
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
      return toAnswer(rows[0]!.answer, request);
    },
    version() {
      // Listening starts with the first subscriber; searches alone need no connection for it.
      if (!isListening) store.onChange(() => (version += 1));
      isListening = true;
      return `sql-${version}`;
    },
  };
}

type Criterion = NullableFilter | 'wholeCost' | 'type' | 'status' | 'open' | 'cut';

interface Statement {
  text: string;
  values: unknown[];
}

/**
 * A nationwide search for a total and a page uses two scans; others read their homes once and compute all parts from
 * them.
 */
function searchStatement(request: SearchRequest, now: number): Statement {
  const { query, want } = request;
  const values: unknown[] = [];
  const param: Param = (value, type) => `$${values.push(value)}::${type}`;

  const area = areaConditions(query, param);
  const where = [`search_type = ${param(query.searchType, 'text')}`, ...area];
  const { in: found, notIn } = request.keyword ?? {};
  if (found !== undefined) where.push(`home_id = any(${param([...found], 'text[]')})`);
  if (notIn !== undefined) where.push(`home_id <> all(${param([...notIn], 'text[]')})`);
  const inWindow = `(status_group <> 'sold' or close_date >= '${soldSince(now, query.soldMonths)}')`;
  const criteria: Criteria = {
    where,
    inWindow,
    open: query.open === undefined ? undefined : opensOn(query.open, now, param),
    cut: query.cut === undefined ? undefined : isCutBy(query.cut, param),
    type: query.type?.length ? `home_type = any(${param(query.type, 'text[]')})` : undefined,
    status: statusCondition(query, inWindow, param),
    verdicts: activeFilters(query).map((filter) => ({
      filter,
      verdict: filterVerdict(filter, request, now, param),
      isUnstatedKept: query.unk?.includes(filter) ?? false,
    })),
    computed: computedColumns(request, param),
  };
  const isPlain =
    area.length === 0 &&
    criteria.computed.length === 0 &&
    ![...want].some((part) => part !== 'total' && part !== 'listings');
  const text = isPlain
    ? plainStatement(request, criteria, param)
    : candidateStatement(request, criteria, now, param);
  return { text, values };
}

interface Criteria {
  /** Applied first: no count needs what these exclude. */
  where: string[];
  inWindow: string;
  open: string | undefined;
  cut: string | undefined;
  type: string | undefined;
  status: string;
  verdicts: { filter: NullableFilter; verdict: string; isUnstatedKept: boolean }[];
  computed: Computed[];
}

/** A single status group uses `=`, so that the order's index applies. */
function statusCondition(query: SearchQuery, inWindow: string, param: Param): string {
  const asked = query.status !== undefined && query.status.length > 0 ? query.status : ['active' as const];
  const isAsked =
    asked.length === 1
      ? `status_group = ${param(asked[0], 'text')}`
      : `status_group = any(${param(asked, 'text[]')})`;
  return asked.includes('sold') ? `(${isAsked} and ${inWindow})` : isAsked;
}

function selectPage({ query, take }: SearchRequest, param: Param): string {
  const offset = take === undefined ? ((query.page ?? 1) - 1) * PAGE_SIZE : 0;
  return `order by ${orderBy(query)} limit ${param(take ?? PAGE_SIZE, 'bigint')} offset ${param(offset, 'bigint')}`;
}

const EXTENT = 'array[min(longitude), min(latitude), max(longitude), max(latitude)]';

function plainStatement(request: SearchRequest, criteria: Criteria, param: Param): string {
  const { where, type, status, open, cut, verdicts } = criteria;
  const given = [type, open, cut].filter((one) => one !== undefined);
  const narrow = [...where, ...given, status].join(' and ');
  const passes = verdicts.map(({ verdict, isUnstatedKept }) => `coalesce(${verdict}, ${isUnstatedKept})`);
  const all = passes.length === 0 ? 'true' : passes.join(' and ');
  const counts = verdicts.map(({ filter, verdict }, at) => {
    const others = passes.filter((_, i) => i !== at);
    return `'${filter}', count(*) filter (where ${[`(${verdict}) is null`, ...others].join(' and ')})`;
  });
  const inSight = verdicts.map(({ verdict }) => ` and (${verdict}) is not false`).join('');
  const page = request.want.has('listings')
    ? `, 'listings', (select json_agg(h) from (
         select * from home where ${narrow} and ${all} ${selectPage(request, param)}) h)`
    : '';
  return `
    select json_build_object('total', a.total, 'extent', a.extent, 'unknown', a.unknown${page}) as answer
    from (
      select count(*) filter (where ${all}) as total,
        ${EXTENT.replaceAll(')', `) filter (where mercator_x is not null and ${all})`)} as extent,
        json_build_object(${counts.join(', ')}) as unknown
      from home where ${narrow}${inSight}
    ) a`;
}

/**
 * Each criterion that some result ignores (unknown counts, facets, histograms) is a bit of `fails`: a match has none,
 * "all but price" is `fails & ~price = 0`. Criteria that no result ignores are in WHERE, so that indexes apply;
 * likewise "fails at most one". `nulls` has the bits of unstated values.
 */
function candidateStatement(request: SearchRequest, criteria: Criteria, now: number, param: Param): string {
  const { query, want } = request;
  const { where, inWindow, type, status, open, cut, verdicts, computed } = criteria;
  const bits = new Map<Criterion, { mask: number; passes: string }>();
  const judged: string[] = [];
  const require = (criterion: Criterion, passes: string, isLeftOut: boolean) => {
    if (isLeftOut) bits.set(criterion, { mask: 1 << bits.size, passes });
    else where.push(passes);
  };
  const isCounted = (filter: NullableFilter) =>
    (filter === 'price' && want.has('histogram')) ||
    (filter === 'sqft' && want.has('sizes')) ||
    ((filter === 'beds' || filter === 'baths') && want.has('facets')) ||
    (want.has('choices') && (CHOICE_FILTERS as readonly string[]).includes(filter));
  for (const { filter, verdict, isUnstatedKept } of verdicts) {
    // Without counts for this filter only unstated values matter.
    if (!isCounted(filter)) judged.push(`(${verdict}) is not false`);
    require(filter, `coalesce(${verdict}, ${isUnstatedKept})`, true);
  }
  const isCostAsked = verdicts.some(({ filter }) => filter === 'monthly');
  if (isCostAsked && query.wholeCost) require('wholeCost', `not ${IS_COST_PARTIAL}`, true);
  if (type !== undefined) require('type', type, want.has('facets'));
  if (open !== undefined) require('open', open, want.has('choices'));
  if (cut !== undefined) require('cut', cut, want.has('choices'));
  require('status', want.has('facets') ? `coalesce(${status}, false)` : status, want.has('facets'));

  const all = [...bits.values()];
  const sumColumn = (terms: string[]) => (terms.length === 0 ? '0' : terms.join(' + '));
  const fails = sumColumn(all.map(({ mask, passes }) => `(case when ${passes} then 0 else ${mask} end)`));
  const nulls = sumColumn(
    verdicts.map(
      ({ filter, verdict }) => `(case when (${verdict}) is null then ${bits.get(filter)!.mask} else 0 end)`,
    ),
  );
  const passing = (exempt?: Criterion) => {
    const mask = exempt === undefined ? 0 : (bits.get(exempt)?.mask ?? 0);
    return mask === 0 ? 'fails = 0' : `fails in (0, ${mask})`;
  };

  const sums = [
    'count(*) filter (where fails = 0) as total',
    `${EXTENT.replaceAll(')', ') filter (where fails = 0 and mercator_x is not null)')} as extent`,
  ];
  const parts = [`'total', a.total`, `'extent', a.extent`];
  if (verdicts.length > 0) {
    const counts = verdicts.map(
      ({ filter }) =>
        `'${filter}', count(*) filter (where ${passing(filter)} and nulls & ${bits.get(filter)!.mask} <> 0)`,
    );
    sums.push(`json_build_object(${counts.join(', ')}) as unknown`);
    parts.push(`'unknown', a.unknown`);
  }
  if (isCostAsked) {
    sums.push(`count(*) filter (where ${passing('wholeCost')} and ${IS_COST_PARTIAL}) as at_least`);
    parts.push(`'atLeast', a.at_least`);
  }
  if (want.has('listings')) {
    parts.push(
      `'listings', (select json_agg(h order by p.place) from (
         select home_id, row_number() over (order by ${orderBy(query)}) as place from (
           select * from candidate where fails = 0 ${selectPage(request, param)}
         ) page
       ) p join home h on h.home_id = p.home_id and h.search_type = ${param(query.searchType, 'text')})`,
    );
  }
  if (want.has('clusters') && request.zoom !== undefined) {
    const shift = param(clusterShift(request.zoom), 'int');
    const clip = request.clip === undefined ? 'true' : isInBounds(request.clip, param);
    const isOnMap = `fails = 0 and mercator_x is not null and ${clip}`;
    const isLeftOut =
      request.without === undefined ? 'false' : `home_id = any(${param([...request.without], 'text[]')})`;
    // Fees included in a rent, for single homes only: the area index does not contain them.
    const fees =
      query.searchType === 'rent'
        ? `case when count(*) = 1 then (select h.required_fees_monthly from home h
             where h.home_id = min(candidate.home_id) and h.search_type = 'rent') end`
        : 'null';
    parts.push(
      `'clusters', (select json_agg(c order by cell_y, cell_x) from (
         select mercator_y >> ${shift} as cell_y, mercator_x >> ${shift} as cell_x, count(*) as count,
           sum(mercator_x::bigint) as x, sum(mercator_y::bigint) as y, min(latitude) as latitude,
           min(longitude) as longitude, min(home_id) as home_id, min(list_price) as list_price,
           min(standard_status) as standard_status, ${fees} as required_fees_monthly
         from candidate where ${isOnMap} and not ${isLeftOut}
         group by 1, 2
       ) c)`,
    );
    if (request.without !== undefined)
      parts.push(`'leftOut', (select count(*) from candidate where ${isOnMap} and ${isLeftOut})`);
  }
  const bars = (column: string, edges: readonly number[], exempt: Criterion) =>
    `(select json_object_agg(bar, n) from (
       select width_bucket(${column}, ${param(edges, 'float8[]')}) as bar, count(*) as n
       from candidate where ${passing(exempt)} and ${column} is not null group by 1
     ) b)`;
  if (want.has('histogram'))
    parts.push(`'histogram', ${bars(leadPriceSql(query.searchType), priceEdges(query.searchType), 'price')}`);
  if (want.has('sizes')) parts.push(`'sizes', ${bars('living_area', SIZE_EDGES, 'sqft')}`);
  if (want.has('facets')) {
    for (const filter of ['beds', 'baths'] as const) {
      const isUnstatedKept = query.unk?.includes(filter) ?? false;
      const counts = Array.from(
        { length: COUNTED_ROOMS + 1 },
        (_, least) =>
          `count(*) filter (where ${passing(filter)} and coalesce(${rangeValue(filter, now)} >= ${least}, ${isUnstatedKept}))`,
      );
      sums.push(`array[${counts.join(', ')}] as ${filter}`);
      parts.push(`'${filter}', a.${filter}`);
    }
    const having = FEATURES.map(
      (one) => `count(*) filter (where fails = 0 and features_yes & ${featureBits([one])} <> 0)`,
    );
    sums.push(`array[${having.join(', ')}] as has`);
    parts.push(
      `'has', a.has`,
      `'types', (select json_object_agg(home_type, n) from (
         select home_type, count(*) as n from candidate where ${passing('type')} group by 1) t)`,
      `'statuses', (select json_object_agg(status_group, n) from (
         select status_group, count(*) as n from candidate
         where ${passing('status')} and status_group is not null and ${inWindow} group by 1) s)`,
    );
  }
  if (want.has('choices')) {
    for (const filter of CHOICE_FILTERS) {
      const counts = CHOICE_VALUES[filter].map((value) => {
        const chosen = { ...request, query: { ...query, [filter]: value } };
        return `count(*) filter (where ${passing(filter)} and ${isChosen(filter, chosen, now, param)})`;
      });
      sums.push(`array[${counts.join(', ')}] as choices_${filter}`);
    }
    const arrays = CHOICE_FILTERS.map((filter) => `'${filter}', a.choices_${filter}`);
    parts.push(`'choices', json_build_object(${arrays.join(', ')})`);
  }
  const few = all.length < 2 ? 'true' : `fails in (0, ${all.map(({ mask }) => mask).join(', ')})`;
  const computing = computed.map(({ sql, name }) => `, ${sql} as ${name}`).join('');
  const homes = `select *${computing} from home where ${where.join(' and ')}`;
  const columns = [...listColumns(request), ...computed.map(({ name }) => name)].join(', ');
  return `
    with candidate as materialized (
      select * from (
        select ${columns}, ${fails} as fails, ${nulls} as nulls
        from (${homes}${computed.length > 0 ? ' offset 0' : ''}) h
        where ${judged.join(' and ') || 'true'}
      ) judged where ${few}
    )
    select json_build_object(${parts.join(', ')}) as answer
    from (select ${sums.join(', ')} from candidate) a`;
}

function isChosen(filter: ChoiceFilter, request: SearchRequest, now: number, param: Param): string {
  const { query } = request;
  if (filter === 'open') return opensOn(query.open ?? 'any', now, param);
  if (filter === 'cut') return `coalesce(${isCutBy(query.cut ?? 0, param)}, false)`;
  return `coalesce(${filterVerdict(filter, request, now, param)}, ${query.unk?.includes(filter) ?? false})`;
}

/** Columns needed by the parts; minimal, so that the area index covers them. */
function listColumns({ query, want, zoom }: SearchRequest): Set<string> {
  const hasClusters = want.has('clusters') && zoom !== undefined;
  return new Set([
    'home_id',
    'latitude',
    'longitude',
    'mercator_x',
    ...(want.has('listings') ? columnsOfOrder(query) : []),
    ...(hasClusters ? ['mercator_y', 'list_price', 'standard_status'] : []),
    ...(want.has('histogram') ? leadPriceColumns(query.searchType) : []),
    ...(want.has('sizes') ? ['living_area'] : []),
    ...(want.has('facets')
      ? [
          ...['home_type', 'status_group', 'close_date', 'bedrooms_total', 'bathrooms_total_decimal'],
          'features_yes',
        ]
      : []),
    ...(want.has('choices')
      ? [
          ...['stories_total', 'parking_total', 'facing', 'new_construction_yn', 'senior_community_yn'],
          ...['listed_at', 'list_price', 'previous_list_price', 'open_house_days'],
        ]
      : []),
  ]);
}

interface RawAnswer {
  total: number;
  extent: (number | null)[];
  unknown?: SearchAnswer['unknown'];
  atLeast?: number;
  listings?: HomeRow[] | null;
  clusters?: RawCluster[] | null;
  leftOut?: number;
  histogram?: Record<string, number> | null;
  types?: Record<string, number> | null;
  statuses?: Record<string, number> | null;
  sizes?: Record<string, number> | null;
  beds?: number[];
  baths?: number[];
  has?: number[];
  choices?: Record<ChoiceFilter, number[]>;
}

interface RawCluster {
  count: number;
  x: number;
  y: number;
  latitude: number;
  longitude: number;
  home_id: string;
  list_price: number | null;
  required_fees_monthly: number | null;
  standard_status: string;
}

function toAnswer(raw: RawAnswer, { query, want, zoom }: SearchRequest): SearchAnswer {
  const [west, south, east, north] = raw.extent as [number, number, number, number];
  const answer: SearchAnswer = {
    total: raw.total,
    unknown: raw.unknown ?? {},
    ...(raw.atLeast === undefined ? {} : { atLeast: raw.atLeast }),
    listings: (raw.listings ?? []).map(toHomeCard),
    extent: west === null ? null : roundBounds([west, south, east, north]),
  };
  if (want.has('clusters') && zoom !== undefined) {
    answer.clusters = (raw.clusters ?? []).map((one) => toCluster(one, query.searchType));
    if (raw.leftOut !== undefined) answer.leftOut = raw.leftOut;
  }
  const buildHistogram = (edges: readonly number[], bars: Record<string, number> | null | undefined) => ({
    edges: [...edges],
    counts: edges.map((_, i) => bars?.[i + 1] ?? 0),
  });
  if (want.has('histogram')) answer.histogram = buildHistogram(priceEdges(query.searchType), raw.histogram);
  if (want.has('sizes')) answer.sizes = buildHistogram(SIZE_EDGES, raw.sizes);
  if (want.has('facets')) {
    answer.facets = {
      type: readCounts(HOME_TYPES, raw.types),
      status: readCounts(STATUS_FILTERS, raw.statuses),
      beds: raw.beds!,
      baths: raw.baths!,
      has: Object.fromEntries(FEATURES.map((one, i) => [one, raw.has![i]!])) as Record<Feature, number>,
    };
  }
  if (raw.choices !== undefined) answer.choices = buildChoices(raw.choices);
  return answer;
}

function toCluster(raw: RawCluster, searchType: SearchType): Cluster {
  const { count, latitude, longitude } = raw;
  if (count > 1) {
    return {
      latitude: mercatorLatitude(Math.floor(raw.y / count)),
      longitude: mercatorLongitude(Math.floor(raw.x / count)),
      count,
    };
  }
  const home = buildPin({
    homeId: raw.home_id,
    searchType,
    listPrice: raw.list_price,
    requiredFeesMonthly: raw.required_fees_monthly,
    standardStatus: raw.standard_status as NonNullable<Cluster['home']>['standardStatus'],
  });
  return { latitude, longitude, count, home };
}

function readCounts<T extends string>(
  names: readonly T[],
  counts: Record<string, number> | null | undefined,
): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, counts?.[name] ?? 0])) as Record<T, number>;
}

/** Planning a search takes as long as executing it over a town. */
const PREPARED_A_CONNECTION = 32;
/** Drawn areas are inlined, so such statements never repeat. */
const LONGEST_PREPARED = 12_000;
const prepared = new WeakMap<pg.PoolClient, Map<string, string>>();

/** Name of the prepared statement on this connection; undefined above the limit. */
function preparedName(client: pg.PoolClient, text: string): string | undefined {
  const names = prepared.get(client) ?? new Map<string, string>();
  prepared.set(client, names);
  if (!names.has(text) && names.size < PREPARED_A_CONNECTION && text.length <= LONGEST_PREPARED)
    names.set(text, `search_${names.size}`);
  return names.get(text);
}

/** Aborting rejects immediately; the connection returns to the pool only when its server is done with the statement. */
async function cancellable<Row extends object>(
  store: Store,
  text: string,
  values: unknown[],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const running = withClient(store.pool, async (client): Promise<Row[]> => {
    // Aborted while waiting for a connection; already reported by the race below.
    if (signal?.aborted) return [];
    const { processID } = client as unknown as { processID: number };
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = store.cancelStatement(processID);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const name = preparedName(client, text);
      return (await client.query<Row>(name === undefined ? { text, values } : { name, text, values })).rows;
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
