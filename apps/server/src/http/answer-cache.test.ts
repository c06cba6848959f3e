import { expect, test } from 'vitest';
import { AnswerCache, formatEtag } from './answer-cache.ts';

const bytes = (text: string) => async () => Buffer.from(text);

test('an answer is made once for a version, and forgotten with it', async () => {
  const cache = new AnswerCache();
  let made = 0;
  const make = async () => Buffer.from(`answer ${++made}`);
  const first = await cache.answer('q', '1', make);
  expect(await cache.answer('q', '1', make)).toBe(first);
  expect((await cache.answer('q', '2', make)).body.plain.toString()).toBe('answer 2');
  expect(cache.find('q', '1')).toBeUndefined();
});

test('the same question is one work, which fails for all and is tried anew by the next', async () => {
  const cache = new AnswerCache();
  const fail = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([cache.answer('q', '1', fail), cache.answer('q', '1', bytes('x'))]);
  expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect((await cache.answer('q', '1', bytes('x'))).body.plain.toString()).toBe('x');
});

test('who goes does not stop the work of who stays', async () => {
  const cache = new AnswerCache();
  const [gone, done] = [new AbortController(), Promise.withResolvers<Buffer>()];
  let signal: AbortSignal | undefined;
  const make = (stop: AbortSignal) => {
    signal = stop;
    return done.promise;
  };
  const leaving = cache.answer('q', '1', make, gone.signal);
  const staying = cache.answer('q', '1', make, new AbortController().signal);
  gone.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  expect(signal?.aborted).toBe(false);
  done.resolve(Buffer.from('x'));
  expect((await staying).body.plain.toString()).toBe('x');
});

test('the least recently asked goes when the bytes run out', async () => {
  const cache = new AnswerCache(30);
  for (const key of ['a', 'b']) await cache.answer(key, '1', bytes('12345678'));
  cache.find('a', '1');
  await cache.answer('c', '1', bytes('12345678'));
  expect(['a', 'b', 'c'].map((key) => cache.find(key, '1') !== undefined)).toEqual([true, false, true]);
  expect(cache.bytes).toBeLessThanOrEqual(30);
});

test('an address is known by its text after it was asked, until the version moves', async () => {
  const cache = new AnswerCache();
  const answer = await cache.answer('q', '1', bytes('x'));
  cache.remember('/list?b=1&a=2', 'q', '1');
  expect(cache.findByAddress('/list?b=1&a=2', '1')).toBe(answer);
  expect(cache.findByAddress('/list?b=1&a=2', '2')).toBeUndefined();
  expect(cache.findByAddress('/list?a=2&b=1', '1')).toBeUndefined();
});

test('each form has a tag of its own', () => {
  expect([undefined, 'br'].map((one) => formatEtag('t', one))).toEqual(['"t"', '"t-br"']);
});
