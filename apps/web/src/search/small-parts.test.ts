import {
  formatSearchQuery,
  isInsideEdges,
  mercatorEdges,
  mercatorX,
  mercatorY,
  parseSearchQuery,
} from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount } from '../i18n/typed-amount.ts';
import { moreCount, toRange, withFilter, withoutFilters } from './filters/filter-state.ts';
import { listKeywords, readKeywords, withKeywords } from './filters/keywords.ts';
import { areaIn, readArea } from './filters/typed-values.ts';
import { fitAreas, strokeToArea } from './map/area-shape.ts';
import { project, unproject, worldX, worldY } from './map/camera.ts';
import type { MapCluster } from './map/map-view.ts';
import { clusterDiameter, joinOverlapping } from './map/pins.ts';
import { pageCount, pageNumbers } from './results/page-links.tsx';
import { nearestStop } from './sheet.tsx';

const RATE = { won: 1_450, asOf: '2026-11-21', isSample: true };

test('amounts are read as people type them, in both languages', () => {
  const usd = (text: string) => readAmount(text, RATE)?.usd;
  expect(usd('800,000')).toBe(800_000);
  expect(usd('$1.2m')).toBe(1_200_000);
  expect(usd('900K')).toBe(900_000);
  expect(usd('80만')).toBe(800_000);
  expect(usd('120만 달러')).toBe(1_200_000);
  expect(usd('3500불')).toBe(3_500);
  for (const bad of ['', 'abc', '1.2.3', '-5', '99999999999', '만', '5만 3억'])
    expect(usd(bad)).toBeUndefined();
});

test('won are turned into dollars at the rate, and not understood without one', () => {
  expect(readAmount(' 12억 ', RATE)).toEqual({ usd: 827_586, won: 1_200_000_000 });
  expect(readAmount('8억 5천만', RATE)).toEqual({ usd: 586_207, won: 850_000_000 });
  expect(readAmount('5천만 원', RATE)).toEqual({ usd: 34_483, won: 50_000_000 });
  expect(readAmount('12억')).toBeUndefined();
});

test('sizes are read in every unit and are sq ft in the address', () => {
  expect(readArea('1,850', 'sqft')).toBe(1_850);
  expect(readArea('30', 'pyeong')).toBe(1_067);
  expect(readArea('30평', 'sqft')).toBe(1_067);
  expect(readArea('100㎡', 'sqft')).toBe(1_076);
  expect(readArea('0.25 acre', 'm2')).toBe(10_890);
  for (const bad of ['', 'big', '-3', '3평4']) expect(readArea(bad, 'sqft')).toBeUndefined();
});

test('a size typed in a unit is shown as it was typed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom('m2' as const, 'pyeong' as const),
      (size, unit) => {
        expect(areaIn(unit, readArea(String(size), unit) ?? 0)).toBe(size);
      },
    ),
  );
});

test('words: quotes keep them together, a minus leaves out, and one meaning has one address (rule R9)', () => {
  const query = { searchType: 'sale', page: 2 } as const;
  const typed = readKeywords('ADU “ocean view” -shared -"room for a pool" - ""');
  expect(typed).toEqual([
    { text: 'ADU', isUnwanted: false },
    { text: 'ocean view', isUnwanted: false },
    { text: 'shared', isUnwanted: true },
    { text: 'room for a pool', isUnwanted: true },
  ]);
  const asked = withKeywords(query, typed);
  expect(asked).toEqual({ searchType: 'sale', q: 'adu "ocean view"', not: 'shared "room for a pool"' });
  expect(
    withKeywords(query, listKeywords({ q: 'adu "ocean view" -shared', not: '"room for a pool"' })),
  ).toEqual(asked);
  expect(withKeywords(asked, [])).toEqual({ searchType: 'sale' });
});

test('what a hand draws around a place is an area around it, with few corners', () => {
  const camera = { x: worldX(-117.8), y: worldY(33.7), zoom: 12, width: 800, height: 600 };
  const stroke = Array.from({ length: 400 }, (_, i): [number, number] => [
    400 + 120 * Math.cos((i / 400) * 2 * Math.PI),
    300 + 90 * Math.sin((i / 400) * 2 * Math.PI),
  ]);
  const area = strokeToArea(stroke, camera) ?? [];
  expect(area.length).toBeGreaterThan(6);
  expect(area.length).toBeLessThanOrEqual(40);
  const isInside = (latitude: number, longitude: number) =>
    isInsideEdges(mercatorEdges(area), mercatorX(longitude), mercatorY(latitude));
  expect(isInside(33.7, -117.8)).toBe(true);
  expect(isInside(...unproject(camera, 410 + 125, 300))).toBe(false);
  expect(
    strokeToArea(
      [
        [1, 1],
        [2, 2],
        [3, 1],
      ],
      camera,
    ),
  ).toBeUndefined();
});

test('any areas fit into an address, and come back out of it', () => {
  const position = fc.tuple(
    fc.double({ min: 24, max: 49, noNaN: true }),
    fc.double({ min: -125, max: -66, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(position, { minLength: 3, maxLength: 60 }), { minLength: 1, maxLength: 12 }),
      (areas) => {
        const fitted = fitAreas(areas);
        expect(fitted.length).toBe(Math.min(10, areas.length));
        expect(fitted.every(({ length }) => length >= 3)).toBe(true);
        const text = formatSearchQuery({ searchType: 'sale', poly: fitted });
        expect(text.length).toBeLessThanOrEqual(1_250);
        expect(parseSearchQuery(new URLSearchParams(text)).query.poly?.length).toBe(fitted.length);
      },
    ),
    { numRuns: 50 },
  );
});

test('a line that goes up and down the whole country becomes few corners', () => {
  const zigzag = Array.from({ length: 140 }, (_, i): [number, number] => [24 + (i % 2) * 25, -125 + i * 0.4]);
  const [fitted] = fitAreas([zigzag]);
  expect(fitted?.length).toBeGreaterThanOrEqual(3);
  expect(fitted?.length).toBeLessThanOrEqual(100);
});

test('a position drawn on the map is found again under the same point', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.double({ min: 3, max: 18, noNaN: true }),
      (latitude, longitude, zoom) => {
        const camera = { x: worldX(longitude) + 0.001, y: worldY(latitude), zoom, width: 900, height: 700 };
        const [left, top] = project(camera, [latitude, longitude]);
        const [again, east] = unproject(camera, left, top);
        expect(again).toBeCloseTo(latitude, 6);
        expect(east).toBeCloseTo(longitude, 6);
      },
    ),
  );
});

test('ends in the wrong order are turned round; two open ends are no filter', () => {
  expect(toRange(5, 2)).toEqual({ min: 2, max: 5 });
  expect(toRange(undefined, undefined)).toBeUndefined();
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

test('the button counts what lies behind it, each feature as one', () => {
  expect(
    moreCount({ searchType: 'sale', price: { max: 1 }, has: ['pool', 'ac'], cut: 0, bbox: [1, 2, 3, 4] }),
  ).toBe(3);
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

test('joining circles that run into each other loses no home (rule R11)', () => {
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

test('the sheet settles at the nearest stop, and a flick throws it on', () => {
  expect(nearestStop(20, 0, 700)).toBe('full');
  expect(nearestStop(300, 0, 700)).toBe('half');
  expect(nearestStop(500, 0, 700)).toBe('peek');
  expect(nearestStop(300, -2, 700)).toBe('full');
  expect(nearestStop(300, 2, 700)).toBe('peek');
});
