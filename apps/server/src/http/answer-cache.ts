import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { joinShared } from '../front-door/current-visit.ts';
import { EncodedBody } from './encoded-body.ts';

/** Size of an entry relative to its plain body: keys and compressed forms. */
const OVERHEAD = 1.5;
const MAX_ADDRESSES = 20_000;
/** Part of each tag: versions start again in an emptied store, so tags are valid for this process only. */
const OWN = randomBytes(9).toString('base64url');

export interface CachedAnswer {
  body: EncodedBody;
  /** Without the encoding; see `formatTag`. */
  tag: string;
}

/**
 * Responses by canonical question, for one version of the data: a newer version empties the cache. Bounded in bytes; the least
 * recently used is evicted first. Concurrent requests for a response share one computation and hold no place while they wait for it; it
 * is aborted when no request waits for it any more.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, CachedAnswer>;
  /** Questions by the URL as it was sent. */
  readonly #addresses = new Map<string, string>();
  readonly #working = new Map<string, Work>();
  #version = '';

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }) => Math.max(1, Math.ceil(body.plain.length * OVERHEAD)),
    });
  }

  /** Size of the cached responses, with their compressed forms. */
  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  /** The tag of the response to a question, whether or not it is cached. */
  formatTag(key: string, version: string): string {
    return hash('sha256', `${OWN}\n${version}\n${key}`, 'base64url').slice(0, 22);
  }

  /** By a URL given to `remember`. */
  findByAddress(address: string, version: string): CachedAnswer | undefined {
    if (version !== this.#version) return undefined;
    const key = this.#addresses.get(address);
    return key === undefined ? undefined : this.find(key, version);
  }

  find(key: string, version: string): CachedAnswer | undefined {
    return version === this.#version ? this.#answers.get(key) : undefined;
  }

  /** Remembers the question of a URL, so that `findByAddress` need not parse it. */
  remember(address: string, key: string, version: string): void {
    if (version !== this.#version || address.length > 2_000) return;
    if (this.#addresses.size >= MAX_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(address, key);
  }

  /**
   * The cached response, or the one that is being made, or that of `make`. `version` is the version before it is made, so that a
   * response which a change overtakes is not cached as a newer one. Rejects with the signal's reason when it aborts.
   */
  async answer(
    key: string,
    version: string,
    make: (signal: AbortSignal) => Promise<Buffer>,
    signal?: AbortSignal,
  ): Promise<CachedAnswer> {
    const known = this.find(key, version);
    if (known !== undefined) return known;
    signal?.throwIfAborted();
    const name = `${version}\n${key}`;
    const forget = () => this.#working.delete(name);
    const joined = this.#working.get(name);
    if (joined !== undefined) return await joinShared(waitFor(joined, signal, forget));
    const stop = new AbortController();
    const answer = make(stop.signal).then((bytes) => this.#keep(key, version, bytes));
    const work: Work = { answer, stop, waiting: 0 };
    this.#working.set(name, work);
    const done = () => this.#working.get(name) === work && forget();
    answer.then(done, done);
    return await waitFor(work, signal, forget);
  }

  #keep(key: string, version: string, bytes: Buffer): CachedAnswer {
    const answer = { body: new EncodedBody(bytes), tag: this.formatTag(key, version) };
    if (version !== this.#version) {
      this.#answers.clear();
      this.#addresses.clear();
      this.#version = version;
    }
    this.#answers.set(key, answer);
    return answer;
  }
}

interface Work {
  answer: Promise<CachedAnswer>;
  stop: AbortController;
  waiting: number;
}

/** When the last waiting request leaves, the work is aborted; `forget` keeps later ones from joining it. */
async function waitFor(
  work: Work,
  signal: AbortSignal | undefined,
  forget: () => void,
): Promise<CachedAnswer> {
  work.waiting += 1;
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(signal?.reason);
  signal?.addEventListener('abort', leave);
  try {
    return await Promise.race([work.answer, gone.promise]);
  } finally {
    signal?.removeEventListener('abort', leave);
    work.waiting -= 1;
    if (work.waiting === 0 && signal?.aborted) {
      forget();
      work.stop.abort(signal.reason);
    }
  }
}

/** The `ETag` of an encoding of a response. Strong: version, question and encoding determine the bytes. */
export function formatEtag(tag: string, encoding: string | undefined): string {
  return encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
}
