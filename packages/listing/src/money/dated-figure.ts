import type { CalendarDay } from './calendar-day.ts';

/**
 * A figure of a law or an agency: since when it holds, who says so, and when we read it. Laws and fees change; a
 * new figure is a new row, and the old one stays for the days it held.
 */
export interface DatedFigure<T> {
  value: T;
  /** The first day on which it holds. */
  from: CalendarDay;
  /** The law or agency as it is cited, in English: a name, not a sentence. */
  source: string;
  url: string;
  /** When we last read it there. */
  checked: CalendarDay;
}

/** What holds on a day: the latest row that has begun; undefined before the first. Rows in any order. */
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
