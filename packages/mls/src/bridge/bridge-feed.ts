import type { Listing } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing/time';
import { EMPTY, normalizeRows, readPeople } from '../change-batch.ts';
import { DeliveredRows } from '../delivered-rows.ts';
import type { ChangeBatch, Feed, FeedAnswer, FeedParts, FeedQuestion } from '../feed.ts';
import type { FeedSettings } from '../feed-settings.ts';
import { LiveSearch } from '../live-search.ts';
import { parseInstant } from '../normalize/coerce.ts';
import { ODataService } from '../odata-service.ts';
import { sharedLimiter } from '../rate-limiter.ts';
import { keyText, type Row } from '../resource-walk.ts';
import { parseBridgeAddress } from './bridge-address.ts';
import { BridgeCredential } from './bridge-credential.ts';
import { type BridgeCursor, formatBridgeCursor, parseBridgeCursor } from './bridge-cursor.ts';
import { MAX_OFFSET, MAX_TOP, OVERLAP, type ReplicaPlace, Replication } from './replication.ts';
import { Showings } from './showings.ts';

/** Members, offices and open houses change rarely, and requests count against the quota. */
const PEOPLE_INTERVAL_MS = 10 * MINUTE_MS;
/** Interval between rereads of the overlap, and its maximum size in rows. */
const OVERLAP_INTERVAL_MS = 60_000;
const MAX_OVERLAP_ROWS = 10_000;
/** Maximum number of listings reread for new open houses; others wait for their next change. */
const MAX_REREAD = 500;

/** A feed for one dataset of Bridge Data Output (`provider: "bridge"`; docs/feeds.md, Bridge). */
export function createBridgeFeed(settings: FeedSettings, parts: FeedParts): Feed {
  return new BridgeFeed(settings, parts);
}

class BridgeFeed implements Feed {
  readonly dataset: string;
  readonly provider: FeedSettings['provider'];
  readonly #log: NonNullable<FeedParts['log']>;
  readonly #now: () => number;
  readonly #parts: FeedParts;
  readonly #service: ODataService;
  readonly #property: Replication;
  readonly #member: Replication;
  readonly #office: Replication;
  readonly #showings: Showings;
  readonly #live: LiveSearch;
  readonly #delivered = new DeliveredRows(changeStamp);
  #peopleReadAt = Number.NEGATIVE_INFINITY;
  #againReadAt = Number.NEGATIVE_INFINITY;

