import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  FEATURES,
  HOME_TYPES,
  SEARCH_TYPES,
  type SearchType,
  STANDARD_STATUSES,
  STATUS_FILTERS,
} from '@maru/listing';
import { FACINGS, priceEdges, SIZE_EDGES } from '@maru/listing/search';
import { CardTexts } from '../bytes/card-texts.ts';
import { Dictionary } from '../bytes/dictionary.ts';
import { CARD_FIELDS } from '../bytes/packed-card.ts';
import { BLOCK } from './block.ts';
import { Columns, OPEN_DAYS, type RowArray, roomFor } from './columns.ts';
import { HomeTable } from './home-table.ts';
import { type NumberedColumn, PlaceBook } from './place-book.ts';

/**
 * The homes of an index as a file, so that a start needs no database.
 *
 * head       64 bytes: magic, format, byte order, layout, offset of the contents, checksums
 * parts      arrays of columns, row by row; bytes of cards
 * contents   JSON: descriptions and checksums of the parts; dictionaries; the caller's text
 *
 * Numbers are in the byte order of the machine. A file that is not exactly in this program's format is refused, and
 * the index loaded from the store.
 */

const MAGIC = 'MARUHOME';
const FORMAT = 1;
/** Equals itself only in the byte order in which it was written. */
const BYTE_ORDER = 0x01020304;
const HEAD_BYTES = 64;
/** Bytes copied and written at a time: less than a millisecond of this thread. */
const STEP = 2 ** 20;

/** Why a snapshot was not read. */
export type SnapshotRefusal = 'missing' | 'foreign' | 'other format' | 'truncated' | 'damaged';

/** `state` is the text that was given when it was written. */
export type SnapshotReading =
  | { isRead: true; state: string; version: string }
  | { isRead: false; reason: SnapshotRefusal };

export type ReadTables = (Extract<SnapshotReading, { isRead: true }> & { tables: HomeTable[] }) | Refusal;
type Refusal = Extract<SnapshotReading, { isRead: false }>;

/** Identifies the meaning of columns and card bytes; a program with another meaning refuses the file. */
function layoutNumber(): number {
  const arrays = Columns.withRoom(0)
    .rowArrays()
    .map(({ name, array, width }) => [name, array.BYTES_PER_ELEMENT, width]);
  return crc32(
    JSON.stringify([
      ...[arrays, CARD_FIELDS, FEATURES, HOME_TYPES, STANDARD_STATUSES, STATUS_FILTERS, FACINGS],
      ...[SEARCH_TYPES.map(priceEdges), SIZE_EDGES, BLOCK, OPEN_DAYS],
    ]),
  );
}

interface Part {
  /** Offset in the file. */
  at: number;
  bytes: number;
  checksum: number;
}

interface TableContents {
  searchType: SearchType;
  length: number;
  columns: Part[];
  /** Rows that changed while the columns were being written, with their values. */
  late: { rows: number[]; columns: Part[] };
  texts: { next: number; used: number; wasted: number; segments: Part[] };
  places: Record<NumberedColumn, readonly string[]>;
  words: readonly string[];
  activeByPlace: [string, number][];
}

interface Contents {
  state: string;
  version: string;
  tables: TableContents[];
}

/**
 * Searches and changes continue: the file is consistent as of the call of `describe`, near the end. No compaction
 * meanwhile.
 */
