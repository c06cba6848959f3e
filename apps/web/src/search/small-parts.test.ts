import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount } from './filters/amount.ts';
import { rangeOf, withFilter, withoutFilters } from './filters/filter-state.ts';
import type { MapCluster } from './map/map-view.ts';
import { clusterDiameter, joinOverlapping } from './map/pins.ts';
import { pageCount, pageNumbers } from './results/pagination.ts';
import { addSeen } from './seen-homes.ts';
import { nearestStop } from './sheet-stops.ts';

test('amounts are read as people type them, in both languages', () => {
  expect(parseAmount('800,000')).toBe(800_000);
  expect(parseAmount('$1.2m')).toBe(1_200_000);
  expect(parseAmount('900K')).toBe(900_000);
  expect(parseAmount('80만')).toBe(800_000);
  expect(parseAmount(' 1.5억 ')).toBe(150_000_000);
  for (const bad of ['', 'abc', '1.2.3', '-5', '99999999999']) expect(parseAmount(bad)).toBeUndefined();
});

test('ends in the wrong order are turned round; two open ends are no filter', () => {
  expect(rangeOf(5, 2)).toEqual({ min: 2, max: 5 });
  expect(rangeOf(undefined, undefined)).toBeUndefined();
});

test('a changed filter goes back to page 1', () => {
  const query = { searchType: 'sale', place: 'irvine-ca', page: 3, unk: ['hoa'], hoa: { max: 300 } } as const;
  expect(withFilter({ ...query, unk: ['hoa'] }, 'hoa', undefined)).toEqual({
    searchType: 'sale',
    place: 'irvine-ca',
  });
  expect(withoutFilters({ ...query, unk: ['hoa'], sort: 'price' })).toEqual({
    searchType: 'sale',
    place: 'irvine-ca',
    sort: 'price',
  });
});

test('page numbers: first, last, those around; a gap of one is filled', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 12)).toEqual([1, 2, null, 12]);
  expect(pageNumbers(4, 12)).toEqual([1, 2, 3, 4, 5, null, 12]);
  expect(pageNumbers(6, 12)).toEqual([1, null, 5, 6, 7, null, 12]);
  expect(pageCount(20_000, 40)).toBe(100);
  expect(pageCount(0, 40)).toBe(1);
});

test('the area of a circle grows with its count, within bounds', () => {
  expect(clusterDiameter(1, 1000)).toBe(30);
  expect(clusterDiameter(1000, 1000)).toBe(64);
  const area = (count: number) => clusterDiameter(count, 1000) ** 2;
  expect(area(500)).toBeGreaterThan(area(250));
});

test('joining circles that run into each other loses no home (R11)', () => {
  const cluster = fc.record({
    latitude: fc.double({ min: 33.5, max: 33.9, noNaN: true }),
    longitude: fc.double({ min: -118, max: -117.6, noNaN: true }),
    count: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(
      fc.array(cluster, { maxLength: 60 }),
      fc.double({ min: 8, max: 16, noNaN: true }),
      (some, zoom) => {
        const given: MapCluster[] = some.map((one, index) =>
          one.count === 1
            ? { ...one, home: { homeId: `h${index}`, listPrice: null, standardStatus: 'Active' as const } }
            : one,
        );
        const joined = joinOverlapping(given, zoom);
        const sum = (list: readonly MapCluster[]) => list.reduce((total, { count }) => total + count, 0);
        expect(sum(joined)).toBe(sum(given));
        expect(joined.every((one) => (one.home === undefined) === one.count > 1)).toBe(true);
      },
    ),
  );
});

test('a seen home is kept once, newest last, and the oldest are let go', () => {
  expect(addSeen(['a', 'b'], 'a')).toEqual(['b', 'a']);
  const many = Array.from({ length: 600 }, (_, index) => `h${index}`).reduce<string[]>(addSeen, []);
  expect(many).toHaveLength(500);
  expect(many.at(-1)).toBe('h599');
});

test('the sheet settles at the nearest stop, and a flick throws it on', () => {
  expect(nearestStop(20, 0, 700)).toBe('full');
  expect(nearestStop(300, 0, 700)).toBe('half');
  expect(nearestStop(500, 0, 700)).toBe('peek');
  expect(nearestStop(300, -2, 700)).toBe('full');
  expect(nearestStop(300, 2, 700)).toBe('peek');
});
