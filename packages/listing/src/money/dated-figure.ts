import type { CalendarDay } from '../time/calendar-day.ts';

/**
 * A figure of a law or agency with its start date, source and date of verification. A new figure is a new row; old rows
 * stay for the days they applied.
 */
export interface DatedFigure<T> {
  value: T;
  /** First day of validity. */
  from: CalendarDay;
  /** Citation of the law or agency, in English. */
  source: string;
  url: string;
  /** Date of our last verification. */
  checked: CalendarDay;
}

/** The figure in force on a day: the latest row that has started; undefined before the first. Rows in any order. */
export function figureOn<T>(
  figures: readonly DatedFigure<T>[],
  day: CalendarDay,
): DatedFigure<T> | undefined {
  let found: DatedFigure<T> | undefined;
  for (const figure of figures) {
    if (figure.from <= day && (found === undefined || figure.from > found.from)) found = figure;
  }
  return found;
}
