import type { HomeCardAnswer } from '@maru/contract';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../i18n/words.tsx';
import { buildRows } from './compare-table.tsx';

const home = (searchType: 'sale' | 'rent') =>
  ({ searchType, listPrice: 2_875, requiredFeesMonthly: 75, associationFeeMonthly: 410 }) as HomeCardAnswer;

test.each(['en', 'ko'] as const)(
  'the association fee is the owner’s, not that of who rents (%s)',
  (locale) => {
    const words = createWords(locale, compileMessages(CATALOGUES[locale]), 'test');
    const rowOf = (homes: HomeCardAnswer[], title: Parameters<typeof words.t>[0]) =>
      buildRows(homes, words, 0, null).find((row) => row.title === words.t(title));
    const [sale, rent] = [home('sale'), home('rent')];
    expect(rowOf([rent, rent], 'fact.hoa')).toBeUndefined();
    expect(rowOf([rent, rent], 'compare.rent')?.value(rent)).toContain('$2,950');
    const ofType = (homeType: HomeCardAnswer['homeType']) => ({ ...sale, homeType });
    expect(rowOf([ofType('coop'), rent], 'fact.maintenance')?.value(ofType('coop'))).toContain('$410');
    expect(rowOf([ofType('manufactured')], 'fact.space_dues')).toBeDefined();
    expect(rowOf([ofType('coop'), ofType('condo')], 'fact.dues')).toBeDefined();
    const mixed = rowOf([sale, rent], 'fact.hoa');
    expect(mixed?.value(sale)).toContain('$410');
    expect(mixed?.value(rent)).toBe(words.t('compare.hoa_of_owner'));
  },
);
