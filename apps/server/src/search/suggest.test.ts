import type { Gazetteer } from '@maru/gazetteer';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import { expect, test } from 'vitest';
import type { Parts } from '../parts.ts';
import { suggest, suggestSchools } from './suggest.ts';

const parts = {
  gazetteer: { suggest: () => [] } as unknown as Gazetteer,
  addresses: { suggest: () => [] } as unknown as AddressIndex,
  index: { countsByPlace: () => new Map() } as unknown as SearchIndex,
};
const placeNames = {
  suggest: (_text: string, limit: number) =>
    [
      {
        kind: 'district' as const,
        id: 'irvine-unified',
        name: 'Irvine Unified',
        city: 'Irvine',
        state: 'CA' as const,
      },
      { kind: 'school' as const, id: '0620 35', name: 'Irvine High', city: null, state: 'CA' as const },
    ].slice(0, limit),
} as unknown as Pick<Parts['placeNames'], 'suggest'>;
const noNames = { suggest: () => [] };
const asked = { locale: 'en', searchType: 'rent', limit: 8 } as const;

test('imported schools and districts are offered as the filters they are, and none without an import', () => {
  expect(suggest('irv', asked, { ...parts, placeNames: noNames })).toEqual([]);
  expect(suggest('irv', asked, { ...parts, placeNames })).toEqual([
    {
      kind: 'district',
      name: 'Irvine Unified, Irvine, CA',
      path: '/homes/for_rent?schoolDistrict=irvine-unified',
      count: 0,
      guessed: false,
    },
    {
      kind: 'school',
      name: 'Irvine High, CA',
      path: '/homes/for_rent?school=0620%2035',
      count: 0,
      guessed: false,
    },
  ]);
});

test('a Korean name finds the school, with its kind or without', () => {
  const asked: unknown[][] = [];
  const names = {
    suggest: (...all: unknown[]) => {
      asked.push(all);
      return [];
    },
  };
  const northwood = { place: { name: 'Northwood' } };
  const gazetteer = {
    findNamed: (name: string) => (name === '노스우드' ? northwood : undefined),
    suggest: () => [],
  } as unknown as Gazetteer;
  const options = { searchType: 'sale', limit: 6, kind: 'school' } as const;
  for (const text of ['노스우드', '노스우드 고등학교', '베크만 고등학교', 'northw', '모르는 학교']) {
    suggestSchools(text, options, { gazetteer, placeNames: names });
  }
  expect(asked).toEqual([
    ['Northwood', 6, 'school'],
    ['Northwood High', 6, 'school'],
    ['Beckman High', 6, 'school'],
    ['northw', 6, 'school'],
    ['모르는 학교', 6, 'school'],
  ]);
});
