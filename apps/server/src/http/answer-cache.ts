import { hash, randomBytes } from 'node:crypto';
import { joinShared } from '../front-door/current-visit.ts';
import { EncodedBody } from './encoded-body.ts';

/** What an entry costs beside its bytes: its keys, its compressed forms. */
const OVERHEAD = 1.5;
const MOST_ADDRESSES = 20_000;
/** Versions are numbers that begin again in an emptied store: a tag holds for this process alone. */
const OWN = randomBytes(9).toString('base64url');

export interface CachedAnswer {
  body: EncodedBody;
  /** Without the encoding; see `tagOf`. */
  tag: string;
}

/**
 * Answers by canonical question, for one version of what they are made from: with a newer one all are forgotten.
 * Bounded in bytes, the least recently asked goes first. Who asks what is being answered waits for that answer, and holds no place
 * meanwhile; the work is stopped when nobody waits for it any more.
 */
export class AnswerCache {
  readonly #maxBytes: number;
  readonly #answers = new Map<string, CachedAnswer>();
  /** Addresses as they were written, and the question each of them is. */
  readonly #addresses = new Map<string, string>();
  readonly #working = new Map<string, Work>();
  #version = '';
  /** The question that was asked last. */
  #newest: string | undefined;
  #bytes = 0;

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the answers that are kept, with room for their compressed forms. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The tag of the answer to a question, whether or not it has been made. */
  tagOf(key: string, version: string): string {
    return hash('sha256', `${OWN}\n${version}\n${key}`, 'base64url').slice(0, 22);
  }

  /** By the very text of an address that `remember` was told of. */
  findByAddress(address: string, version: string): CachedAnswer | undefined {
    if (version !== this.#version) return undefined;
    const key = this.#addresses.get(address);
    return key === undefined ? undefined : this.find(key, version);
  }

  find(key: string, version: string): CachedAnswer | undefined {
    if (version !== this.#version) return undefined;
    const answer = this.#answers.get(key);
    if (answer === undefined || key === this.#newest) return answer;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    this.#newest = key;
    return answer;
  }

  /** An address that asks this: the next time it is enough to look at its text. */
  remember(address: string, key: string, version: string): void {
    if (version !== this.#version || address.length > 2_000) return;
    if (this.#addresses.size >= MOST_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(address, key);
  }

  /**
   * The answer that is kept, or is on its way, or that `make` makes. `version` is that of before its making, so that an
   * answer which was overtaken is not taken for a newer one. Rejects with the signal's reason when it aborts.
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
    const answer = { body: new EncodedBody(bytes), tag: this.tagOf(key, version) };
    if (version !== this.#version) {
      this.#answers.clear();
      this.#addresses.clear();
      this.#bytes = 0;
      this.#version = version;
    }
    this.#forget(key);
    this.#answers.set(key, answer);
    this.#newest = key;
    this.#bytes += bytes.length * OVERHEAD;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
    return answer;
  }

  #forget(key: string): void {
    const answer = this.#answers.get(key);
    if (answer === undefined) return;
    this.#answers.delete(key);
    this.#bytes -= answer.body.plain.length * OVERHEAD;
  }
}

interface Work {
  answer: Promise<CachedAnswer>;
  stop: AbortController;
  waiting: number;
}

/** The last who goes stops the work, and `forget` keeps others from waiting for what was stopped. */
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

/** The `ETag` of a form of an answer: strong, since its bytes are told by version, question and encoding. */
export function etagOf(tag: string, encoding: string | undefined): string {
  return encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Whether `If-None-Match` names the answer in any of its forms. */
export function hasTag(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => {
    const [, name] = /^\s*(?:W\/)?"([^"]*?)(?:-br|-gzip)?"\s*$/.exec(one) ?? [];
    return name === tag;
  });
}
