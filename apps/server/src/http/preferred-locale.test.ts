import { expect, test } from 'vitest';
import { preferredLocale } from './preferred-locale.ts';

test.each([
  ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['fr,ko;q=0.3,en;q=0.2', 'ko'],
  ['ko;q=0,en;q=0.1', 'en'],
  ['fr-FR', undefined],
  ['', undefined],
  [undefined, undefined],
])('a browser that prefers %s is shown %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});
