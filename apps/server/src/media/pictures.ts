import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isElsewhere } from '@maru/listing';
import { isUnavailable, type Store } from '@maru/store';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { inTurn, joinShared } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { ApiError } from '../http/api-error.ts';
import {
  createPublicFetch,
  isLoopbackAddress,
  PrivateAddress,
  type PublicFetch,
} from '../http/public-fetch.ts';
import { RareWarning, type Warn } from '../http/rare-warning.ts';
import { readBody } from '../http/read-body.ts';
import { KeptImages } from './kept-images.ts';
import { DiskFiles, type ObjectFiles } from './object-files.ts';
import { openImage } from './open-image.ts';

/** The widths that pages use, in px; others are rejected to keep the cache bounded. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280] as const;
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Limits of an original: bytes, pixels and fetch time in ms. */
const MAX_ORIGINAL = 25 * 1024 * 1024;
const MAX_PIXELS = 60_000_000;
const FETCH_TIMEOUT = 15_000;
/** How long (ms) a picture is served without checking its listing again, and the size of that cache. */
const SHOWN_FOR = 10_000;
const MAX_SHOWN = 50_000;
/** Queue limits, in all and of one address, bound requests for ids that do not exist. An address may use all of the concurrency. */
const QUEUED = { waiting: 200, waitingPerKey: 64, patience: 20_000 };
/** Each fetch holds up to MAX_ORIGINAL bytes in memory. */
const FETCHES = { total: 8, perKey: 8, ...QUEUED };
/** Few decodes, to keep pages fast on two cores. */
const DECODES = { total: 2, perKey: 2, ...QUEUED };
/**
 * Concurrent writes. Above that pictures are served but not stored, so that a hanging disk does not fill the memory.
 */
const CONCURRENT_WRITES = 64;

export interface PictureParts {
  store: Pick<Store, 'findMedia'>;
  dataDir: string;
  /** Hosts, with non-default ports, that a dataset's pictures may come from. */
  mediaHosts: (dataset: string) => readonly string[];
  /** Trial mode: the simulators run on loopback. */
  allowLoopback: boolean;
  /** AVIF effort, 0 to 9. */
  effort: number;
  now?: () => number;
  warn?: Warn;
  /** Overrides the directory in `dataDir`. */
  files?: Pick<ObjectFiles, 'read' | 'write'>;
  /** Maximum time in ms that shutdown waits for writes, in case the disk hangs. Default: 5,000. */
  settleWithin?: number;
}

interface Loaded {
  picture: Buffer;
  /** Resolves when the file is written or has failed. */
  kept: Promise<void>;
}

/**
 * Cached copies of the feeds' photos: fetched once from a host allowed for the feed, resized and stored on disk. The id
 * changes with the photo, so a copy is valid as long as its listing is displayed; after an opt-out it is no longer
 * served. Copies remain available while the database is down; while the disk is full pictures are served but not
 * stored.
 */
export class Pictures {
  readonly #parts: PictureParts;
  readonly #images: KeptImages;
  readonly #notRead: RareWarning;
  readonly #notKept: RareWarning;
  readonly #fetch: PublicFetch;
  /** By key, from the disk lookup until the file is written: concurrent requests share one load. */
  readonly #loading = new Map<string, Promise<Loaded>>();
  readonly #writing = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #isDraining = false;
  readonly #originals = new Map<string, Promise<Buffer>>();
  /** Time (ms since the epoch) until which a picture is known to be displayable. */
  readonly #shown = new LRUCache<string, number>({ max: MAX_SHOWN });
  readonly #fetching = new FairQueue(FETCHES);
  readonly #decoding = new FairQueue(DECODES);

  constructor(parts: PictureParts) {
    this.#parts = parts;
    const { warn = () => undefined, now = Date.now } = parts;
    const files = parts.files ?? new DiskFiles(join(parts.dataDir, 'pictures'), warn);
    this.#images = new KeptImages(files, { warn, now, isSealed: true });
    this.#notRead = new RareWarning('picture could not be read from disk', warn, now);
    this.#notKept = new RareWarning('picture could not be written to disk', warn, now);
    this.#fetch = createPublicFetch(parts.allowLoopback ? { alsoAllow: isLoopbackAddress } : {});
    sharp.concurrency(1);
  }

  /** @throws ApiError 404 when there is no such photo; 503 when its source does not respond or the queue is full */
  async load(id: string, width: number, format: PictureFormat): Promise<Buffer> {
    const key = `${id.slice(0, 2)}/${id}-${width}.${format}`;
    const joined = this.#loading.get(key);
    const loading = joined ?? this.#readOrMake(id, width, format, key);
    if (joined === undefined) {
      this.#loading.set(key, loading);
      const forget = () => this.#loading.delete(key);
      loading.then(({ kept }) => kept.then(forget), forget);
    }
    const { picture } = await (joined === undefined ? loading : joinShared(loading));
    await this.#refuseHidden(id);
    return picture;
  }

