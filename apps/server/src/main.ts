import { mkdir, readFile } from 'node:fs/promises';
import { Gazetteer } from '@maru/gazetteer';
import { createFeed, type FeedSettings, parseFeedSettings } from '@maru/mls';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { createSqlEngine, type EmbeddedDatabase, Store, startEmbedded } from '@maru/store';
import { buildApp } from './app.ts';
import { BaseMap } from './base-map.ts';
import { loadSettings, type Settings, SettingsError } from './env.ts';
import { FeedClock } from './feed-clock.ts';
import { Follower } from './jobs/follow.ts';
import { replicate } from './jobs/replicate.ts';
import { Pictures } from './pictures.ts';
import { SwitchingEngine } from './switching-engine.ts';

/** The one file with side effects: settings → store → index → app → listen → close. */
async function main(): Promise<void> {
  const settings = loadSettings();
  // From here on, since the start takes its time: asked to end before its end, it ends then, and what it has started too.
  const asked = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => asked.resolve());
  // Started by dev/start.ts: when that process is gone, so are we.
  process.once('disconnect', () => asked.resolve());
  if (process.connected === false) asked.resolve();

  const say = (line: string) => process.stdout.write(`${line}\n`);
  await mkdir(settings.dataDir, { recursive: true });

  const feeds = settings.feedsFile === '' ? [] : await loadFeeds(settings.feedsFile, say);
  let embedded: EmbeddedDatabase | undefined;
  if (settings.databaseUrl === '') {
    embedded = await startEmbedded({ dataDir: settings.dataDir, log: say });
  }
  let store: Store | undefined;
  try {
    store = await Store.open({ databaseUrl: embedded?.databaseUrl ?? settings.databaseUrl, log: say });
    await run({ settings, feeds, store, say }, asked.promise);
  } finally {
    await store?.close().catch(() => undefined);
    await embedded?.stop();
  }
  process.exit(0);
}

interface RunParts {
  settings: Settings;
  feeds: FeedSettings[];
  store: Store;
  say: (line: string) => void;
}

/** Index, feeds and web over an open store, until it is asked to end. */
async function run({ settings, feeds, store, say }: RunParts, asked: Promise<void>): Promise<void> {
  const gazetteer = await Gazetteer.load();
  const index = new SearchIndex();
  const addresses = new AddressIndex();
  const clock = new FeedClock();
  const stop = new AbortController();
  // The follower logs through the app's logger, which is made below and is there before anything runs.
  const hosts = new Map(feeds.map((feed) => [feed.dataset, feed.mediaHosts]));
  let follower: Follower | undefined;
  const app = await buildApp({
    settings,
    store,
    engine: new SwitchingEngine(index, createSqlEngine(store), () => follower?.loaded ?? false),
    index,
    addresses,
    gazetteer,
    clock,
    pictures: new Pictures({
      store,
      dataDir: settings.dataDir,
      mediaHosts: (dataset) => hosts.get(dataset) ?? [],
      allowLoopback: settings.mode !== 'production',
    }),
    baseMap: new BaseMap({ gazetteer, dataDir: settings.dataDir }),
    isReady: () => {
      if (!follower?.loaded) return false;
      const wanted = settings.mode === 'production' ? [] : feeds;
      return wanted.every(({ dataset }) => clock.datasets.get(dataset)?.initialLoadDone) && follower.caughtUp;
    },
    now: Date.now,
  });
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'a promise was left to fail'));
  follower = new Follower({ store, index, addresses, clock, log: app.log });

  const work: Promise<void>[] = [];
  try {
    if (settings.roles.has('web')) work.push(follower.run(stop.signal));
    if (settings.roles.has('feeds')) {
      for (const feed of feeds) {
        const parts = {
          feed: createFeed(feed, {
            log: (message, facts) => app.log.info({ dataset: feed.dataset, ...facts }, message),
          }),
          settings: feed,
          store,
          gazetteer,
          log: app.log,
          interval: settings.feedInterval,
          onProgress: say,
        };
        work.push(replicate(parts, stop.signal));
      }
    }
    if (settings.roles.has('web')) {
      await app.listen({ port: settings.port, host: settings.host }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new SettingsError([`PORT ${settings.port} is in use by another program; choose another one.`]);
      });
      say(`Maru listens at ${settings.publicUrl}`);
    }
    await asked;
  } finally {
    stop.abort();
    await app.close();
    await Promise.allSettled(work);
  }
}

/** @throws Error with a line for every feed that cannot start. */
async function loadFeeds(file: string, say: (line: string) => void): Promise<FeedSettings[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new SettingsError([`MARU_FEEDS names a file that cannot be read: ${cause.code ?? cause.message}`]);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new SettingsError(['MARU_FEEDS names a file that is not JSON.']);
  }
  const { feeds, errors } = parseFeedSettings(json);
  for (const error of errors) say(error);
  for (const feed of feeds) {
    for (const name of idleSettings(feed)) {
      say(`Feed "${feed.dataset}": display.${name} is kept, but this version does not act on it.`);
    }
  }
  return feeds;
}

/** Display settings that an owner has given and that nothing here obeys yet: better said than believed. */
function idleSettings({ display }: FeedSettings): string[] {
  return [
    ...(display.maxStaleHours === null ? [] : ['maxStaleHours']),
    ...(display.maxResults === null ? [] : ['maxResults']),
    ...(Object.keys(display.labels).length === 0 ? [] : ['labels']),
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof SettingsError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
});
