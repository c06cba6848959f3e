import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeListAnswer } from '@maru/contract';
import { createFeed, type FeedSettings } from '@maru/mls';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { createSqlEngine, Store } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../apps/server/src/app.ts';
import { createAccessTokens } from '../../apps/server/src/auth/access-tokens.ts';
import { parseSettings } from '../../apps/server/src/env.ts';
import { FeedClock } from '../../apps/server/src/feeds/feed-clock.ts';
import { LiveSources } from '../../apps/server/src/feeds/live-sources.ts';
import { Admission } from '../../apps/server/src/front-door/admission.ts';
import { suspendWhileWaiting } from '../../apps/server/src/front-door/current-visit.ts';
import { AnswerCache } from '../../apps/server/src/http/answer-cache.ts';
import { Follower, formatVersion } from '../../apps/server/src/jobs/follow.ts';
import { replicateOnce } from '../../apps/server/src/jobs/replicate.ts';
import type { ReplicateParts } from '../../apps/server/src/jobs/replicate-parts.ts';
import { BaseMap } from '../../apps/server/src/map/base-map.ts';
import { Pictures } from '../../apps/server/src/media/pictures.ts';
import { Metrics } from '../../apps/server/src/metrics.ts';
import type { Parts } from '../../apps/server/src/parts.ts';
import { CardJson } from '../../apps/server/src/search/card-json.ts';
import { PlaceNames } from '../../apps/server/src/search/place-names.ts';
import { SwitchingEngine } from '../../apps/server/src/search/switching-engine.ts';
import { SiteContent } from '../../apps/server/src/site/site-content.ts';
import { loadSharedGazetteer } from '../../apps/server/src/testing/testing-gazetteer.ts';
import { createMarket } from '../sample-market/index.ts';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';
import { type LineFeed, type LineFeeds, type LineProvider, startLineFeeds } from './line-feeds.ts';

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never;

/**
 * The whole pipeline in one process, without a browser: a sample market as feeds over HTTP, the store, the index, the
 * API. `startLine` resolves when the market is in the store; the index follows from `follow()` on.
 */
export class Line {
  readonly market: ReturnType<typeof createMarket>;
  readonly parts: Parts;
  readonly app: FastifyInstance;
  /** Settings of the first feed. */
  readonly feedSettings: FeedSettings;
  readonly #feeds: LineFeeds;
  readonly #follower: Follower;
  readonly #stop = new AbortController();
  readonly #end: () => Promise<void>;
  #following: Promise<void> | undefined;

