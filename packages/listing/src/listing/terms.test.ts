import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TERM_IDS, termsIn } from './terms.ts';

const ids = (text: string) => termsIn(text).map((one) => one.id);

test('there are at least 61 (rule R84)', () => {
  expect(TERM_IDS.length).toBeGreaterThanOrEqual(61);
});

test('remarks give up their terms, whatever their spelling', () => {
  expect(ids('Low HOA and no Mello-Roos! This PUD has a permitted ADU; CFD paid off.')).toEqual([
    'hoa',
    'mello-roos',
    'pud',
    'adu',
  ]);
  expect(ids('Sold AS-IS. Seller motivated, short‑sale approved, 1031 exchange ok.')).toEqual([
    'as-is',
    'short-sale',
    '1031',
  ]);
  expect(ids('Two duplexes with CC&Rs. Title insurance by owner.')).toEqual(['ccrs', 'title-insurance']);
});

test('what is another word is no term', () => {
  expect(ids('Arm chairs in Nova and va bene; a pudding; adult living; armoire')).toEqual([]);
  expect(ids('The condominiums next door')).toEqual(['condo']);
});

test('each stands where it says, once, in order, in any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(' HOA ', ' escrow, ', ' PUD.'),
      (noise, term) => {
        const text = `${noise}${term}${noise}`;
        const found = termsIn(text);
        expect(new Set(found.map((one) => one.id)).size).toBe(found.length);
        for (const [index, one] of found.entries()) {
          expect(one.start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0);
          expect(text.slice(one.start, one.end)).not.toBe('');
        }
        expect(found.length).toBeGreaterThan(0);
      },
    ),
  );
});

test('a text of 20,000 characters is read to its end', () => {
  expect(ids(`${'a-'.repeat(9_990)} escrow`)).toEqual(['escrow']);
});
