import type { FeedQuestion } from '../feed.ts';
import type { MarketMap } from './market-map.ts';
import type { SlipstreamService, WirePage } from './slipstream-service.ts';
import { formatPolygon } from './wire-geometry.ts';
import { formatRange, MAX_ROWS, WHOLE_ROW, type WireQuery } from './wire-query.ts';

/** Rule F83: cache lifetime of a search. */
const CACHE_MS = 60_000;
const MAX_ROWS_KEPT = 5000;

/** The server has no negation; a value that a market lacks finds nothing. */
const SEARCHED_TYPES = ['residential', 'multifamily', 'land', 'commercial', 'farm', 'rental'];

/** Caches responses for a minute. */
export class LiveAnswers {
  readonly #service: SlipstreamService;
  readonly #map: MarketMap;
  readonly #now: () => number;
  readonly #kept = new Map<string, { page: WirePage; until: number }>();

  constructor(service: SlipstreamService, map: MarketMap, now: () => number) {
    this.#service = service;
    this.#map = map;
    this.#now = now;
  }

  /** The server may have ignored part of the query. @throws FeedError */
  async fetchPage(question: FeedQuestion, signal: AbortSignal): Promise<WirePage> {
    const query = formatSearch(question, this.#map);
    const key = JSON.stringify(query);
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#now() < kept.until) return kept.page;
    const page = await this.#service.fetchPage('listings/search', query, { priority: 'live', signal });
    this.#keep(key, page);
    return page;
  }

  #keep(key: string, page: WirePage): void {
    const now = this.#now();
    this.#kept.delete(key);
    this.#kept.set(key, { page, until: now + CACHE_MS });
    let rows = 0;
    for (const { page: one } of this.#kept.values()) rows += one.rows.length + 1;
    for (const [old, { page: one, until }] of this.#kept) {
      if (rows <= MAX_ROWS_KEPT && now < until) break;
      rows -= one.rows.length + 1;
      this.#kept.delete(old);
    }
  }
}

function formatSearch(question: FeedQuestion, map: MarketMap): WireQuery {
  const isRental = (word: string) => /lease/i.test(map.listingTypes[word] ?? '');
  const types = SEARCHED_TYPES.filter((word) => isRental(word) === (question.searchType === 'rent'));
  return {
    ...WHOLE_ROW,
    listingType: types.join('|'),
    status: map.onMarket?.join('|'),
    listPrice: formatRange(question.price),
    beds: formatRange(question.beds),
    baths: formatRange(question.baths),
    size: formatRange(question.livingArea),
    'address.city': question.city,
    'address.state': question.stateOrProvince,
    'address.zip': question.postalCode,
    polygon: question.bounds === undefined ? undefined : formatPolygon(question.bounds),
    sortField: 'modifiedDate',
    sortOrder: 'desc',
    pageNumber: question.page,
    pageSize: Math.min(MAX_ROWS, question.pageSize),
  };
}
