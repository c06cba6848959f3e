import { join } from 'node:path';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../env.ts';
import { createPublicFetch, type PublicFetch } from '../http/public-fetch.ts';
import type { Warn } from '../http/rare-warning.ts';
import { readBody, readJsonBody } from '../http/read-body.ts';
import { KeptImages } from './kept-images.ts';
import { BucketFiles, DiskFiles, type ObjectFiles } from './object-files.ts';
import { openImage } from './open-image.ts';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Maximum size of an oEmbed response in bytes; usual ones have about 1 KB. */
const MAX_FACTS = 64 * 1024;
const MAX_PIXELS = 20_000_000;
/** Hosts of YouTube thumbnails; test servers use their own host. */
const PICTURE_HOSTS = new Set(['i.ytimg.com', 'img.youtube.com']);
/** Videos per run, requested one after the other. */
const A_TURN = 20;

export interface VideoFactParts {
  store: Pick<Store, 'videos'>;
  settings: Pick<Settings, 'youtubeOembedUrl' | 's3' | 'dataDir'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => number;
  /** Fetch for thumbnails outside the oEmbed host; replaces the one with the system's resolver. */
  publicFetch?: PublicFetch;
}

/**
 * Titles and thumbnails of videos, fetched once from the configured oEmbed endpoint and stored, so that visitors'
 * browsers contact only this site. Without the setting a video shows the realtor's title.
 */
export class VideoFacts {
  readonly #parts: VideoFactParts;
  readonly #files: ObjectFiles;
  readonly #images: KeptImages;
  readonly #publicFetch: PublicFetch;
  #turn: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(parts: VideoFactParts) {
    const { s3, dataDir } = parts.settings;
    this.#parts = parts;
    this.#publicFetch = parts.publicFetch ?? createPublicFetch();
    const warn: Warn = (facts, message) => parts.log.warn(facts, message);
    this.#files = s3 === null ? new DiskFiles(join(dataDir, 'uploads'), warn) : new BucketFiles(s3);
    this.#images = new KeptImages(this.#files, { warn, now: parts.now });
  }

  /** Fetches what is missing. Never throws; a call during a run extends that run. */
  async ask(): Promise<void> {
    if (this.#parts.settings.youtubeOembedUrl === '') return;
    this.#isAskedAgain = true;
    this.#turn ??= this.#askAll().finally(() => {
      this.#turn = undefined;
    });
    await this.#turn;
  }

  /** The stored thumbnail; undefined when missing or damaged. */
  async picture(youtubeId: string): Promise<Buffer | undefined> {
    return await this.#images.read(formatKey(youtubeId), 'image/webp');
  }

  async #askAll(): Promise<void> {
    const { store, log, now } = this.#parts;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        const ids = await store.videos.listUnfetched(new Date(now()), A_TURN);
        for (const id of ids) {
          const facts = await this.#fetchFacts(id);
          await store.videos.keepFacts(id, facts, new Date(now()));
        }
        if (ids.length === A_TURN) this.#isAskedAgain = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'video titles could not be stored');
    }
  }

  async #fetchFacts(
    youtubeId: string,
  ): Promise<{ title: string | null; hasPicture: boolean; failed: boolean }> {
    const { settings, log } = this.#parts;
    try {
      const url = new URL(settings.youtubeOembedUrl);
      url.searchParams.set('url', `https://www.youtube.com/watch?v=${youtubeId}`);
      url.searchParams.set('format', 'json');
      const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
      // Private, deleted or not embeddable: a final result.
      if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
        return { title: null, hasPicture: false, failed: false };
      }
      if (!answer.ok) throw new Error(`oEmbed responded ${answer.status}`);
      const { title, thumbnail_url: thumbnail } = (await readJsonBody(answer, MAX_FACTS)) as Record<
        string,
        unknown
      >;
      const said = typeof title === 'string' ? oneLine(title) : '';
      const hasPicture =
        typeof thumbnail === 'string' && (await this.#keepPicture(youtubeId, thumbnail, url.host));
      return { title: said === '' ? null : said, hasPicture, failed: false };
    } catch (error) {
      log.warn({ err: error }, 'oEmbed request failed');
      return { title: null, hasPicture: false, failed: true };
    }
  }

  async #keepPicture(youtubeId: string, address: string, ownHost: string): Promise<boolean> {
    if (!URL.canParse(address)) return false;
    const url = new URL(address);
    if (!PICTURE_HOSTS.has(url.hostname) && url.host !== ownHost) return false;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // The owner chose this host, so it may be in a private network.
    const isOwn = url.host === ownHost && /^https?:$/.test(url.protocol);
    const answer = await (isOwn
      ? fetch(url, { signal, redirect: 'error' })
      : this.#publicFetch(url, { signal }));
    if (!answer.ok) return false;
    const bytes = await readBody(answer, MAX_BYTES);
    const picture = await openImage(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .resize({ width: 480, height: 270, fit: 'cover' })
      .webp({ quality: 78 })
      .toBuffer();
    await this.#files.write(formatKey(youtubeId), picture, 'image/webp');
    return true;
  }
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

const formatKey = (youtubeId: string) => `videos/${youtubeId}.webp`;
