import type { MarketAnswer, MarketMonthAnswer } from '@maru/contract';
import type { TimePoint } from '../../ui/chart/time-chart.tsx';

type HomeType = MarketMonthAnswer['homeType'];

/** One value a month, from the first month that has one to the last; null where a month has none. */
export interface MonthSeries {
  homeType: HomeType;
  points: (TimePoint & { month: string })[];
  /** How many months have a value. */
  known: number;
}

/** The months of a type (null: all) as a line. */
export function buildSeries(
  months: MarketAnswer['months'],
  homeType: HomeType,
  pick: (month: MarketMonthAnswer) => number | null | undefined,
): MonthSeries {
  const values = new Map(
    months.filter((one) => one.homeType === homeType).map((one) => [one.month, pick(one) ?? null]),
  );
  const known = [...values].filter(([, value]) => value !== null).map(([month]) => month);
  const points: MonthSeries['points'] = [];
  const last = known.at(-1);
  for (
    let month = known[0];
    month !== undefined && last !== undefined && month <= last;
    month = next(month)
  ) {
    points.push({ month, at: Date.parse(`${month}-01T00:00:00Z`), value: values.get(month) ?? null });
  }
  return { homeType, points, known: known.length };
}

/** The types that are worth a line of their own: most homes now first, at most `most`; all types together where none is. */
export function linesByType(
  { months, supply }: Pick<MarketAnswer, 'months' | 'supply'>,
  pick: (month: MarketMonthAnswer) => number | null | undefined,
  most = 3,
): MonthSeries[] {
  const lines = supply
    .map((one) => one.homeType)
    .filter((one) => one !== null)
    .map((homeType) => buildSeries(months, homeType, pick))
    .filter((one) => one.known >= FEWEST_MONTHS)
    .slice(0, most);
  if (lines.length > 0) return lines;
  const all = buildSeries(months, null, pick);
  return all.known >= FEWEST_MONTHS ? [all] : [];
}

/** Two points are a line that says too much. */
export const FEWEST_MONTHS = 3;

function next(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}
