import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFeed, type FeedSettings } from '@maru/mls';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DISPLAY = {
  advertisingBroker: { name: 'B', licenseNumber: '01234567', phone: '555-0100', email: 'b@example.com' },
  source: 'S',
  disclaimer: 'D',
} as FeedSettings['display'];

/** When each dataset was asked (ms), by a provider whose minute is used up at its first answer. */
const asked: { dataset: string; at: number }[] = [];
const RESET_MS = 1_200;
const server = createServer((request, response) => {
  const dataset = /OData\/(\w+)\//.exec(request.url ?? '')?.[1] ?? '';
  const isFirst = asked.length === 0;
  asked.push({ dataset, at: Date.now() });
  response.setHeader('content-type', 'application/json');
  response.setHeader('burst-ratelimit-limit', '334');
  response.setHeader('burst-ratelimit-remaining', isFirst ? '0' : '333');
  response.setHeader('burst-ratelimit-reset', new Date(Date.now() + RESET_MS).toISOString());
  response.end(JSON.stringify({ value: [] }));
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('pitfall F14: two feeds on one credential share its limits; a feed on another one does not wait for them', async () => {
  const feedOf = (dataset: string, token: string) =>
    createFeed({ dataset, provider: 'bridge', baseUrl, token, mediaHosts: [], display: DISPLAY });
  const [one, two, other] = [feedOf('one', 'same'), feedOf('two', 'same'), feedOf('other', 'another')];
  const { signal } = new AbortController();
  const read = async (feed: typeof one) => {
    for await (const _ of feed.keys(signal)) break;
  };
  const reading = read(one);
  while (asked.length === 0) await sleep(5);
  // Asked is not yet answered: what the provider says of its limits must have been heard.
  await sleep(200);
  await Promise.all([reading, read(two), read(other)]);
  // `two` was told to read before `other`, and yet is heard after it.
  expect([...new Set(asked.map(({ dataset }) => dataset))]).toEqual(['one', 'other', 'two']);
  const first = (dataset: string) => asked.find((question) => question.dataset === dataset)!.at;
  expect(first('two') - asked[0]!.at).toBeGreaterThanOrEqual(RESET_MS - 50);
}, 20_000);
