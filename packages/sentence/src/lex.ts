import type { Place } from '@maru/listing/places';
import { type Amount, readAmount } from './amount.ts';
import { readDate, readFraction, readYear } from './dates.ts';
import { readHouseAddress } from './house-address.ts';
import type { Lexeme } from './lexeme.ts';
import { LEXICON } from './lexicon.ts';
import type { NamedPlace, PlaceReader, Point } from './place-reader.ts';
import { type FindSchools, type NamedSchool, readSchool, readSchoolDistrict } from './school-names.ts';

interface At {
  /** In the tidied text; end not included. */
  start: number;
  end: number;
}

/** A span of the sentence with its possible meanings. */
export type Token = At &
  (
    | { k: 'phrase'; senses: readonly Lexeme[] }
    | { k: 'amount'; amount: Amount }
    /** A year, or a range of years: "1990s", "2010년대". */
    | { k: 'years'; from: number; to: number; isSpan: boolean }
    /** `day` is missing when only a month is stated. */
    | { k: 'date'; year?: number; yearsAhead?: number; month: number; day?: number }
    /** "3/2": bedrooms and bathrooms, or a date. */
    | { k: 'fraction'; first: number; second: number }
    | { k: 'quoted'; text: string; isMinus: boolean }
    | { k: 'place'; place: Place; isMarked: boolean }
    | { k: 'places'; places: readonly Place[]; isMarked: boolean }
    | { k: 'points'; points: readonly Point[] }
    | { k: 'district'; id: string }
    /** A school by its name; without an id it is not known. */
    | { k: 'school'; schools: readonly NamedSchool[] }
    | { k: 'word' }
    /** A comma or period: its two sides are independent. */
    | { k: 'stop' }
  );

type Edge = Token & { cost: number };

