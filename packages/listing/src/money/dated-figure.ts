import type { CalendarDay } from '../time/calendar-day.ts';

/** A figure of a law or agency. A new one is a new row; old rows stay for the days they applied. */
export interface DatedFigure<T> {
  value: T;
  from: CalendarDay;
  source: string;
  url: string;
  checked: CalendarDay;
}

/** The latest row that has started; undefined before the first. Rows in any order. */
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
