import type { Listing } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing/time';
import { EMPTY, normalizeRows, readPeople } from './change-batch.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import { DeliveredRows } from './delivered-rows.ts';
import type { ChangeBatch, Feed, FeedAnswer, FeedParts, FeedQuestion } from './feed.ts';
import type { FeedSettings } from './feed-settings.ts';
import { LiveSearch } from './live-search.ts';
import { formatInstant, parseInstant } from './normalize/coerce.ts';
import { oauthCredential } from './oauth-credential.ts';
import { bearerCredential, ODataService } from './odata-service.ts';
import { sharedLimiter } from './rate-limiter.ts';
import { isAbsent, Related } from './related.ts';
import { advancePosition, keyText, type Position, ResourceWalk, type Row } from './resource-walk.ts';

const TIME_FIELD = 'ModificationTimestamp';
const SECOND = 1_000_000_000n;
/** Providers commit out of order, so each run looks back this far (rule F43). */
const OVERLAP = 300n * SECOND;
/** Maximum number of overlap rows that are read again. */
const MAX_OVERLAP_ROWS = 10_000;
/** Members and offices change rarely, and requests count against the quota. */
const PEOPLE_INTERVAL_MS = 10 * MINUTE_MS;
/** Maximum number of listings reread for new open houses; others wait for their next change. */
const MAX_REREAD = 500;

/** A feed for any RESO Web API server (`provider: "reso"`). */
export function createResoWebApi(settings: FeedSettings, parts: FeedParts): Feed {
  return new ResoWebApi(settings, parts);
}

class ResoWebApi implements Feed {
  readonly dataset: string;
  readonly provider: FeedSettings['provider'];
  readonly #log: NonNullable<FeedParts['log']>;
  readonly #now: () => number;
  readonly #oddities: FeedParts['oddities'];
  readonly #service: ODataService;
  readonly #property: ResourceWalk;
  readonly #member: ResourceWalk;
  readonly #office: ResourceWalk;
  readonly #openHouse: ResourceWalk;
  readonly #related: Related;
  readonly #live: LiveSearch;
  readonly #delivered = new DeliveredRows((row) => row[TIME_FIELD]);
  #peopleReadAt = Number.NEGATIVE_INFINITY;
  #showingsReadAt = Number.NEGATIVE_INFINITY;