export async function writeSnapshot(
  path: string,
  tables: readonly HomeTable[],
  describe: () => { state: string; version: string },
): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  const watched = tables.map((table) => ({ table, late: table.watch() }));
  const file = await open(beside, 'w');
  try {
    const out = new PartWriter(file);
    const early: Part[][] = [];
    for (const { table } of watched)
      early.push(await writeRows(out, () => table.columns, table.columns.length));
    const segments: Part[][] = [];
    for (const { table } of watched) {
      const parts: Part[] = [];
      // All segments but the last are immutable.
      for (let i = 0; i + 1 < table.texts.segments.length; i++) {
        parts.push(await out.part(table.texts.segments[i]));
      }
      segments.push(parts);
    }
    // Synchronous from here to the end of the loop: the file is as of this moment.
    const described = describe();
    const rest = watched.map(({ table, late }, i) => {
      const rows = [...late].sort((a, b) => a - b);
      const lateColumns = Columns.withRoom(rows.length);
      lateColumns.copyRows(table.columns, Uint32Array.from(rows), 0);
      table.unwatch(late);
      const from = segments[i].length;
      return {
        rows,
        lateColumns,
        tail: table.texts.segmentsFrom(from),
        contents: {
          searchType: table.searchType,
          length: table.columns.length,
          columns: early[i],
          texts: { ...table.texts.state, segments: segments[i] },
          places: table.places.texts(),
          words: [...table.words.texts],
          activeByPlace: [...table.activeByPlace],
        },
      };
    });
    const contents: Contents = { ...described, tables: [] };
    for (const { rows, lateColumns, tail, contents: own } of rest) {
      for (const bytes of tail) own.texts.segments.push(await out.part(bytes));
      const columns = await writeRows(out, () => lateColumns, rows.length);
      contents.tables.push({ ...own, late: { rows, columns } });
    }
    await out.finish(Buffer.from(JSON.stringify(contents)));
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(beside, { force: true });
    throw error;
  } finally {
    for (const { table, late } of watched) table.unwatch(late);
  }
}

/** The first `rows` rows of every array; the arrays may be reallocated meanwhile. */
async function writeRows(out: PartWriter, columns: () => Columns, rows: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (let i = 0; i < columns().rowArrays().length; i++) {
    parts.push(
      await out.part(() => {
        const { array, width } = columns().rowArrays()[i];
        return toBuffer(array, rows * width);
      }),
    );
  }
  return parts;
}

class PartWriter {
  readonly #file: FileHandle;
  #at = HEAD_BYTES;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Copied before it is written, so that the checksum is that of the written bytes. */
  async part(bytes: Buffer | (() => Buffer)): Promise<Part> {
    const now = typeof bytes === 'function' ? bytes : () => bytes;
    const { length } = now();
    const copy = Buffer.allocUnsafe(Math.min(STEP, length));
    const at = this.#at;
    let checksum = 0;
    for (let from = 0; from < length; from += STEP) {
      const size = Math.min(STEP, length - from);
      copy.set(now().subarray(from, from + size));
      checksum = crc32(copy.subarray(0, size), checksum);
      await this.#file.write(copy, 0, size, this.#at);
      this.#at += size;
    }
    return { at, bytes: length, checksum };
  }

  async finish(contents: Buffer): Promise<void> {
    await this.#file.write(contents, 0, contents.length, this.#at);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGIC, 0, 'latin1');
    new Uint32Array(head.buffer, head.byteOffset, HEAD_BYTES / 4)[2] = BYTE_ORDER;
    head.writeUInt32LE(FORMAT, 12);
    head.writeUInt32LE(layoutNumber(), 16);
    head.writeUInt32LE(crc32(contents), 20);
    head.writeDoubleLE(this.#at, 24);
    head.writeDoubleLE(contents.length, 32);
    head.writeUInt32LE(crc32(head.subarray(0, HEAD_BYTES - 4)), HEAD_BYTES - 4);
    await this.#file.write(head, 0, HEAD_BYTES, 0);
  }
}

class InvalidSnapshot extends Error {
  readonly reason: SnapshotRefusal;

