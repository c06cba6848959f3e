import type { Listing, Member, Office } from '@maru/listing';
import { HOUR_MS } from '@maru/listing/time';
import { EMPTY, normalizeRows } from '../change-batch.ts';
import { formatCursor } from '../cursor.ts';
import { Delivered } from '../delivered-rows.ts';
import type { ChangeBatch, Feed, FeedAnswer, FeedAttribution, FeedParts, FeedQuestion } from '../feed.ts';
import { FeedError } from '../feed-error.ts';
import type { FeedSettings } from '../feed-settings.ts';
import { isAnswerTo } from '../live-search.ts';
import { readText, readWebAddress } from '../normalize/coerce.ts';
import { normalizeMember, normalizeOffice } from '../normalize/member.ts';
import { ListingWalk, type WalkPage, type WalkPosition } from './listing-walk.ts';
import { LiveAnswers } from './live-answers.ts';
import { findMarketMap, findWord, knownWords, type MarketMap } from './market-map.ts';
import { parseSlipstreamCursor, type SlipstreamCursor } from './slipstream-cursor.ts';
import {
  listMemberRows,
  listOfficeRows,
  modifiedSeconds,
  type Row,
  readId,
  type Shelf,
  toMemberRow,
  toOfficeRow,
  toResoRow,
} from './slipstream-row.ts';
import { type Operation, SlipstreamService } from './slipstream-service.ts';
import { MAX_ROWS, WHOLE_ROW, type WireQuery } from './wire-query.ts';

/**
 * Overlap of later runs in seconds. Providers commit out of order (rule F43), and `modifiedDate` is set by the MLS
 * before HJI imports the row; an hour is less than a page in most markets.
 */
const OVERLAP = 3600;
/** Timestamps further ahead of the server's clock are errors and not used as positions. */
const FUTURE_SLACK = 60;
const PEOPLE_INTERVAL_MS = 6 * HOUR_MS;
/** Interval between checks whether the license now includes sales. */
const SALES_CHECK_INTERVAL_MS = HOUR_MS;
const WORDS_INTERVAL_MS = 24 * HOUR_MS;
/** Maximum number of unknown values counted per run. */
const MAX_WORDS = 1000;

/** A feed for one market of Home Junction's SlipStream (`provider: "slipstream"`; docs/feeds.md, SlipStream). */
export function createSlipstream(settings: FeedSettings, parts: FeedParts): Feed {
  return new Slipstream(settings, parts);
}

class Slipstream implements Feed {
  readonly dataset: string;
  readonly provider: FeedSettings['provider'];
  readonly #parts: FeedParts;
  readonly #log: NonNullable<FeedParts['log']>;
  readonly #now: () => number;
  readonly #service: SlipstreamService;
  readonly #map: MarketMap;
  readonly #walks: Record<'listings' | 'sales', ListingWalk>;
  readonly #live: LiveAnswers;
  readonly #pageSize: number;
  /** By timestamp, people by their content. */
  readonly #delivered = new Delivered();
  /** People in the market's own lists, which have more details than listings. */
  readonly #listedPeople = new Set<string>();
  readonly #unknownWords = new Map<string, number>();
  #salesClosedUntil = Number.NEGATIVE_INFINITY;
  #peopleReadAt = Number.NEGATIVE_INFINITY;
  #wordsReadAt = Number.NEGATIVE_INFINITY;

  constructor(settings: FeedSettings, parts: FeedParts) {
    this.dataset = settings.dataset;
    this.provider = settings.provider;
    this.#parts = parts;
    this.#log = parts.log ?? (() => {});
    this.#now = parts.now ?? Date.now;
    this.#service = new SlipstreamService(settings, parts);
    this.#map = findMarketMap(settings.providerDataset ?? settings.dataset);
    this.#live = new LiveAnswers(this.#service, this.#map, this.#now);
    this.#pageSize = Math.min(MAX_ROWS, parts.pageSize ?? MAX_ROWS);
    const onMarket = this.#map.onMarket === null ? {} : { status: this.#map.onMarket.join('|') };
    const walk = (operation: Operation, always: WireQuery) =>
      new ListingWalk(
        (query, asking) => this.#service.fetchPage(operation, { ...always, ...query }, asking),
        this.#pageSize,
      );
    this.#walks = { listings: walk('listings/search', onMarket), sales: walk('sales/search', {}) };
  }

