import { dayAfter, nextMonth, nextWeekday, resolveDay } from './dates.ts';
import type { Token } from './lex.ts';
import { findSense } from './quantity.ts';
import type { Reading } from './reading.ts';

/** What a day refers to: an open house, moving in, or nothing that a search supports. */

/** Whether "by", "입주" or "open house" is adjacent. */
export function isDateWanted(reading: Reading, at: number): boolean {
  for (let step = 1; step <= 3; step += 1) {
    const before = reading.tokens[at - step];
    if (findSense(before, 'topic', ({ topic }) => topic === 'movein') !== undefined) return true;
    if (findSense(before, 'flag', ({ flag }) => flag === 'open') !== undefined) return true;
    if (before === undefined || before.k !== 'phrase') break;
  }
  return false;
}

export function readDate(reading: Reading, at: number): number {
  const token = reading.tokens[at] as Token;
  const { today } = reading.settings;
  if (token.k === 'date') return putDay(reading, at, token);
  const weekday = findSense(token, 'weekday');
  const relative = findSense(token, 'day');
  const day =
    weekday !== undefined
      ? nextWeekday(today, weekday.day)
      : relative?.offset === 100
        ? nextMonth(today)
        : dayAfter(today, relative?.offset ?? 0);
  return useDay(reading, at, day, weekday !== undefined);
}

export function putDay(
  reading: Reading,
  at: number,
  date: { year?: number; yearsAhead?: number; month: number; day?: number },
): number {
  const day = resolveDay(date, reading.settings.today);
  return day === undefined ? at + 1 : useDay(reading, at, day, false);
}

/** Adds an open house or a move-in date, or marks the day as not understood. */
function useDay(reading: Reading, at: number, day: string, isWeekday: boolean): number {
  const around = (kind: (token: Token | undefined) => boolean, reach: number) => {
    for (let step = 1; step <= reach; step += 1) {
      if (kind(reading.tokens[at - step])) return at - step;
      if (kind(reading.tokens[at + step])) return at + step;
    }
    return undefined;
  };
  const open = around(
    (token) => findSense(token, 'flag', ({ flag }) => flag === 'open' || flag === 'weekend') !== undefined,
    3,
  );
  if (open !== undefined) {
    reading.meaning.query.open = day;
    takeBetween(reading, at, open);
    return at + 1;
  }
  const movein = around(
    (token) => findSense(token, 'topic', ({ topic }) => topic === 'movein') !== undefined,
    3,
  );
  if (movein !== undefined && !isWeekday) {
    reading.meaning.query.from = day;
    reading.leansRent = true;
    takeBetween(reading, at, movein);
    return skipDateEnd(reading, Math.max(at, movein) + 1);
  }
  return at + 1;
}

function takeBetween(reading: Reading, one: number, other: number): void {
  reading.take(Math.min(one, other), Math.max(one, other) + 1);
}

/** "12월 1일까지 입주": the bound belongs to the day. */
function skipDateEnd(reading: Reading, at: number): number {
  let end = at;
  while (findSense(reading.tokens[end], 'bound', ({ side }) => side !== 'before') !== undefined) end += 1;
  reading.take(at, end);
  return end;
}

export function isDateNear(reading: Reading, at: number): boolean {
  return [-3, -2, -1, 1, 2, 3].some((step) => {
    const token = reading.tokens[at + step];
    return token?.k === 'date' || token?.k === 'fraction' || findSense(token, 'day') !== undefined;
  });
}
