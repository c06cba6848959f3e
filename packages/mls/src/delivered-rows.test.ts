import { describe, expect, it } from 'vitest';
import { DeliveredRows } from './delivered-rows.ts';

const row = (key: string, second: number) => ({
  ListingKey: key,
  ModificationTimestamp: `2026-11-01T00:00:${String(second).padStart(2, '0')}Z`,
});
const given = () => new DeliveredRows((one) => one.ModificationTimestamp);
const ns = (second: number) => BigInt(Date.parse(row('', second).ModificationTimestamp)) * 1_000_000n;

describe('delivered rows', () => {
  it('are skipped with the same timestamp, and delivered with another', () => {
    const rows = given();
    rows.remember([row('a', 1), row('b', 2)], 1);
    expect(rows.without([row('a', 1), row('b', 3), row('c', 3)])).toEqual([row('b', 3), row('c', 3)]);
  });

  it('are delivered again when their batch was not stored', () => {
    const rows = given();
    rows.remember([row('a', 1)], 1);
    rows.remember([row('b', 2)], 2);
    rows.forgetUnstored(1);
    expect(rows.without([row('a', 1), row('b', 2)])).toEqual([row('b', 2)]);
  });

  it('tell the timestamp of the n-th last', () => {
    const rows = given();
    for (let second = 0; second < 50; second += 1) rows.remember([row(`k${second}`, second)], second);
    expect(rows.instantBack(10)).toBe(ns(40));
    expect(rows.instantBack(51)).toBeNull();
    rows.forgetBefore(ns(45));
    expect(rows.instantBack(10)).toBeNull();
    expect(rows.without([row('k44', 44), row('k45', 45)])).toEqual([row('k44', 44)]);
  });

  it('without a key or a timestamp are always delivered', () => {
    const rows = given();
    rows.remember([{ ListingKey: 'a' }, { ModificationTimestamp: 'x' }], 1);
    expect(rows.without([{ ListingKey: 'a' }, { ModificationTimestamp: 'x' }])).toHaveLength(2);
  });
});
