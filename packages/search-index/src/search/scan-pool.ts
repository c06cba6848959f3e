import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SearchType } from '@maru/listing';
import { type Columns, HEAD } from '../homes/columns.ts';
import type { Plan } from './plan.ts';
import type { ScanQuestion, ScanReply, ShareColumns } from './scan-worker.ts';
import { type Asked, mergeTallied, type Tallied } from './tally.ts';

/** How often a worker is started again that dies without having answered anything. */
const MOST_DEATHS = 5;

/** What to scan, as the asking thread sees it now. */
export interface Scan {
  columns: Columns;
  plan: Plan;
  keyword: Uint8Array | undefined;
  asked: Asked;
}

/**
 * So many threads that the asking one keeps a core for itself; one at least. With one more the other requests of a busy
 * machine wait behind long scans: measured on two cores, their p99 was then several times what it is.
 */
export function defaultWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * Threads that scan columns in shared memory. A scan goes to one that is free, or in two halves to two; else it waits
 * in line. Threads end with `close`, and keep no process alive that waits for nothing else.
 */
export class ScanPool {
  readonly #seats: Seat[] = [];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #deaths = 0;
  #isClosed = false;

  constructor(workers: number) {
    for (let i = 0; i < workers; i++) this.#seats.push(this.#hire());
  }

  /** Whether a thread is there to be asked. */
  get isReady(): boolean {
    return !this.#isClosed && this.#seats.some((seat) => seat.isOnline);
  }

  /** For tests: the threads. */
  get workers(): readonly Worker[] {
    return this.#seats.map(({ worker }) => worker);
  }

  /**
   * What the columns as they are now have of it; undefined when they changed before it was found, or no thread could
   * say. Rejects with the signal's reason when it aborts.
   */
  async scan(scan: Scan, signal?: AbortSignal): Promise<Tallied | undefined> {
    const { columns, asked } = scan;
    const { blocks } = columns;
    const sequence = columns.head[HEAD.sequence];
    const { buffer } = columns;
    const isTrue = () => columns.buffer === buffer && columns.head[HEAD.sequence] === sequence;
    const free = this.#seats.filter((seat) => seat.isOnline && seat.task === undefined).length;
    const middle = free > 1 ? blocks >> 1 : blocks;
    const parts =
      middle < blocks
        ? [
            [0, middle],
            [middle, blocks],
          ]
        : [[0, blocks]];
    const found = await Promise.all(parts.map(([from, to]) => this.#ask(scan, from, to, signal)));
    if (!isTrue() || found.includes(undefined)) return undefined;
    return (found as Tallied[]).reduce((a, b) => mergeTallied(columns, a, b, asked));
  }

  /** Tells the threads that knew a table of its new columns, so that none keeps the memory of the old ones. */
  share(searchType: SearchType, columns: Columns): void {
    for (const seat of this.#seats) if (seat.known.has(searchType)) share(seat, searchType, columns);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.resolve(undefined);
    await Promise.all(this.#seats.map(({ worker }) => worker.terminate()));
  }

  #ask(scan: Scan, from: number, to: number, signal: AbortSignal | undefined): Promise<Tallied | undefined> {
    return new Promise((resolve, reject) => {
      const { columns, plan, keyword, asked } = scan;
      const task: Task = {
        columns,
        question: {
          kind: 'scan',
          id: this.#nextId++,
          searchType: plan.searchType,
          plan,
          keyword,
          asked,
          from,
          to,
          sequence: columns.head[HEAD.sequence],
        },
        isAgain: false,
        resolve: (tallied) => {
          signal?.removeEventListener('abort', withdraw);
          resolve(tallied);
        },
      };
      const withdraw = () => {
        this.#withdraw(task);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', withdraw, { once: true });
      this.#waiting.push(task);
      this.#assign();
    });
  }

  #withdraw(task: Task): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    const seat = this.#seats.find((one) => one.task === task);
    if (seat !== undefined) Atomics.store(seat.stop, 0, task.question.id);
  }

  #assign(): void {
    for (const seat of this.#seats) {
      if (!seat.isOnline || seat.task !== undefined) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      seat.task = task;
      const { columns, question } = task;
      const { searchType } = question;
      share(seat, searchType, columns);
      seat.worker.ref();
      const asked: ScanQuestion = { ...question, stop: seat.stop };
      seat.worker.postMessage(asked);
    }
  }

  #hire(): Seat {
    // The process's own flags are not for its workers: a test runner's or a profiler's would break them.
    const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { execArgv: [] });
    const seat: Seat = {
      worker,
      isOnline: false,
      task: undefined,
      known: new Map(),
      stop: new Int32Array(new SharedArrayBuffer(4)),
    };
    worker.unref();
    worker.on('online', () => {
      seat.isOnline = true;
      this.#assign();
    });
    worker.on('message', ({ tallied }: ScanReply) => {
      this.#deaths = 0;
      const { task } = seat;
      seat.task = undefined;
      worker.unref();
      task?.resolve(tallied);
      this.#assign();
    });
    // Told by `exit` as well, which does what is to be done.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#replace(seat));
    return seat;
  }

  /** A thread that died gets a successor, and its question is put once more; then the asker must help itself. */
  #replace(seat: Seat): void {
    const { task } = seat;
    seat.isOnline = false;
    seat.task = undefined;
    if (task !== undefined && (this.#isClosed || task.isAgain)) task.resolve(undefined);
    else if (task !== undefined) {
      task.isAgain = true;
      this.#waiting.unshift(task);
    }
    if (this.#isClosed) return;
    const at = this.#seats.indexOf(seat);
    if (++this.#deaths <= MOST_DEATHS) this.#seats[at] = this.#hire();
    else this.#seats.splice(at, 1);
    if (this.#seats.length === 0) for (const left of this.#waiting.splice(0)) left.resolve(undefined);
    else this.#assign();
  }
}

function share(seat: Seat, searchType: SearchType, { buffer, capacity }: Columns): void {
  if (seat.known.get(searchType) === buffer) return;
  seat.known.set(searchType, buffer);
  const shared: ShareColumns = { kind: 'columns', searchType, buffer, capacity };
  seat.worker.postMessage(shared);
}

interface Task {
  columns: Columns;
  question: Omit<ScanQuestion, 'stop'>;
  /** Whether a thread has died of it. */
  isAgain: boolean;
  resolve(tallied: Tallied | undefined): void;
}

interface Seat {
  worker: Worker;
  isOnline: boolean;
  task: Task | undefined;
  /** The columns it was told of. */
  known: Map<SearchType, SharedArrayBuffer>;
  stop: Int32Array;
}