const HANGUL = /[\u3131-\u318e\uac00-\ud7a3]/;
const BLANK = /[ ]/;
const STOP = /[,.;:!?()[\]{}|·•、。，#*=]/;
/** Limited, to keep the time linear on a text without blanks. */
const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’&+.-]{0,80}|[^ ]/uy;
const HANGUL_RUN = /[\u3131-\u318e\uac00-\ud7a3]{1,80}/y;
const LATIN_RUN = /[\p{L}\p{M}\p{N}'-]{1,80}/uy;

/** A sentence names a school or two, each tried with up to three words of its name; a lookup may read many names. */
const MAX_SCHOOL_LOOKUPS = 40;

const COST = {
  phrase: 10,
  particle: 4,
  place: 8,
  marked: 8,
  unknown: 100,
  rest: 260,
  restOfPlace: 60,
  stop: 1,
};

/**
 * Splits a sentence into tokens at minimum cost: few and long ones, with as little unknown text as possible. Dynamic
 * programming over positions, so the time is linear in the length.
 */
export function lex(text: string, lower: string, places: PlaceReader, findSchools: FindSchools): Token[] {
  const size = text.length;
  const cost = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
  const way: (Edge | undefined)[] = new Array(size + 1);
  let lookups = 0;
  const findFew: FindSchools = (name, level) => {
    lookups += 1;
    return lookups > MAX_SCHOOL_LOOKUPS ? [] : findSchools(name, level);
  };
  cost[0] = 0;
  for (let at = 0; at < size; at += 1) {
    const here = cost[at] as number;
    if (here === Number.POSITIVE_INFINITY) continue;
    if (BLANK.test(text[at] as string)) {
      if (here < (cost[at + 1] as number)) {
        cost[at + 1] = here;
        // Blanks are no tokens: the path continues from before.
        way[at + 1] = { k: 'stop', start: at, end: at + 1, cost: -1 };
      }
      continue;
    }
    for (const edge of edgesAt(text, lower, at, { places, findSchools: findFew, last: way[at] })) {
      const sum = here + edge.cost;
      if (sum < (cost[edge.end] as number)) {
        cost[edge.end] = sum;
        way[edge.end] = edge;
      }
    }
  }
  const tokens: Token[] = [];
  for (let at = size; at > 0; ) {
    const edge = way[at];
    if (edge === undefined) break;
    if (edge.cost !== -1) {
      const { cost: _cost, ...token } = edge;
      tokens.push(token as Token);
    }
    at = edge.start;
  }
  return tokens.reverse();
}

function edgesAt(
  text: string,
  lower: string,
  at: number,
  { places, findSchools, last }: { places: PlaceReader; findSchools: FindSchools; last: Edge | undefined },
): Edge[] {
  const char = text[at] as string;
  const before = text[at - 1] ?? ' ';
  const edges: Edge[] = [];
  const joined = at > 0 && !BLANK.test(before);

  if (char === '"' || ((char === '-' || char === '−') && text[at + 1] === '"')) {
    const isMinus = char !== '"';
    const open = at + (isMinus ? 2 : 1);
    const close = text.indexOf('"', open);
    const inside = close < 0 || close - open > 100 ? '' : text.slice(open, close).trim();
    if (inside !== '') {
      edges.push({ k: 'quoted', text: inside, isMinus, start: at, end: close + 1, cost: COST.phrase });
    }
  }
  for (const { end, values } of LEXICON.findAt(lower, at)) {
    const isParticle = values.some(({ k }) => k === 'particle') && joined;
    // A particle needs something before it; alone it may be a word.
    const senses = joined ? values : values.filter(({ k }) => k !== 'particle');
    if (senses.length === 0) continue;
    edges.push({
      k: 'phrase',
      senses,
      start: at,
      end,
      cost: isParticle ? COST.particle : joined && isBadJoint(before, char) ? COST.phrase + 12 : COST.phrase,
    });
  }
  const date = readDate(lower, at);
  if (date !== undefined) edges.push({ k: 'date', ...date, start: at, cost: COST.phrase - 1 });
  const years = readYear(lower, at);
  if (years !== undefined) edges.push({ k: 'years', ...years, start: at, cost: COST.phrase - 2 });
  const fraction = readFraction(lower, at);
  if (fraction !== undefined) edges.push({ k: 'fraction', ...fraction, start: at, cost: COST.phrase - 1 });
  const amount = readAmount(lower, at);
  if (amount !== undefined) {
    edges.push({ k: 'amount', amount, start: at, end: amount.end, cost: COST.phrase - 1 });
  }
  const address = readHouseAddress(text, at);
  // No filter: the caller looks for the home of a whole address.
  if (address !== undefined) edges.push({ k: 'word', start: at, end: address, cost: COST.phrase });
  const district = readSchoolDistrict(text, at, (name) => places.find(name));
  if (district !== undefined) edges.push({ k: 'district', ...district, start: at, cost: COST.phrase });
  const school = readSchool(text, at, findSchools);
  if (school !== undefined) edges.push({ k: 'school', ...school, start: at, cost: COST.phrase });
  for (const named of places.findAt(at)) edges.push(placeEdge(named, at));

  if (STOP.test(char)) edges.push({ k: 'stop', start: at, end: at + 1, cost: COST.stop });
  edges.push(unknownAt(text, at, joined, last));
  return edges;
}

/** A Korean word in the middle of a run of Hangul costs more than one at its start. */
function isBadJoint(before: string, char: string): boolean {
  return HANGUL.test(before) && HANGUL.test(char);
}

function placeEdge({ end, found, isMarked }: NamedPlace, start: number): Edge {
  const cost = isMarked ? COST.marked : COST.place;
  if ('points' in found) return { k: 'points', points: found.points, start, end, cost };
  return 'place' in found
    ? { k: 'place', place: found.place, isMarked, start, end, cost }
    : { k: 'places', places: found.ambiguous, isMarked, start, end, cost };
}

function unknownAt(text: string, at: number, joined: boolean, last: Edge | undefined): Edge {
  const before = text[at - 1] ?? ' ';
  const isHangul = HANGUL.test(text[at] as string);
  const pattern = isHangul ? HANGUL_RUN : /[\p{L}\p{N}]/u.test(text[at] as string) ? LATIN_RUN : WORD;
  pattern.lastIndex = at;
  const length = Math.max(1, pattern.exec(text)?.[0].length ?? 1);
  let end = at + length;
  // A run of letters and digits ends where Hangul begins.
  if (!isHangul && length > 1) {
    const hangul = text.slice(at, end).search(HANGUL);
    if (hangul > 0) end = at + hangul;
  }
  // Do not split a surrogate pair.
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length) end += 1;
  const isRest = joined && HANGUL.test(before) && isHangul;
  const isInWord = joined && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(text[at] as string);
  const cost =
    !isInWord && !isRest
      ? COST.unknown
      : last?.k === 'place' || last?.k === 'places'
        ? COST.restOfPlace
        : COST.rest;
  return { k: 'word', start: at, end, cost };
}
