import { metersPerUnitAt } from '@maru/listing/places';
import {
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  type SearchRequest,
} from '@maru/listing/search';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import { hilbert, type PlainColumns, UNSTATED } from './plain-columns.ts';
import { parseLines } from './plain-lines.ts';
import { type Dialect, NUMBERS_PER_LINE, plainStatement } from './plain-sql.ts';
import type { Rival } from './rival.ts';

const ROWS_AT_ONCE = 20_000;
/** Approximate maximum of curve ranges per search. */
const MAX_CELLS = 64;
const CURVE_BITS = 16;
const UNIT_BITS = 30;

const DIALECT: Omit<Dialect, 'inBox'> = {
  param: (n, type) => `$${n}::${type === 'int' ? 'int' : 'float8'}`,
  quotient: (a, b) => `${a} / ${b}`,
  least: (a, b) => `least(${a}, ${b})`,
  double: (expression) => `(${expression})::float8`,
};

/**
 * The two plain forms of the search on PostgreSQL: a table of just what the searches need, in the order of the
 * Hilbert curve, with a GiST index over the points or a B-tree over the key of the curve. Ours is compared with the
 * faster one.
 */
export async function createPostgresRivals(columns: PlainColumns): Promise<[gist: Rival, hilbert: Rival]> {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  await fill(store, columns);
  const rival = (name: string, inBoxOf: (request: SearchRequest) => Dialect['inBox']): Rival => ({
    name,
    async answer(request) {
      const dialect = { ...DIALECT, inBox: inBoxOf(request) };
      const { text, values } = plainStatement(request, dialect);
      const { rows } = await store.pool.query<(number | null)[]>({
        text: text.replaceAll(/\bhome\b/g, 'plain_home'),
        values,
        rowMode: 'array',
      } as { text: string; values: number[] });
      const lines = new Float64Array(rows.length * NUMBERS_PER_LINE);
      rows.forEach((row, i) => {
        lines.set(
          row.map((value) => value ?? Number.NaN),
          i * NUMBERS_PER_LINE,
        );
      });
      return parseLines(lines, request, columns);
    },
    close: async () => undefined,
  });
  const gist = rival('PostgreSQL, GiST', () => (minX, maxX, minY, maxY) => ({
    from: 'home',
    where: `point(x, y) <@ box(point(${minX}, ${minY}), point(${maxX}, ${maxY}))`,
  }));
  const curve = rival('PostgreSQL, Hilbert key', (request) => (minX, maxX, minY, maxY) => {
    const stretches = findCurveRanges(computeBox(request));
    const list = (of: (stretch: [number, number]) => number) =>
      `'{${stretches.map(of).join(',')}}'::bigint[]`;
    return {
      from: `unnest(${list(([from]) => from)}, ${list(([, to]) => to)}) as stretch(low, high)
        join home on key between low and high`,
      where: `x between ${minX} and ${maxX} and y between ${minY} and ${maxY}`,
    };
  });
  const close = async () => {
    await store.close();
    await database.drop();
  };
  return [gist, { ...curve, close }];
}

async function fill({ pool }: Store, columns: PlainColumns): Promise<void> {
  await pool.query(`create table plain_home (row int primary key, key bigint, x int, y int, latitude float8,
    longitude float8, listed_at float8, id_rank int, price int, beds int, baths int, sqft int, hoa int,
    features_yes int, features_no int, type int, status int, closed int)`);
  const { int, length } = columns;
  const whole = (values: Int32Array, from: number) =>
    Array.from(values.subarray(from, from + ROWS_AT_ONCE), (value) => (value === UNSTATED ? null : value));
  const double = (values: Float64Array, from: number) =>
    Array.from(values.subarray(from, from + ROWS_AT_ONCE), (value) => (Number.isNaN(value) ? null : value));
  for (let from = 0; from < length; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, length - from) }, (_, i) => from + i);
    await pool.query(
      `insert into plain_home select * from unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::float8[],
         $6::float8[], $7::float8[], $8::int[], $9::int[], $10::int[], $11::int[], $12::int[], $13::int[],
         $14::int[], $15::int[], $16::int[], $17::int[], $18::int[])`,
      [
        rows,
        rows.map((row) => hilbert(int.x[row]!, int.y[row]!)),
        whole(int.x, from),
        whole(int.y, from),
        double(columns.latitude, from),
        double(columns.longitude, from),
        double(columns.listedAt, from),
        whole(int.rank, from),
        whole(int.price, from),
        whole(int.beds, from),
        whole(int.baths, from),
        whole(int.sqft, from),
        whole(int.hoa, from),
        whole(int.featuresYes, from),
        whole(int.featuresNo, from),
        whole(int.type, from),
        whole(int.status, from),
        whole(int.closed, from),
      ],
    );
  }
  await pool.query('create index on plain_home using gist (point(x, y))');
  await pool.query('create index on plain_home (key)');
  await pool.query('vacuum analyze plain_home');
}

interface Box {
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
}

function computeBox({ query: { bbox, poly, near } }: SearchRequest): Box {
  if (poly?.[0] !== undefined) {
    const edges = mercatorEdges(poly[0]);
    const along = (at: number) => Array.from({ length: edges.length / 4 }, (_, i) => edges[i * 4 + at]!);
    return {
      minX: Math.min(...along(0)),
      maxX: Math.max(...along(0)),
      minY: Math.min(...along(1)),
      maxY: Math.max(...along(1)),
    };
  }
  if (near !== undefined) {
    const [x, y] = [mercatorX(near.longitude), mercatorY(near.latitude)];
    const out = Math.ceil(near.meters / metersPerUnitAt(near.latitude));
    return { minX: x - out, maxX: x + out, minY: y - out, maxY: y + out };
  }
  return mercatorBounds(bbox!);
}

/** The ranges of the curve that cover the box: cells of one size, adjacent ones merged. */
function findCurveRanges({ minX, maxX, minY, maxY }: Box): [from: number, to: number][] {
  let bits = UNIT_BITS - CURVE_BITS;
  const cells = () => ((maxX >> bits) - (minX >> bits) + 1) * ((maxY >> bits) - (minY >> bits) + 1);
  while (cells() > MAX_CELLS) bits += 1;
  // Places of the curve per cell.
  const places = 4 ** (bits - (UNIT_BITS - CURVE_BITS));
  const starts: number[] = [];
  for (let x = minX >> bits; x <= maxX >> bits; x += 1) {
    for (let y = minY >> bits; y <= maxY >> bits; y += 1) {
      starts.push(Math.floor(hilbert(x << bits, y << bits) / places) * places);
    }
  }
  const stretches: [number, number][] = [];
  for (const start of starts.sort((a, b) => a - b)) {
    const last = stretches.at(-1);
    if (last !== undefined && last[1] === start - 1) last[1] = start + places - 1;
    else stretches.push([start, start + places - 1]);
  }
  return stretches;
}
