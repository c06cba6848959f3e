import { expect, test } from 'vitest';
import { HourCache } from './hour-cache.ts';

test('a value is made once for an hour and a version, and the oldest goes when there is too much', async () => {
  let now = 0;
  const made: string[] = [];
  const cache = new HourCache<string>(
    () => now,
    10,
    ({ length }) => length,
  );
  const ask = (key: string, version = '1') =>
    cache.find(key, version, async () => {
      made.push(key);
      return key.repeat(4);
    });
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['aaaa', 'aaaa']);
  await ask('b');
  await ask('a');
  expect(made.splice(0)).toEqual(['a', 'b']);
  await ask('c');
  await ask('b');
  await ask('a');
  expect(made.splice(0)).toEqual(['c', 'a']);
  now += 3_600_000;
  await ask('a');
  await ask('a', '2');
  expect(made.splice(0)).toEqual(['a', 'a']);
});

test('a failure is not kept', async () => {
  const cache = new HourCache<number>(
    () => 0,
    10,
    () => 1,
  );
  await expect(cache.find('a', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.find('a', '1', async () => 7)).toBe(7);
});