  constructor(settings: FeedSettings, parts: FeedParts) {
    const service = new ODataService({
      root: settings.baseUrl,
      dataset: settings.dataset,
      credential:
        settings.oauth === undefined
          ? bearerCredential(settings.token)
          : oauthCredential(settings.dataset, settings.oauth, parts),
      limiter:
        parts.limiter ??
        sharedLimiter(`${new URL(settings.baseUrl).host} ${settings.oauth?.clientId ?? settings.token}`),
      parts,
    });
    const pageSize = parts.pageSize ?? 1000;
    const walk = (resource: string, keyField: string, expands?: string[]) =>
      new ResourceWalk(service, { resource, keyField, pageSize, expands });
    this.#service = service;
    this.dataset = settings.dataset;
    this.provider = settings.provider;
    this.#log = parts.log ?? (() => {});
    this.#now = parts.now ?? Date.now;
    this.#oddities = parts.oddities;
    this.#property = walk('Property', 'ListingKey', ['Media,OpenHouse', 'Media', '']);
    this.#member = walk('Member', 'MemberKey');
    this.#office = walk('Office', 'OfficeKey');
    this.#openHouse = walk('OpenHouse', 'OpenHouseKey');
    this.#related = new Related(service, pageSize);
    this.#live = new LiveSearch({
      dataset: settings.dataset,
      provider: settings.provider,
      oddities: parts.oddities,
      bathsField: 'BathroomsTotalInteger',
      legacySpelling: true,
      mostTop: Math.min(200, pageSize),
      mostOffset: Number.POSITIVE_INFINITY,
      fetchPage: (query, size, signal) =>
        service.fetchPage(`Property?${query}`, signal, {
          headers: { prefer: `odata.maxpagesize=${size}` },
          priority: 'live',
        }),
      followPage: (link, signal) => service.fetchPage(link, signal, { priority: 'live' }),
      complete: (rows, signal) => this.#complete(rows, undefined, signal),
    });
  }

  async *changes(text: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    try {
      yield* this.#changes(text, signal);
    } catch (error) {
      throw await this.#service.explain(error, 'Property', signal);
    }
  }

  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    try {
      yield* this.#property.keys(signal);
    } catch (error) {
      throw await this.#service.explain(error, 'Property', signal);
    }
  }

  async *#changes(text: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    let cursor = parseCursor(text);
    if (text !== null && cursor.batch === 0)
      this.#log('cursor discarded; starting an initial load', { dataset: this.dataset });
    this.#delivered.forgetUnstored(cursor.batch);
    const newest = cursor.property === null ? null : parseInstant(cursor.property.t);
    if (newest !== null) this.#delivered.forgetBefore(newest - OVERLAP);
    for await (const batch of this.#people(cursor, signal)) {
      cursor = parseCursor(batch.cursor);
      yield batch;
    }
    const wasLoaded = cursor.loaded;
    let openHouses: Map<string, Row[]> | undefined | null = null;
    for await (const page of this.#property.pages(
      startPosition(cursor, this.#delivered.instantBack(MAX_OVERLAP_ROWS)),
      signal,
    )) {
      const property = advancePosition(cursor.property, page, TIME_FIELD);
      const rows = this.#delivered.without(page.rows);
      if (rows.length === 0 && property === cursor.property) continue;
      const next: Cursor = { ...cursor, property, batch: cursor.batch + 1 };
      if (openHouses === null && rows.some((row) => !Array.isArray(row.OpenHouse ?? row.OpenHouses))) {
        openHouses = await this.#related.openHouses(signal);
      }
      const whole = await this.#complete(rows, openHouses ?? undefined, signal);
      const { upserts, quarantined } = this.#normalize(whole);
      this.#delivered.remember(rows, next.batch);
      cursor = next;
      if (upserts.length + quarantined.length > 0) {
        yield { ...EMPTY, upserts, quarantined, cursor: formatCursor(cursor), initialLoadDone: wasLoaded };
      }
    }
    if (!wasLoaded) {
      cursor = { ...cursor, loaded: true, batch: cursor.batch + 1 };
      yield { ...EMPTY, cursor: formatCursor(cursor), initialLoadDone: true };
    } else {
      yield* this.#showings(cursor, signal);
    }
  }

  async findListing(
    listingKey: string,
    signal: AbortSignal,
  ): Promise<{ listing: Listing; raw: unknown } | undefined> {
    const row = await this.#property.findRow(listingKey, signal, 'live');
    if (row === undefined) return undefined;
    const whole = await this.#complete([row], undefined, signal);
    return this.#normalize(whole).upserts[0];
  }

  search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer> {
    return this.#live.search(question, signal);
  }

  async *#people(from: Cursor, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (from.loaded && this.#now() - this.#peopleReadAt < PEOPLE_INTERVAL_MS) return;
    const walks = { office: this.#office, member: this.#member };
    const pages = async function* (kind: 'office' | 'member', start: Position | null) {
      let place = start;
      for await (const page of walks[kind].pages(start, signal)) {
        place = advancePosition(place, page, TIME_FIELD);
        yield { rows: page.rows, place };
      }
    };
    for await (const { cursor, ...people } of readPeople(from, this.dataset, pages, this.#log)) {
      yield { ...EMPTY, ...people, cursor: formatCursor(cursor), initialLoadDone: from.loaded };
    }
    this.#peopleReadAt = this.#now();
  }

  /**
   * Listings with changed open houses. A new open house often leaves the listing's ModificationTimestamp unchanged, so
   * the listing is reread.
   */
  async *#showings(cursor: Cursor, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (this.#now() - this.#showingsReadAt < PEOPLE_INTERVAL_MS) return;
    // The initial load included all open houses; the position is kept from then on.
    const from = cursor.openHouse ?? startPosition(cursor);
    let openHouse = from;
    const listingKeys = new Set<string>();
    try {
      for await (const page of this.#openHouse.pages(from, signal)) {
        openHouse = advancePosition(openHouse, page, TIME_FIELD);
        for (const row of page.rows) listingKeys.add(keyText(row.ListingKey) ?? '');
      }
      const openHouses = listingKeys.size > 0 ? await this.#related.openHouses(signal) : undefined;
      const rows: Row[] = [];
      for (const key of [...listingKeys].slice(0, MAX_REREAD)) {
        const row = key === '' ? undefined : await this.#property.findRow(key, signal);
        if (row !== undefined) rows.push(row);
      }
      this.#showingsReadAt = this.#now();
      if (rows.length === 0 && openHouse === cursor.openHouse) return;
      const { upserts } = this.#normalize(await this.#complete(rows, openHouses, signal));
      const next: Cursor = { ...cursor, openHouse, batch: cursor.batch + 1 };
      yield { ...EMPTY, upserts, cursor: formatCursor(next), initialLoadDone: true };
    } catch (error) {
      if (!isAbsent(error)) throw error;
      this.#showingsReadAt = Number.POSITIVE_INFINITY;
      this.#log('resource not available in this feed', { dataset: this.dataset, resource: 'openHouse' });
    }
  }

  async #complete(
    rows: Row[],
    openHouses: Map<string, Row[]> | undefined,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const pictured = await this.#related.withMedia(rows, signal);
    if (openHouses === undefined) return pictured;
    return pictured.map((row) => {
      const found = openHouses.get(keyText(row.ListingKey) ?? '');
      return found === undefined || Array.isArray(row.OpenHouse) ? row : { ...row, OpenHouse: found };
    });
  }

  #normalize(rows: Row[]): Pick<ChangeBatch, 'upserts' | 'quarantined'> {
    const from = { dataset: this.dataset, provider: this.provider, oddities: this.#oddities };
    return normalizeRows(rows, from, (row) => keyText((row as Row).ListingKey));
  }
}

/**
 * An initial load resumes exactly at its position; later runs look back over the overlap, limited by `busy` (ns) when
 * there are many changes.
 */
function startPosition(cursor: Cursor, busy: bigint | null = null): Position | null {
  const at = cursor.property === null ? null : parseInstant(cursor.property.t);
  if (!cursor.loaded || at === null) return cursor.property;
  const quiet = at - OVERLAP;
  return { t: formatInstant(busy !== null && busy > quiet && busy <= at ? busy : quiet), k: null };
}
