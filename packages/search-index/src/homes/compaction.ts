import { CardTexts } from '../bytes/card-texts.ts';
import { BLOCK, BLOCK_BITS } from './block.ts';
import { Columns, roomFor } from './columns.ts';
import { curveOrder } from './curve-order.ts';
import { RowByHomeId } from './home-id.ts';
import { NUMBERED_COLUMNS, type NumberedColumn, PlaceBook } from './place-book.ts';
import { UNSTATED } from './unstated.ts';

/** Rows copied between two clock checks. */
const STEP = 2 * BLOCK;
/** Up to this many late changes are applied in one go. */
const FEW = 256;

export interface Compacted {
  columns: Columns;
  places: PlaceBook;
  texts: CardTexts;
  rows: RowByHomeId;
  /** Rows that were changed too late to be sorted. */
  outOfOrder: number;
}

/**
 * Rebuilds a table's columns along the Hilbert curve without dead rows, in slices, while the old ones stay in use.
 * Rows changed meanwhile are reported by `touch` and copied at the end.
 */
export class Compaction {
  readonly #from: Columns;
  readonly #fromPlaces: PlaceBook;
  readonly #fromTexts: CardTexts;
  readonly #texts: CardTexts;
  readonly #places = new PlaceBook();
  /** By column and old number: the new one, or -1. */
  readonly #numbers: Record<NumberedColumn, Int32Array>;
  readonly #steps: Generator<void, Compacted>;
  #touched = new Set<number>();

  constructor(from: Columns, places: PlaceBook, texts: CardTexts) {
    this.#from = from;
    this.#fromPlaces = places;
    this.#fromTexts = texts;
    // Bytes are not copied unless too many are wasted.
    this.#texts = texts.isWasteful ? new CardTexts() : texts;
    this.#numbers = Object.fromEntries(
      NUMBERED_COLUMNS.map((column) => [column, new Int32Array(places.countNumbers(column)).fill(-1)]),
    ) as Record<NumberedColumn, Int32Array>;
    this.#steps = this.#run();
  }

  /** Reports that the row was written or buried. */
  touch(row: number): void {
    this.#touched.add(row);
  }

  /** The result once it is done. */
  work(milliseconds: number): Compacted | undefined {
    const until = performance.now() + milliseconds;
    for (;;) {
      const step = this.#steps.next();
      if (step.done === true) return step.value;
      if (performance.now() >= until) return undefined;
    }
  }

  *#run(): Generator<void, Compacted> {
    const from = this.#from;
    const order = yield* curveOrder(from, from.length);
    const count = order.length;
    const columns = Columns.withRoom(roomFor(count));
    const rows = new RowByHomeId(roomFor(count));
    const newRows = new Int32Array(from.length).fill(-1);
    const newLateRows = new Map<number, number>();
    for (let first = 0; first < count; first += STEP) {
      yield;
      const length = Math.min(STEP, count - first);
      columns.length = first + length;
      this.#copy(columns, order.subarray(first, first + length), first);
      for (let row = first; row < first + length; row++) {
        newRows[order[row]] = row;
        // A home removed after the order was computed keeps its row, dead; it may be back in another.
        if (columns.cardAt[row] !== 0) rows.add(columns.id, row);
      }
      for (let block = first >> BLOCK_BITS; block << BLOCK_BITS < first + length; block++) {
        columns.refreshZone(block);
      }
    }
    const one = new Uint32Array(1);
    let outOfOrder = 0;
    while (this.#touched.size > 0) {
      const isLast = this.#touched.size <= FEW;
      const late = this.#touched;
      this.#touched = new Set();
      const blocks = new Set<number>();
      let done = 0;
      for (const old of late) {
        if (!isLast && ++done % FEW === 0) yield;
        const isDead = from.cardAt[old] === 0;
        const known = old < newRows.length && newRows[old] >= 0 ? newRows[old] : newLateRows.get(old);
        if (known === undefined && isDead) continue;
        outOfOrder++;
        if (known === undefined) {
          const row = columns.append();
          one[0] = old;
          this.#copy(columns, one, row);
          rows.add(columns.id, row);
          newLateRows.set(old, row);
          blocks.add(row >> BLOCK_BITS);
          continue;
        }
        blocks.add(known >> BLOCK_BITS);
        if (isDead) {
          if (columns.cardAt[known] === 0) continue;
          rows.remove(columns.id, known);
          this.#forget(columns, known);
          columns.markDead(known);
        } else {
          this.#forget(columns, known);
          one[0] = old;
          this.#copy(columns, one, known);
        }
      }
      for (const block of blocks) columns.refreshZone(block);
    }
    return { columns, places: this.#places, texts: this.#texts, rows, outOfOrder };
  }

  #copy(columns: Columns, oldRows: Uint32Array, first: number): void {
    columns.copyRows(this.#from, oldRows, first);
    const end = first + oldRows.length;
    for (const column of NUMBERED_COLUMNS) {
      const values = columns.int[column];
      const numbers = this.#numbers[column];
      for (let row = first; row < end; row++) {
        const old = values[row];
        if (old === UNSTATED) continue;
        let number = old < numbers.length ? numbers[old] : -1;
        if (number < 0) {
          number = this.#places.numberFrom(this.#fromPlaces, column, old);
          if (old < numbers.length) numbers[old] = number;
        }
        values[row] = number;
      }
    }
    if (this.#texts === this.#fromTexts) return;
    const { cardAt } = columns;
    for (let row = first; row < end; row++) {
      if (cardAt[row] === 0) continue;
      const bytes = this.#fromTexts.read(cardAt[row]);
      cardAt[row] = this.#texts.write(bytes, bytes.length);
    }
  }

  /** Frees the bytes of a row that is about to be rewritten, if they are our own copy. */
  #forget({ cardAt }: Columns, row: number): void {
    if (this.#texts !== this.#fromTexts && cardAt[row] !== 0) this.#texts.forget(cardAt[row]);
  }
}
