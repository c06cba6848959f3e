import { DAY_MS } from '@maru/listing/time';

/** Written dates, months and years, in lower case. */

const MONTHS = [
  'january|jan',
  'february|feb',
  'march|mar',
  'april|apr',
  'may',
  'june|jun',
  'july|jul',
  'august|aug',
  'september|sept|sep',
  'october|oct',
  'november|nov',
  'december|dec',
];
const NAMES = MONTHS.join('|');
const ISO = /(20\d\d)[-./](\d{1,2})[-./](\d{1,2})(?!\d)/y;
const KOREAN =
  /(?:(20\d\d) ?년 ?|(내년|올해|금년|내후년) ?)?(\d{1,2}) ?월(?: ?(\d{1,2}) ?일| ?(초|중순|말))?(?!세|\d)/y;
const ENGLISH = new RegExp(
  `(${NAMES})\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?(?![\\d,]|\\.\\d|[a-z]))?(?:,? (20\\d\\d))?(?![a-z])`,
  'y',
);
const AMERICAN = /(\d{1,2})\/(\d{1,2})\/(20\d\d|\d\d)(?!\d)/y;
const FRACTION = /(\d{1,2}) ?[/+] ?(\d{1,2}(?:\.\d{1,2})?)(?![\d./a-z]|,\d)/y;
const YEAR = /((?:18|19|20)\d\d)( ?'?s| ?년 ?대)?(?![\d,]|\.\d)/y;
const SHORT_DECADE = /(?:'?([0-9])0(?:'?s)(?![a-z])|([0-9])0 ?년 ?대)/y;

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  if (
    /[\d.,$]/.test(text[at - 1] ?? '') ||
    (/[a-z]/.test(text[at - 1] ?? '') && /[a-z]/.test(text[at] ?? ''))
  ) {
    return null;
  }
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export interface SaidDate {
  year?: number;
  /** Years from this one: 내년 is 1. */
  yearsAhead?: number;
  /** 1 … 12. */
  month: number;
  /** 1 … 31; missing when only the month is stated. */
  day?: number;
  end: number;
}

/** "2026-12-01", "12월 1일", "12월", "12월 초", "December 1st", "Dec", "12/1/2026". */
export function readDate(text: string, at: number): SaidDate | undefined {
  const iso = exec(ISO, text, at);
  if (iso !== null) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]), ISO.lastIndex);
  const korean = exec(KOREAN, text, at);
  if (korean !== null) {
    const part = korean[5] === '초' ? 1 : korean[5] === '중순' ? 15 : korean[5] === '말' ? 28 : undefined;
    const day = korean[4] === undefined ? part : Number(korean[4]);
    const year = korean[1] === undefined ? undefined : Number(korean[1]);
    const date = checked(year, Number(korean[3]), day, KOREAN.lastIndex);
    const ahead = { 올해: 0, 금년: 0, 내년: 1, 내후년: 2 }[korean[2] ?? ''];
    return date === undefined || ahead === undefined ? date : { ...date, yearsAhead: ahead };
  }
  const english = exec(ENGLISH, text, at);
  if (english !== null) {
    const end = ENGLISH.lastIndex;
    const name = english[1] ?? '';
    const day = english[2] === undefined ? undefined : Number(english[2]);
    // "may" and "march" are ordinary words too.
    const isWord = name === 'may' || name === 'march' || name === 'mar';
    const isDated = day !== undefined || english[3] !== undefined;
    if (isWord && !isDated && !/(?:in|by|from|on|available|early|late|until|of) $/.test(text.slice(0, at)))
      return undefined;
    const month = MONTHS.findIndex((names) => names.split('|').includes(name)) + 1;
    return checked(english[3] === undefined ? undefined : Number(english[3]), month, day, end);
  }
  const american = exec(AMERICAN, text, at);
  if (american !== null) {
    const year = Number(american[3]);
    return checked(
      year < 100 ? 2000 + year : year,
      Number(american[1]),
      Number(american[2]),
      AMERICAN.lastIndex,
    );
  }
  return undefined;
}

function checked(
  year: number | undefined,
  month: number,
  day: number | undefined,
  end: number,
): SaidDate | undefined {
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return undefined;
  return { ...(year === undefined ? {} : { year }), month, ...(day === undefined ? {} : { day }), end };
}

/** "2b2b", "3b/2b", "2bd2ba". */
const BEDS_BATHS = /(\d{1,2})b(?:d|r|ed)? ?\/? ?(\d{1,2}(?:\.5)?)b(?:a|th|ath)?(?![a-z0-9])/y;

/** "3/2", "4/2.5", "3+2", "2b2b". */
export function readFraction(
  text: string,
  at: number,
): { first: number; second: number; end: number } | undefined {
  for (const pattern of [FRACTION, BEDS_BATHS]) {
    const found = exec(pattern, text, at);
    if (found !== null) return { first: Number(found[1]), second: Number(found[2]), end: pattern.lastIndex };
  }
  return undefined;
}

/** "1990s", "90년대", "'90s"; also a bare 2015, which may be a year. */
export function readYear(
  text: string,
  at: number,
): { from: number; to: number; isSpan: boolean; end: number } | undefined {
  const short = exec(SHORT_DECADE, text, at);
  if (short !== null) {
    const tens = Number(short[1] ?? short[2]) * 10;
    const from = tens < 40 ? 2000 + tens : 1900 + tens;
    return { from, to: from + 9, isSpan: true, end: SHORT_DECADE.lastIndex };
  }
  const found = exec(YEAR, text, at);
  if (found === null || found[2] === undefined) return undefined;
  const from = Number(found[1]);
  return { from, to: from + (from % 10 === 0 ? 9 : 0), isSpan: true, end: YEAR.lastIndex };
}

/** The day as `YYYY-MM-DD`: without a year, its next occurrence; undefined for an invalid date. */
export function resolveDay(
  { year, yearsAhead, month, day = 1 }: Omit<SaidDate, 'end'>,
  today: string,
): string | undefined {
  const written = (of: number) => `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const said = yearsAhead === undefined ? year : thisYear + yearsAhead;
  const candidates = said === undefined ? [thisYear, thisYear + 1] : [said];
  for (const one of candidates) {
    const text = written(one);
    const ms = Date.parse(text);
    const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
    if (isReal && (said !== undefined || text >= today)) return text;
  }
  return undefined;
}

/** `today` plus `days`. */
export function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the next month. */
export function nextMonth(today: string): string {
  const month = Number(today.slice(5, 7));
  const year = Number(today.slice(0, 4)) + (month === 12 ? 1 : 0);
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The next such weekday, today included; Sunday is 0. */
export function nextWeekday(today: string, day: number): string {
  const now = new Date(Date.parse(today)).getUTCDay();
  return dayAfter(today, (day - now + 7) % 7);
}