  async *changes(text: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    let cursor = parseSlipstreamCursor(text);
    if (text !== null && cursor.batch === 0)
      this.#log('cursor discarded; starting an initial load', { dataset: this.dataset });
    this.#delivered.forgetUnstored(cursor.batch);
    this.#forgetOld(cursor);
    for await (const batch of this.#people(cursor, signal)) {
      cursor = parseSlipstreamCursor(batch.cursor);
      yield batch;
    }
    const wasLoaded = cursor.loaded;
    for (const shelf of ['listings', 'sales'] as const) {
      if (shelf === 'sales' && this.#now() < this.#salesClosedUntil) continue;
      for await (const batch of this.#shelf(shelf, cursor, signal)) {
        cursor = parseSlipstreamCursor(batch.cursor);
        yield batch;
      }
    }
    if (!wasLoaded) {
      cursor = { ...cursor, loaded: true, batch: cursor.batch + 1 };
      yield { ...EMPTY, cursor: formatCursor(cursor), initialLoadDone: true };
    }
    await this.#logUnknownWords(signal);
    this.#tellUnknownWords();
  }

  /** All ids on the market and, if licensed, of sales; ids in neither were removed. */
  async *keys(signal: AbortSignal): AsyncGenerator<string[]> {
    const seen = new Set<string>();
    for (const shelf of ['listings', 'sales'] as const) {
      try {
        for await (const ids of this.#walks[shelf].keys(signal)) {
          const fresh = ids.filter((id) => !seen.has(id));
          for (const id of fresh) seen.add(id);
          if (fresh.length > 0) yield fresh;
        }
      } catch (error) {
        if (shelf === 'listings' || !isNotLicensed(error)) throw error;
      }
    }
  }

  /** On the market, else sold, else inactive, else undefined (rule F87). */
  async findListing(
    listingKey: string,
    signal: AbortSignal,
  ): Promise<{ listing: Listing; raw: unknown } | undefined> {
    const places = [
      ['listings/get', 'listings'],
      ['sales/get', 'sales'],
      ['listings/inactive/get', 'inactive'],
    ] as const;
    let wasUnknownPath = false;
    for (const [operation, shelf] of places) {
      try {
        const { rows } = await this.#service.fetchPage(
          operation,
          { id: listingKey, ...WHOLE_ROW },
          { priority: 'live', signal },
        );
        const row = rows.find((one) => readId(one)?.toLowerCase() === listingKey.toLowerCase());
        if (row !== undefined) return this.#normalize([row], shelf).upserts[0];
      } catch (error) {
        const mayLack = shelf !== 'listings' && isNotLicensed(error);
        if (!mayLack && !isNotThere(error)) throw error;
        wasUnknownPath ||= isNotThere(error);
      }
    }
    // An expired token also causes 404: before a listing counts as removed, another request must succeed.
    if (wasUnknownPath) {
      await this.#service.fetchPage('listings/search', { pageSize: 1 }, { priority: 'live', signal });
    }
    return undefined;
  }

  async search(question: FeedQuestion, signal: AbortSignal): Promise<FeedAnswer> {
    const page = await this.#live.fetchPage(question, signal);
    const { upserts } = this.#normalize(page.rows, 'listings');
    const listings = upserts.filter(({ listing }) => isAnswerTo(question, listing));
    // The server knows withheld addresses: a count for bounds would reveal them.
    const isDisclosing = question.bounds !== undefined && listings.length !== page.total;
    return { total: isDisclosing ? null : page.total, listings };
  }

