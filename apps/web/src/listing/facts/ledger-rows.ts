import type { HistoryRow, HomeAnswer } from '@maru/contract';
import { readMarketDay } from '@maru/listing';

/** One line of the history. Money in USD (rent: per month). */
export interface LedgerLine {
  key: string;
  /** The id of the ledger's row, for its permanent link; null for what comes from the record. */
  rowId: string | null;
  /** Instant or date of the event by the source, else when it was first seen. */
  at: string;
  /** When it was first seen; null for what comes from the record. */
  seenAt: string | null;
  /** Whether `at` is the source's time. */
  isDated: boolean;
  kind: 'listed' | 'price' | 'status' | 'withdrawn' | 'back_on_market' | 'photos' | 'facts' | 'sold';
  price: number | null;
  /** The previous price. */
  before: number | null;
  status: string | null;
  /** The listing id, for an earlier listing of the same home. */
  earlierListing: string | null;
  photos: { before: number; after: number } | null;
  changes: HistoryRow['changes'];
}

/** A price from an instant on, for the chart. */
export interface PriceStep {
  at: number;
  /** As in the source: a date without a time must not shift to another day. */
  time: string;
  price: number;
}

type LedgerSource = Pick<HomeAnswer, 'history'> & {
  listing: Pick<
    HomeAnswer['listing'],
    | 'standardStatus'
    | 'listPrice'
    | 'originalListPrice'
    | 'previousListPrice'
    | 'priceChangeTimestamp'
    | 'closePrice'
    | 'closeDate'
    | 'onMarketDate'
    | 'listingContractDate'
    | 'listingId'
    | 'dataset'
  >;
  source?: Pick<HomeAnswer['source'], 'asOf'>;
};

const LAST_DAY = '9999-12-31';

/**
 * The history of a home, newest first: recorded changes, and earlier ones that the record states (first price, last
 * change). A change in both appears once.
 */
export function buildLedgerLines({ history, listing, source }: LedgerSource): LedgerLine[] {
  const lines = history.flatMap((row) => toLedgerLine(row, listing) ?? []);
  const own = (line: LedgerLine) => line.earlierListing === null;
  const { listPrice, previousListPrice, priceChangeTimestamp, originalListPrice } = listing;

  const priceTold = lines.some((line) => own(line) && line.kind === 'price');
  if (!priceTold && previousListPrice !== null && listPrice !== null && priceChangeTimestamp !== null) {
    if (previousListPrice !== listPrice) {
      lines.push({
        ...EMPTY,
        key: 'price',
        at: priceChangeTimestamp,
        kind: 'price',
        price: listPrice,
        before: previousListPrice,
      });
    }
  }
  const marketDay = readMarketDay(listing, source?.asOf ?? LAST_DAY);
  const listed = lines.find((line) => own(line) && line.kind === 'listed');
  const firstPrice = originalListPrice ?? firstBefore(lines.filter(own)) ?? listPrice;
  if (listed !== undefined) {
    listed.price = firstPrice;
    // The date of the record: the instant of entry may fall on another day.
    listed.at = marketDay ?? listed.at;
  } else {
    const at = marketDay;
    if (at !== null) lines.push({ ...EMPTY, key: 'listed', at, kind: 'listed', price: firstPrice });
  }
  // Feeds also state the planned closing date of a pending sale.
  if (listing.standardStatus === 'Closed' && listing.closeDate !== null) {
    lines.push({ ...EMPTY, key: 'sold', at: listing.closeDate, kind: 'sold', price: listing.closePrice });
  }
  return lines
    .map((line, order) => ({ line, order, time: Date.parse(line.at) }))
    .sort((a, b) => b.time - a.time || RANK[b.line.kind] - RANK[a.line.kind] || a.order - b.order)
    .map(({ line }) => line);
}

/** The prices of this listing from first to last, with the current one at `now` (ms UTC); empty for fewer than two prices. */
export function buildPriceSteps(lines: readonly LedgerLine[], now: number): PriceStep[] {
  const steps = [...lines]
    .reverse()
    .filter((line) => line.earlierListing === null && line.price !== null)
    .filter((line) => line.kind === 'listed' || line.kind === 'price' || line.kind === 'sold')
    .map((line) => ({ at: Date.parse(line.at), time: line.at, price: line.price as number }))
    .filter((step) => Number.isFinite(step.at));
  const last = steps.at(-1);
  if (last === undefined || new Set(steps.map((step) => step.price)).size < 2) return [];
  return last.at < now
    ? [...steps, { at: now, time: new Date(now).toISOString(), price: last.price }]
    : steps;
}

const EMPTY = {
  rowId: null,
  seenAt: null,
  isDated: true,
  price: null,
  before: null,
  status: null,
  earlierListing: null,
  photos: null,
  changes: [],
};

/** Order of events with the same time: higher values first. */
const RANK: Record<LedgerLine['kind'], number> = {
  listed: 0,
  photos: 1,
  facts: 1,
  price: 2,
  status: 3,
  withdrawn: 4,
  back_on_market: 5,
  sold: 6,
};

function toLedgerLine(row: HistoryRow, listing: LedgerSource['listing']): LedgerLine | undefined {
  const earlier = row.dataset !== listing.dataset || row.listingId !== listing.listingId;
  const money = (value: HistoryRow['newValue']) => (typeof value === 'number' ? value : null);
  const word = (value: HistoryRow['newValue']) => (typeof value === 'string' ? value : null);
  const line = {
    ...EMPTY,
    key: row.id,
    rowId: row.id,
    at: row.sourceTime ?? row.seenTime,
    seenAt: row.seenTime,
    isDated: row.sourceTime !== null,
    earlierListing: earlier ? (row.listingId ?? row.dataset) : null,
  };
  switch (row.kind) {
    case 'new':
      return { ...line, kind: 'listed', price: money(row.newValue) };
    case 'price':
      return money(row.newValue) === null
        ? undefined
        : { ...line, kind: 'price', price: money(row.newValue), before: money(row.oldValue) };
    case 'status':
      return { ...line, kind: 'status', status: word(row.newValue) };
    case 'withdrawn':
    case 'back_on_market':
      return { ...line, kind: row.kind };
    case 'photos': {
      const [before, after] = [money(row.oldValue), money(row.newValue)];
      return {
        ...line,
        kind: 'photos',
        photos: before === null || after === null ? null : { before, after },
      };
    }
    case 'facts':
      return row.changes.length === 0 ? undefined : { ...line, kind: 'facts', changes: row.changes };
    default:
      return undefined;
  }
}

/** The price before the oldest recorded change. */
function firstBefore(lines: readonly LedgerLine[]): number | null {
  const changes = lines.filter((line) => line.kind === 'price' && line.before !== null);
  const oldest = changes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))[0];
  return oldest?.before ?? null;
}
