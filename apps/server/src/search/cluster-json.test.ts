import type { Cluster } from '@maru/listing/search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clustersJson } from './cluster-json.ts';

const parsed = (clusters: Cluster[]) => JSON.parse(`[${clustersJson(clusters).toString()}]`) as Cluster[];

test('what is written is JSON of the same clusters, those of several homes to 6 decimals', () => {
  const degrees = (most: number) =>
    fc.oneof(
      fc.double({ min: -most, max: most, noNaN: true }),
      fc.constantFrom(
        0,
        -0,
        -1e-9,
        1e-9,
        0.999_999_9,
        -0.999_999_6,
        9.999_999_9,
        most,
        -most,
        33.5,
        -117.000_001,
      ),
    );
  const place = { latitude: degrees(90), longitude: degrees(180) };
  const cluster = fc.oneof(
    fc.record({ ...place, count: fc.integer({ min: 2, max: 4_000_000 }) }),
    fc.record({
      ...place,
      count: fc.constant(1),
      home: fc.record({
        homeId: fc.oneof(fc.string(), fc.constantFrom('h1', '"', '한')),
        listPrice: fc.option(fc.nat()),
        standardStatus: fc.constantFrom('Active' as const, 'Pending' as const),
      }),
    }),
  );
  const round = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
  fc.assert(
    fc.property(fc.array(cluster, { maxLength: 60 }), (clusters: Cluster[]) => {
      const expected = JSON.parse(JSON.stringify(clusters)).map((one: Cluster) =>
        one.home === undefined
          ? { ...one, latitude: round(one.latitude), longitude: round(one.longitude) }
          : one,
      );
      expect(parsed(clusters)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('ten thousand clusters, and a home whose text is long, find room', () => {
  const clusters: Cluster[] = Array.from({ length: 10_000 }, (_, i) => ({
    latitude: i / 1_000,
    longitude: -i / 1_000,
    count: 2 + i,
  }));
  const home = { homeId: '집'.repeat(50_000), listPrice: 1, standardStatus: 'Active' as const };
  expect(parsed([...clusters, { latitude: 1, longitude: 2, count: 1, home }, ...clusters])).toHaveLength(
    20_001,
  );
});
