import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { SearchRequest } from '@maru/listing/search';
import { type PlainColumns, UNSTATED } from './plain-columns.ts';
import { parseLines } from './plain-lines.ts';
import { type Dialect, NUMBERS_PER_LINE, plainStatement } from './plain-sql.ts';
import type { PlainAnswer, Rival } from './rival.ts';

const CONNECTIONS = 8;
/**
 * Small enough that the minimum and maximum of x and y select the groups of a viewport, large enough for a scan of
 * the whole country.
 */
const ROWS_PER_GROUP = 8_192;
const COLUMNS =
  'row x y latitude longitude listed_at id_rank price beds baths sqft hoa features_yes features_no type status closed'.split(
    ' ',
  );

const DIALECT: Dialect = {
  param: (n, type) => `$${n}::${type}`,
  quotient: (a, b) => `${a} // ${b}`,
  least: (a, b) => `least(${a}, ${b})`,
  inBox: (minX, maxX, minY, maxY) => ({
    from: 'home',
    where: `x between ${minX} and ${maxX} and y between ${minY} and ${maxY}`,
  }),
  double: (expression) => `cast(${expression} as double)`,
};

/** DuckDB in this process: an in-memory table along the Hilbert curve, prepared statements, all cores. */
export async function createDuckDbRival(columns: PlainColumns): Promise<Rival> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(availableParallelism()) });
  const first = await instance.connect();
  await first.run(`attach ':memory:' as market (row_group_size ${ROWS_PER_GROUP})`);
  await first.run('use market');
  await first.run(
    `create table home (${COLUMNS.map((name) => `${name} ${findColumnType(name)}`).join(', ')})`,
  );
  await append(first, columns);
  const connections = [first];
  while (connections.length < CONNECTIONS) {
    const connection = await instance.connect();
    await connection.run('use market');
    connections.push(connection);
  }
  const free = connections.map((connection) => ({
    connection,
    prepared: new Map<string, DuckDBPreparedStatement>(),
  }));
  const waiting: ((one: (typeof free)[number]) => void)[] = [];
  return {
    name: 'DuckDB',
    async answer(request: SearchRequest): Promise<PlainAnswer> {
      const one = free.pop() ?? (await new Promise<(typeof free)[number]>((go) => waiting.push(go)));
      try {
        const { text, values } = plainStatement(request, DIALECT);
        let statement = one.prepared.get(text);
        if (statement === undefined) {
          statement = await one.connection.prepare(text);
          one.prepared.set(text, statement);
        }
        statement.bind(values);
        const reader = await statement.runAndReadAll();
        return parseLines(packLines(reader.getColumns() as (number | null)[][]), request, columns);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(one);
        else next(one);
      }
    },
    async close(): Promise<void> {
      for (const connection of connections) connection.closeSync();
      instance.closeSync();
    },
  };
}

function findColumnType(name: string): string {
  return name === 'latitude' || name === 'longitude' || name === 'listed_at' ? 'double' : 'integer';
}

async function append(connection: DuckDBConnection, { int, length, ...columns }: PlainColumns) {
  const appender = await connection.createAppender('home', 'main', 'market');
  const whole = (value: number) =>
    value === UNSTATED ? appender.appendNull() : appender.appendInteger(value);
  const place = (value: number) =>
    Number.isNaN(value) ? appender.appendNull() : appender.appendDouble(value);
  for (let row = 0; row < length; row++) {
    appender.appendInteger(row);
    whole(int.x[row]!);
    whole(int.y[row]!);
    place(columns.latitude[row]!);
    place(columns.longitude[row]!);
    appender.appendDouble(columns.listedAt[row]!);
    appender.appendInteger(int.rank[row]!);
    for (const name of ['price', 'beds', 'baths', 'sqft', 'hoa'] as const) whole(int[name][row]!);
    for (const name of ['featuresYes', 'featuresNo', 'type', 'status', 'closed'] as const)
      appender.appendInteger(int[name][row]!);
    appender.endRow();
  }
  appender.closeSync();
}

function packLines(columns: (number | null)[][]): Float64Array {
  const count = columns[0]?.length ?? 0;
  const lines = new Float64Array(count * NUMBERS_PER_LINE);
  columns.forEach((column, at) => {
    for (let row = 0; row < count; row++) lines[row * NUMBERS_PER_LINE + at] = column[row] ?? Number.NaN;
  });
  return lines;
}