  constructor(own: {
    market: ReturnType<typeof createMarket>;
    parts: Parts;
    app: FastifyInstance;
    feeds: LineFeeds;
    follower: Follower;
    end: () => Promise<void>;
  }) {
    this.market = own.market;
    this.parts = own.parts;
    this.app = own.app;
    this.#feeds = own.feeds;
    this.feedSettings = this.feed().settings;
    this.#follower = own.follower;
    this.#end = own.end;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The feed of that dataset, by default the first. */
  feed(dataset?: string): LineFeed {
    const feed = this.#feeds.feeds.find((one) => dataset === undefined || one.settings.dataset === dataset);
    if (feed === undefined) throw new Error(`no feed for dataset ${dataset}`);
    return feed;
  }

  /** The arguments of `replicate` for that dataset (by default the first), with pages of `pageSize` rows. */
  replicateParts(pageSize = 1_000, dataset?: string): ReplicateParts {
    const { store, gazetteer } = this.parts;
    const { settings } = this.feed(dataset);
    return { feed: createFeed(settings, { pageSize }), settings, store, gazetteer, log: QUIET, interval: 1 };
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const answer = await this.app.inject({ url: path, headers: { host: 'localhost', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  async list(query: string): Promise<HomeListAnswer> {
    return (await this.get(`/maru/v1/home/list?${query}`)).body;
  }

  /** Sends a control command to a feed, by default the first: `change`, `add`, `remove`, `fault`, … */
  async control(verb: string, body: unknown): Promise<void>;
  async control(dataset: string, verb: string, body: unknown): Promise<void>;
  async control(...given: [string, unknown] | [string, string, unknown]): Promise<void> {
    const [dataset, verb, body] = given.length === 3 ? given : [undefined, ...given];
    await this.feed(dataset).control(verb, body);
  }

  /** Makes `changes` changes in the market, at `now`. */
  tick(changes: number, now = new Date()): void {
    this.#feeds.tick(now, changes);
  }

  /** Starts to update the index from the store; resolves when it is up to date. */
  async follow(): Promise<void> {
    this.#following ??= this.#follower.run(this.#stop.signal);
    await this.untilFollowed();
  }

  async untilFollowed(): Promise<void> {
    const { store, index } = this.parts;
    for (let tries = 0; tries < 400; tries += 1) {
      const version = formatVersion(await store.newestSequences());
      if (this.#follower.loaded && index.version() === version) return;
      await sleep(25);
    }
    throw new Error(`the index stayed at version ${index.version()}`);
  }

  /** Replicates all changes of the feeds; resolves when they can be searched. */
  async catchUp(): Promise<void> {
    for (const { settings } of this.#feeds.feeds) {
      await replicateOnce(this.replicateParts(1_000, settings.dataset), this.#stop.signal);
    }
    await this.untilFollowed();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    await this.#end();
  }
}

export async function startLine(options: {
  databaseUrl: string;
  size: number;
  seed?: number;
  /** Wire formats: plain RESO when absent, or one MLS as `bridge` and one as `slipstream`. */
  feeds?: readonly LineProvider[];
  /** With the built web pages. */
  pages?: boolean;
}): Promise<Line> {
  await buildGazetteer();
  const market = createMarket({ seed: options.seed ?? 5, size: options.size, now: new Date() });
  const feeds = await startLineFeeds(market, options.feeds ?? ['reso']);
  const store = await Store.open({ databaseUrl: options.databaseUrl, onWait: suspendWhileWaiting });
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-line-'));
  const gazetteer = await loadSharedGazetteer();
  const index = new SearchIndex();
  const addresses = new AddressIndex(index);
  const cards = new CardJson(gazetteer);
  const clock = new FeedClock();
  const follower = new Follower({ store, index, addresses, cards, clock, log: QUIET });
  const settings = parseSettings({ MARU_MODE: 'trial', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const parts: Parts = {
    settings,
    store,
    accessTokens: createAccessTokens({ store, issuer: 'http://localhost:3000' }),
    engine: new SwitchingEngine(index, createSqlEngine(store), () => follower.loaded),
    index,
    addresses,
    gazetteer,
    cards,
    lists: new AnswerCache(),
    admission: new Admission(settings),
    clock,
    pictures: new Pictures({ store, dataDir, mediaHosts: () => [], allowLoopback: true, effort: 0 }),
    placeNames: new PlaceNames(store),
    baseMap: new BaseMap({ gazetteer, dataDir }),
    sources: new LiveSources({ feeds: feeds.feeds.map((feed) => feed.settings), gazetteer }),
    metrics: new Metrics(),
    content: new SiteContent({ store, settings: { mortgageRate: null, wonRate: null } }),
    isReady: () => follower.loaded,
    lag: () => (follower.loaded ? follower.lag() : undefined),
    now: Date.now,
  };
  const app = await buildApp(parts, { pages: options.pages ?? false });
  // Compiles schemas, which on a busy machine would exceed the first connection's timeout.
  await app.ready();
  const end = async () => {
    await app.close();
    await index.close();
    await store.close();
    feeds.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const line = new Line({ market, parts, app, feeds, follower, end });
  for (const { settings } of feeds.feeds) {
    const { dataset, provider, display } = settings;
    await store.saveDataset({ dataset, provider, rules: display });
    await replicateOnce(line.replicateParts(1_000, dataset), line.signal);
    await store.recordFeedState(dataset, provider, {
      kind: 'success',
      at: new Date(),
      initialLoadDone: true,
    });
  }
  await follower.refreshClock();
  return line;
}
