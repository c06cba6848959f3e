/** One line of the printed table: our answer beside the plainest way to the same one. */
export interface BenchRow {
  name: string;
  /** Median of our runs (or one measurement), in `unit`. */
  ours: number;
  /** Median of the baseline's runs, in the same unit. */
  baseline: number;
  /** How many times better we are than the baseline, whatever the unit: above 1 is better. */
  ratio: number;
  /** `ms`, `KB` and `MB` are better small, `/s` and `points` are better large. */
  unit: 'ms' | '/s' | 'KB' | 'MB' | 'points';
  /** Best runs, which the machine's other work disturbs least. */
  oursBest?: number;
  baselineBest?: number;
  /** What the row must reach, where the issue names it. */
  atLeast?: number;
}

/** What a part has found out: its rows, and tables for people to read. */
export interface Measured {
  rows: BenchRow[];
  tables?: string[];
}

export interface BenchOptions {
  seed?: number;
  /** Homes per table, one group of rows each. */
  sizes?: number[];
  /** Timed runs per row. */
  runs?: number;
}

/** Minimum and median of `runs` timings of `work` in ms, after a fifth as many to warm up. */
export async function timesOf(
  work: (run: number) => unknown,
  runs: number,
): Promise<{ min: number; median: number }> {
  for (let run = 0; run < Math.ceil(runs / 5); run++) await work(run);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work(run);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { min: times[0] ?? 0, median: times[Math.floor(times.length / 2)] ?? 0 };
}
