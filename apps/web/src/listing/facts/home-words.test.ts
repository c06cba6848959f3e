import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../../i18n/words.tsx';
import { priceText } from '../card/card-words.ts';
import { homeAnswer } from '../testing-home.ts';
import { pinText, pricedHome, soldText } from './home-words.ts';

test.each(['en', 'ko'] as const)(
  'a home has one price on its page and on the pin of its map (%s)',
  (locale) => {
    const words = createWords(locale, compileMessages(CATALOGUES[locale]), 'test');
    const rental = {
      ...homeAnswer({ listPrice: 2_875, requiredMonthlyFees: 75 }),
      searchType: 'rent' as const,
    };
    expect(pinText(rental, words)).toBe('$2,950');
    expect(priceText(pricedHome(rental), words)).toContain('$2,950');
    const sold = homeAnswer({
      standardStatus: 'Closed',
      listPrice: 1_250_000,
      closePrice: 1_180_000,
      closeDate: '2026-11-03',
    });
    expect(priceText(pricedHome(sold), words)).toBe('$1,180,000');
    expect(soldText(sold, words)).toBe(locale === 'en' ? 'Sold Nov 3, 2026' : '2026년 11월 3일 거래 완료');
    const undisclosed = homeAnswer({ standardStatus: 'Closed', listPrice: 1_250_000, closePrice: null });
    expect(pinText(undisclosed, words)).toBeUndefined();
    expect(priceText(pricedHome(undisclosed), words)).toBe(words.t('card.price_undisclosed'));
  },
);
