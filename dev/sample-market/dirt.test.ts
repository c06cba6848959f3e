import { describe, expect, it, test } from 'vitest';
import { DIRT } from './dirt.ts';
import { createMarket, type ResoRow } from './index.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const market = createMarket({ seed: 1, size: 5_000, now: NOW });
const { properties } = market;
const FLAGS = [
  'InternetEntireListingDisplayYN',
  'InternetAddressDisplayYN',
  'InternetAutomatedValuationDisplayYN',
  'InternetConsumerCommentYN',
];

describe('data faults of a market of 5,000', () => {
  test.each(DIRT.map((dirt) => [dirt.name, dirt] as const))('pitfall F11: %s', (_, dirt) => {
    expect(properties.some((row) => dirt.isIn(row))).toBe(true);
  });

  it('pitfall F18: the display flags occur in every combination of true, false and absent', () => {
    const combinations = new Set(properties.map((row) => JSON.stringify(FLAGS.map((field) => row[field]))));
    const readable = [...combinations].filter((text) => !text.includes('"'));
    expect(readable).toHaveLength(81);
  });

  it('pitfall F19: directions and remarks reveal withheld addresses', () => {
    const hidden = properties.filter((row) => row.InternetAddressDisplayYN === false);
    const reveals = (row: ResoRow, field: string) =>
      String(row[field] ?? '').includes(`${row.StreetNumber}`) && row.StreetNumber !== '0';
    expect(hidden.some((row) => reveals(row, 'Directions'))).toBe(true);
    expect(hidden.some((row) => reveals(row, 'PublicRemarks'))).toBe(true);
  });

  it('pitfall F30: closed prices are withheld in Texas, Utah and similar states, and only there', () => {
    const large = createMarket({ seed: 1, size: 10_000, now: NOW });
    const closed: ResoRow[] = [];
    for (const dataset of large.datasets)
      for (const { listingKey, standardStatus } of dataset.stamps())
        if (standardStatus === 'Closed') closed.push(dataset.findRow(listingKey)!);
    const of = (states: string) =>
      closed.filter((row) => states.split(' ').includes(String(row.StateOrProvince).toUpperCase()));
    expect(of('TX UT').length).toBeGreaterThan(5);
    for (const row of of('TX UT')) expect(row.ClosePrice).toBeNull();
    for (const row of of('CA WA NJ GA')) expect(row.ClosePrice).toBeGreaterThan(500);
  });

  it('pitfall F32: vocabulary values contain invisible characters', () => {
    const seen = properties.flatMap((row) => [row.Heating, row.PropertySubType].flat());
    expect(seen.some((value) => /\ufeff/.test(String(value)))).toBe(true);
    expect(seen.some((value) => /\u200b/.test(String(value)))).toBe(true);
  });

  it('affect a few percent, neither the guaranteed homes of Irvine’s ZIP codes nor small markets', () => {
    const dirty = properties.filter((row) => DIRT.some((dirt) => dirt.isIn(row)));
    expect(dirty.length / properties.length).toBeLessThan(0.05);
    const small = createMarket({ seed: 1, size: 900, now: NOW }).properties;
    const faults = DIRT.filter((dirt) => small.some((row) => dirt.isIn(row))).map(({ name }) => name);
    expect(faults).toEqual([]);
  });
});
