import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceClock } from '@maru/contract';
import { createFeed } from '@maru/mls';
import { type EmbeddedDatabase, startEmbedded } from '@maru/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../dev/line/line.ts';
import { replicate } from './jobs/replicate.ts';

/** The database goes away and comes back, on the same data and port. */
let dataDir: string;
let database: EmbeddedDatabase;
let line: Line;
const start = () => startEmbedded({ dataDir, log: () => undefined });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maru-outage-'));
  database = await start();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 120 });
  await line.follow();
});

afterAll(async () => {
  // What was started ends, even when the rest could not start.
  await (line as Line | undefined)?.close();
  await (database as EmbeddedDatabase | undefined)?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('while the database is away, search, cards and suggestions go on; the rest says 503 and when to come back', async () => {
  const before = await line.list('searchType=sale&want=total&want=listings&want=facets');
  const { homeId } = before.listings[0]!;
  await database.stop();

  const during = await line.list('searchType=sale&want=total&want=listings&want=facets');
  expect({ total: during.total, ids: during.listings.map((card) => card.homeId) }).toEqual({
    total: before.total,
    ids: before.listings.map((card) => card.homeId),
  });
  expect(during.asOf).toBe(before.asOf);
  for (const [query, field] of [
    ['q=garage', 'q'],
    ['not=garage', 'not'],
    ['q=garage&not=pool', 'q'],
    ['q=garage&want=facets', 'q'],
  ]) {
    const keyword = await line.get(`/maru/v1/home/list?searchType=sale&${query}`);
    expect(keyword, query).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { statusCode: 503, data: { code: 'unavailable', fields: [{ field, reason: 'unavailable' }] } },
    });
  }
  // All the other filters go on, alone and together.
  for (const query of [
    'price=100000-900000&beds=2-&type=house',
    'place=irvine-ca',
    'sort=-price&page=2',
    'has=ac&unk=hoa',
    'bbox=-118.5,33.4,-117.2,34.2&zoom=10&want=total,clusters,histogram,facets',
  ]) {
    expect((await line.get(`/maru/v1/home/list?searchType=sale&${query}`)).status, query).toBe(200);
  }
  expect((await line.get('/maru/v1/home/suggest?text=irvine')).status).toBe(200);
  expect((await line.get('/maru/v1/district/city/irvine-ca')).status).toBe(200);
  const home = await line.get(`/maru/v1/home?homeId=${homeId}`, { 'accept-language': 'ko' });
  expect(home.status).toBe(503);
  expect(home.headers['retry-after']).toBeDefined();
  expect(home.body).toMatchObject({ statusCode: 503, data: { code: 'unavailable' } });

  database = await start();
  await expect
    .poll(async () => (await line.get(`/maru/v1/home?homeId=${homeId}`)).status, {
      timeout: 40_000,
      interval: 100,
    })
    .toBe(200);
  expect((await line.get('/maru/v1/home/list?searchType=sale&q=garage')).status).toBe(200);

  const row = line.market.properties.find((one) => one.ListingId === before.listings[0]!.listingId)!;
  await line.control('change', [{ ListingKey: row.ListingKey, ListPrice: 123_456 }]);
  await line.catchUp();
  expect(line.parts.index.findCard(homeId)?.listPrice).toBe(123_456);
});

test('while a feed is away its homes stay, and every answer says how old they are', async () => {
  const before = await line.list('searchType=sale');
  const { homeId } = before.listings[0]!;
  const stop = new AbortController();
  // Retries of a request wait for nothing here.
  const feed = createFeed(line.feedSettings, { sleep: async () => undefined });
  const running = replicate({ ...line.replicateParts(), feed, interval: 0.05 }, stop.signal);
  const source = async (): Promise<SourceClock> => (await line.get('/maru/v1/source')).body.sources[0];
  const patience = { timeout: 30_000, interval: 100 };
  await line.control('fault', { kind: 'down', count: 100_000 });
  await expect.poll(async () => (await source()).failingSince, patience).not.toBeNull();

  const { lastSuccessAt } = await source();
  const during = await line.list('searchType=sale');
  expect([during.total, during.asOf]).toEqual([before.total, lastSuccessAt]);
  expect(line.parts.isReady()).toBe(true);
  const home = await line.get(`/maru/v1/home?homeId=${homeId}`);
  expect([home.status, home.body.source.asOf]).toEqual([200, lastSuccessAt]);

  await line.control('clear', {});
  await expect.poll(async () => (await source()).failingSince, patience).toBeNull();
  expect(Date.parse((await line.list('searchType=sale')).asOf!)).toBeGreaterThan(Date.parse(lastSuccessAt!));
  stop.abort();
  await running;
});
