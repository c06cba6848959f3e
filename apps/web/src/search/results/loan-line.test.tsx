import { CATALOGUES, compileMessages } from '@maru/words/server';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createWords, WordsProvider } from '../../i18n/words.tsx';
import { MonthlyNote } from './loan-line.tsx';

const loan = { downPercent: 20, downAmount: null, rate: 6.5, rateAsOf: null, years: 30 } as never;

test.each(['en', 'ko'] as const)('only homes for sale are noted to be paid with a loan (%s)', (locale) => {
  const words = createWords(locale, compileMessages(CATALOGUES[locale]), 'test');
  const noted = (searchType: 'sale' | 'rent') =>
    renderToString(
      <WordsProvider words={words}>
        <MonthlyNote searchType={searchType} loan={loan} />
      </WordsProvider>,
    );
  expect(noted('sale')).toContain('6.5%');
  expect(noted('rent')).not.toContain('%');
  expect(noted('rent')).toContain(words.t('filter.monthly_rent_note'));
});
