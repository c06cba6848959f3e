import { expect, test } from 'vitest';
import { EncodedBody } from './encoded-body.ts';
import { type CachedPage, PageCache } from './page-cache.ts';

const page = (text: string, made = 0): CachedPage => ({
  status: 200,
  headers: {},
  html: new EncodedBody(Buffer.from(text)),
  etag: '"e"',
  version: '1',
  freshUntil: made + 3_000,
  keepUntil: made + 60_000,
});

test('a page is shown again for some seconds whatever changes, and longer while nothing does', () => {
  const cache = new PageCache();
  cache.keep('/', page('home'));
  expect(cache.find('/', 2_000, '2')?.html.plain.toString()).toBe('home');
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

test('a page that is larger than the cache is not kept and evicts none; an empty page is kept', () => {
  const cache = new PageCache(10);
  cache.keep('a', page('aaaa'));
  cache.keep('large', page('a'.repeat(11)));
  cache.keep('empty', page(''));
  const kept = ['a', 'large', 'empty'].map((key) => cache.find(key, 0, '1') !== undefined);
  expect(kept).toEqual([true, false, true]);
});

test('a page in place of another counts once', () => {
  const cache = new PageCache(10);
  for (let times = 0; times < 3; times += 1) cache.keep('a', page('aaaa'));
  cache.keep('b', page('bbbb'));
  expect(cache.find('a', 0, '1')).toBeDefined();
});