  /** Attribution required by the market (rule F29). */
  async attribution(signal: AbortSignal): Promise<FeedAttribution | undefined> {
    const { rows } = await this.#service.fetchPage(
      'markets/get',
      { details: true },
      { priority: 'bulk', signal },
    );
    const [market] = rows;
    if (typeof market !== 'object' || market === null) return undefined;
    const { copyright, disclaimer, logo } = market as Record<string, unknown>;
    return {
      copyright: readText(copyright, 2000),
      disclaimer: readText(disclaimer, 4000),
      logoUrl: readWebAddress(logo, ['https:', 'http:']),
    };
  }

  async *#shelf(
    shelf: 'listings' | 'sales',
    from: SlipstreamCursor,
    signal: AbortSignal,
  ): AsyncGenerator<ChangeBatch> {
    let cursor = from;
    let isUnreported = false;
    try {
      for await (const page of this.#walks[shelf].pages(startPosition(from, shelf), signal)) {
        const position = advance(cursor[shelf], page);
        const rows = page.items.filter(
          (row) => !this.#delivered.has(`${shelf}:${readId(row)}`, changeStamp(row)),
        );
        if (rows.length === 0 && position?.t === cursor[shelf]?.t) continue;
        cursor = { ...cursor, [shelf]: position, batch: cursor.batch + 1 };
        isUnreported = rows.length === 0;
        if (isUnreported) continue;
        const batch = {
          ...this.#normalize(rows, shelf),
          ...this.#peopleIn(rows, cursor.batch),
          cursor: formatCursor(cursor),
          initialLoadDone: from.loaded,
        };
        for (const row of rows)
          this.#delivered.remember(`${shelf}:${readId(row)}`, changeStamp(row), cursor.batch);
        yield batch;
      }
    } catch (error) {
      if (shelf === 'listings' || !isNotLicensed(error)) throw error;
      this.#log('resource not available in this feed', { dataset: this.dataset, resource: shelf });
      this.#salesClosedUntil = this.#now() + SALES_CHECK_INTERVAL_MS;
    }
    // Report a position that advanced without rows, or the next run would repeat it.
    if (isUnreported) {
      yield { ...EMPTY, cursor: formatCursor(cursor), initialLoadDone: from.loaded };
    }
  }

  /** The market's lists of agents and offices, where available; otherwise they come with listings. */
  async *#people(from: SlipstreamCursor, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    if (this.#now() - this.#peopleReadAt < PEOPLE_INTERVAL_MS) return;
    let cursor = from;
    const lists = [
      ['markets/offices/search', 'office'],
      ['markets/agents/search', 'member'],
    ] as const;
    for (const [operation, kind] of lists) {
      try {
        for await (const rows of this.#list(operation, signal)) {
          const resoRows = rows.flatMap<Row>(
            (row) => (kind === 'office' ? toOfficeRow(row) : toMemberRow(row)) ?? [],
          );
          for (const row of resoRows) this.#listedPeople.add(`${kind}:${row.MemberKey ?? row.OfficeKey}`);
          const batch = cursor.batch + 1;
          const offices = kind === 'office' ? this.#fresh(resoRows, normalizeOffice, 'office', batch) : [];
          const members = kind === 'member' ? this.#fresh(resoRows, normalizeMember, 'member', batch) : [];
          if (offices.length + members.length === 0) continue;
          cursor = { ...cursor, batch };
          yield {
            ...EMPTY,
            offices,
            members,
            cursor: formatCursor(cursor),
            initialLoadDone: from.loaded,
          };
        }
      } catch (error) {
        if (!isNotLicensed(error)) throw error;
        this.#log('resource not available in this feed', { dataset: this.dataset, resource: kind });
      }
    }
    this.#peopleReadAt = this.#now();
  }

  async *#list(operation: Operation, signal: AbortSignal): AsyncGenerator<unknown[]> {
    const seen = new Set<string>();
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { rows, isLast } = await this.#service.fetchPage(
        operation,
        { details: true, pageNumber, pageSize: this.#pageSize },
        { priority: 'bulk', signal },
      );
      const before = seen.size;
      for (const row of rows) seen.add(readId(row) ?? '');
      // A list without paging returns the same page forever.
      if (seen.size === before) return;
      yield rows;
      if (isLast) return;
    }
  }

  #peopleIn(rows: unknown[], batch: number): Pick<ChangeBatch, 'members' | 'offices'> {
    const unlisted = (kind: 'member' | 'office', of: (row: unknown) => Row[]) =>
      rows
        .flatMap(of)
        .filter(
          (row) => !this.#listedPeople.has(`${kind}:${kind === 'member' ? row.MemberKey : row.OfficeKey}`),
        );
    return {
      members: this.#fresh(unlisted('member', listMemberRows), normalizeMember, 'member', batch),
      offices: this.#fresh(unlisted('office', listOfficeRows), normalizeOffice, 'office', batch),
    };
  }

  /** New or changed people; of two in a batch the later. */
  #fresh<T extends Member | Office>(
    rows: Row[],
    normalize: (row: Row, dataset: string) => T | undefined,
    kind: 'member' | 'office',
    batch: number,
  ): T[] {
    const fresh = new Map<string, T>();
    for (const row of rows) {
      const person = normalize(row, this.dataset);
      if (person === undefined) continue;
      const key = `${kind}:${'memberKey' in person ? person.memberKey : person.officeKey}`;
      const stamp = JSON.stringify(person);
      if (this.#delivered.has(key, stamp)) continue;
      fresh.set(key, person);
      this.#delivered.remember(key, stamp, batch);
    }
    return [...fresh.values()];
  }

  #normalize(rows: unknown[], shelf: Shelf): Pick<ChangeBatch, 'upserts' | 'quarantined'> {
    const onUnknownWord = (property: string, word: string) => {
      const key = `${property}: ${word.slice(0, 60)}`;
      const count = this.#unknownWords.get(key);
      if (count !== undefined || this.#unknownWords.size < MAX_WORDS) {
        this.#unknownWords.set(key, (count ?? 0) + 1);
      }
    };
    const from = { dataset: this.dataset, provider: this.provider, oddities: this.#parts.oddities };
    const convert = (row: unknown) => toResoRow(row, { map: this.#map, shelf, onUnknownWord });
    return normalizeRows(rows, from, readId, convert);
  }

  /** Logs values of the market that our tables lack (rule F51). */
  async #logUnknownWords(signal: AbortSignal): Promise<void> {
    if (this.#now() - this.#wordsReadAt < WORDS_INTERVAL_MS) return;
    this.#wordsReadAt = this.#now();
    for (const [property, known] of Object.entries(knownWords(this.#map))) {
      try {
        const { rows } = await this.#service.fetchPage(
          'markets/enumerate',
          { property },
          { priority: 'bulk', signal },
        );
        const unknown = rows.filter((one) => typeof one === 'string' && findWord(known, one) === undefined);
        if (unknown.length > 0) {
          this.#log('market vocabulary contains unknown values', {
            dataset: this.dataset,
            property,
            words: unknown.slice(0, 50),
          });
        }
      } catch (error) {
        signal.throwIfAborted();
        // Only informational; not worth failing.
        if (!(error instanceof FeedError)) throw error;
      }
    }
  }

  #tellUnknownWords(): void {
    if (this.#unknownWords.size === 0) return;
    this.#log('rows contained unknown values', {
      dataset: this.dataset,
      words: Object.fromEntries([...this.#unknownWords].slice(0, 50)),
    });
    this.#unknownWords.clear();
  }

  #forgetOld(cursor: SlipstreamCursor): void {
    this.#delivered.forget((key, stamp) => {
      const [shelf] = key.split(':');
      const position = shelf === 'listings' || shelf === 'sales' ? cursor[shelf] : null;
      return position !== null && !(Number.parseInt(stamp, 10) >= position.t - OVERLAP);
    });
  }
}

