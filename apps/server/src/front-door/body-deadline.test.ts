import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BodyDeadline, BodyTimeout } from './body-deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Sends so many bytes each second for so many seconds; answers the error that ended it, if any. */
async function send(bytesASecond: number, seconds: number): Promise<Error | undefined> {
  let error: Error | undefined;
  const body = new BodyDeadline(() => Date.now());
  body.on('error', (one) => {
    error = one;
  });
  body.resume();
  for (let second = 0; second < seconds && error === undefined; second += 1) {
    if (bytesASecond > 0) body.write(Buffer.alloc(bytesASecond));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  if (error === undefined) body.end();
  await vi.advanceTimersByTimeAsync(60_000);
  return error;
}

test.each([
  ['nothing', 0, 11],
  ['a byte a second', 1, 11],
  ['64 KB in more than ten seconds', 5_000, 13],
  ['a photo at 4 KB/s', 4 * 1024, 60],
])('%s is too slow: 408', async (_, rate, seconds) => {
  const error = await send(rate, seconds);
  expect(error).toBeInstanceOf(BodyTimeout);
  expect((error as BodyTimeout).statusCode).toBe(408);
});

test.each([
  ['64 KB in nine seconds', 7_200, 9],
  ['a photo of 5 MB at 9 KB/s', 9 * 1024, 570],
])('%s is in time', async (_, rate, seconds) => {
  expect(await send(rate, seconds)).toBeUndefined();
});
