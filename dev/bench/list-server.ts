import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Gazetteer } from '@maru/gazetteer';
import { formatApiQuery, type SearchRequest } from '@maru/listing/search';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { buildApp } from '../../apps/server/src/app.ts';
import { parseSettings } from '../../apps/server/src/env.ts';
import { FeedClock } from '../../apps/server/src/feeds/feed-clock.ts';
import { Admission } from '../../apps/server/src/front-door/admission.ts';
import { AnswerCache } from '../../apps/server/src/http/answer-cache.ts';
import { Metrics } from '../../apps/server/src/metrics.ts';
import type { Parts } from '../../apps/server/src/parts.ts';
import { CardJson } from '../../apps/server/src/search/card-json.ts';
import { SiteContent } from '../../apps/server/src/site/site-content.ts';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { questions } from './questions.ts';
import { worldChunks } from './world.ts';

/**
 * The API alone over homes in memory, in a process of its own (no database, no pages), and beside it a bare server
 * that always sends the same bytes: `node dev/bench/list-server.ts SEED SIZE [REQUESTS_IN_FLIGHT]`, forked. Sends
 * `ListServer`, then answers each `ListOrder` with `ListCosts`.
 */
export interface ListServer {
  url: string;
  /** Serves the bytes of the last `bare` message. */
  bareUrl: string;
}

/** CPU time of the main thread so far (ms). Not wall time: the client shares the CPUs with the server. */
export interface ListCosts {
  busy: number;
}

/** A command: the bytes of the bare server, or how many mixed searches to run directly on the engine. */
export interface ListOrder {
  bare?: string;
  searches?: { from: number; count: number };
}

/** In ms. */
function cpuOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A mixed request in its `run`th variant, so that none is repeated. */
export function mixedRequest(requests: readonly SearchRequest[], run: number): SearchRequest {
  const request = requests[run % requests.length]!;
  const price = { ...request.query.price, min: (request.query.price?.min ?? 1_000) + run };
  const { near } = request.query;
  // The precision of the address codec.
  const round = (degrees: number) => Number(degrees.toFixed(4));
  const rounded = near && { ...near, latitude: round(near.latitude), longitude: round(near.longitude) };
  return { ...request, query: { ...request.query, ...(rounded && { near: rounded }), price } };
}

export function mixedRequests(seed: number): SearchRequest[] {
  const kinds = questions(seed).filter((one) => ['city', 'city6', 'draw', 'near'].includes(one.name));
  return kinds[0]!.requests.flatMap((_, i) => kinds.map(({ requests }) => requests[i]!));
}

export function formatPath({ query, want, zoom }: SearchRequest): string {
  const wants = [...want].map((one) => `&want=${one}`).join('');
  const where = query.bbox === undefined ? '&clip=-125,24,-66,49' : '';
  return `/maru/v1/home/list?${formatApiQuery(query)}${wants}&zoom=${zoom}${where}`;
}

if (import.meta.main) {
  const [seed, size, inFlight = 64] = process.argv.slice(2).map(Number) as [number, number, number?];
  const index = new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });
  let version = 0;
  for (const upserts of worldChunks({ seed, size })) {
    version += 1;
    index.apply({ upserts, removals: [] }, `bench:${version}`);
  }
  await index.settled();
  const gazetteer = await Gazetteer.load();
  const none = {} as never;
  const settings = parseSettings({
    MARU_MODE: 'trial',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'loopback',
    REQUESTS_IN_FLIGHT: String(inFlight),
  });
  const parts: Parts = {
    settings,
    store: none,
    accessTokens: none,
    engine: index,
    index,
    addresses: new AddressIndex(index),
    gazetteer,
    cards: new CardJson(gazetteer),
    lists: new AnswerCache(),
    admission: new Admission(settings),
    clock: new FeedClock(),
    pictures: none,
    placeNames: { version: 0, find: () => undefined } as never,
    baseMap: none,
    sources: none,
    metrics: new Metrics(),
    content: new SiteContent({ store: none, settings: { mortgageRate: null, wonRate: null } }),
    isReady: () => true,
    lag: () => undefined,
    now: () => RANDOM_NOW,
  };
  const app = await buildApp(parts, { pages: false });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  let bytes = Buffer.from('');
  const bare = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      .end(bytes);
  });
  await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const mixed = mixedRequests(seed);
  process.on('message', async ({ bare, searches }: ListOrder) => {
    if (bare !== undefined) bytes = Buffer.from(bare);
    for (let i = 0; i < (searches?.count ?? 0); i++) {
      const request = mixedRequest(mixed, searches!.from + i);
      await index.searchListings(request, ({ homeId }) => homeId);
    }
    process.send?.({ busy: cpuOfThread() } satisfies ListCosts);
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url, bareUrl } satisfies ListServer);
}
