import { isRefusal } from './connection.ts';
import { FeedError } from './feed-error.ts';
import type { ODataPage, ODataService } from './odata-service.ts';
import { keyText, literal, ResourceWalk, type Row, readRows } from './resource-walk.ts';

/** Best first. */
const WAYS = ['in', 'or', 'one', 'none'] as const;

/** Servers accept URLs of 5–8 kB (rule F24). */
const MAX_KEYS_PER_QUERY = 40;
const MAX_KEYS_LENGTH = 3500;
const MAX_OPEN_HOUSES = 200_000;

/** Pictures and open houses, for services that do not expand them in Property. */
export class Related {
  readonly #service: ODataService;
  readonly #pageSize: number;
  #way = 0;
  #hasOpenHouses = true;

  constructor(service: ODataService, pageSize: number) {
    this.#service = service;
    this.#pageSize = pageSize;
  }

  /** Adds `Media` to the rows, except to rows that have it or have no photos. */
  async withMedia(rows: Row[], signal: AbortSignal): Promise<Row[]> {
    const keys = rows
      .filter((row) => !Array.isArray(row.Media) && row.PhotosCount !== 0)
      .map((row) => keyText(row.ListingKey))
      .filter((key) => key !== null);
    if (keys.length === 0 || WAYS[this.#way] === 'none') return rows;
    const media = await this.#loadMedia(keys, signal);
    if (media === undefined) return rows;
    return rows.map((row) => {
      const found = media.get(keyText(row.ListingKey) ?? '');
      return found === undefined || Array.isArray(row.Media) ? row : { ...row, Media: found };
    });
  }

  /** All open houses by ListingKey, for one run; undefined without such a resource. */
  async openHouses(signal: AbortSignal): Promise<Map<string, Row[]> | undefined> {
    if (!this.#hasOpenHouses) return undefined;
    const walk = new ResourceWalk(this.#service, {
      resource: 'OpenHouse',
      keyField: 'OpenHouseKey',
      pageSize: this.#pageSize,
    });
    const byListing = new Map<string, Row[]>();
    let count = 0;
    try {
      for await (const page of walk.pages(null, signal)) {
        for (const row of page.rows) append(byListing, keyText(row.ListingKey), row);
        count += page.rows.length;
        if (count > MAX_OPEN_HOUSES) break;
      }
    } catch (error) {
      if (!isAbsent(error)) throw error;
      this.#hasOpenHouses = false;
      return undefined;
    }
    return byListing;
  }

  async #loadMedia(keys: string[], signal: AbortSignal): Promise<Map<string, Row[]> | undefined> {
    const byListing = new Map<string, Row[]>(keys.map((key) => [key, []]));
    for (let start = 0; start < keys.length; ) {
      const way = WAYS[this.#way];
      if (way === 'none') return undefined;
      const chunk = way === 'one' ? keys.slice(start, start + 1) : takeChunk(keys, start);
      try {
        for (const row of await this.#askMedia(chunk, way === 'in', signal)) {
          const owner = keyText(row.ResourceRecordKey);
          if (owner !== null && byListing.has(owner)) append(byListing, owner, row);
        }
        start += chunk.length;
      } catch (error) {
        if (!isAbsent(error)) throw error;
        this.#way = isRefusal(error) ? this.#way + 1 : WAYS.indexOf('none');
      }
    }
    return byListing;
  }

  async #askMedia(keys: string[], asIn: boolean, signal: AbortSignal): Promise<Row[]> {
    const filter = asIn
      ? `ResourceRecordKey in (${keys.map(literal).join(',')})`
      : keys.map((key) => `ResourceRecordKey eq ${literal(key)}`).join(' or ');
    const question = `Media?$filter=${encodeURIComponent(filter)}`;
    const prefer = { prefer: 'odata.maxpagesize=5000' };
    const rows: Row[] = [];
    const seen = new Set<string>();
    let path: string | null = question;
    let byOffset = false;
    for (let pages = 0; path !== null && pages < 1000; pages += 1) {
      const answer: ODataPage | undefined = await this.#service
        .fetchPage(path, signal, { headers: prefer })
        .catch((error: unknown) => {
          // Offsets are unsupported: the first page is all there is.
          if (byOffset && isRefusal(error)) return undefined;
          throw error;
        });
      const page: Row[] = answer === undefined ? [] : (readRows(answer.json) ?? []);
      const fresh: Row[] = page.filter((row) => !seen.has(keyText(row.MediaKey) ?? JSON.stringify(row)));
      for (const row of fresh) seen.add(keyText(row.MediaKey) ?? JSON.stringify(row));
      rows.push(...fresh);
      byOffset = answer?.nextLink == null;
      if (answer?.nextLink != null) path = answer.nextLink;
      // A short page is not the end where the server caps pages silently.
      else path = fresh.length === 0 ? null : `${question}&$skip=${rows.length}`;
    }
    return rows;
  }
}

function takeChunk(keys: string[], start: number): string[] {
  let length = 0;
  const chunk = keys.slice(start, start + MAX_KEYS_PER_QUERY);
  const end = chunk.findIndex((key) => {
    length += encodeURIComponent(`ResourceRecordKey eq ${literal(key)} or `).length;
    return length > MAX_KEYS_LENGTH;
  });
  return end === -1 ? chunk : chunk.slice(0, Math.max(1, end));
}

/** Whether the service lacks, or does not license, the resource or the kind of request. */
export function isAbsent(error: unknown): boolean {
  return (
    isRefusal(error) ||
    (error instanceof FeedError && (error.status === 403 || error.status === 404 || error.status === 410))
  );
}

function append(map: Map<string, Row[]>, key: string | null, row: Row): void {
  if (key === null) return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [row]);
  else list.push(row);
}
