import type { HomeCard, SearchType } from '@maru/listing';
import { buildPin } from '@maru/listing/money';
import { type Cluster, type FoundHome, type KeywordHomes, mercatorX, mercatorY } from '@maru/listing/search';
import { CardTexts } from '../bytes/card-texts.ts';
import { Dictionary } from '../bytes/dictionary.ts';
import { packCard, readDataset, readStandardStatus, unpackCard } from '../bytes/packed-card.ts';
import { BLOCK_BITS } from './block.ts';
import { Columns, HAS_EXACT_NUMBERS, HEAD, ID_WORDS, readListPrice, roomFor, STATUS_BIT } from './columns.ts';
import { Compaction } from './compaction.ts';
import { RowByHomeId, readHomeId, writeHomeId } from './home-id.ts';
import { PLACE_COLUMNS, PlaceBook } from './place-book.ts';
import { UNSTATED } from './unstated.ts';

/**
 * A table is compacted when more rows than this, and than a share of it, are unsorted or dead. Every viewport tests
 * all unsorted rows: with a fifth of a million that alone took a millisecond.
 */
const TOLERATED = 2_048;
const TOLERATED_SHARE = 1 / 200;

interface Restored {
  columns: Columns;
  texts: CardTexts;
  places: PlaceBook;
  words: Dictionary;
  activeByPlace: readonly [string, number][];
}

/** How long finishing a load blocks the thread at a time (ms). */
const LOAD_SLICE = 5;

const sought = new Uint32Array(ID_WORDS);

/**
 * The homes of one search type: columns, the rest of their cards as bytes, and the rows by homeId; no object per
 * home. Rows up to the last compaction follow the Hilbert curve, new homes are appended, a removed one leaves a dead
 * row (`cardAt` 0).
 */
export class HomeTable {
  readonly searchType: SearchType;
  columns = Columns.withRoom(0);
  places = new PlaceBook();
  texts = new CardTexts();
  words = new Dictionary();
  /** Active homes per place slug. */
  readonly activeByPlace = new Map<string, number>();

  #rows = new RowByHomeId();
  #outOfOrder = 0;
  #compaction: Compaction | undefined;
  readonly #watchers = new Set<Set<number>>();

