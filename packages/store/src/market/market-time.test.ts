import { DAY_MS } from '@maru/listing/time';
import { expect, test } from 'vitest';
import { computeMarketTime, type MarketListing } from './market-time.ts';

const NOW = Date.parse('2026-11-21T15:00:00Z');
const ago = (days: number) => NOW - days * DAY_MS;
const date = (days: number) => new Date(ago(days)).toISOString();

function listing(own: Partial<MarketListing> & { from?: number | null } = {}): MarketListing {
  const { from = 10, ...rest } = own;
  return {
    series: 's1',
    searchType: 'sale',
    record: { standardStatus: 'Active', closeDate: null, offMarketDate: null, statusChangeTimestamp: null },
    listedAt: from === null ? null : ago(from),
    firstSeenAt: new Date(ago(from ?? 3)),
    lastSeenAt: new Date(NOW),
    retiredAt: null,
    events: [],
    ...rest,
  };
}

const event = (kind: 'withdrawn' | 'back_on_market' | 'status', days: number, newValue = {}) => ({
  kind,
  newValue,
  sourceTime: null,
  seenTime: new Date(ago(days)),
});
const gone = (series: string, from: number, until: number, own: Partial<MarketListing> = {}) =>
  listing({ series, from, retiredAt: new Date(ago(until)), events: [event('withdrawn', until)], ...own });
const computeTime = (shown: MarketListing, ...others: MarketListing[]) =>
  computeMarketTime(shown, [shown, ...others], NOW);

test('a home that was listed once has been on the market as long in all as this time', () => {
  expect(computeTime(listing({ from: 12 }))).toEqual({
    days: 12,
    cumulativeDays: 12,
    since: '2026-11-09',
    firstSince: '2026-11-09',
    listings: 1,
  });
});

test('days of an earlier listing are added, the gap between is not', () => {
  expect(computeTime(listing({ from: 12 }), gone('s2', 130, 45))).toMatchObject({
    days: 12,
    cumulativeDays: 97,
    firstSince: '2026-07-14',
    listings: 2,
  });
});

test('two listings at one time are not counted twice', () => {
  const parallel = listing({ series: 's2', from: 30 });
  expect(computeTime(listing({ from: 12 }), parallel)).toMatchObject({
    days: 12,
    cumulativeDays: 30,
    listings: 2,
  });
  expect(computeTime(listing({ from: 30 }), gone('s2', 20, 10))).toMatchObject({ cumulativeDays: 30 });
});

test('the time that one listing was off the market is not counted in all', () => {
  const events = [event('withdrawn', 40), event('back_on_market', 12)];
  const back = listing({ from: 12, events });
  expect(computeTime({ ...back, listedAt: ago(12) })).toMatchObject({ days: 12, cumulativeDays: 12 });
  // Its source goes on naming the first day: then it has been that long this time, and no less in all.
  expect(computeTime(listing({ from: 60, events }))).toMatchObject({ days: 60, cumulativeDays: 60 });
  expect(
    computeTime(listing({ from: 5 }), gone('s2', 60, 20, { events: [...events, event('withdrawn', 8)] })),
  ).toMatchObject({
    cumulativeDays: 5 + 20 + 4,
  });
});

test('a sale starts anew, another copy of this very listing that says sold does not', () => {
  const sold = (series: string, from: number, until: number) =>
    listing({
      series,
      from,
      record: {
        standardStatus: 'Closed',
        closeDate: date(until).slice(0, 10),
        offMarketDate: null,
        statusChangeTimestamp: null,
      },
    });
  expect(computeTime(listing({ from: 12 }), sold('s2', 200, 100))).toMatchObject({
    cumulativeDays: 12,
    listings: 1,
  });
  expect(computeTime(listing({ from: 12 }), gone('s3', 90, 80), sold('s2', 200, 100))).toMatchObject({
    cumulativeDays: 22,
  });
  expect(computeTime(listing({ from: 12 }), sold('s2', 40, 1))).toMatchObject({ cumulativeDays: 40 });
  const itself = sold('s1', 60, 20);
  expect(computeTime(itself)).toMatchObject({ days: 40, cumulativeDays: 40 });
});

test('a year off the market starts anew', () => {
  expect(computeTime(listing({ from: 12 }), gone('s2', 600, 400))).toMatchObject({
    cumulativeDays: 12,
    listings: 1,
  });
  expect(computeTime(listing({ from: 12 }), gone('s2', 400, 300))).toMatchObject({ cumulativeDays: 112 });
});

test('a listing that went on under another key is one listing', () => {
  const former = gone('s1', 60, 5, { events: [] });
  expect(computeTime(listing({ from: 60 }), former)).toMatchObject({
    days: 60,
    cumulativeDays: 60,
    listings: 1,
  });
});

test('rentals and sales are counted apart', () => {
  expect(computeTime(listing({ from: 12 }), gone('s2', 60, 20, { searchType: 'rent' }))).toMatchObject({
    cumulativeDays: 12,
    listings: 1,
  });
});

test('without a date of the source this time is unknown, and in all is what we have seen', () => {
  expect(computeTime(listing({ from: null }))).toEqual({
    days: null,
    cumulativeDays: 3,
    since: null,
    firstSince: '2026-11-18',
    listings: 1,
  });
});

test('a date in the future is no time at all', () => {
  expect(computeTime(listing({ from: -20 }))).toMatchObject({ days: 0, cumulativeDays: 0 });
});

test('an earlier listing that was over when it was first seen ends when its source says', () => {
  const expired = listing({
    series: 's2',
    from: 90,
    record: {
      standardStatus: 'Expired',
      closeDate: null,
      offMarketDate: date(60).slice(0, 10),
      statusChangeTimestamp: null,
    },
  });
  expect(computeTime(listing({ from: 12 }), expired)).toMatchObject({ cumulativeDays: 42 });
});