  /** Resolves when all pending writes have ended, at the latest after `settleWithin`. */
  async settle(): Promise<void> {
    const late = new AbortController();
    const written = Promise.all(this.#writing).finally(() => late.abort());
    await Promise.race([
      written,
      sleep(this.#parts.settleWithin ?? 5_000, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }

  /**
   * Starts no further fetch: queued requests get 503 when the running fetches end, at the latest after `FETCH_TIMEOUT`.
   */
  drain(): void {
    this.#isDraining = true;
  }

  /** Aborts running fetches with 503 and waits for pending writes. */
  async close(): Promise<void> {
    this.drain();
    this.#closing.abort();
    await this.settle();
  }

  async #readOrMake(id: string, width: number, format: PictureFormat, key: string): Promise<Loaded> {
    const kept = await this.#images.read(key, `image/${format}`).catch((error: unknown) => {
      this.#notRead.give({ err: error });
      return undefined;
    });
    if (kept !== undefined) return { picture: kept, kept: Promise.resolve() };
    const picture = await this.#make(id, width, format);
    const writing = this.#keep(key, `image/${format}`, picture);
    return { picture, kept: writing };
  }

  /** Never throws: the response does not depend on it. */
  async #keep(key: string, mediaType: string, picture: Buffer): Promise<void> {
    const { size } = this.#writing;
    if (size >= CONCURRENT_WRITES) return this.#notKept.give({ writing: size });
    const writing = this.#images
      .write(key, picture, mediaType)
      .catch((error: unknown) => this.#notKept.give({ err: error }))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    await writing;
  }

  async #refuseHidden(id: string): Promise<void> {
    if ((this.#shown.get(id) ?? 0) > this.#now()) return;
    try {
      if ((await this.#parts.store.findMedia(id)) === undefined) throw notFound(id);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    this.#rememberShown(id);
  }

  #rememberShown(id: string): void {
    this.#shown.set(id, this.#now() + SHOWN_FOR);
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }

  async #make(id: string, width: number, format: PictureFormat): Promise<Buffer> {
    const original = await this.#original(id);
    return await inTurn(this.#decoding, async () => {
      if (this.#closing.signal.aborted) throw new ApiError(503, 'unavailable');
      const smaller = openImage(original, { limitInputPixels: MAX_PIXELS })
        .rotate()
        .resize({ width, withoutEnlargement: true });
      return format === 'avif'
        ? smaller.avif({ quality: 50, effort: this.#parts.effort }).toBuffer()
        : smaller.webp({ quality: 72, effort: 3 }).toBuffer();
    }).catch((error: unknown) => {
      if (error instanceof ApiError) throw error;
      // Not a readable image, or one with too many pixels.
      throw notFound(id);
    });
  }

  /** The original, shared by concurrent requests for different widths. */
  #original(id: string): Promise<Buffer> {
    const joined = this.#originals.get(id);
    if (joined !== undefined) return joinShared(joined);
    const fetching = inTurn(this.#fetching, () => this.#fetchOriginal(id));
    this.#originals.set(id, fetching);
    const forget = () => setTimeout(() => this.#originals.delete(id), 2_000).unref();
    fetching.then(forget, forget);
    return fetching;
  }

  async #fetchOriginal(id: string): Promise<Buffer> {
    if (this.#isDraining) throw new ApiError(503, 'unavailable');
    const media = await this.#parts.store.findMedia(id);
    // Videos have ids too, but are not copied.
    if (media === undefined || isElsewhere(media.mediaCategory)) throw notFound(id);
    this.#rememberShown(id);
    const url = new URL(media.mediaUrl);
    if (!/^https?:$/.test(url.protocol) || !this.#isFeedHost(url, media.dataset)) throw notFound(id);
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(FETCH_TIMEOUT)]);
      const answer = await this.#fetch(url, { signal });
      if (answer.status === 404 || answer.status === 410) {
        throw notFound(id);
      }
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return await readBody(answer, MAX_ORIGINAL);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      if (cause instanceof PrivateAddress) throw notFound(id);
      throw new ApiError(503, 'unavailable');
    }
  }

  #isFeedHost({ host, hostname }: URL, dataset: string): boolean {
    const hosts = this.#parts.mediaHosts(dataset);
    return hosts.includes(host) || hosts.includes(hostname);
  }
}

function notFound(id: string): ApiError {
  return new ApiError(404, 'not_found', { values: { path: `/media/${id}` } });
}
