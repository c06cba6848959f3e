import { describe, expect, it, vi } from 'vitest';
import { createMarket, type MarketChange, type ResoRow } from './index.ts';
import { Listings } from './listings.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const SIZE = 1_500;

/** A market after `ticks` ticks of one second each, and the changes of each. */
function live(ticks: number, changes: number) {
  const market = createMarket({ seed: 9, size: SIZE, now: new Date(NOW) });
  const find = ({ dataset, listingKey }: MarketChange): ResoRow | undefined =>
    market.datasets.find((one) => one.dataset === dataset)!.findRow(listingKey);
  const steps: { change: MarketChange; row: ResoRow | undefined }[] = [];
  for (let tick = 1; tick <= ticks; tick++)
    for (const change of market.tick(new Date(NOW + tick * 1_000), changes))
      steps.push({ change, row: find(change) });
  return { market, steps, find };
}

describe('a market that changes', () => {
  const { market, steps, find } = live(60, 60);
  const of = (kind: MarketChange['kind']) => steps.filter(({ change }) => change.kind === kind);

  it('passes through every status, with prices going up and down', () => {
    const said = new Set(steps.map(({ row }) => row?.MajorChangeType));
    for (const type of [
      'New Listing',
      'Price Change',
      'Active Under Contract',
      'Pending',
      'Closed',
      'Back On Market',
    ])
      expect(said).toContain(type);
    const moved = steps.flatMap(({ row }) => (row?.MajorChangeType === 'Price Change' ? [row] : []));
    expect(moved.some((row) => Number(row.PreviousListPrice) > Number(row.ListPrice))).toBe(true);
    expect(moved.some((row) => Number(row.PreviousListPrice) < Number(row.ListPrice))).toBe(true);
    for (const { row } of steps)
      if (row?.StandardStatus === 'Closed' && row.PriceChangeTimestamp)
        expect(String(row.PriceChangeTimestamp) <= String(row.StatusChangeTimestamp)).toBe(true);
  });

  it('excludes listings that left, and counts those present', () => {
    expect(of('removed').length).toBeGreaterThan(50);
    for (const { row } of of('removed')) expect(row).toBeUndefined();
    for (const { row } of [...of('added'), ...of('changed')]) expect(row).toBeDefined();
    for (const dataset of market.datasets) {
      const stamps = [...dataset.stamps()];
      expect(dataset.size).toBe(stamps.length);
      for (const { listingKey, modificationTimestamp } of stamps)
        expect(dataset.findRow(listingKey)?.ModificationTimestamp).toBe(modificationTimestamp);
    }
    const total = market.datasets[0].size + market.datasets[1].size;
    expect(total).toBe(SIZE + of('added').length - of('removed').length);
  });

  it('lets listings return under their key, homes under a new listing, and a key change', () => {
    const left = new Set<string>();
    const back = steps.filter(({ change }) => {
      if (change.kind === 'removed') left.add(change.listingKey);
      return change.kind === 'added' && left.has(change.listingKey);
    });
    expect(back.length).toBeGreaterThan(0);
    for (const { row } of back) expect(row?.MajorChangeType).toBe('Back On Market');
    const born = createMarket({ seed: 9, size: SIZE, now: new Date(NOW) });
    const keyOf = new Map(born.properties.map((row) => [row.ListingId, row.ListingKey]));
    const { steps: many } = live(24, 400);
    const rekeyed = many.filter(
      ({ row }) => keyOf.has(row?.ListingId) && keyOf.get(row?.ListingId) !== row?.ListingKey,
    );
    expect(rekeyed.length).toBeGreaterThan(0);
    const addresses = Map.groupBy(
      many.filter(({ change }) => change.kind === 'added'),
      ({ row }) => `${row?.UnparsedAddress} ${row?.PostalCode} ${row?.OriginatingSystemName}`,
    );
    const relisted = [...addresses.values()].filter(
      (same) => new Set(same.map(({ row }) => row?.ListingId)).size > 1,
    );
    expect(relisted.length).toBeGreaterThan(0);
  });

  it('changes photos with a new timestamp; adds open houses and cancels them', () => {
    const photos = of('changed').filter(
      ({ row }) => row?.PhotosChangeTimestamp === row?.ModificationTimestamp,
    );
    expect(photos.length).toBeGreaterThan(50);
    for (const { row } of photos)
      for (const one of row!.Media as ResoRow[]) expect(one.MediaURL).toMatch(/\?v=\d+$/);
    const statuses = new Set(
      market.datasets.flatMap(({ openHouses }) => openHouses.map((one) => one.OpenHouseStatus)),
    );
    expect(statuses).toContain('Active');
    for (const dataset of market.datasets)
      for (const { ListingKey } of dataset.openHouses)
        expect(
          find({ dataset: dataset.dataset, listingKey: String(ListingKey), kind: 'changed' }),
        ).toBeDefined();
  });

  it('reports one change per listing and tick', () => {
    const changes = market.tick(new Date(NOW + 100_000), 900);
    expect(new Set(changes.map(({ listingKey }) => listingKey)).size).toBe(changes.length);
    for (const change of changes) expect(find(change) === undefined).toBe(change.kind === 'removed');
  });
});

describe('a market of any size', () => {
  const size = process.env.MARU_TEST_LONG === '1' ? 1_000_000 : 40_000;

  it(`is created, read and changed at ${size} without storing its rows`, () => {
    const market = createMarket({ seed: 4, size, now: new Date(NOW) });
    const [sample, two] = market.datasets;
    expect(sample.size + two.size).toBe(size);
    expect(sample.size / size).toBeGreaterThan(0.6);
    expect(sample.size / size).toBeLessThan(0.73);
    const keys = [...sample.stamps()].map(({ listingKey }) => listingKey);
    const cities = new Set<unknown>();
    for (let at = 0; at < keys.length; at += Math.ceil(keys.length / 800))
      cities.add(`${sample.findRow(keys[at]!)?.City}`);
    expect(cities.size).toBeGreaterThan(60);
    const reads = vi.spyOn(Listings.prototype, 'loadFacts');
    const looks = vi.spyOn(Listings.prototype, 'isThere');
    const rows = vi.spyOn(sample, 'findRow');
    const changes = [];
    for (let second = 1; second <= 10; second++)
      changes.push(...market.tick(new Date(NOW + second * 1_000), 500));
    expect(changes.length).toBeGreaterThan(4_000);
    // A change reads its own listing and, where there is one, the other MLS's; candidates are searched only where
    // they may be, and no row is built.
    expect(reads.mock.calls.length).toBeLessThan(3 * 5_000);
    expect(looks.mock.calls.length).toBeLessThan(6 * 5_000);
    expect(rows).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  }, 300_000);
});
