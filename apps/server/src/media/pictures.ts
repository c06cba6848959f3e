import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isElsewhere } from '@maru/listing';
import { isUnavailable, type Store } from '@maru/store';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { joinShared } from '../front-door/current-visit.ts';
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

/** The widths that pages ask for, in px; anything else is refused, so that the cache stays bounded. */
export const PICTURE_WIDTHS = [320, 480, 640, 960, 1280] as const;
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** An original may be this large (bytes, pixels) and take so long (ms). */
const MAX_ORIGINAL = 25 * 1024 * 1024;
const MAX_PIXELS = 60_000_000;
const FETCH_TIMEOUT = 15_000;
/** For so long (ms) a picture is shown without asking again whether its listing still is, and of so many we know. */
const SHOWN_FOR = 10_000;
const MOST_SHOWN = 50_000;
/** Originals fetched at once: each may be MAX_ORIGINAL bytes in memory. */
const FETCHED_AT_ONCE = 8;
/** Originals decoded at once; more wait, so that pages stay quick on two cores. */
const DECODED_AT_ONCE = 2;
/** Pictures that may wait for either; ids that nobody has cost a question each, and would wait without end. */
const MOST_WAITING = 200;
/** Pictures that are being written at once; more are answered and not kept, so that a disk that hangs does not fill the memory. */
const WRITTEN_AT_ONCE = 64;
/** How long the end waits for pictures that are being written (ms): a disk that hangs must not hold it up. */
const SETTLED_WITHIN = 5_000;
/** Seconds. */
const RETRY_AFTER = 2;

export interface PictureParts {
  store: Pick<Store, 'findMedia'>;
  dataDir: string;
  /** Hosts (with port where it is not the usual one) that a dataset's pictures may come from. */
  mediaHosts: (dataset: string) => readonly string[];
  /** Trial mode: its simulators stand on loopback. */
  allowLoopback: boolean;
  /** 0 to 9, of AVIF. */
  effort: number;
  now?: () => number;
  warn?: Warn;
  /** In place of a folder below `dataDir`. */
  files?: Pick<ObjectFiles, 'read' | 'write'>;
}

interface Loaded {
  picture: Buffer;
  /** Resolves when it is on the disk, or could not be put there. */
  kept: Promise<void>;
}

/**
 * Our own copies of the feeds' photos: fetched once from a host that the feed names, made smaller, kept on disk.
 * A picture's id changes when the photo does, so a copy is good as long as its listing is shown: a seller who opts
 * out takes the photos along. While the database is away the copies go on being shown; while the disk is full they are made,
 * answered and not kept.
 */
export class Pictures {
  readonly #parts: PictureParts;
  readonly #files: Pick<ObjectFiles, 'read' | 'write'>;
  readonly #images: KeptImages;
  readonly #notRead: RareWarning;
  readonly #notKept: RareWarning;
  readonly #fetch: PublicFetch;
  /** By key, from the look at the disk until the picture is on it: whoever comes meanwhile gets the same one. */
  readonly #loading = new Map<string, Promise<Loaded>>();
  readonly #writing = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #isDraining = false;
  readonly #originals = new Map<string, Promise<Buffer>>();
  /** Until when (ms since the epoch) a picture is known to be shown. */
  readonly #shown = new LRUCache<string, number>({ max: MOST_SHOWN });
  readonly #fetching = new Turns(FETCHED_AT_ONCE);
  readonly #decoding = new Turns(DECODED_AT_ONCE);

  constructor(parts: PictureParts) {
    this.#parts = parts;
    const { warn = () => undefined, now = Date.now } = parts;
    this.#files = parts.files ?? new DiskFiles(join(parts.dataDir, 'pictures'), warn);
    this.#images = new KeptImages(this.#files, { warn, now });
    this.#notRead = new RareWarning('a picture could not be read', warn, now);
    this.#notKept = new RareWarning('a picture could not be kept', warn, now);
    this.#fetch = createPublicFetch(parts.allowLoopback ? { alsoAllow: isLoopbackAddress } : {});
    sharp.concurrency(1);
  }

  /** @throws ApiError 404 when there is no such photo; 503 when its source does not answer, or too many wait. */
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

  /** Resolves when every picture that was answered is kept or could not be, at the latest after `SETTLED_WITHIN`. */
  async settle(): Promise<void> {
    const late = new AbortController();
    const written = Promise.all(this.#writing).finally(() => late.abort());
    await Promise.race([
      written,
      sleep(SETTLED_WITHIN, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  }

  /** Begins no further fetch: whoever waits for one gets 503 when the fetches in progress have ended, which takes `FETCH_TIMEOUT` at most. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Ends what is being fetched, with 503 for whoever still waits for it, and settles what was answered. */
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

  /** Never throws: a picture that cannot be kept was answered all the same. */
  async #keep(key: string, mediaType: string, picture: Buffer): Promise<void> {
    const { size } = this.#writing;
    if (size >= WRITTEN_AT_ONCE) return this.#notKept.give({ writing: size });
    const writing = this.#files
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
    return await this.#decoding
      .take(() => {
        if (this.#closing.signal.aborted) throw new ApiError(503, 'unavailable');
        const smaller = sharp(original, { limitInputPixels: MAX_PIXELS })
          .rotate()
          .resize({ width, withoutEnlargement: true });
        return format === 'avif'
          ? smaller.avif({ quality: 50, effort: this.#parts.effort }).toBuffer()
          : smaller.webp({ quality: 72, effort: 3 }).toBuffer();
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        // What the feed calls a photo is none that can be read, or one of too many pixels.
        throw notFound(id);
      });
  }

  /** The original, shared by the widths that are asked for at the same moment. */
  #original(id: string): Promise<Buffer> {
    const joined = this.#originals.get(id);
    if (joined !== undefined) return joinShared(joined);
    const fetching = this.#fetching.take(() => this.#fetchOriginal(id));
    this.#originals.set(id, fetching);
    const forget = () => setTimeout(() => this.#originals.delete(id), 2_000).unref();
    fetching.then(forget, forget);
    return fetching;
  }

  async #fetchOriginal(id: string): Promise<Buffer> {
    if (this.#isDraining) throw new ApiError(503, 'unavailable');
    const media = await this.#parts.store.findMedia(id);
    // A video has an id as well, and is not ours to fetch.
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

/** Lets so many pieces of work go on at once; the others wait in their order, and who comes when too many do is refused. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MOST_WAITING) throw new ApiError(503, 'busy', { retryAfter: RETRY_AFTER });
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await work();
    } finally {
      // Handed on, not given back: nobody who comes now may step in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

function notFound(id: string): ApiError {
  return new ApiError(404, 'not_found', { values: { path: `/media/${id}` } });
}
