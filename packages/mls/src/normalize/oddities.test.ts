import { expect, test } from 'vitest';
import { normalizeListing } from './listing.ts';
import { OddityCounts } from './oddities.ts';

const ROW = { ListingKey: 'k1', ModificationTimestamp: '2026-11-01T08:00:00Z', StandardStatus: 'Active' };

function countOddities(...rows: Record<string, unknown>[]): string[] {
  const oddities = new OddityCounts();
  for (const row of rows) normalizeListing({ ...ROW, ...row }, { dataset: 'x', provider: 'reso', oddities });
  return oddities.list().map((one) => `${one.kind} ${one.field}: ${one.detail} ×${one.count}`);
}

test('a row of the right types has none', () => {
  expect(countOddities({ PropertyType: 'Residential Lease', LeaseTerm: '12 Months' })).toEqual([]);
  expect(
    countOddities({
      ListPrice: 5_000,
      View: ['Ocean'],
      SpaYN: null,
      City: 'Irvine',
      CloseDate: '2026-11-01',
      YearBuilt: 0,
    }),
  ).toEqual([]);
});

test.each([
  [{ ListPrice: '900000' }, 'coerced ListPrice: text ×1'],
  [{ SpaYN: 'Y' }, 'coerced SpaYN: text ×1'],
  [{ SpaYN: 1 }, 'coerced SpaYN: number ×1'],
  [{ SpaYN: 'perhaps' }, 'unreadable SpaYN: text ×1'],
  [{ InternetAddressDisplayYN: 'perhaps' }, 'unreadable InternetAddressDisplayYN: text ×1'],
  [{ View: 'Ocean,Bay' }, 'coerced View: text ×1'],
  [{ View: ['Sea Monster'] }, 'unknown_word View: Sea Monster ×1'],
  [{ CloseDate: '2026-11-01T00:00:00' }, 'coerced CloseDate: date with a time ×1'],
  [{ CloseDate: 'soon' }, 'unreadable CloseDate: text ×1'],
  [{ PriceChangeTimestamp: '2026-11-01T00:00:00' }, 'coerced PriceChangeTimestamp: no time zone ×1'],
  [{ City: { name: 'Irvine' } }, 'unreadable City: object ×1'],
  [{ YearBuilt: 9999 }, 'implausible YearBuilt: too large ×1'],
  [{ PropertyType: 'Residential', BedroomsTotal: 33 }, 'implausible BedroomsTotal: too large ×1'],
  [{ LivingArea: 1 }, 'implausible LivingArea: too small ×1'],
  [{ PostalCode: '92620' }, 'repaired StateOrProvince: from the ZIP ×1'],
  [{ Media: [{ MediaURL: 'nowhere' }] }, 'unreadable Media.MediaURL: no web address ×1'],
])('%j is counted', (row, oddity) => {
  expect(countOddities(row)).toEqual([oddity]);
});

test('equal oddities of many rows are one with its count, most frequent first', () => {
  const rows = [{ ListPrice: '1' }, { ListPrice: '2,000' }, { ListPrice: '3000' }, { SpaYN: 'Y' }];
  expect(countOddities(...rows)).toEqual(
    expect.arrayContaining(['coerced ListPrice: text ×3', 'coerced SpaYN: text ×1']),
  );
  expect(countOddities(...rows)[0]).toBe('coerced ListPrice: text ×3');
});

test('a feed with a new word in each row does not exhaust memory', () => {
  const oddities = new OddityCounts();
  for (let i = 0; i < 20_000; i++) oddities.note('unknown_word', 'View', `word ${i}`);
  expect(oddities.list().length).toBeLessThan(5_100);
  expect(oddities.list()[0]).toMatchObject({ detail: '(other)', count: 15_000 });
});

test('a feed with a new field in each row does not exhaust memory', () => {
  const oddities = new OddityCounts();
  for (let i = 0; i < 30_000; i++) oddities.note('unreadable', `X${i}_MelloRoos`, 'text');
  expect(oddities.list().length).toBeLessThan(10_100);
  expect(oddities.list()[0]).toMatchObject({ field: '(other)', detail: '(other)', count: 20_000 });
});
