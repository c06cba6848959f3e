import { LRUCache } from 'lru-cache';
import type { Warn } from '../http/rare-warning.ts';
import { readBody } from '../http/read-body.ts';
import { openImage } from './open-image.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PIXELS = 20_000_000;
/** Largest size in px; twice what pages show, for dense screens. */
const SIZE = { width: 320, height: 96 };
const MAX_LOGOS = 100;
const KEPT_FOR_MS = 24 * 3_600_000;
/** Minimum interval between attempts for a logo that cannot be loaded. */
const RETRY_AFTER_MS = 600_000;

/**
 * The logos of the MLSs (`display.labels.logoUrl`), which some data licenses require beside their homes. The server loads them,
 * so that visitors' browsers contact only this site. The owner chose the address, so it may be in a private network.
 */
export class SourceLogos {
  readonly #logos: LRUCache<string, { picture: Buffer | null }>;

  constructor({ warn }: { warn: Warn }) {
    this.#logos = new LRUCache({
      max: MAX_LOGOS,
      fetchMethod: async (url, _stale, { options }) => {
        try {
          options.ttl = KEPT_FOR_MS;
          return { picture: await loadLogo(url) };
        } catch (error) {
          warn({ err: error }, 'logo of an MLS could not be loaded');
          options.ttl = RETRY_AFTER_MS;
          return { picture: null };
        }
      },
    });
  }

  /** The logo as WebP; undefined while it cannot be loaded. */
  async load(url: string): Promise<Buffer | undefined> {
    return (await this.#logos.fetch(url))?.picture ?? undefined;
  }
}

async function loadLogo(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`the logo's server responded ${response.status}`);
  return await openImage(await readBody(response, MAX_BYTES), {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
  })
    .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer();
}
