import type { ShortlistAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage } from '../queries/testing-page.tsx';
import { shortlistMemory } from './shortlist-memory.ts';
import { type OpenShortlist, useShortlist } from './use-shortlist.ts';

const KEY = 'k'.repeat(24);

let page: Awaited<ReturnType<typeof openPage>>;
let list: OpenShortlist;
/** The requests of a test, each answered by hand. */
let made: {
  sent: readonly string[];
  resolve: () => Promise<void>;
  reject: (error: Error) => Promise<void>;
}[];
/** What the server knows. */
let votes: ShortlistAnswer['votes'];

beforeEach(async () => {
  made = [];
  votes = [];
  const request = (sent: ShortlistAnswer['votes']) =>
    new Promise<ShortlistAnswer>((resolve, reject) =>
      made.push({
        sent: sent.map(({ homeId, vote }) => `${homeId} ${vote}`),
        resolve: () =>
          act(async () => {
            votes = [...votes, ...sent];
            resolve({ name: 'Our list', homes: [], people: [], votes } as never);
          }),
        reject: (error) => act(async () => reject(error)),
      }),
    );
  const client = {
    findShortlist: () => request([]),
    voteOnShortlist: ({ body }: { body: { votes: ShortlistAnswer['votes'] } }) => request(body.votes),
  };
  function List() {
    list = useShortlist(KEY);
    return null;
  }
  page = await openPage(<List />, { client: client as never });
});
afterEach(async () => {
  await page.close();
  shortlistMemory().forget(KEY);
});

const say = (homeId: string) => act(async () => list.say(homeId, { vote: 'yes' }));
const shown = () => list.list?.votes.map(({ homeId }) => homeId);
const waiting = () =>
  shortlistMemory()
    .find(KEY)
    ?.waiting.map(({ homeId }) => homeId);

async function join(): Promise<void> {
  await made[0]!.resolve();
  await act(async () => list.join('Mom'));
  await made[1]!.resolve();
}

test('what is said while a vote is on its way follows it, and is shown all the time', async () => {
  await join();
  await say('h1');
  await say('h2');
  expect(made).toHaveLength(3);
  expect(shown()).toEqual(['h1', 'h2']);
  await made[2]!.resolve();
  expect(shown()).toEqual(['h1', 'h2']);
  expect(made.slice(2).map(({ sent }) => sent)).toEqual([['h1 yes'], ['h2 yes']]);
  await made[3]!.resolve();
  expect(waiting()).toEqual([]);
  expect(made).toHaveLength(4);
});

test('what could not be sent is kept, and sent when the line is back', async () => {
  await join();
  await act(async () => window.dispatchEvent(new Event('offline')));
  expect(list.isOffline).toBe(true);
  await say('h1');
  await made[2]!.reject(new Error('Network Error'));
  expect(list.isOffline).toBe(true);
  expect(shown()).toEqual(['h1']);
  expect(made).toHaveLength(3);
  await act(async () => window.dispatchEvent(new Event('online')));
  await made[3]!.resolve();
  expect(made[3]!.sent).toEqual(['h1 yes']);
  expect(list.isOffline).toBe(false);
  expect(list.error).toBeUndefined();
  expect(waiting()).toEqual([]);
});

test('a vote that the server refuses does not keep the list from being loaded', async () => {
  await join();
  await say('h1');
  await made[2]!.reject(new ApiError({ statusCode: 400, statusMessage: 'No', message: 'no' } as never));
  expect(list.isOffline).toBe(false);
  expect(list.error).toBeInstanceOf(ApiError);
  await act(async () => list.retry());
  expect(made[3]!.sent).toEqual([]);
  await made[3]!.resolve();
  expect(made[4]!.sent).toEqual(['h1 yes']);
});

test('a list that is shared no longer is gone, and not asked for again', async () => {
  await made[0]!.reject(new ApiError({ statusCode: 404, statusMessage: 'Gone', message: 'gone' } as never));
  expect(list.isGone).toBe(true);
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(made).toHaveLength(1);
});