  constructor(settings: FeedSettings, parts: FeedParts) {
    const { root, version } = parseBridgeAddress(
      settings.baseUrl,
      settings.providerDataset ?? settings.dataset,
    );
    this.dataset = settings.dataset;
    this.provider = settings.provider;
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    const log = parts.log ?? (() => {});
    this.#log = (message, facts) => log(message, { dataset: settings.dataset, ...facts });
    this.#service = new ODataService({
      root,
      headerFirst: true,
      dataset: settings.dataset,
      credential: new BridgeCredential(settings.token),
      limiter: parts.limiter ?? sharedLimiter(`${new URL(root).host} ${settings.token}`),
      parts,
    });
    const replication = (resource: string, plural: string, keyField: string) =>
      new Replication(this.#service, {
        resource,
        plural,
        keyField,
        version,
        pageSize: Math.min(parts.pageSize ?? 2000, 2000),
        log: this.#log,
        now: this.#now,
      });
    this.#property = replication('Property', 'Properties', 'ListingKey');
    this.#member = replication('Member', 'Members', 'MemberKey');
    this.#office = replication('Office', 'Offices', 'OfficeKey');
    this.#showings = new Showings(replication('OpenHouse', 'OpenHouses', 'OpenHouseKey'));
    this.#live = new LiveSearch({
      dataset: settings.dataset,
      provider: settings.provider,
      oddities: parts.oddities,
      bathsField: 'BathroomsTotalDecimal',
      // String enumerations since August 2023 (1.4).
      legacySpelling: false,
      mostTop: MAX_TOP,
      mostOffset: MAX_OFFSET,
      fetchPage: (query, size, signal) =>
        this.#property.fetch(
          `?${query}`,
          version === 3 ? { prefer: `maxpagesize=${size}` } : {},
          'live',
          signal,
        ),
      followPage: (link, signal) => this.#service.fetchPage(link, signal, { priority: 'live' }),
      complete: async (rows) => this.#showings.attach(rows),
    });
  }

  async *changes(text: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    try {
      yield* this.#changes(text, signal);
    } catch (error) {
      throw await this.#explain(error, signal);
    }
  }

  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    try {
      yield* this.#property.keys(signal);
    } catch (error) {
      throw await this.#explain(error, signal);
    }
  }

  async findListing(
    listingKey: string,
    signal: AbortSignal,
  ): Promise<{ listing: Listing; raw: unknown } | undefined> {
    try {
      const row = await this.#property.findRow(listingKey, 'live', signal);
      if (row === undefined) return undefined;
      return this.#normalize([await this.#showings.complete(row, 'live', signal)]).upserts[0];
    } catch (error) {
      throw await this.#explain(error, signal);
    }
  }

  async search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer> {
    try {
      return await this.#live.search(question, signal);
    } catch (error) {
      throw await this.#explain(error, signal);
    }
  }

  async *#changes(text: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    let cursor = parseBridgeCursor(text);
    if (text !== null && cursor.batch === 0) this.#log('cursor discarded; starting an initial load');
    this.#delivered.forgetUnstored(cursor.batch);
    const newest = parseInstant(cursor.property.position?.t);
    if (newest !== null) this.#delivered.forgetBefore(newest - OVERLAP);
    for await (const batch of this.#people(cursor, signal)) {
      cursor = parseBridgeCursor(batch.cursor);
      yield batch;
    }
    const wasLoaded = cursor.loaded;
    const isAgainDue = wasLoaded && this.#now() - this.#againReadAt >= OVERLAP_INTERVAL_MS;
    const lookBack = this.#lookBack(newest);
    const cameByLink = cursor.property.link !== null;
    if (!this.#showings.areRead) await this.#showings.read(this.#now(), signal);
    for await (const page of this.#property.pages(cursor.property, wasLoaded, signal)) {
      const batch = this.#batch(page.rows, { ...cursor, property: page.place });
      const hasMoved = JSON.stringify(page.place) !== JSON.stringify(cursor.property);
      if (batch === null) {
        // A position that advanced without rows (the last link) is stored too.
        if (!hasMoved) continue;
        cursor = { ...cursor, property: page.place, batch: cursor.batch + 1 };
        if (!wasLoaded) continue;
        yield { ...EMPTY, cursor: formatBridgeCursor(cursor), initialLoadDone: true };
        continue;
      }
      cursor = parseBridgeCursor(batch.cursor);
      yield batch;
    }
    if (isAgainDue && cameByLink && lookBack !== null) {
      for await (const rows of this.#property.again(cursor.property, lookBack, signal)) {
        const batch = this.#batch(rows, cursor);
        if (batch === null) continue;
        cursor = parseBridgeCursor(batch.cursor);
        yield batch;
      }
    }
    if (isAgainDue) this.#againReadAt = this.#now();
    if (!wasLoaded) {
      cursor = { ...cursor, loaded: true, batch: cursor.batch + 1 };
      yield { ...EMPTY, cursor: formatBridgeCursor(cursor), initialLoadDone: true };
    } else {
      yield* this.#newShowings(cursor, signal);
    }
  }

  /** A batch of new rows that ends at `at`; null when there are none. */
  #batch(rows: Row[], at: BridgeCursor): ChangeBatch | null {
    const fresh = this.#delivered.without(rows);
    if (fresh.length === 0) return null;
    const { upserts, quarantined } = this.#normalize(this.#showings.attach(fresh));
    const next: BridgeCursor = { ...at, batch: at.batch + 1 };
    this.#delivered.remember(fresh, next.batch);
    return {
      ...EMPTY,
      upserts,
      quarantined,
      cursor: formatBridgeCursor(next),
      initialLoadDone: at.loaded,
    };
  }

  /** Start of the overlap in ns; null before the first row. */
  #lookBack(newest: bigint | null): bigint | null {
    if (newest === null) return null;
    const busy = this.#delivered.instantBack(MAX_OVERLAP_ROWS);
    const quiet = newest - OVERLAP;
    // Ignore timestamps in the future.
    return busy !== null && busy > quiet && busy <= newest ? busy : quiet;
  }

  async *#people(from: BridgeCursor, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (from.loaded && this.#now() - this.#peopleReadAt < PEOPLE_INTERVAL_MS) return;
    const resources = { office: this.#office, member: this.#member };
    const pages = (kind: 'office' | 'member', place: ReplicaPlace) =>
      resources[kind].pages(place, from.loaded, signal);
    for await (const { cursor, ...people } of readPeople(from, this.dataset, pages, this.#log)) {
      yield { ...EMPTY, ...people, cursor: formatBridgeCursor(cursor), initialLoadDone: from.loaded };
    }
    this.#peopleReadAt = this.#now();
  }

  /**
   * Listings with changed open houses. A new open house often leaves the listing's timestamps unchanged, so the listing
   * is reread.
   */
  async *#newShowings(cursor: BridgeCursor, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (this.#now() - this.#showings.readAt >= PEOPLE_INTERVAL_MS) {
      await this.#showings.read(this.#now(), signal);
    }
    const { newest } = this.#showings;
    if (newest === null || (newest.t === cursor.openHouse?.t && !this.#showings.haveChanged)) return;
    const listingKeys = this.#showings.takeChanged(cursor.openHouse);
    const rows: Row[] = [];
    for (const key of listingKeys.slice(0, MAX_REREAD)) {
      const row = await this.#property.findRow(key, 'bulk', signal);
      if (row !== undefined) rows.push(row);
    }
    const { upserts } = this.#normalize(this.#showings.attach(rows));
    const next: BridgeCursor = { ...cursor, openHouse: newest, batch: cursor.batch + 1 };
    yield { ...EMPTY, upserts, cursor: formatBridgeCursor(next), initialLoadDone: true };
  }

  #normalize(rows: Row[]): Pick<ChangeBatch, 'upserts' | 'quarantined'> {
    const from = { dataset: this.dataset, provider: this.provider, oddities: this.#parts.oddities };
    return normalizeRows(rows, from, (row) => keyText((row as Row).ListingKey));
  }

  /** Distinguishes a revoked license from a way of access that is not granted (rule F58). */
  #explain(error: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#service.explain(error, 'Property', signal);
  }
}

/** Change detection; Bridge's own timestamp also covers changes made by Bridge. */
function changeStamp(row: Row): unknown {
  return row.BridgeModificationTimestamp ?? row.ModificationTimestamp;
}