/** HJI's own changes move only `lastUpdated`. */
function changeStamp(row: unknown): string {
  const lastUpdated = typeof row === 'object' && row !== null ? (row as Row).lastUpdated : '';
  return `${modifiedSeconds(row) ?? ''}/${lastUpdated ?? ''}`;
}

/** An initial load resumes exactly; later runs look back over the overlap. */
function startPosition(cursor: SlipstreamCursor, shelf: 'listings' | 'sales'): WalkPosition | null {
  const position = cursor[shelf];
  if (!cursor.loaded || position === null) return position;
  return { t: Math.max(0, position.t - OVERLAP), keys: [] };
}

/**
 * The position after a page, never backwards and never in the future: rows dated years ahead exist, and a cursor at one
 * would find nothing until then (rule F26).
 */
function advance(from: WalkPosition | null, { position, items, serverTime }: WalkPage): WalkPosition | null {
  if (position === null) return from;
  const latest = Math.floor(serverTime / 1000) + FUTURE_SLACK;
  let reached: WalkPosition | null = position;
  if (position.t > latest) {
    const times = items.map(modifiedSeconds).filter((time) => time !== null && time <= latest) as number[];
    reached = times.length === 0 ? null : { t: Math.max(...times), keys: [] };
  }
  return reached === null || (from !== null && reached.t < from.t) ? from : reached;
}

/** Whether only this part of the market is not licensed. */
function isNotLicensed(error: unknown): boolean {
  return error instanceof FeedError && [400, 403, 404, 410, 501].includes(error.status ?? 0);
}

const isNotThere = (error: unknown): boolean =>
  error instanceof FeedError && (error.status === 404 || error.status === 410);