  constructor(reason: SnapshotRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Returns the reason when the file cannot be used. Never throws for its contents. */
export async function readSnapshot(path: string): Promise<ReadTables> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return { isRead: false, reason: 'missing' };
  }
  try {
    const { size } = await file.stat();
    const from = new PartReader(file, size);
    const contents = await from.contents();
    const { state, version } = contents;
    const tables: HomeTable[] = [];
    for (const one of contents.tables) tables.push(await readTable(from, one));
    return { isRead: true, state, version, tables };
  } catch (error) {
    return { isRead: false, reason: error instanceof InvalidSnapshot ? error.reason : 'damaged' };
  } finally {
    await file.close();
  }
}

async function readTable(from: PartReader, contents: TableContents): Promise<HomeTable> {
  const { searchType, length, late, texts, places, words, activeByPlace } = contents;
  const columns = Columns.withRoom(roomFor(length));
  await readRows(from, contents.columns, columns);
  const lateColumns = Columns.withRoom(late.rows.length);
  await readRows(from, late.columns, lateColumns);
  columns.length = length;
  late.rows.forEach((row, i) => {
    columns.copyRows(lateColumns, Uint32Array.of(i), row);
  });
  const segments: Buffer[] = [];
  for (const part of texts.segments) {
    const segment = CardTexts.newSegment();
    if (part.bytes > segment.length) throw new InvalidSnapshot('damaged');
    await from.read(part, segment.subarray(0, part.bytes));
    segments.push(segment);
  }
  const table = new HomeTable(searchType);
  await table.restore({
    columns,
    texts: new CardTexts(segments, texts),
    places: PlaceBook.fromTexts(places),
    words: Dictionary.of(words),
    activeByPlace,
  });
  return table;
}

async function readRows(from: PartReader, parts: readonly Part[], columns: Columns): Promise<void> {
  const arrays = columns.rowArrays();
  if (arrays.length !== parts.length) throw new InvalidSnapshot('damaged');
  for (let i = 0; i < parts.length; i++) {
    const { array } = arrays[i];
    if (parts[i].bytes > array.byteLength) throw new InvalidSnapshot('damaged');
    await from.read(parts[i], Buffer.from(array.buffer, array.byteOffset, parts[i].bytes));
  }
}

class PartReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  async contents(): Promise<Contents> {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await this.#file.read(head, 0, HEAD_BYTES, 0);
    if (head.toString('latin1', 0, Math.min(bytesRead, MAGIC.length)) !== MAGIC)
      throw new InvalidSnapshot('foreign');
    if (bytesRead < HEAD_BYTES) throw new InvalidSnapshot('truncated');
    const order = new Uint32Array(head.buffer, head.byteOffset, HEAD_BYTES / 4)[2];
    if (order !== BYTE_ORDER || head.readUInt32LE(12) !== FORMAT) throw new InvalidSnapshot('other format');
    if (head.readUInt32LE(HEAD_BYTES - 4) !== crc32(head.subarray(0, HEAD_BYTES - 4))) {
      throw new InvalidSnapshot('damaged');
    }
    if (head.readUInt32LE(16) !== layoutNumber()) throw new InvalidSnapshot('other format');
    const at = head.readDoubleLE(24);
    const bytes = head.readDoubleLE(32);
    if (at + bytes > this.#size) throw new InvalidSnapshot('truncated');
    const text = Buffer.alloc(bytes);
    await this.read({ at, bytes, checksum: head.readUInt32LE(20) }, text);
    return JSON.parse(text.toString()) as Contents;
  }

  async read({ at, bytes, checksum }: Part, into: Buffer): Promise<void> {
    let seen = 0;
    for (let from = 0; from < bytes; from += STEP) {
      const size = Math.min(STEP, bytes - from);
      const { bytesRead } = await this.#file.read(into, from, size, at + from);
      if (bytesRead < size) throw new InvalidSnapshot('truncated');
      seen = crc32(into.subarray(from, from + size), seen);
    }
    if (seen !== checksum) throw new InvalidSnapshot('damaged');
  }
}

function toBuffer({ buffer, byteOffset, BYTES_PER_ELEMENT }: RowArray['array'], length: number): Buffer {
  return Buffer.from(buffer, byteOffset, length * BYTES_PER_ELEMENT);
}
