import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHighlights, hasKeywords, parseKeyword, tokenize } from './keyword.ts';

const marked = (text: string, q: string) =>
  findHighlights(text, q).map(({ start, end }) => text.slice(start, end));

test('words are asked for together, quotes make a phrase, a minus leaves out (rule R9)', () => {
  expect(parseKeyword('ADU -shared "ocean view" -"busy street"', 'flood zone')).toEqual({
    wanted: [['adu'], ['ocean', 'view']],
    unwanted: [['shared'], ['busy', 'street'], ['flood'], ['zone']],
  });
  expect(hasKeywords('Detached ADU with its own meter.', parseKeyword('ADU -shared'))).toBe(true);
  expect(hasKeywords('ADU with a shared drive.', parseKeyword('ADU -shared'))).toBe(false);
  expect(hasKeywords('A view of the ocean.', parseKeyword('"ocean view"'))).toBe(false);
});

test('a word that other searches drop counts too, and none finds what only resembles it', () => {
  expect(hasKeywords('No HOA, low taxes.', parseKeyword('"no HOA"'))).toBe(true);
  expect(hasKeywords('The HOA is 300.', parseKeyword('"no HOA"'))).toBe(false);
  expect(hasKeywords('Share the garden.', parseKeyword('shared'))).toBe(false);
});

test('plural and singular, accents, apostrophes and joined words are one', () => {
  for (const [text, q] of [
    ['Two porches', 'porch'],
    ['One condo', 'condos'],
    ['Three ADUs', 'adu'],
    ['The cities', 'city'],
    ['Cafe nearby', 'café'],
    ["The owner's suite", 'owner’s suite'],
    ['A 3-car garage', '"3 car"'],
    ['A 3 car garage', '3-car'],
  ] as const) {
    expect(hasKeywords(text, parseKeyword(q)), `${q} in ${text}`).toBe(true);
  }
});

test('Korean words are found with the particles that follow them', () => {
  const text = '수영장이 있는 집, 반지하 아님';
  expect(hasKeywords(text, parseKeyword('수영장'))).toBe(true);
  expect(hasKeywords(text, parseKeyword('수영장 -반지하'))).toBe(false);
  expect(marked(text, '수영장')).toEqual(['수영장이']);
  // However it was composed.
  expect(hasKeywords(text.normalize('NFD'), parseKeyword('수영장'))).toBe(true);
});

test('hits are marked where they stand, a phrase as a whole, what was left out not at all', () => {
  const text = 'An ADU! Ocean views, and a view of the ocean; ADU-ready.';
  expect(marked(text, 'adu -garage "ocean view"')).toEqual(['ADU', 'Ocean views', 'ADU']);
  expect(marked(text, 'nothing of it')).toEqual(['of']);
  expect(marked(text, '-adu')).toEqual([]);
});

test('a quote that is never closed, bare signs, and nothing at all', () => {
  expect(parseKeyword('"ocean view')).toEqual({ wanted: [['ocean', 'view']], unwanted: [] });
  for (const q of ['', '-', '""', '-""', '!!! ()&|:*', '\\', "'"]) {
    expect(parseKeyword(q), q).toEqual({ wanted: [], unwanted: [] });
  }
});

test('any text is cut into words of letters and digits that stand where they say', () => {
  const { seed } = { seed: Date.now() % 1e9 };
  const text = fc.string({ unit: 'binary', maxLength: 80 });
  fc.assert(
    fc.property(text, text, (remarks, q) => {
      for (const { text: word, start, end } of tokenize(remarks)) {
        expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,60}$/u);
        expect(end).toBeGreaterThan(start);
      }
      let last = 0;
      for (const { start, end } of findHighlights(remarks, q)) {
        expect(start).toBeGreaterThanOrEqual(last);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(remarks.length);
      // What is cut from a text is in it.
      const [first] = tokenize(remarks);
      if (first) expect(hasKeywords(remarks, parseKeyword(remarks.slice(first.start, first.end)))).toBe(true);
    }),
    { seed },
  );
});