  constructor(searchType: SearchType = 'sale') {
    this.searchType = searchType;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Bytes. */
  memory(): { columns: number; cards: number } {
    return {
      columns: this.columns.usedBytes + this.#rows.bytes,
      cards: this.texts.bytes + this.words.bytes,
    };
  }

  find(homeId: string): HomeCard | undefined {
    const row = this.findRow(homeId);
    return row < 0 ? undefined : this.cardAt(row);
  }

  findRow(homeId: string): number {
    return writeHomeId(homeId, sought) ? this.#rows.find(this.columns.id, sought) : -1;
  }

  /** Creates a new object. */
  cardAt(row: number): HomeCard {
    return unpackCard(this.texts.read(this.columns.cardAt[row]), row, this.searchType, this);
  }

  datasetAt(row: number): string {
    return readDataset(this.texts.read(this.columns.cardAt[row]), this.words);
  }

  /** Valid until the next change. */
  homeAt(row: number): FoundHome {
    return new RowHome(this, row);
  }

  /** Cheaper than the card. */
  pinAt(row: number): NonNullable<Cluster['home']> {
    const { columns } = this;
    if ((columns.standing[row] & HAS_EXACT_NUMBERS) !== 0) return buildPin(this.cardAt(row));
    const listPrice = readListPrice(columns, row);
    const fees = columns.int.fees[row];
    return buildPin({
      homeId: readHomeId(columns.id, row),
      searchType: this.searchType,
      listPrice: listPrice === UNSTATED ? null : listPrice,
      requiredFeesMonthly: fees === UNSTATED ? null : fees,
      standardStatus: readStandardStatus(columns, row),
    });
  }

  /** By row: 1 for the homes with these ids. */
  flagRows(homeIds: Iterable<string>): Uint8Array {
    const rows = new Uint8Array(this.columns.length);
    for (const homeId of homeIds) {
      const row = this.findRow(homeId);
      if (row >= 0) rows[row] = 1;
    }
    return rows;
  }

  /** By row: 1 for the homes that the keywords leave. */
  flagKeyword({ in: found, notIn = new Set() }: KeywordHomes): Uint8Array {
    const rows = found === undefined ? new Uint8Array(this.columns.length).fill(1) : this.flagRows(found);
    for (const homeId of notIn) {
      const row = this.findRow(homeId);
      if (row >= 0) rows[row] = 0;
    }
    return rows;
  }

  /**
   * Throws for an invalid homeId and then changes nothing. The caller decides on compaction (`needsCompaction`,
   * `compact`).
   */
  apply(upserts: readonly HomeCard[], removedIds: readonly string[]): void {
    for (const { homeId } of upserts) {
      if (!writeHomeId(homeId, sought)) throw new RangeError(`not a homeId: ${JSON.stringify(homeId)}`);
    }
    const { columns } = this;
    const isLoad = upserts.length > Math.max(TOLERATED, columns.length);
    Atomics.add(columns.head, HEAD.sequence, 1);
    try {
      if (isLoad) columns.reserve(columns.length + upserts.length);
      for (const homeId of removedIds) this.#remove(homeId);
      for (const card of upserts) this.#put(card, isLoad);
    } finally {
      columns.flushPlanes();
      Atomics.add(columns.head, HEAD.sequence, 1);
    }
    // Rows that are being written to a file must not move.
    if (isLoad && this.#watchers.size === 0) this.finishCompaction();
    else if (isLoad) for (let block = 0; block < columns.blocks; block++) columns.refreshZone(block);
  }

  reserve(count: number): void {
    this.columns.reserve(count);
    if (this.#rows.size === 0) this.#rows = new RowByHomeId(count);
  }

  /** For a table that is not searched before `finishLoad`. After a throw the table must be discarded. */
  load(card: HomeCard): void {
    if (!writeHomeId(card.homeId, sought)) {
      throw new RangeError(`not a homeId: ${JSON.stringify(card.homeId)}`);
    }
    this.#put(card, true, false);
  }

  /** Yields to other work every few milliseconds. */
  async finishLoad(): Promise<void> {
    while (!this.compact(LOAD_SLICE)) await new Promise(setImmediate);
    this.#countAll();
  }

  /** The rows written or buried from now on, until `unwatch`. */
  watch(): ReadonlySet<number> {
    const rows = new Set<number>();
    this.#watchers.add(rows);
    return rows;
  }

  unwatch(rows: ReadonlySet<number>): void {
    this.#watchers.delete(rows as Set<number>);
  }

  /** Yields every few milliseconds. */
  async restore({ columns, texts, places, words, activeByPlace }: Restored): Promise<void> {
    const rows = new RowByHomeId(roomFor(columns.length));
    let outOfOrder = 0;
    for (let block = 0; block < columns.blocks; block++) {
      columns.refreshZone(block);
      const end = Math.min(columns.length, (block + 1) << BLOCK_BITS);
      for (let row = block << BLOCK_BITS; row < end; row++) {
        if (columns.cardAt[row] === 0) outOfOrder++;
        else rows.add(columns.id, row);
      }
      if (block % 512 === 511) await new Promise(setImmediate);
    }
    this.columns = columns;
    this.texts = texts;
    this.places = places;
    this.words = words;
    for (const [slug, count] of activeByPlace) this.activeByPlace.set(slug, count);
    this.#rows = rows;
    this.#outOfOrder = outOfOrder;
  }

  get isCompacting(): boolean {
    return this.#compaction !== undefined;
  }

  get needsCompaction(): boolean {
    return (
      (this.#outOfOrder > TOLERATED && this.#outOfOrder > this.columns.length * TOLERATED_SHARE) ||
      this.texts.isWasteful
    );
  }

  /** Compacts for about `milliseconds`; true when done. Between calls the table can be searched and changed. */
  compact(milliseconds: number): boolean {
    this.#compaction ??= new Compaction(this.columns, this.places, this.texts);
    const tidied = this.#compaction.work(milliseconds);
    if (tidied === undefined) return false;
    // A permanently odd sequence number marks the old columns as outdated for readers in other threads.
    Atomics.add(this.columns.head, HEAD.sequence, 1);
    this.columns = tidied.columns;
    this.places = tidied.places;
    this.texts = tidied.texts;
    this.#rows = tidied.rows;
    this.#outOfOrder = tidied.outOfOrder;
    this.#compaction = undefined;
    return true;
  }

  finishCompaction(): void {
    while (!this.compact(Number.POSITIVE_INFINITY));
  }

  #remove(homeId: string): void {
    const row = this.findRow(homeId);
    if (row < 0) return;
    this.#count(row, -1);
    this.#rows.remove(this.columns.id, row);
    this.texts.forget(this.columns.cardAt[row]);
    this.columns.markDead(row);
    this.#touch(row);
    this.#outOfOrder++;
  }

  #put(card: HomeCard, isLoad: boolean, areCounted = true): void {
    const { columns } = this;
    const known = this.findRow(card.homeId);
    const row = known < 0 ? columns.append() : known;
    if (known < 0) {
      writeHomeId(card.homeId, columns.id, row * ID_WORDS);
      this.#rows.add(columns.id, row);
      this.#outOfOrder++;
    } else {
      if (areCounted) this.#count(row, -1);
      this.texts.forget(columns.cardAt[row]);
      if (hasMoved(columns, row, card)) this.#outOfOrder++;
    }
    if (isLoad) columns.write(row, card, this.places);
    else columns.overwrite(row, card, this.places, known < 0);
    const bytes = packCard(card, row, this);
    columns.cardAt[row] = this.texts.write(bytes.bytes, bytes.length);
    if (areCounted) this.#count(row, 1);
    this.#touch(row);
  }

  /** Neighbors on the curve mostly share their places: they are counted together. */
  #countAll(): void {
    const { columns } = this;
    this.activeByPlace.clear();
    let first = -1;
    let alike = 0;
    for (let row = 0; row < columns.length; row++) {
      if (columns.status[row] !== STATUS_BIT.active) continue;
      if (
        first >= 0 &&
        COUNTED_PLACES.every((column) => columns.int[column][row] === columns.int[column][first])
      ) {
        alike++;
        continue;
      }
      if (first >= 0) this.#count(first, alike);
      first = row;
      alike = 1;
    }
    if (first >= 0) this.#count(first, alike);
  }

  #touch(row: number): void {
    this.#compaction?.touch(row);
    for (const watcher of this.#watchers) watcher.add(row);
  }

  #count(row: number, by: number): void {
    const { columns, places } = this;
    if (columns.status[row] !== STATUS_BIT.active) return;
    const slugs = new Set<string | null>(places.neighborhoodsNamed(columns.int.neighborhoods[row]));
    for (const column of PLACE_COLUMNS) slugs.add(places.textAt(column, columns.int[column][row]));
    for (const slug of slugs) {
      if (slug === null) continue;
      const count = (this.activeByPlace.get(slug) ?? 0) + by;
      if (count > 0) this.activeByPlace.set(slug, count);
      else this.activeByPlace.delete(slug);
    }
  }
}

const COUNTED_PLACES = [...PLACE_COLUMNS, 'neighborhoods'] as const;

class RowHome implements FoundHome {
  readonly #table: HomeTable;
  readonly #row: number;

  constructor(table: HomeTable, row: number) {
    this.#table = table;
    this.#row = row;
  }

  get homeId(): string {
    return readHomeId(this.#table.columns.id, this.#row);
  }

  get dataset(): string {
    return this.#table.datasetAt(this.#row);
  }

  card(): HomeCard {
    return this.#table.cardAt(this.#row);
  }
}

function hasMoved({ int }: Columns, row: number, { latitude, longitude }: HomeCard): boolean {
  if (latitude === null || longitude === null) return int.x[row] !== UNSTATED;
  return int.x[row] !== mercatorX(longitude) || int.y[row] !== mercatorY(latitude);
}
