import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SearchType } from '@maru/listing';
import { type Columns, HEAD } from '../homes/columns.ts';
import type { Plan } from './plan.ts';
import type { ScanReply, ScanRequest, ShareColumns } from './scan-worker.ts';
import { mergeTallied, type Tallied, type WantedParts } from './tally.ts';

/** Restarts of workers that exit, without a reply in between. */
const MAX_RESTARTS = 5;

/** What to scan, in the calling thread's current state. */
export interface Scan {
  columns: Columns;
  plan: Plan;
  keyword: Uint8Array | undefined;
  wantedParts: WantedParts;
}

/** One per core but one, at least one: with one more, p99 of other requests was several times as long. */
export function defaultWorkers(): number {
  return Math.max(1, availableParallelism() - 1);
}

/**
 * Scans in worker threads, in two halves on two free ones; otherwise queued. Idle workers do not keep the process
 * alive.
 */
export class ScanPool {
  readonly #slots: Slot[] = [];
  readonly #waiting: Task[] = [];
  #nextId = 1;
  #restarts = 0;
  #isClosed = false;

  constructor(workers: number) {
    for (let i = 0; i < workers; i++) this.#slots.push(this.#startWorker());
  }

  get isReady(): boolean {
    return !this.#isClosed && this.#slots.some((slot) => slot.isOnline);
  }

  /** For tests: the threads. */
  get workers(): readonly Worker[] {
    return this.#slots.map(({ worker }) => worker);
  }

  /** Undefined when the columns changed meanwhile, or no worker could reply. Rejects with the reason of `signal`. */
  async scan(scan: Scan, signal?: AbortSignal): Promise<Tallied | undefined> {
    const { columns, wantedParts } = scan;
    const { blocks } = columns;
    const sequence = columns.head[HEAD.sequence];
    const { buffer } = columns;
    const isCurrent = () => columns.buffer === buffer && columns.head[HEAD.sequence] === sequence;
    const free = this.#slots.filter((slot) => slot.isOnline && slot.task === undefined).length;
    const middle = free > 1 ? blocks >> 1 : blocks;
    const parts =
      middle < blocks
        ? [
            [0, middle],
            [middle, blocks],
          ]
        : [[0, blocks]];
    const found = await Promise.all(parts.map(([from, to]) => this.#ask(scan, from, to, signal)));
    if (!isCurrent() || found.includes(undefined)) return undefined;
    return (found as Tallied[]).reduce((a, b) => mergeTallied(columns, a, b, wantedParts));
  }

  /** Sends the new columns of a table to the workers that have the old ones, which would keep their memory. */
  share(searchType: SearchType, columns: Columns): void {
    for (const slot of this.#slots) if (slot.known.has(searchType)) share(slot, searchType, columns);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.resolve(undefined);
    await Promise.all(this.#slots.map(({ worker }) => worker.terminate()));
  }

  #ask(scan: Scan, from: number, to: number, signal: AbortSignal | undefined): Promise<Tallied | undefined> {
    return new Promise((resolve, reject) => {
      const { columns, plan, keyword, wantedParts } = scan;
      const task: Task = {
        columns,
        question: {
          kind: 'scan',
          id: this.#nextId++,
          searchType: plan.searchType,
          plan,
          keyword,
          wantedParts,
          from,
          to,
          sequence: columns.head[HEAD.sequence],
        },
        isRetry: false,
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
    const slot = this.#slots.find((one) => one.task === task);
    if (slot !== undefined) Atomics.store(slot.stop, 0, task.question.id);
  }

  #assign(): void {
    for (const slot of this.#slots) {
      if (!slot.isOnline || slot.task !== undefined) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      slot.task = task;
      const { columns, question } = task;
      const { searchType } = question;
      share(slot, searchType, columns);
      slot.worker.ref();
      const wantedParts: ScanRequest = { ...question, stop: slot.stop };
      slot.worker.postMessage(wantedParts);
    }
  }

  #startWorker(): Slot {
    // Without the process's flags: those of a test runner or a profiler would break the worker.
    const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { execArgv: [] });
    const slot: Slot = {
      worker,
      isOnline: false,
      task: undefined,
      known: new Map(),
      stop: new Int32Array(new SharedArrayBuffer(4)),
    };
    worker.unref();
    worker.on('online', () => {
      slot.isOnline = true;
      this.#assign();
    });
    worker.on('message', ({ tallied }: ScanReply) => {
      this.#restarts = 0;
      const { task } = slot;
      slot.task = undefined;
      worker.unref();
      task?.resolve(tallied);
      this.#assign();
    });
    // `exit` follows, and replaces the worker.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#replace(slot));
    return slot;
  }

  /** Replaces a worker that has exited, and retries its task once; after that the caller scans itself. */
  #replace(slot: Slot): void {
    const { task } = slot;
    slot.isOnline = false;
    slot.task = undefined;
    if (task !== undefined && (this.#isClosed || task.isRetry)) task.resolve(undefined);
    else if (task !== undefined) {
      task.isRetry = true;
      this.#waiting.unshift(task);
    }
    if (this.#isClosed) return;
    const at = this.#slots.indexOf(slot);
    if (++this.#restarts <= MAX_RESTARTS) this.#slots[at] = this.#startWorker();
    else this.#slots.splice(at, 1);
    if (this.#slots.length === 0) for (const left of this.#waiting.splice(0)) left.resolve(undefined);
    else this.#assign();
  }
}

function share(slot: Slot, searchType: SearchType, { buffer, capacity }: Columns): void {
  if (slot.known.get(searchType) === buffer) return;
  slot.known.set(searchType, buffer);
  const shared: ShareColumns = { kind: 'columns', searchType, buffer, capacity };
  slot.worker.postMessage(shared);
}

interface Task {
  columns: Columns;
  question: Omit<ScanRequest, 'stop'>;
  /** Whether a worker has exited while running it. */
  isRetry: boolean;
  resolve(tallied: Tallied | undefined): void;
}

interface Slot {
  worker: Worker;
  isOnline: boolean;
  task: Task | undefined;
  /** The columns that it has. */
  known: Map<SearchType, SharedArrayBuffer>;
  stop: Int32Array;
}
