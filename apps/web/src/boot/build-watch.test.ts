import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BuildWatch } from './build-watch.ts';

/**
 * The longest interval between two requests (ms). Tests advance the clock by it instead of to the next timer, which may belong to
 * code that another test file of the same worker has left running.
 */
const LONGEST_MS = 15 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `latest` answers the JSON of builds/latest.json. */
function watch(latest: () => unknown) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    // Not a Response, whose body takes turns of the event loop that fake timers do not wait for.
    const body = path.startsWith('/builds/meta/') ? { id: 'one' } : latest();
    return { ok: true, json: async () => body };
  });
  return { one: new BuildWatch('one'), asked };
}

test('reads the manifest of its build first, then asks for newer ones until there is one', async () => {
  let id = 'one';
  const { one, asked } = watch(() => ({ id }));
  await one.start();
  expect(asked).toEqual(['/builds/meta/one.json']);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(asked.at(-1)).toBe('/builds/latest.json');
  expect(one.isOutdated).toBe(false);
  id = 'two';
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(one.isOutdated).toBe(true);
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(4 * LONGEST_MS);
  expect(asked).toHaveLength(length);
});

test('it asks every ten to fifteen minutes', async () => {
  const { one, asked } = watch(() => ({ id: 'one' }));
  await one.start();
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1);
  expect(asked).toHaveLength(2);
});

test('coming back asks, at most once a minute', async () => {
  const { one, asked } = watch(() => ({ id: 'one' }));
  await one.focus();
  await one.focus();
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  await one.focus();
  expect(asked).toHaveLength(2);
});

test('an answer that does not come, or is none, changes nothing and is asked for again', async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw new Error('Network Error');
    },
    () => '<html>',
    () => ({ id: 7 }),
    () => null,
  ];
  const { one } = watch(() => answers.shift()?.());
  await one.start();
  await vi.advanceTimersByTimeAsync(4 * LONGEST_MS);
  expect(answers).toEqual([]);
  expect(one.isOutdated).toBe(false);
});
