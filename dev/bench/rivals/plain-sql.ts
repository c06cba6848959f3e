import { featureBits } from '@maru/listing';
import { metersPerUnitAt } from '@maru/listing/places';
import {
  clusterShift,
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  PAGE_SIZE,
  type SearchQuery,
  type SearchRequest,
  soldSince,
} from '@maru/listing/search';
import { RANDOM_NOW } from '../../conformance/random-homes.ts';

/** What differs in the SQL of two engines. */
export interface Dialect {
  /** The nth parameter, from 1, as an integer or a double. */
  param(n: number, type: 'int' | 'double'): string;
  /** Integer division. */
  quotient(a: string, b: number): string;
  least(a: string, b: number): string;
  /** The table, and the condition that its rows lie in the box of these four parameters. */
  inBox(minX: string, maxX: string, minY: string, maxY: string): { from: string; where: string };
  double(expression: string): string;
}

/** The filters that the searches use, as columns of the table and as criteria. */
const FILTERS = ['price', 'beds', 'baths', 'sqft', 'hoa', 'has'] as const;
export type PlainFilter = (typeof FILTERS)[number];
export const CRITERIA = ['status', ...FILTERS] as const;
const ANSWERED: readonly string[] = ['searchType', 'bbox', 'poly', 'near', ...FILTERS] satisfies (
  | keyof SearchQuery
  | string
)[];

/** The kind of a line of the answer; its numbers are in the columns a to f. */
export const LINE = {
  total: 0,
  unknown: 1,
  page: 2,
  cluster: 3,
  price: 4,
  size: 5,
  type: 6,
  status: 7,
  beds: 8,
  baths: 9,
  has: 10,
} as const;
export const NUMBERS_PER_LINE = 7;
export const PRICE_STEP = 50_000;
export const PRICE_STEPS = 100;
export const SIZE_STEP = 250;
export const SIZE_STEPS = 32;

/** Throws for a search that these engines do not support, instead of a wrong answer. */
export function assertSupported({ query, clip, keyword }: SearchRequest): void {
  const strange = Object.keys(query).find((key) => !ANSWERED.includes(key));
  if (strange !== undefined || clip !== undefined || keyword !== undefined || query.searchType !== 'sale')
    throw new Error(`the rivals do not support ${strange ?? 'this search'}`);
}

/**
 * One statement for all parts: rows in the area that fail at most one criterion are selected once, and every part
 * counts them. Filters whose exclusive failures no part counts are applied at once. Returns lines of numbers in any
 * order.
 */
export function plainStatement(request: SearchRequest, dialect: Dialect): { text: string; values: number[] } {
  assertSupported(request);
  const { query, zoom = 0 } = request;
  const values: number[] = [];
  const give = (value: number, type: 'int' | 'double' = 'int') => dialect.param(values.push(value), type);
  const area = formatArea(query, dialect, give);
  const where = [...area.where];
  const fails: string[] = [];
  const bit = (passes: string) => {
    fails.push(`(case when ${passes} then 0 else ${1 << fails.length} end)`);
    return 1 << (fails.length - 1);
  };
  const bits: Partial<Record<(typeof CRITERIA)[number], number>> = { status: bit('status = 0') };
  for (const filter of ['price', 'beds', 'baths', 'sqft', 'hoa'] as const) {
    const range = query[filter];
    if (range === undefined) continue;
    const unit = filter === 'baths' ? 4 : 1;
    const ends = [
      ...(range.min === undefined ? [] : [`${filter} >= ${give(range.min * unit)}`]),
      ...(range.max === undefined ? [] : [`${filter} <= ${give(range.max * unit)}`]),
    ].join(' and ');
    if (filter === 'hoa') where.push(`(hoa is null or ${ends})`);
    bits[filter] = bit(`${filter} is not null and ${ends}`);
  }
  if (query.has !== undefined) {
    const mask = give(buildMask(request));
    where.push(`(features_no & ${mask}) = 0`);
    bits.has = bit(`(features_yes & ${mask}) = ${mask}`);
  }
  const passing = (criterion: (typeof CRITERIA)[number]) => `fails in (0, ${bits[criterion] ?? 0})`;
  const sold = give(Number(soldSince(RANDOM_NOW).replaceAll('-', '')));

  const isUnstated = (filter: PlainFilter) => (filter === 'has' ? 'true' : `${filter} is null`);
  const unknowns = FILTERS.filter((filter) => bits[filter] !== undefined).map((filter) =>
    filter === 'has'
      ? `count(*) filter (where fails = ${bits.has})`
      : `count(*) filter (where ${passing(filter)} and ${isUnstated(filter)})`,
  );
  while (unknowns.length < FILTERS.length) unknowns.push('0');
  const shift = clusterShift(zoom);
  const line = (part: number, columns: string[], rest: string) => {
    const all = [String(part), ...columns, ...Array(NUMBERS_PER_LINE - 1 - columns.length).fill('0')];
    const names = 'part a b c d e f'.split(' ');
    return `select ${all.map((one, i) => `${dialect.double(one)} as ${names[i]}`).join(', ')} ${rest}`;
  };
  const bar = (value: string, step: number, steps: number) =>
    dialect.least(dialect.quotient(value, step), steps);
  const grouped = (part: number, value: string, rest: string) =>
    line(
      part,
      ['k', 'n'],
      `from (select ${value} as k, count(*) as n from candidate where ${rest} group by 1)`,
    );
  const text = `
with candidate as materialized (
  select * from (
    select row, x, y, latitude, longitude, listed_at, id_rank, price, beds, baths, sqft, hoa,
      features_yes, type, status, closed, ${fails.join(' + ')} as fails
    from ${area.from} where ${where.length === 0 ? '1 = 1' : where.join(' and ')}
  ) as tested where (fails & (fails - 1)) = 0
)
${[
  line(
    LINE.total,
    ['count(*)', 'min(longitude)', 'min(latitude)', 'max(longitude)', 'max(latitude)'],
    'from candidate where fails = 0',
  ),
  line(LINE.unknown, unknowns, 'from candidate'),
  line(
    LINE.page,
    ['row', 'listed_at', 'id_rank'],
    `from (select row, listed_at, id_rank from candidate where fails = 0
       order by listed_at desc, id_rank limit ${PAGE_SIZE}) as page`,
  ),
  line(
    LINE.cluster,
    ['cell_y', 'cell_x', 'n', 'sum_x', 'sum_y', 'row'],
    `from (select y >> ${shift} as cell_y, x >> ${shift} as cell_x, count(*) as n, sum(x) as sum_x,
         sum(y) as sum_y, min(row) as row
       from candidate where fails = 0 and x is not null group by 1, 2) as cell`,
  ),
  grouped(LINE.price, bar('price', PRICE_STEP, PRICE_STEPS), `${passing('price')} and price is not null`),
  grouped(LINE.size, bar('sqft', SIZE_STEP, SIZE_STEPS), `${passing('sqft')} and sqft is not null`),
  grouped(LINE.type, 'type', 'fails = 0'),
  grouped(LINE.status, 'status', `${passing('status')} and (status <> 3 or closed >= ${sold})`),
  grouped(LINE.beds, dialect.least('beds', 5), `${passing('beds')} and beds is not null`),
  grouped(
    LINE.baths,
    dialect.least(dialect.quotient('baths', 4), 5),
    `${passing('baths')} and baths is not null`,
  ),
  grouped(LINE.has, 'features_yes', 'fails = 0'),
].join('\nunion all\n')}`;
  return { text, values };
}

