import type { MarketAnswer, MarketMonthAnswer } from '@maru/contract';
import type { TimePoint } from '../../ui/chart/time-chart.tsx';

type HomeType = MarketMonthAnswer['homeType'];

/** One value per month, from the first month with a value to the last; null in between where there is none. */
export interface MonthSeries {
  homeType: HomeType;
  points: (TimePoint & { month: string })[];
  /** The number of months with a value. */
  known: number;
}

/** The series of a home type (null: all). */
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

/** The series of the home types with most homes now, at most `most`; the series of all types where none has enough months. */
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

/** Least number of months for a line. */
export const FEWEST_MONTHS = 3;

function next(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}
