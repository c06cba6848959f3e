import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { isElsewhere } from '@maru/listing';
import { isUnavailable, type Store } from '@maru/store';
import sharp from 'sharp';
import { DiskFiles } from './object-files.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

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
}

/**
 * Our own copies of the feeds' photos: fetched once from a host that the feed names, made smaller, kept on disk.
 * A picture's id changes when the photo does, so a copy is good as long as its listing is shown: a seller who opts
 * out takes the photos along. While the database is away the copies go on being shown.
 */
export class Pictures {
  readonly #parts: PictureParts;
  readonly #files: DiskFiles;
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #originals = new Map<string, Promise<Buffer>>();
  /** Until when (ms since the epoch) a picture is known to be shown. */
  readonly #shown = new Map<string, number>();
  readonly #fetching = new Turns(FETCHED_AT_ONCE);
  readonly #decoding = new Turns(DECODED_AT_ONCE);

  constructor(parts: PictureParts) {
    this.#parts = parts;
    this.#files = new DiskFiles(join(parts.dataDir, 'pictures'));
    sharp.concurrency(1);
  }

  /** @throws Refusal 404 when there is no such photo; 503 when its source does not answer, or too many wait. */
  async load(id: string, width: number, format: PictureFormat): Promise<Buffer> {
    const key = `${id.slice(0, 2)}/${id}-${width}.${format}`;
    const kept = await this.#files.read(key).catch(() => undefined);
    if (kept !== undefined) {
      await this.#refuseHidden(id);
      return kept;
    }
    let making = this.#making.get(key);
    if (making === undefined) {
      making = this.#make(id, width, format, key).finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  async #refuseHidden(id: string): Promise<void> {
    const now = (this.#parts.now ?? Date.now)();
    if ((this.#shown.get(id) ?? 0) > now) return;
    this.#shown.delete(id);
    try {
      if ((await this.#parts.store.findMedia(id)) === undefined) throw notFound(id);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    this.#shown.set(id, now + SHOWN_FOR);
    const oldest = this.#shown.size > MOST_SHOWN ? this.#shown.keys().next().value : undefined;
    if (oldest !== undefined) this.#shown.delete(oldest);
  }

  async #make(id: string, width: number, format: PictureFormat, key: string): Promise<Buffer> {
    const original = await this.#original(id);
    const picture = await this.#decoding
      .take(() => {
        const smaller = sharp(original, { limitInputPixels: MAX_PIXELS })
          .rotate()
          .resize({ width, withoutEnlargement: true });
        return format === 'avif'
          ? smaller.avif({ quality: 50, effort: this.#parts.effort }).toBuffer()
          : smaller.webp({ quality: 72, effort: 3 }).toBuffer();
      })
      .catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        // What the feed calls a photo is none that can be read, or one of too many pixels.
        throw notFound(id);
      });
    await this.#files.write(key, picture);
    return picture;
  }

  /** The original, shared by the widths that are asked for at the same moment. */
  #original(id: string): Promise<Buffer> {
    let fetching = this.#originals.get(id);
    if (fetching === undefined) {
      fetching = this.#fetching.take(() => this.#fetchOriginal(id));
      this.#originals.set(id, fetching);
      const forget = () => setTimeout(() => this.#originals.delete(id), 2_000).unref();
      fetching.then(forget, forget);
    }
    return fetching;
  }

  async #fetchOriginal(id: string): Promise<Buffer> {
    const media = await this.#parts.store.findMedia(id);
    // A video has an id as well, and is not ours to fetch.
    if (media === undefined || isElsewhere(media.mediaCategory)) throw notFound(id);
    const url = new URL(media.mediaUrl);
    await this.#refuseForeign(url, media.dataset);
    try {
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT) });
      if (answer.status === 404 || answer.status === 410) {
        throw notFound(id);
      }
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      return await readBody(answer, MAX_ORIGINAL);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new Refusal(503, 'unavailable');
    }
  }

  /** Only hosts that the feed names, and never an address inside our own network. */
  async #refuseForeign(url: URL, dataset: string): Promise<void> {
    const refused = new Refusal(404, 'not_found', { values: { path: '/media' } });
    if (!/^https?:$/.test(url.protocol)) throw refused;
    const hosts = this.#parts.mediaHosts(dataset);
    if (!hosts.includes(url.host) && !hosts.includes(url.hostname)) throw refused;
    const found = await lookup(url.hostname, { all: true }).catch(() => {
      throw new Refusal(503, 'unavailable');
    });
    for (const { address } of found) {
      if (isPrivateAddress(address) && !(this.#parts.allowLoopback && isLoopbackAddress(address)))
        throw refused;
    }
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
    if (this.#waiting.length >= MOST_WAITING) throw new Refusal(503, 'busy', { retryAfter: RETRY_AFTER });
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

function notFound(id: string): Refusal {
  return new Refusal(404, 'not_found', { values: { path: `/media/${id}` } });
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127\./.test(address) || /^::ffff:127\./i.test(address);
}

/** Loopback, link-local, private, carrier-grade NAT, multicast and unspecified ranges of IPv4 and IPv6. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const text = mapped ?? address;
  if (isIP(text) === 4) {
    const [a = 0, b = 0] = text.split('.').map(Number);
    return (
      a === 0 ||
      a === 10 ||
      a === 127 ||
      a >= 224 ||
      (a === 100 && b >= 64 && b <= 127) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && b === 168)
    );
  }
  return /^(::1?$|f[cd]|fe[89ab]|ff|::ffff:)/i.test(text);
}
