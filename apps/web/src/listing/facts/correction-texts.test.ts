import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../../i18n/words.tsx';
import { correctionText } from './correction-texts.ts';

const [en, ko] = (['en', 'ko'] as const).map((locale) =>
  createWords(locale, compileMessages(CATALOGUES[locale]), 'v'),
) as [ReturnType<typeof createWords>, ReturnType<typeof createWords>];
const text = (
  one: Omit<Parameters<typeof correctionText>[0], 'correctedAt'>,
  words: Parameters<typeof correctionText>[2],
) => correctionText({ ...one, correctedAt: '2026-11-28T02:00:00Z' }, 'America/Los_Angeles', words);

test('a correction is told with its day, at the home, and what the MLS says', () => {
  const beds = { field: 'bedroomsTotal', value: 4, feedValue: 3 } as const;
  expect(text(beds, en)).toBe('Beds: 4. Corrected by Maru on Nov 27, 2026; MLS value: 3.');
  expect(text(beds, ko)).toBe('방 4: 2026년 11월 27일에 마루가 바로잡았어요(MLS 기록: 3).');
});

test.each([
  [{ field: 'livingArea', value: 1_850, feedValue: null }, 'Living area: 1,850 sqft', 'Not stated'],
  [{ field: 'associationFee', value: 250, feedValue: 100 }, 'HOA fee: $250 a month', '$100 a month'],
  [{ field: 'taxAnnualAmount', value: null, feedValue: 0 }, 'Annual property tax: Not stated', '$0'],
  [{ field: 'yearBuilt', value: 1998, feedValue: 2998 }, 'Year built: 1998', '2998'],
  [{ field: 'unitNumber', value: '4B', feedValue: '48' }, 'Unit: 4B', '48'],
] as const)('%j has its unit', (one, value, said) => {
  expect(text(one, en)).toBe(`${value}. Corrected by Maru on Nov 27, 2026; MLS value: ${said}.`);
});
