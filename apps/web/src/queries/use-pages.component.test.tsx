import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from './testing-page.tsx';
import { usePages } from './use-pages.ts';

interface Numbers {
  items: number[];
  next?: string;
}

let page: Awaited<ReturnType<typeof openPage>>;
let list: ReturnType<typeof usePages<Numbers>>;
/** The requests of a test, each answered by hand. */
let made: {
  cursor: string | undefined;
  resolve: (page: Numbers) => Promise<void>;
  reject: () => Promise<void>;
}[];

beforeEach(async () => {
  made = [];
  const load = (_: unknown, cursor: string | undefined) =>
    new Promise<Numbers>((resolve, reject) =>
      made.push({
        cursor,
        resolve: (one) => act(async () => resolve(one)),
        reject: () => act(async () => reject(new Error('Network Error'))),
      }),
    );
  function List() {
    list = usePages(['numbers'], load);
    return null;
  }
  page = await openPage(<List />, { client: {} });
});
afterEach(() => page.close());

test('the next page follows the items that are there, up to the last one', async () => {
  expect(list).toMatchObject({ items: [], isFetching: true, error: null });
  await made[0]!.resolve({ items: [1, 2], next: 'c2' });
  expect(list).toMatchObject({ items: [1, 2], isFetching: false, hasNextPage: true });
  await act(async () => list.more());
  expect(list).toMatchObject({ items: [1, 2], isFetching: true });
  await made[1]!.resolve({ items: [3] });
  expect(list).toMatchObject({ items: [1, 2, 3], isFetching: false, hasNextPage: false });
  expect(made.map(({ cursor }) => cursor)).toEqual([undefined, 'c2']);
});

test('a page that failed is loaded again by `more`, the first one too', async () => {
  await made[0]!.reject();
  expect(list.error?.message).toBe('Network Error');
  await act(async () => list.more());
  expect(list.error).toBeNull();
  await made[1]!.resolve({ items: [1], next: 'c2' });
  await act(async () => list.more());
  await made[2]!.reject();
  expect(list).toMatchObject({ items: [1], isFetching: false });
  expect(list.error?.message).toBe('Network Error');
  await act(async () => list.more());
  await made[3]!.resolve({ items: [2] });
  expect(list).toMatchObject({ items: [1, 2], error: null });
  expect(made.map(({ cursor }) => cursor)).toEqual([undefined, undefined, 'c2', 'c2']);
});

test('an item that has changed is replaced or removed without a request', async () => {
  await made[0]!.resolve({ items: [1, 2, 3] });
  await act(async () => list.replace((one) => one === 2, 20));
  await act(async () => list.replace((one) => one === 3, null));
  expect(list.items).toEqual([1, 20]);
  expect(made).toHaveLength(1);
});

test('`reset` empties the list and loads its first page', async () => {
  await made[0]!.resolve({ items: [1], next: 'c2' });
  await act(async () => list.more());
  await made[1]!.resolve({ items: [2] });
  await act(async () => list.reset());
  expect(list).toMatchObject({ items: [], isFetching: true });
  await made[2]!.resolve({ items: [5] });
  expect(list.items).toEqual([5]);
  expect(made.map(({ cursor }) => cursor)).toEqual([undefined, 'c2', undefined]);
});
