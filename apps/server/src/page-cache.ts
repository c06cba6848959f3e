import type { EncodedBody } from './encoded-body.ts';

/** A rendered page, the same for everyone. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  html: EncodedBody;
  etag: string;
  /** The index that it was made from. */
  version: string;
  /** May be shown until then whatever has changed (ms since the epoch) … */
  freshUntil: number;
  /** … and until then while the index is the same. */
  keepUntil: number;
}

/** Keeps the newest pages by address, within a bound of bytes; the least recently used goes first. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  find(key: string, now: number, version: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    const fresh = page.freshUntil > now || (page.version === version && page.keepUntil > now);
    if (!fresh) {
      this.#drop(key);
      return undefined;
    }
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  keep(key: string, page: CachedPage): void {
    this.#drop(key);
    this.#pages.set(key, page);
    this.#bytes += page.html.plain.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#bytes -= page.html.plain.length;
    this.#pages.delete(key);
  }
}

/** Whether a browser's `If-None-Match` names the tag: it may list several, and a proxy may have made them weak. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => strong(tag) === strong(etag));
}
