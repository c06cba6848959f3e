import type { CalendarDay } from '../time/calendar-day.ts';
import { type Cents, toCents } from './cents.ts';
import { type DatedFigure, figureOn } from './dated-figure.ts';

/** For one unit, USD; counties by state and name in lower case. */
export interface ConformingLimit {
  baseline: number;
  ceiling: number;
  counties: Record<string, number>;
}

const FHFA = 'https://www.fhfa.gov/data/conforming-loan-limit';

const CONFORMING_LIMITS: readonly DatedFigure<ConformingLimit>[] = [
  {
    value: {
      baseline: 806_500,
      ceiling: 1_209_750,
      counties: { 'ca/los angeles': 1_209_750, 'ca/orange': 1_209_750, 'ca/san diego': 1_077_550 },
    },
    from: '2025-01-01',
    source: 'Federal Housing Finance Agency, 2025 conforming loan limits',
    url: FHFA,
    checked: '2026-11-21',
  },
  {
    value: {
      baseline: 832_750,
      ceiling: 1_249_125,
      counties: { 'ca/los angeles': 1_249_125, 'ca/orange': 1_249_125, 'ca/san diego': 1_104_000 },
    },
    from: '2026-01-01',
    source: 'Federal Housing Finance Agency, 2026 conforming loan limits',
    url: FHFA,
    checked: '2026-11-21',
  },
];

/** `depends`: above the baseline, and the county's limit is unknown. */
export type LoanSize = 'conforming' | 'jumbo' | 'depends';

export function classifyLoan(
  loan: Cents,
  county: string | null,
  day: CalendarDay,
): { size: LoanSize; limit: Cents; figure: DatedFigure<ConformingLimit> } {
  const figure = figureOn(CONFORMING_LIMITS, day) ?? CONFORMING_LIMITS[0]!;
  const { baseline, ceiling, counties } = figure.value;
  const own = county === null ? undefined : counties[county];
  const limit = toCents(own ?? baseline);
  if (loan <= limit) return { size: 'conforming', limit, figure };
  if (own !== undefined || loan > toCents(ceiling)) {
    return { size: 'jumbo', limit: own === undefined ? toCents(ceiling) : limit, figure };
  }
  return { size: 'depends', limit, figure };
}
