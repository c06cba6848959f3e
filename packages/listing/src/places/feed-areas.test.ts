import { expect, test } from 'vitest';
import { feedAreaNames, feedAreaSlug, parseFeedAreaSlug } from './feed-areas.ts';

const names = (subdivisionName: string | null, mlsAreaMajor: string | null = null) =>
  feedAreaNames({ subdivisionName, mlsAreaMajor, city: 'Irvine' });

test('a subdivision and an MLS area are named without their codes, once', () => {
  expect(names('Laguna Altura')).toEqual(['Laguna Altura']);
  expect(names('Woodbury (WDBY)', 'Woodbury (Irvine)')).toEqual(['Woodbury']);
  expect(names(null, 'UT - University Town Center')).toEqual(['University Town Center']);
  expect(names('Stonegate', 'NW - Northwood')).toEqual(['Stonegate', 'Northwood']);
});

test('what stands for no name is none', () => {
  for (const text of [
    null,
    '',
    'N/A',
    'None',
    'Not Applicable',
    'Other (OTHR)',
    'Unknown',
    '699',
    'IRV',
    'Irvine',
    'x'.repeat(60),
  ]) {
    expect(names(text), String(text)).toEqual([]);
  }
});

test('a slug is a part of its city, and says both again', () => {
  const isCity = (slug: string) => slug === 'irvine-ca' || slug === 'lake-forest-ca' || slug === 'forest-ca';
  expect(feedAreaSlug('Laguna Altura', 'irvine-ca')).toBe('laguna-altura-irvine-ca');
  expect(parseFeedAreaSlug('laguna-altura-irvine-ca', isCity)).toEqual({
    name: 'Laguna Altura',
    city: 'irvine-ca',
  });
  expect(parseFeedAreaSlug('old-town-lake-forest-ca', isCity)).toEqual({
    name: 'Old Town',
    city: 'lake-forest-ca',
  });
  expect(parseFeedAreaSlug('irvine-ca', isCity)).toBeUndefined();
  expect(parseFeedAreaSlug('laguna-altura', isCity)).toBeUndefined();
});
