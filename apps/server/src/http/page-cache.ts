import { LRUCache } from 'lru-cache';
import type { EncodedBody } from './encoded-body.ts';

/** A rendered page, the same for everyone. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  html: EncodedBody;
  etag: string;
  /** Version of the index that it was rendered from. */
  version: string;
  /** Served until then regardless of changes (ms since the epoch). */
  freshUntil: number;
  /** Served until then while the index is unchanged. */
  keepUntil: number;
}

/**
 * Pages by address, bounded by the bytes of their plain bodies; the least recently used is evicted first. A page larger than the
 * whole cache is not kept.
 */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>;

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      // A size of 0 is an error of the caller to lru-cache.
      sizeCalculation: (page) => Math.max(1, page.html.plain.length),
    });
  }

  find(key: string, now: number, version: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    const fresh = page.freshUntil > now || (page.version === version && page.keepUntil > now);
    if (fresh) return page;
    this.#pages.delete(key);
    return undefined;
  }

  keep(key: string, page: CachedPage): void {
    this.#pages.set(key, page);
  }
}
