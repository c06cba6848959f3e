import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter } from './odata-filter.ts';
import { type Kind, ODataFault, type Row } from './odata-value.ts';

const fields = new Map<string, Kind>([
  ['A', 'number'],
  ['B', 'number'],
  ['City', 'text'],
  ['At', 'instant'],
  ['Tags', 'list'],
]);
const now = () => new Date('2026-11-01T00:00:00Z');
const passes = (filter: string, row: Row) => parseFilter(filter, { fields }, now)(row);

describe('$filter', () => {
  it('every unparsable filter is refused with an OData fault', () => {
    const word = fc.constantFrom(
      ...'A B City At Tags eq ne gt and or not in ( ) , / any all x: null true 1 -2.5 now() contains date'.split(
        ' ',
      ),
      "'x'",
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '2026-99-99',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(typeof passes(text, { A: 1, City: 'Irvine', Tags: ['x'] })).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(ODataFault);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('not binds before and, and before or', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (a, b, c) => {
        const row = { A: a ? 1 : 0, B: b ? 1 : 0, City: c ? 'x' : 'y' };
        expect(passes("not A eq 1 and B eq 1 or City eq 'x'", row)).toBe((!a && b) || c);
        expect(passes("not (A eq 1 and (B eq 1 or City eq 'x'))", row)).toBe(!(a && (b || c)));
      }),
    );
  });

  it('null comparisons follow OData, and instants compare to the microsecond across offsets', () => {
    expect(passes('A eq null', {})).toBe(true);
    expect(passes('A ne 1', { A: null })).toBe(true);
    expect(passes('A lt 1', { A: null })).toBe(false);
    const row = { At: '2026-11-01T00:00:00.000001Z' };
    expect(passes('At gt 2026-11-01T00:00:00Z', row)).toBe(true);
    expect(passes('At eq 2026-10-31T16:00:00.000001-08:00', row)).toBe(true);
    expect(passes('At gt now()', row)).toBe(true);
  });

  it('doubled apostrophes are unescaped, and lambdas search lists', () => {
    expect(passes("City eq 'O''Fallon'", { City: "O'Fallon" })).toBe(true);
    expect(passes("Tags/any(t:t eq 'x')", { Tags: ['y', 'x'] })).toBe(true);
    expect(passes("Tags/all(t:t eq 'x')", { Tags: [] })).toBe(true);
    expect(passes('Tags/any()', { Tags: [] })).toBe(false);
  });
});
