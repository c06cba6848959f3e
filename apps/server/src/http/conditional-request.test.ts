import { expect, test } from 'vitest';
import { isKnown } from './conditional-request.ts';

test.each([
  ['"e"', true],
  ['W/"e"', true],
  ['"e-br"', true],
  ['W/"e-gzip"', true],
  ['"a", W/"e"', true],
  ['"a"', false],
  ['"ee"', false],
  ['e', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('a browser that has %s has the response: %s', (header, known) => {
  for (const etag of ['"e"', 'W/"e"', '"e-br"'])
    expect(isKnown(etag, header === undefined ? {} : { 'if-none-match': header })).toBe(known);
});
