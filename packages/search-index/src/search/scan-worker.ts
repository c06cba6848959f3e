import { parentPort } from 'node:worker_threads';
import type { SearchType } from '@maru/listing';
import { Columns, HEAD } from '../homes/columns.ts';
import type { Plan } from './plan.ts';
import { bind, scan } from './scan.ts';
import type { Tallied, WantedParts } from './tally.ts';

/** The columns of a table, shared with the thread that writes them; valid until the next message for that table. */
export interface ShareColumns {
  kind: 'columns';
  searchType: SearchType;
  buffer: SharedArrayBuffer;
  capacity: number;
}

export interface ScanRequest {
  kind: 'scan';
  id: number;
  searchType: SearchType;
  plan: Plan;
  keyword: Uint8Array | undefined;
  wantedParts: WantedParts;
  from: number;
  to: number;
  /** The sequence number of the columns that the plan was made for. */
  sequence: number;
  /** Contains the id of an aborted request. */
  stop: Int32Array;
}

/** `tallied` is undefined when the columns changed meanwhile, or the request was aborted. */
export interface ScanReply {
  id: number;
  tallied: Tallied | undefined;
}

const tables = new Map<SearchType, Columns>();

parentPort?.on('message', (message: ShareColumns | ScanRequest) => {
  if (message.kind === 'columns') {
    tables.set(message.searchType, new Columns(message.buffer, message.capacity));
  } else {
    const reply: ScanReply = { id: message.id, tallied: answer(message) };
    parentPort?.postMessage(reply);
  }
});

/**
 * A sequence lock, one writer and many readers: the writer increments the number in the head before and after each
 * change. A scan is valid when the number, before and after it, is that of the request.
 */
function answer({ id, searchType, plan, keyword, wantedParts, from, to, sequence, stop }: ScanRequest) {
  const columns = tables.get(searchType);
  if (columns === undefined) return undefined;
  const isOver = () => Atomics.load(columns.head, HEAD.sequence) !== sequence || Atomics.load(stop, 0) === id;
  if (isOver()) return undefined;
  const tallied = scan(columns, bind(plan, columns, keyword), wantedParts, from, to, isOver);
  return isOver() ? undefined : tallied;
}
