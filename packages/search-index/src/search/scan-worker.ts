import { parentPort } from 'node:worker_threads';
import type { SearchType } from '@maru/listing';
import { Columns, HEAD } from '../homes/columns.ts';
import type { Plan } from './plan.ts';
import { bind, scan } from './scan.ts';
import type { Asked, Tallied } from './tally.ts';

/** The columns of a table, shared with the thread that writes them; good until the next of that table. */
export interface ShareColumns {
  kind: 'columns';
  searchType: SearchType;
  buffer: SharedArrayBuffer;
  capacity: number;
}

export interface ScanQuestion {
  kind: 'scan';
  id: number;
  searchType: SearchType;
  plan: Plan;
  keyword: Uint8Array | undefined;
  asked: Asked;
  from: number;
  to: number;
  /** The number of the change that the plan was made for. */
  sequence: number;
  /** Holds the id of a question that nobody wants answered any more. */
  stop: Int32Array;
}

/** `tallied` is undefined when the columns were changed meanwhile, or the question withdrawn. */
export interface ScanReply {
  id: number;
  tallied: Tallied | undefined;
}

const tables = new Map<SearchType, Columns>();

parentPort?.on('message', (message: ShareColumns | ScanQuestion) => {
  if (message.kind === 'columns') {
    tables.set(message.searchType, new Columns(message.buffer, message.capacity));
  } else {
    const reply: ScanReply = { id: message.id, tallied: answer(message) };
    parentPort?.postMessage(reply);
  }
});

/**
 * One writer and many readers without a lock: the writer counts the head's number up before and after each change. What
 * was read is true when the number is the same, before and after, as when the question was put.
 */
function answer({ id, searchType, plan, keyword, asked, from, to, sequence, stop }: ScanQuestion) {
  const columns = tables.get(searchType);
  if (columns === undefined) return undefined;
  const isOver = () => Atomics.load(columns.head, HEAD.sequence) !== sequence || Atomics.load(stop, 0) === id;
  if (isOver()) return undefined;
  const tallied = scan(columns, bind(plan, columns, keyword), asked, from, to, isOver);
  return isOver() ? undefined : tallied;
}
