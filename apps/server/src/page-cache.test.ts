import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type CachedPage, formOf, PageCache } from './page-cache.ts';

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
