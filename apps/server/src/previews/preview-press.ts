import { Worker } from 'node:worker_threads';
import { HOUR_MS } from '@maru/listing/time';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { inTurn, shareWork } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { ApiError } from '../http/api-error.ts';
import type { DrawAnswer, DrawTask } from './draw-thread.ts';
import type { MapFrame } from './map-frame.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from './sheet.ts';

/** A picture to render: a photo below, an SVG over it. */
export interface Print {
  svg: string;
  /** Where to draw land. */
  frame: MapFrame | null;
  photo: Buffer | null;
  /** False when something is missing; such pictures are not cached. */
  isWhole: boolean;
}

interface Kept {
  picture: Buffer;
  /** Version of the data it was made from. */
  version: string;
  /** Time (ms since the epoch) until which it is served although the version has changed. */
  freshUntil: number;
  keepUntil: number;
}

/** Cache size in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Concurrent renderings, and the queue before them. */
const RENDERINGS = { total: 2, perKey: 2, waiting: 24, waitingPerKey: 24, patience: 60_000 };
/**
 * Timeout in ms, to replace a thread that hangs. A drawing takes 0.2 s of the processor, the first one of a thread 0.6 s, for
 * fonts and outlines: a busy machine needs many times as long.
 */
const DRAWN_WITHIN = 30_000;
const FRESH_FOR = 60_000;
const KEEP_FOR = 6 * HOUR_MS;
/** An idle thread ends, to free fonts and outlines. */
const IDLE_FOR = 60_000;

/**
 * Renders link previews in a worker thread with bounded concurrency and an LRU cache. Concurrent requests for one
 * preview share a rendering. Rejects with 503 when the queue is full, or when a rendering or the wait for it times out.
 */
export class PreviewPress {
  readonly #now: () => number;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ picture }) => picture.length,
  });
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #renderings = new FairQueue(RENDERINGS);
  readonly #asked = new Map<number, { done: (png: Uint8Array) => void; fail: (error: Error) => void }>();
  #nextId = 1;
  #thread: Worker | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * The JPEG of 1200 × 630 for `key` at `version`; `make` is called on a cache miss.
   * @throws ApiError 503 when overloaded
   */
  async print(key: string, version: string, make: () => Promise<Print>): Promise<Buffer> {
    const kept = this.#find(key, version);
    if (kept !== undefined) return kept;
    return await shareWork(this.#making, key, () =>
      inTurn(this.#renderings, () => this.#make(key, version, make)),
    );
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #find(key: string, version: string): Buffer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    const now = this.#now();
    if (kept.freshUntil > now || (kept.version === version && kept.keepUntil > now)) return kept.picture;
    this.#kept.delete(key);
    return undefined;
  }

  async #make(key: string, version: string, make: () => Promise<Print>): Promise<Buffer> {
    const { svg, frame, photo, isWhole } = await make();
    const drawn = await this.#draw(svg, frame);
    const ground =
      photo === null
        ? sharp(drawn)
        : sharp(photo)
            .resize({ width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, fit: 'cover' })
            .composite([{ input: Buffer.from(drawn) }]);
    const picture = await ground.flatten({ background: '#1f5f63' }).jpeg({ quality: 82 }).toBuffer();
    const now = this.#now();
    if (isWhole)
      this.#kept.set(key, { picture, version, freshUntil: now + FRESH_FOR, keepUntil: now + KEEP_FOR });
    return picture;
  }

  async #draw(svg: string, frame: MapFrame | null): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const thread = this.#startedThread();
    const id = this.#nextId++;
    const timer = setTimeout(() => this.#giveUp(thread), DRAWN_WITHIN);
    try {
      return await new Promise<Uint8Array>((done, fail) => {
        this.#asked.set(id, { done, fail });
        thread.postMessage({ id, svg, frame } satisfies DrawTask);
      });
    } finally {
      clearTimeout(timer);
      this.#asked.delete(id);
      if (this.#asked.size === 0) this.#idle = setTimeout(() => this.#giveUp(this.#thread), IDLE_FOR).unref();
    }
  }

  #startedThread(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(new URL('./draw-thread.ts', import.meta.url), { execArgv: [] });
    thread.unref();
    thread.on('message', (answer: DrawAnswer) => {
      const one = this.#asked.get(answer.id);
      if ('png' in answer) one?.done(answer.png);
      else one?.fail(new Error(answer.fault));
    });
    thread.on('error', (error) => this.#forget(thread, error as Error));
    thread.on('exit', () => this.#forget(thread, unavailable()));
    this.#thread = thread;
    return thread;
  }

  /** Terminates a thread and rejects its pending work. */
  #giveUp(thread: Worker | undefined): void {
    if (thread === undefined) return;
    this.#forget(thread, unavailable());
    void thread.terminate();
  }

  #forget(thread: Worker, why: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { fail } of this.#asked.values()) fail(why);
  }
}

function unavailable(): ApiError {
  return new ApiError(503, 'unavailable', { retryAfter: 5 });
}
