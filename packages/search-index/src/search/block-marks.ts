import { WORD, WORDS } from '../homes/block.ts';
import { CRITERIA, type Criterion } from './criteria.ts';

/** Where a criterion's words begin. */
export const wordsOf = (criterion: Criterion): number => AT[criterion];
const AT = Object.fromEntries(CRITERIA.map((one, i) => [one, i * WORDS])) as Record<Criterion, number>;

/**
 * What the rows of one block fail and leave unstated, a bit a row. A criterion is tested 32 rows at a time without a
 * branch, and what follows from all of them together is found by a few operations on words: on real data half of the
 * tests come out either way, and a wrongly guessed branch costs more than all the arithmetic of a row.
 */
export class BlockMarks {
  /** By criterion, WORDS each: who fails it; good for those in `failing`. */
  readonly fails = new Int32Array(CRITERIA.length * WORDS);
  /** By criterion: whose value is unstated; good for those in `doubted`. */
  readonly unstated = new Int32Array(CRITERIA.length * WORDS);
  /** Bits of FAILS. */
  failing = 0;
  doubted = 0;
  /** Who fails one criterion or more. */
  readonly failed = new Int32Array(WORDS);
  /** Who is no match and no near miss: outside of the area, or failing two or more. */
  readonly lost = new Int32Array(WORDS);

  /** Nothing is known of the block's rows but how many there are. */
  begin(length: number): void {
    const { failed, lost } = this;
    this.failing = 0;
    this.doubted = 0;
    for (let word = 0; word < WORDS; word++) {
      failed[word] = 0;
      const rows = length - word * WORD;
      lost[word] = rows >= WORD ? 0 : rows <= 0 ? -1 : -1 << rows;
    }
  }

  /** The words of `fails` from `at` on are written: those of the criterion with this bit. */
  take(bit: number, at: number): void {
    const { fails, failed, lost } = this;
    for (let word = 0; word < WORDS; word++) {
      const failing = fails[at + word];
      lost[word] |= failed[word] & failing;
      failed[word] |= failing;
    }
    this.failing |= bit;
  }

  get isAllLost(): boolean {
    const { lost } = this;
    let all = -1;
    for (let word = 0; word < WORDS; word++) all &= lost[word];
    return all === -1;
  }

  /** Writes the rows that fail nothing, from `start` on, and returns how many. */
  matches(start: number, rows: Int32Array): number {
    const { failed, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      count = writeRows(~(failed[word] | lost[word]), start + word * WORD, rows, count);
    }
    return count;
  }

  /** The same for the rows that fail one criterion alone, whose words begin at `at`. */
  nearMisses(at: number, start: number, rows: Int32Array): number {
    const { fails, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      count = writeRows(fails[at + word] & ~lost[word], start + word * WORD, rows, count);
    }
    return count;
  }

  /** How many are unstated and pass everything else. One whose unstated value is not kept fails it. */
  countUnstated(at: number, isKept: boolean): number {
    const { unstated, failed, lost } = this;
    let count = 0;
    for (let word = 0; word < WORDS; word++) {
      const others = isKept ? lost[word] | failed[word] : lost[word];
      count += bitsIn(unstated[at + word] & ~others);
    }
    return count;
  }
}

function writeRows(bits: number, first: number, rows: Int32Array, count: number): number {
  let at = count;
  for (let left = bits; left !== 0; left &= left - 1) rows[at++] = first + 31 - Math.clz32(left & -left);
  return at;
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
