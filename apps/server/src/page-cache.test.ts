import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type CachedPage, formOf, isKnown, PageCache } from './page-cache.ts';

const page = (text: string, made = 0): CachedPage => ({
  status: 200,
  headers: {},
  html: Buffer.from(text),
  etag: '"e"',
  version: '1',
  freshUntil: made + 3_000,
  keepUntil: made + 60_000,
  forms: new Map(),
});

test('a page is shown again for some seconds whatever changes, and longer while nothing does', () => {
  const cache = new PageCache();
  cache.keep('/', page('home'));
  expect(cache.find('/', 2_000, '2')?.html.toString()).toBe('home');
  expect(cache.find('/', 30_000, '1')).toBeDefined();
  expect(cache.find('/', 30_001, '2')).toBeUndefined();
});

test('the least recently used page goes when the bytes run out', () => {
  const cache = new PageCache(10);
  cache.keep('a', page('aaaa'));
  cache.keep('b', page('bbbb'));
  cache.find('a', 0, '1');
  cache.keep('c', page('cccc'));
  expect(['a', 'b', 'c'].map((key) => cache.find(key, 0, '1') !== undefined)).toEqual([true, false, true]);
});

test('each compressed form is made once and holds the page', async () => {
  const one = page('마루 '.repeat(100));
  const first = formOf(one, 'gzip, br');
  expect(first.encoding).toBe('br');
  expect(formOf(one, 'br').body).toBe(first.body);
  expect(brotliDecompressSync(await first.body).toString()).toBe('마루 '.repeat(100));
  expect(formOf(one, undefined).encoding).toBeUndefined();
});

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['br; q=0.000', undefined],
  ['x-gzip', undefined],
])('who accepts %s is sent %s', (accepted, encoding) => {
  expect(formOf(page('x'), accepted).encoding).toBe(encoding);
});

test.each([
  ['"e"', true],
  ['W/"e"', true],
  ['"a", W/"e"', true],
  ['"a"', false],
  ['', false],
  [undefined, false],
])('a browser that knows %s has the page: %s', (header, known) => {
  expect(isKnown('W/"e"', header)).toBe(known);
});
