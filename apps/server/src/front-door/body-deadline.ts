import { Transform, type TransformCallback } from 'node:stream';

/** A body of up to 64 KB must be complete in this time (ms). */
const GRACE_MS = 10_000;
/** Larger bodies arrive at least so fast (bytes/ms): a photo over a weak phone line. */
const MIN_RATE = (8 * 1024) / 1_000;

/** The body did not arrive in time. */
export class BodyTimeout extends Error {
  override name = 'BodyTimeout';
  readonly statusCode = 408;

  constructor() {
    super('the request body arrived too slowly');
  }
}

/**
 * Passes a request body on and fails with `BodyTimeout` when it is not complete within 10 s, or within the time that its bytes take
 * at 8 KB/s if that is longer: a client that sends a byte now and then cannot hold a connection.
 */
export class BodyDeadline extends Transform {
  readonly #began: number;
  readonly #now: () => number;
  #received = 0;
  #timer: NodeJS.Timeout;

  constructor(now: () => number = () => performance.now()) {
    super();
    this.#now = now;
    this.#began = now();
    this.#timer = setTimeout(() => this.#check(), GRACE_MS).unref();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#timer);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #check(): void {
    const left = Math.max(GRACE_MS, this.#received / MIN_RATE) - (this.#now() - this.#began);
    if (left > 0) this.#timer = setTimeout(() => this.#check(), left).unref();
    else this.destroy(new BodyTimeout());
  }
}
