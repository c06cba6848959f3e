import { type LedgerKind, type SearchType, toStatusFilter } from '@maru/listing';
import { daysOnMarket } from '@maru/listing/search';
import { DAY_MS } from '@maru/listing/time';
import type { LedgerSubject } from '../listings/ledger.ts';

/**
 * Time on market (rule R4) in whole UTC days. `days`: of the displayed listing, like the filter `dom`.
 * `cumulativeDays`: with earlier listings of the home of the same search type; gaps do not count, parallel listings
 * count once, and a sale or a year off the market starts over.
 */
export interface MarketTime {
  /** Days of this listing; null when the source states no start. */
  days: number | null;
  /** Cumulative days; never fewer than `days`. */
  cumulativeDays: number | null;
  since: string | null;
  firstSince: string | null;
  listings: number;
}

export interface MarketListing {
  /** The same for all keys of a listing that was renamed. */
  series: string;
  searchType: SearchType;
  record: Pick<LedgerSubject, 'standardStatus' | 'closeDate' | 'offMarketDate' | 'statusChangeTimestamp'>;
  listedAt: number | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
  retiredAt: Date | null;
  events: {
    kind: LedgerKind;
    newValue: Record<string, unknown> | null;
    sourceTime: Date | null;
    seenTime: Date;
  }[];
}

/** Days off the market after which counting starts over. */
const LONGEST_GAP = 365;

/** `shown` is one of `listings`; `now` in ms UTC. */
export function computeMarketTime(
  shown: MarketListing,
  listings: readonly MarketListing[],
  now: number,
): MarketTime {
  const began = shown.listedAt ?? shown.firstSeenAt.getTime();
  const isOffered = shown.retiredAt === null && isOnMarket(shown.record.standardStatus);
  const ended = isOffered ? now : findEnd(shown);
  const days = shown.listedAt === null ? null : daysOnMarket(shown.listedAt, ended);

  const same = listings.filter((one) => one.searchType === shown.searchType);
  const sold = same
    .filter((one) => one.series !== shown.series && one.record.standardStatus === 'Closed')
    .map(findEnd)
    .filter((at) => at <= began);
  const anew = sold.length === 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.max(...sold) / DAY_MS);
  const spans = same
    .flatMap((one) => findSpans(one, now))
    .filter((span) => span.until > anew)
    .map((span) => ({ ...span, from: Math.max(span.from, anew) }))
    .sort((a, b) => b.until - a.until);

  // From the present backwards, until a gap is too long.
  let total = 0;
  let first = Math.floor(began / DAY_MS);
  let reached = Number.POSITIVE_INFINITY;
  const series = new Set([shown.series]);
  for (const span of spans) {
    if (Math.min(reached, first) - span.until > LONGEST_GAP) break;
    total += Math.max(0, Math.min(span.until, reached) - Math.min(span.from, reached));
    reached = Math.min(reached, span.from);
    first = Math.min(first, span.from);
    series.add(span.series);
  }
  return {
    days,
    cumulativeDays: Math.max(total, days ?? 0),
    since: shown.listedAt === null ? null : formatDate(shown.listedAt),
    firstSince: formatDate(first * DAY_MS),
    listings: series.size,
  };
}

interface Span {
  series: string;
  /** Days since the epoch; `until` is exclusive. */
  from: number;
  until: number;
}

function findSpans(listing: MarketListing, now: number): Span[] {
  const steps = listing.events
    .flatMap(({ kind, newValue, sourceTime, seenTime }) => {
      const at = (sourceTime ?? seenTime).getTime();
      if (kind === 'back_on_market') return [{ at, isOn: true }];
      const isSold = kind === 'status' && newValue?.standardStatus === 'Closed';
      return kind === 'withdrawn' || isSold ? [{ at, isOn: false }] : [];
    })
    .sort((a, b) => a.at - b.at);
  const spans: Span[] = [];
  const add = (from: number, until: number) => {
    const [start, end] = [Math.floor(from / DAY_MS), Math.floor(Math.min(until, now) / DAY_MS)];
    if (end >= start) spans.push({ series: listing.series, from: start, until: end });
  };
  let from: number | null = listing.listedAt ?? listing.firstSeenAt.getTime();
  for (const step of steps) {
    if (step.isOn) from ??= step.at;
    else if (from !== null) {
      add(from, step.at);
      from = null;
    }
  }
  if (from === null) return spans;
  const isOver = listing.retiredAt !== null || !isOnMarket(listing.record.standardStatus);
  add(from, isOver ? findEnd(listing) : now);
  return spans;
}

/** End of a listing that is no longer offered: by its source, else when it was last seen (ms UTC). */
function findEnd({ record, retiredAt, lastSeenAt }: MarketListing): number {
  const stated = isOnMarket(record.standardStatus)
    ? null
    : ((record.standardStatus === 'Closed' ? instant(record.closeDate) : null) ??
      instant(record.offMarketDate) ??
      instant(record.statusChangeTimestamp));
  return stated ?? (retiredAt ?? lastSeenAt).getTime();
}

function isOnMarket(status: LedgerSubject['standardStatus']): boolean {
  const group = toStatusFilter(status);
  return group !== undefined && group !== 'sold';
}

function instant(text: string | null | undefined): number | null {
  const ms = text == null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

const formatDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
