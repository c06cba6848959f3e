import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeListAnswer } from '@maru/contract';
import { Gazetteer } from '@maru/gazetteer';
import { createFeed, type FeedSettings, parseFeedSettings } from '@maru/mls';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { createSqlEngine, Store } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../apps/server/src/app.ts';
import { BaseMap } from '../../apps/server/src/base-map.ts';
import { parseSettings } from '../../apps/server/src/env.ts';
import { FeedClock } from '../../apps/server/src/feed-clock.ts';
import { Follower, versionOf } from '../../apps/server/src/jobs/follow.ts';
import { type ReplicateParts, replicateOnce } from '../../apps/server/src/jobs/replicate.ts';
import type { Parts } from '../../apps/server/src/parts.ts';
import { Pictures } from '../../apps/server/src/pictures.ts';
import { SwitchingEngine } from '../../apps/server/src/switching-engine.ts';
import { createResoServer } from '../feeds/reso-server.ts';
import { createMarket } from '../sample-market/index.ts';
import { buildGazetteer } from '../scripts/build-gazetteer.ts';

const TOKEN = 'test-token';
const QUIET = { info: () => {}, warn: () => {}, error: () => {} } as never;

/**
 * The whole line in one process, without a browser: a sample market as a feed over HTTP, the store, the index, the
 * API. The market is in the store when `startLine` answers; the index follows from `follow()` on.
 */
export class Line {
  readonly market: ReturnType<typeof createMarket>;
  readonly parts: Parts;
  readonly app: FastifyInstance;
  readonly feedSettings: FeedSettings;
  readonly #follower: Follower;
  readonly #stop = new AbortController();
  readonly #end: () => Promise<void>;
  #following: Promise<void> | undefined;

  constructor(own: {
    market: ReturnType<typeof createMarket>;
    parts: Parts;
    app: FastifyInstance;
    feedSettings: FeedSettings;
    follower: Follower;
    end: () => Promise<void>;
  }) {
    this.market = own.market;
    this.parts = own.parts;
    this.app = own.app;
    this.feedSettings = own.feedSettings;
    this.#follower = own.follower;
    this.#end = own.end;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** What a turn of replication needs; a page of `pageSize` rows. */
  replicateParts(pageSize = 1_000): ReplicateParts {
    const { store, gazetteer } = this.parts;
    const settings = this.feedSettings;
    return { feed: createFeed(settings, { pageSize }), settings, store, gazetteer, log: QUIET, interval: 1 };
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const answer = await this.app.inject({ url: path, headers: { host: 'localhost', ...headers } });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  async list(query: string): Promise<HomeListAnswer> {
    return (await this.get(`/maru/v1/home/list?${query}`)).body;
  }

  /** Plays fate in the market: `change`, `add`, `remove`, `fault`. */
  async control(verb: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.feedSettings.baseUrl}/control/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`control ${verb}: HTTP ${answer.status}`);
  }

  /** Lets the index follow the store from now on, and waits until it has. */
  async follow(): Promise<void> {
    this.#following ??= this.#follower.run(this.#stop.signal);
    await this.untilFollowed();
  }

  async untilFollowed(): Promise<void> {
    const { store, index } = this.parts;
    for (let tries = 0; tries < 400; tries += 1) {
      const version = versionOf(await store.newestSequences());
      if (this.#follower.loaded && index.version() === version) return;
      await sleep(25);
    }
    throw new Error(`the index stayed at ${index.version()}`);
  }

  /** Takes over what the feed has changed, and waits until it is searchable. */
  async catchUp(): Promise<void> {
    await replicateOnce(this.replicateParts(), this.#stop.signal);
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
}): Promise<Line> {
  await buildGazetteer();
  const market = createMarket({ seed: options.seed ?? 5, size: options.size, now: new Date() });
  const reso = createResoServer({ market, token: TOKEN });
  await new Promise<void>((done) => reso.server.listen(0, '127.0.0.1', done));
  const { feeds } = parseFeedSettings([
    {
      dataset: 'kc',
      provider: 'reso',
      baseUrl: `http://127.0.0.1:${(reso.server.address() as AddressInfo).port}`,
      token: TOKEN,
      display: {
        advertisingBroker: {
          name: 'B',
          licenseNumber: '01234567',
          phone: '555-0100',
          email: 'b@example.com',
        },
        source: 'KC',
        disclaimer: 'Deemed reliable.',
        allowHistory: true,
      },
    },
  ]);
  const feedSettings = feeds[0]!;
  const store = await Store.open({ databaseUrl: options.databaseUrl });
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-line-'));
  const gazetteer = await Gazetteer.load();
  const index = new SearchIndex();
  const addresses = new AddressIndex();
  const clock = new FeedClock();
  const follower = new Follower({ store, index, addresses, clock, log: QUIET });
  const parts: Parts = {
    settings: parseSettings({ MARU_MODE: 'trial', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    store,
    engine: new SwitchingEngine(index, createSqlEngine(store), () => follower.loaded),
    index,
    addresses,
    gazetteer,
    clock,
    pictures: new Pictures({ store, dataDir, mediaHosts: () => [], allowLoopback: true }),
    baseMap: new BaseMap({ gazetteer, dataDir }),
    isReady: () => follower.loaded,
    now: Date.now,
  };
  const app = await buildApp(parts, { pages: false });
  const end = async () => {
    await app.close();
    await store.close();
    reso.server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const line = new Line({ market, parts, app, feedSettings, follower, end });
  await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: feedSettings.display });
  await replicateOnce(line.replicateParts(), line.signal);
  await store.recordFeedState('kc', 'reso', { kind: 'success', at: new Date(), initialLoadDone: true });
  await follower.refreshClock();
  return line;
}
