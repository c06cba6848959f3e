/**
 * Letters that people spelling an American name in Hangul swap for each other: 애/에/어/아, 어/오/으, ㅍ/ㅎ, ㅋ/ㄱ
 * (파크, 팍), ㅌ/ㅅ, ㅅ/ㅈ/ㅆ and the like. From FEATURES.md 4.1.
 */
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
const CHEAP = 0.4;
/** Letters that come and go: 어바인/얼바인, 팍/파크, 다우니/다운이. */
const LOOSE = 'ㄹㅡㅇ';

const swaps = new Set<string>();
for (const group of SWAPS) {
  for (const a of group) for (const b of group) if (a !== b) swaps.add(a + b);
}

/**
 * How far two spellings in Hangul letters (`lettersOf`) are apart: 1 for a letter more, less, other or two
 * exchanged; less for what people often swap. Gives `limit + 1` or more as soon as it must be above `limit`.
 */
export function jamoDistance(a: string, b: string, limit: number): number {
  return distance(
    a,
    b,
    limit,
    (x, y) => (swaps.has(x + y) ? CHEAP : 1),
    (x) => (LOOSE.includes(x) ? 0.5 : 1),
  );
}

/** The same over Latin letters, every edit costing 1 (Damerau's, adjacent exchanges only). */
export function letterDistance(a: string, b: string, limit: number): number {
  return distance(a, b, limit, one, one);
}

const one = () => 1;

function distance(
  a: string,
  b: string,
  limit: number,
  substitution: (x: string, y: string) => number,
  gap: (x: string) => number,
): number {
  let beforePrevious: number[] = [];
  let previous = [0];
  for (let j = 1; j <= b.length; j++) previous[j] = (previous[j - 1] ?? 0) + gap(b[j - 1] ?? '');
  for (let i = 1; i <= a.length; i++) {
    const x = a[i - 1] ?? '';
    const gapX = gap(x);
    const row = [(previous[0] ?? 0) + gapX];
    let least = row[0] ?? 0;
    for (let j = 1; j <= b.length; j++) {
      const y = b[j - 1] ?? '';
      let cost = (previous[j - 1] ?? 0) + (x === y ? 0 : substitution(x, y));
      cost = Math.min(cost, (previous[j] ?? 0) + gapX, (row[j - 1] ?? 0) + gap(y));
      if (i > 1 && j > 1 && x === b[j - 2] && y === a[i - 2])
        cost = Math.min(cost, (beforePrevious[j - 2] ?? 0) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // An exchange looks two rows back, and costs 1.
    if (least > limit + 1) return limit + 1;
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
