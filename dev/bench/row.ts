/** One line of the printed table: ours beside the simplest alternative. */
export interface BenchRow {
  name: string;
  /** Median of our runs (or one measurement), in `unit`. */
  ours: number;
  /** Median of the baseline's runs, in the same unit. */
  baseline: number;
  /** The improvement over the baseline, whatever the unit: above 1 is better. */
  ratio: number;
  /** `ms`, `KB` and `MB`: smaller is better; `/s` and `points`: larger is better. */
  unit: 'ms' | '/s' | 'KB' | 'MB' | 'points';
  /** Best runs, which other load of the machine affects least. */
  oursBest?: number;
  baselineBest?: number;
  /** The aim of the row. */
  atLeast?: number;
}

/** The result of a part: its rows, and tables of text. */
export interface Measured {
  rows: BenchRow[];
  tables?: string[];
}

export interface BenchOptions {
  seed?: number;
  /** Numbers of homes; each gets a group of rows. */
  sizes?: number[];
  /** Timed runs per row. */
  runs?: number;
}

/** Minimum and median of `runs` timings of `work` in ms, after a fifth as many warm-up runs. */
export async function measureTimes(
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
