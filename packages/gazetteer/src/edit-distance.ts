/** Letters often confused when American names are written in Hangul: 애/에/어/아, ㅍ/ㅎ, ㅋ/ㄱ (파크, 팍) … (rule R77). */
const SWAPS = [
  'ㅐㅔㅓㅏ',
  'ㅓㅗㅡ',
  'ㅗㅜ',
  'ㅡㅣ',
  'ㅑㅏ',
  'ㅕㅓ',
  'ㅛㅗ',
  'ㅠㅜ',
  'ㅍㅎ',
  'ㅍㅂㅃ',
  'ㅋㄱㄲ',
  'ㅌㅅㄷㄸ',
  'ㅅㅆㅈ',
  'ㅈㅉㅊ',
];
/** Letters that are often added or omitted: 어바인/얼바인, 팍/파크, 다우니/다운이. */
const LOOSE = 'ㄹㅡㅇ';

/** Classes of consonants that SWAPS exchanges only among themselves: only edits of cost 1 change the number in a class. */
const CONSONANTS = ['ㄴ', 'ㅁ', 'ㅂㅃㅍㅎ', 'ㄱㄲㅋ', 'ㄷㄸㅌㅅㅆㅈㅉㅊ'];
export const CONSONANT_CLASSES = CONSONANTS.length;

/** Costs in tenths, so that sums are exact. */
const EDIT = 10;
const SWAP = 4;
const LOOSE_GAP = 5;

const FIRST_LETTER = 'ㄱ'.charCodeAt(0);
const LETTERS = 'ㅣ'.charCodeAt(0) - FIRST_LETTER + 1;
const swapCosts = new Uint8Array(LETTERS * LETTERS).fill(EDIT);
const gapCosts = new Uint8Array(LETTERS).fill(EDIT);
const NO_CLASS = 255;
const letterClasses = new Uint8Array(LETTERS).fill(NO_CLASS);
CONSONANTS.forEach((group, at) => {
  for (const letter of group) letterClasses[letter.charCodeAt(0) - FIRST_LETTER] = at;
});
for (const group of SWAPS) {
  for (const a of group) {
    for (const b of group) {
      swapCosts[(a.charCodeAt(0) - FIRST_LETTER) * LETTERS + b.charCodeAt(0) - FIRST_LETTER] = SWAP;
    }
  }
}
for (const letter of LOOSE) gapCosts[letter.charCodeAt(0) - FIRST_LETTER] = LOOSE_GAP;

/**
 * Distance in Hangul letters (`decomposeHangul`): 1 for an edit, 0.4 for a frequent confusion, 0.5 for a frequent omission.
 * Stops above `limit`. Only the first `length` letters of `b` count.
 */
export function jamoDistance(a: string, b: string, limit: number, length: number = b.length): number {
  return distance(a, b, length, limit, LOOSE_GAP, jamoSwapCost, jamoGapCost);
}

/** Spellings at distance `n` differ by at most `n` more and `n` fewer over all classes: avoids most distances. */
export function consonantCounts(letters: string): number[] {
  const counts = CONSONANTS.map(() => 0);
  for (let i = 0; i < letters.length; i++) {
    const of = letterClasses[letters.charCodeAt(i) - FIRST_LETTER] ?? NO_CLASS;
    if (of !== NO_CLASS) counts[of] = (counts[of] ?? 0) + 1;
  }
  return counts;
}

/** Damerau's distance over Latin letters with cost 1 per edit (adjacent transpositions only). */
export function letterDistance(a: string, b: string, limit: number, length: number = b.length): number {
  return distance(a, b, length, limit, EDIT, editCost, editCost);
}

/** Distance to the prefix of `b` with the length of `a`, at most one edit, without a table. 2 for anything further. */
export function beginningDistance(a: string, b: string): number {
  const { length } = a;
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return 0;
  const isExchange =
    at + 1 < length && a.charCodeAt(at) === b.charCodeAt(at + 1) && a.charCodeAt(at + 1) === b.charCodeAt(at);
  for (at += isExchange ? 2 : 1; at < length; at++) if (a.charCodeAt(at) !== b.charCodeAt(at)) return 2;
  return 1;
}

function jamoSwapCost(x: number, y: number): number {
  const i = x - FIRST_LETTER;
  const j = y - FIRST_LETTER;
  return i >= 0 && j >= 0 && i < LETTERS && j < LETTERS ? (swapCosts[i * LETTERS + j] ?? EDIT) : EDIT;
}

function jamoGapCost(x: number): number {
  return gapCosts[x - FIRST_LETTER] ?? EDIT;
}

function editCost(): number {
  return EDIT;
}

const FAR = 1 << 20;
/** Three rows of the table, reused; the function is synchronous. */
let rows = [new Int32Array(128), new Int32Array(128), new Int32Array(128)];

function distance(
  a: string,
  b: string,
  length: number,
  limit: number,
  leastGap: number,
  swapCost: (x: number, y: number) => number,
  gapCost: (x: number) => number,
): number {
  const most = Math.round(limit * EDIT);
  // Further off the diagonal the gaps alone exceed the limit.
  const band = Math.floor(most / leastGap);
  if (Math.abs(a.length - length) > band) return limit + 1;
  if (length + 2 > (rows[0]?.length ?? 0)) rows = rows.map(() => new Int32Array(2 * length + 2));
  let [before, previous, row] = rows as [Int32Array, Int32Array, Int32Array];

  previous[0] = 0;
  for (let j = 1; j <= Math.min(length, band + 1); j++) {
    previous[j] = (previous[j - 1] ?? 0) + gapCost(b.charCodeAt(j - 1));
  }
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const x = a.charCodeAt(i - 1);
    const gapX = gapCost(x);
    const from = Math.max(1, i - band);
    const to = Math.min(length, i + band);
    row[from - 1] = from === 1 ? (previous[0] ?? FAR) + gapX : FAR;
    let least = row[from - 1] ?? FAR;
    for (let j = from; j <= to; j++) {
      const y = b.charCodeAt(j - 1);
      let cost = (previous[j - 1] ?? FAR) + (x === y ? 0 : swapCost(x, y));
      cost = Math.min(cost, (previous[j] ?? FAR) + gapX, (row[j - 1] ?? FAR) + gapCost(y));
      if (i > 1 && j > 1 && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2)) {
        cost = Math.min(cost, (before[j - 2] ?? FAR) + EDIT);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    row[to + 1] = FAR;
    // A transposition looks two rows back.
    if (least > most && leastBefore + EDIT > most) return limit + 1;
    leastBefore = least;
    [before, previous, row] = [previous, row, before];
  }
  return (previous[length] ?? FAR) / EDIT;
}
