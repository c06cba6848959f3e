/** Answers one statement at a time from the file, in a thread of its own (see sqlite-rival). */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const database = new Database(workerData as string, { readonly: true });
database.pragma('cache_size = -1000000');
database.pragma('mmap_size = 2000000000');
const prepared = new Map<string, Database.Statement>();

parentPort?.on('message', ({ id, text, values }: { id: number; text: string; values: number[] }) => {
  try {
    let statement = prepared.get(text);
    if (statement === undefined) {
      statement = database.prepare(text).raw(true);
      prepared.set(text, statement);
    }
    const rows = statement.all(Object.fromEntries(values.map((value, i) => [i + 1, value]))) as (
      | number
      | null
    )[][];
    const width = rows[0]?.length ?? 0;
    const lines = new Float64Array(rows.length * width);
    rows.forEach((row, at) => {
      for (let i = 0; i < width; i++) lines[at * width + i] = row[i] ?? Number.NaN;
    });
    parentPort?.postMessage({ id, lines }, [lines.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id, problem: String(error) });
  }
});
