import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Latest, useLatest } from './use-latest.ts';

interface Made {
  key: string | null;
  signal: AbortSignal;
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

let root: Root;
let latest: Latest<string>;
let made: Made[];

function Probe({ of, version, delayMs }: { of: string | null; version?: number; delayMs?: number }) {
  latest = useLatest(
    of,
    (signal) =>
      new Promise<string>((resolve, reject) => void made.push({ key: of, signal, resolve, reject })),
    { version, ...(delayMs === undefined ? {} : { delayMs }) },
  );
  return null;
}

const show = async (of: string | null, more: { version?: number; delayMs?: number } = {}) => {
  await act(async () => root.render(<Probe of={of} {...more} />));
  await act(async () => vi.advanceTimersByTime(0));
};
const settle = (work: () => void) => act(async () => work());

beforeEach(() => {
  vi.useFakeTimers();
  made = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

test('the last value stays until the next one, and says what it was loaded for', async () => {
  await show('a');
  expect(latest).toEqual({ value: undefined, key: null, error: undefined });
  await settle(() => made[0]?.resolve('A'));
  expect(latest).toEqual({ value: 'A', key: 'a', error: undefined });
  await show('b');
  expect(latest.value).toBe('A');
  await settle(() => made[1]?.resolve('B'));
  expect(latest).toEqual({ value: 'B', key: 'b', error: undefined });
});

test('a newer key aborts the request before it, whose late result is dropped', async () => {
  await show('a');
  await show('b');
  expect(made.map(({ key, signal }) => [key, signal.aborted])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  await settle(() => made[1]?.resolve('B'));
  await settle(() => made[0]?.resolve('A'));
  expect(latest).toMatchObject({ value: 'B', key: 'b' });
  await settle(() => made[0]?.reject(new Error('aborted')));
  expect(latest.error).toBeUndefined();
});

test('a failure keeps the last value; a new version asks again', async () => {
  await show('a', { version: 1 });
  await settle(() => made[0]?.resolve('A'));
  await show('a', { version: 1 });
  expect(made).toHaveLength(1);
  await show('a', { version: 2 });
  await settle(() => made[1]?.reject(new Error('Network Error')));
  expect(latest).toEqual({ value: 'A', key: 'a', error: new Error('Network Error') });
  await show('a', { version: 3 });
  await settle(() => made[2]?.resolve('A3'));
  expect(latest).toEqual({ value: 'A3', key: 'a', error: undefined });
});

test('without a key nothing is loaded, and the value is gone', async () => {
  await show('a');
  await settle(() => made[0]?.resolve('A'));
  await show(null);
  expect(latest).toEqual({ value: undefined, key: null, error: undefined });
  expect(made).toHaveLength(1);
});

test('with a delay only the last of several keys is requested', async () => {
  for (const key of ['a', 'b', 'c']) {
    await show(key, { delayMs: 100 });
    await act(async () => vi.advanceTimersByTime(50));
  }
  expect(made).toEqual([]);
  await act(async () => vi.advanceTimersByTime(50));
  expect(made.map(({ key }) => key)).toEqual(['c']);
});
