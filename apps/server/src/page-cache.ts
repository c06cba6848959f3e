import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A rendered page, the same for everyone, with its compressed forms made once. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  html: Buffer;
  etag: string;
  /** The index that it was made from. */
  version: string;
  /** May be shown until then whatever has changed (ms since the epoch) … */
  freshUntil: number;
  /** … and until then while the index is the same. */
  keepUntil: number;
  forms: Map<'br' | 'gzip', Promise<Buffer>>;
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
    this.#bytes += page.html.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#bytes -= page.html.length;
    this.#pages.delete(key);
  }
}

/** The page's bytes in the best form that the browser takes; each form is made once. */
export function formOf(
  page: CachedPage,
  acceptEncoding: string | undefined,
): { encoding?: 'br' | 'gzip'; body: Promise<Buffer> | Buffer } {
  const accepted = (acceptEncoding ?? '').split(',').filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  const takes = (name: string) => accepted.some((one) => one.split(';')[0]?.trim().toLowerCase() === name);
  const encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined;
  if (encoding === undefined) return { body: page.html };
  let body = page.forms.get(encoding);
  if (body === undefined) {
    body =
      encoding === 'br'
        ? compressBrotli(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : compressGzip(page.html, { level: 5 });
    page.forms.set(encoding, body);
  }
  return { encoding, body };
}

/** Whether a browser's `If-None-Match` names the tag: it may list several, and a proxy may have made them weak. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => strong(tag) === strong(etag));
}
