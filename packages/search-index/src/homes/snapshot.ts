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
import {
  type FileKind,
  type FileRefusal,
  InvalidFile,
  type Part,
  type PartReader,
  type PartWriter,
  readPartFile,
  writePartFile,
} from '../bytes/part-file.ts';
import { BLOCK } from './block.ts';
import { Columns, OPEN_DAYS, type RowArray, roomFor } from './columns.ts';
import { HomeTable } from './home-table.ts';
import { type NumberedColumn, PlaceBook } from './place-book.ts';

/**
 * The homes of an index as a file, so that a start needs no database: arrays of columns, row by row; bytes of cards;
 * dictionaries and the caller's text. A file of another program is refused, and the index loaded from the store.
 */
const fileKind = (): FileKind => ({ magic: 'MARUHOME', format: 1, rules: layoutNumber() });

/** `state` is the text that was given when it was written. */
export type SnapshotReading =
  | { isRead: true; state: string; version: string }
  | { isRead: false; reason: FileRefusal };

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
  const watched = tables.map((table) => ({ table, late: table.watch() }));
  try {
    await writePartFile(path, fileKind(), (out) => writeTables(out, watched, describe));
  } finally {
    for (const { table, late } of watched) table.unwatch(late);
  }
}

async function writeTables(
  out: PartWriter,
  watched: readonly { table: HomeTable; late: ReadonlySet<number> }[],
  describe: () => { state: string; version: string },
): Promise<Contents> {
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
  return contents;
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

/** Returns the reason when the file cannot be used. Never throws for its contents. */
export async function readSnapshot(path: string): Promise<ReadTables> {
  const found = await readPartFile(path, fileKind(), async ({ state, version, tables }: Contents, from) => {
    const read: HomeTable[] = [];
    for (const one of tables) read.push(await readTable(from, one));
    return { isRead: true as const, state, version, tables: read };
  });
  return typeof found === 'string' ? { isRead: false, reason: found } : found;
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
    if (part.bytes > segment.length) throw new InvalidFile('damaged');
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
  if (arrays.length !== parts.length) throw new InvalidFile('damaged');
  for (let i = 0; i < parts.length; i++) {
    const { array } = arrays[i];
    if (parts[i].bytes > array.byteLength) throw new InvalidFile('damaged');
    await from.read(parts[i], Buffer.from(array.buffer, array.byteOffset, parts[i].bytes));
  }
}

function toBuffer({ buffer, byteOffset, BYTES_PER_ELEMENT }: RowArray['array'], length: number): Buffer {
  return Buffer.from(buffer, byteOffset, length * BYTES_PER_ELEMENT);
}
