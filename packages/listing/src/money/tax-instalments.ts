import { addDays, type CalendarDay, daysBetween, parseCalendarDay } from '../time/calendar-day.ts';
import type { DatedFigure } from './dated-figure.ts';

/** California. */
const TAX_INSTALMENTS: DatedFigure<readonly { due: string; lateAfter: string }[]> = {
  value: [
    { due: '11-01', lateAfter: '12-10' },
    { due: '02-01', lateAfter: '04-10' },
  ],
  from: '1978-07-01',
  source: 'California Revenue and Taxation Code §§ 2605, 2606, 2617, 2618',
  url: 'https://www.boe.ca.gov/proptaxes/faqs/generalinfo.htm',
  checked: '2026-11-21',
};

export function nextInstalment(day: CalendarDay): { due: CalendarDay; lateAfter: CalendarDay } {
  const { year } = parseCalendarDay(day);
  const all = [year, year + 1].flatMap((one) =>
    TAX_INSTALMENTS.value.map(({ due, lateAfter }) => ({
      due: `${one}-${due}`,
      lateAfter: `${one}-${lateAfter}`,
    })),
  );
  return all.sort((a, b) => (a.due < b.due ? -1 : 1)).find(({ due }) => due > day)!;
}

export function daysToInstalment(day: CalendarDay): number {
  return daysBetween(day, nextInstalment(day).due);
}

/** Inclusive. */
export function daysToMonthEnd(day: CalendarDay): number {
  const { year, month } = parseCalendarDay(day);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return daysBetween(day, addDays(next, -1)) + 1;
}
