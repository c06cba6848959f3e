import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../../i18n/words.tsx';
import { translateCaption } from './photo-texts.tsx';

const [en, ko] = (['en', 'ko'] as const).map((locale) =>
  createWords(locale, compileMessages(CATALOGUES[locale]), 'v'),
) as [ReturnType<typeof createWords>, ReturnType<typeof createWords>];

test('a usual caption is in the reader’s words, any other is as it was sent, and marked as English', () => {
  expect(translateCaption('Kitchen', ko, '집 사진')).toEqual({ text: '주방' });
  expect(translateCaption('Living Room', ko, '집 사진')).toEqual({ text: '거실' });
  expect(translateCaption('Sunset from the deck', ko, '집 사진')).toEqual({
    text: 'Sunset from the deck',
    lang: 'en',
  });
  expect(translateCaption('Sunset from the deck', en, 'Photo')).toEqual({ text: 'Sunset from the deck' });
  expect(translateCaption(null, ko, '집 사진')).toEqual({ text: '집 사진' });
});