/** The filters of a search in the order of its line of unknown counts. */
export function listFilters(query: SearchQuery): PlainFilter[] {
  return FILTERS.filter((filter) => query[filter] !== undefined);
}

function buildMask({ query }: SearchRequest): number {
  return featureBits(query.has ?? []);
}

function formatArea(
  query: SearchQuery,
  dialect: Dialect,
  give: (value: number, type?: 'int' | 'double') => string,
): { from: string; where: string[] } {
  const { bbox, poly, near } = query;
  const where: string[] = [];
  let box = bbox === undefined ? undefined : mercatorBounds(bbox);
  let shape: (() => string) | undefined;
  if (near !== undefined) {
    const [x, y] = [mercatorX(near.longitude), mercatorY(near.latitude)];
    const reach = near.meters / metersPerUnitAt(near.latitude);
    const [out] = [Math.ceil(reach)];
    box = { minX: x - out, maxX: x + out, minY: y - out, maxY: y + out };
    shape = () => {
      const [cx, cy] = [give(x, 'double'), give(y, 'double')];
      return `sqrt((x - ${cx}) * (x - ${cx}) + (y - ${cy}) * (y - ${cy})) <= ${give(reach, 'double')}`;
    };
  }
  if (poly?.[0] !== undefined) {
    const edges = mercatorEdges(poly[0]);
    const along = (at: number) => Array.from({ length: edges.length / 4 }, (_, i) => edges[i * 4 + at]!);
    box = {
      minX: Math.min(...along(0)),
      maxX: Math.max(...along(0)),
      minY: Math.min(...along(1)),
      maxY: Math.max(...along(1)),
    };
    shape = () => formatInsideTest(edges, give);
  }
  if (box === undefined) return { from: 'home', where };
  const found = dialect.inBox(give(box.minX), give(box.maxX), give(box.minY), give(box.maxY));
  where.push(found.where);
  if (shape !== undefined) where.push(shape());
  return { from: found.from, where };
}

/** `isInsideEdges` as SQL, unrolled edge by edge. */
function formatInsideTest(edges: Float64Array, give: (value: number, type: 'double') => string): string {
  const crossings: string[] = [];
  for (let at = 0; at < edges.length; at += 4) {
    const [x1, y1, x2, y2] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
    if (y1 === y2) continue;
    const [fromX, fromY, toY] = [give(x1, 'double'), give(y1, 'double'), give(y2, 'double')];
    const [dx, dy] = [give(x2 - x1, 'double'), give(y2 - y1, 'double')];
    crossings.push(
      `(case when (${fromY} > y) <> (${toY} > y) and x < (${dx} * (y - ${fromY})) / ${dy} + ${fromX} then 1 else 0 end)`,
    );
  }
  return `(${crossings.join(' + ')}) % 2 = 1`;
}
