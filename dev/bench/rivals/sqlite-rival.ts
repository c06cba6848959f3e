import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SearchRequest } from '@maru/listing/search';
import Database from 'better-sqlite3';
import { type PlainColumns, UNSTATED } from './plain-columns.ts';
import { parseLines } from './plain-lines.ts';
import { type Dialect, plainStatement } from './plain-sql.ts';
import type { PlainAnswer, Rival } from './rival.ts';

const INTS = ['price', 'beds', 'baths', 'sqft', 'hoa', 'featuresYes', 'featuresNo'] as const;
const MORE_INTS = ['type', 'status', 'closed'] as const;

const DIALECT: Dialect = {
  param: (n) => `?${n}`,
  quotient: (a, b) => `${a} / ${b}`,
  least: (a, b) => `min(${a}, ${b})`,
  inBox: (minX, maxX, minY, maxY) => ({
    from: 'place join home on home.row = place.id',
    where: `min_x <= ${maxX} and max_x >= ${minX} and min_y <= ${maxY} and max_y >= ${minY}`,
  }),
  double: (expression) => expression,
};

/**
 * SQLite with its R-tree over the positions and the rows along the Hilbert curve, from a file in the page cache, in
 * as many threads as there are cores.
 */
export async function createSqliteRival(columns: PlainColumns): Promise<Rival> {
  const folder = await mkdtemp(join(tmpdir(), 'maru-bench-'));
  const file = join(folder, 'market.db');
  fill(file, columns);
  const waiting = new Map<number, { resolve(lines: Float64Array): void; reject(error: Error): void }>();
  const threads = Array.from({ length: availableParallelism() }, () => {
    const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), { workerData: file });
    worker.on('message', ({ id, lines, problem }: { id: number; lines?: Float64Array; problem?: string }) => {
      const pending = waiting.get(id);
      waiting.delete(id);
      thread.load -= 1;
      if (lines === undefined) pending?.reject(new Error(problem));
      else pending?.resolve(lines);
    });
    const thread = { worker, load: 0 };
    return thread;
  });
  let lastId = 0;
  return {
    name: 'SQLite R-tree',
    async answer(request: SearchRequest): Promise<PlainAnswer> {
      const id = ++lastId;
      const lines = await new Promise<Float64Array>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const idle = threads.reduce((a, b) => (b.load < a.load ? b : a));
        idle.load += 1;
        idle.worker.postMessage({ id, ...plainStatement(request, DIALECT) });
      });
      return parseLines(lines, request, columns);
    },
    async close(): Promise<void> {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function fill(file: string, { int, length, ...columns }: PlainColumns): void {
  const database = new Database(file);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.exec(`
    create table home (row integer primary key, x int, y int, latitude real, longitude real, listed_at real,
      id_rank int, price int, beds int, baths int, sqft int, hoa int, features_yes int, features_no int,
      type int, status int, closed int);
    create virtual table place using rtree_i32(id, min_x, max_x, min_y, max_y);
    begin`);
  const insert = database.prepare(`insert into home values (${Array(17).fill('?').join(', ')})`);
  const insertPlace = database.prepare('insert into place values (?, ?, ?, ?, ?)');
  const whole = (value: number) => (value === UNSTATED ? null : value);
  const place = (value: number) => (Number.isNaN(value) ? null : value);
  for (let row = 0; row < length; row++) {
    const [x, y] = [int.x[row]!, int.y[row]!];
    insert.run(
      row,
      whole(x),
      whole(y),
      place(columns.latitude[row]!),
      place(columns.longitude[row]!),
      // SQLite has no literal for infinity but stores it.
      columns.listedAt[row]!,
      int.rank[row]!,
      ...INTS.map((name) => whole(int[name][row]!)),
      ...MORE_INTS.map((name) => int[name][row]!),
    );
    if (x !== UNSTATED) insertPlace.run(row, x, x, y, y);
  }
  database.exec('commit; analyze');
  database.close();
}
