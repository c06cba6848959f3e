import type { Feature, HomeType } from '@maru/listing';
import type { Facing, Sort } from '@maru/listing/search';
import type { Token } from './lex.ts';
import type { Span } from './meaning.ts';
import { isAfterStudio } from './number-filters.ts';
import { findSense } from './quantity.ts';
import type { Reading } from './reading.ts';

/** Months: what a short-term lease is at most. */
const SHORT_LEASE = 6;

const INCLUDED = new Set([
  'include',
  'includes',
  'including',
  'included',
  'also',
  'too',
  '포함',
  '포함한',
  '포함해서',
]);

/** Returns whether the search supports it. */
export function applyFlag(reading: Reading, flag: string, wanted: boolean, span: Span, at: number): boolean {
  const meaning = reading.meaning;
  const [name = '', value = ''] = flag.split(':');
  switch (name) {
    case 'has':
      if (wanted) meaning.has(value as Feature);
      else meaning.lacks(value as Feature);
      return true;
    case 'type':
      meaning.type(value as HomeType, wanted);
      return true;
    case 'facing':
      meaning.facing(value as Facing, wanted);
      return true;
    case 'side':
      // "east" of "east or south facing".
      if (!isSideOfFacing(reading, at)) return false;
      meaning.facing(value as Facing, wanted);
      return true;
    case 'paying':
      reading.isPaying = true;
      return true;
    case 'newalone': {
      const next = reading.tokens[at + 1];
      if (!wanted || !(next === undefined || next.k === 'stop' || isType(next))) return false;
      meaning.query.new = true;
      return true;
    }
    case 'sort':
      if (wanted) meaning.sort(value as Sort);
      return wanted;
    case 'sale':
      if (wanted) meaning.saysSale = true;
      else meaning.saysRent = true;
      return true;
    case 'rent':
      if (wanted) {
        meaning.saysRent = true;
        meaning.rentSpan ??= span;
      } else meaning.saysSale = true;
      return true;
    case 'jeonse':
      // 전세 does not exist in the United States: it is treated as a rent, with a note.
      meaning.saysRent = true;
      reading.saysJeonse = true;
      return false;
    case 'new':
      if (wanted) meaning.query.new = true;
      return wanted;
    case 'furnished':
      if (wanted) meaning.query.furnished = true;
      reading.leansRent ||= wanted;
      return wanted;
    case 'shortterm':
      if (!wanted) return false;
      // A number of months that is said as well counts; leases are of a year where nothing is said.
      meaning.query.lease ??= SHORT_LEASE;
      meaning.saysRent = true;
      meaning.rentSpan ??= span;
      return true;
    case 'q':
      meaning.keyword(value, wanted);
      return true;
    case 'senior':
      meaning.query.senior = wanted;
      return true;
    case 'pending':
    case 'coming':
    case 'sold':
      if (!wanted) return true;
      meaning.status(name);
      if (isIncluded(reading, at)) meaning.status('active');
      return true;
    case 'active':
      if (wanted) meaning.status('active');
      return wanted;
    case 'open':
      if (wanted) meaning.query.open ??= 'any';
      return wanted;
    case 'weekend':
      if (wanted) meaning.query.open = 'weekend';
      return wanted;
    case 'thisweekend':
      if (meaning.query.open === undefined && !isOpenAhead(reading, at)) return false;
      meaning.query.open = 'weekend';
      return true;
    case 'cut':
      if (wanted) meaning.query.cut ??= 0;
      return wanted;
    case 'single':
      if (!wanted) return false;
      meaning.range('stories', 1, 1, span);
      return true;
    case 'studio':
      if (!wanted) return false;
      meaning.range('beds', 0, 0, span);
      return true;
    case 'oneroom':
    case 'tworoom':
    case 'threeroom': {
      if (!wanted) return false;
      const beds = { oneroom: 1, tworoom: 2, threeroom: 3 }[name];
      if (isAfterStudio(reading, at)) meaning.rangeInstead('beds', 0, beds, span);
      else meaning.range('beds', beds, undefined, span);
      return true;
    }
    case 'monthtomonth':
      if (!wanted) return false;
      meaning.query.lease = 1;
      meaning.saysRent = true;
      meaning.rentSpan ??= span;
      return true;
    case 'unk':
      meaning.hasUnknowns = wanted;
      return true;
    default:
      return false;
  }
}

/** "including pending", "펜딩 포함": in addition to active homes. */
function isIncluded(reading: Reading, at: number): boolean {
  const near = [
    reading.tokens[at - 1],
    reading.tokens[at + 1],
    reading.tokens[at + 2],
    reading.tokens[at + 3],
  ];
  return near.some(
    (token) => findSense(token, 'noise') !== undefined && INCLUDED.has(reading.readText(token)),
  );
}

function isOpenAhead(reading: Reading, at: number): boolean {
  return [1, 2, 3].some(
    (step) => findSense(reading.tokens[at + step], 'flag', ({ flag }) => flag === 'open') !== undefined,
  );
}

function isSideOfFacing(reading: Reading, at: number): boolean {
  let next = at + 1;
  while (
    findSense(reading.tokens[next], 'and') !== undefined ||
    findSense(reading.tokens[next], 'flag', ({ flag }) => flag.startsWith('side:')) !== undefined
  ) {
    next += 1;
  }
  return findSense(reading.tokens[next], 'flag', ({ flag }) => flag.startsWith('facing:')) !== undefined;
}

function isType(token: Token): boolean {
  return findSense(token, 'flag', ({ flag }) => flag.startsWith('type:')) !== undefined;
}
