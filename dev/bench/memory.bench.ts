import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Held } from './memory-child.ts';
import type { BenchRow } from './row.ts';

/** Limit for the columns of a million homes in MB (rule S15.1). */
const MAX_COLUMNS = 300;
const MAX_CARDS = 500;
const MEGABYTE = 2 ** 20;
const CHILD = fileURLToPath(new URL('./memory-child.ts', import.meta.url));

/**
 * Memory of an index, in a process of its own: its columns, its cards, and the process compared with an empty one.
 */
export async function memoryRows({ seed = 42, sizes = [100_000] } = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const empty = await held(seed, 0);
  for (const size of sizes) {
    const { columns, cards, process } = await held(seed, size);
    const share = size / 1_000_000;
    const row = (what: string, bytes: number, most: number, isAim: boolean): BenchRow => {
      const [ours, baseline] = [bytes / MEGABYTE, most * share];
      const name = `${what}, ${size.toLocaleString('en-US')} homes · ${Number(baseline.toFixed(1))} MB`;
      return { name, ours, baseline, ratio: baseline / ours, unit: 'MB', ...(isAim ? { atLeast: 1 } : {}) };
    };
    rows.push(
      row('columns in memory', columns, MAX_COLUMNS, true),
      row('card fields in memory', cards, MAX_CARDS, true),
      row('the whole process less an empty one', process - empty.process, MAX_COLUMNS + MAX_CARDS, false),
    );
  }
  return rows;
}

async function held(seed: number, size: number): Promise<Held> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    CHILD,
    String(seed),
    String(size),
  ]);
  return JSON.parse(stdout) as Held;
}
