import { expect, test } from 'vitest';
import { splitLinks, splitTerms } from './video-links.ts';

test('lines keep the number that they have in the field', () => {
  expect(splitLinks('https://youtu.be/a\r\n\n  https://youtu.be/b \n')).toEqual([
    { number: 1, url: 'https://youtu.be/a' },
    { number: 3, url: 'https://youtu.be/b' },
  ]);
});

test('topics are told apart by commas of both languages', () => {
  expect(splitTerms(' Escrow, 첫 주택、escrow ,')).toEqual(['escrow', '첫 주택']);
});
