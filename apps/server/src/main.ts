import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gazetteer } from '@maru/gazetteer';
import { createFeed, type FeedSettings } from '@maru/mls';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { createSqlEngine, type EmbeddedDatabase, Store, startEmbedded } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createAccessTokens } from './auth/access-tokens.ts';
import { loadSettings, type Settings, SettingsError } from './env.ts';
import { FeedClock } from './feeds/feed-clock.ts';
import { LiveSources } from './feeds/live-sources.ts';
import { loadFeeds } from './feeds/load-feeds.ts';
import { Admission } from './front-door/admission.ts';
import { suspendWhileWaiting } from './front-door/current-visit.ts';
import { AnswerCache } from './http/answer-cache.ts';
import type { Warn } from './http/rare-warning.ts';
import { AlertJob } from './jobs/alerts.ts';
import { Follower } from './jobs/follow.ts';
import { hourlyJobs } from './jobs/hourly-jobs.ts';
import { IndexFiles } from './jobs/index-files.ts';
import {
  keepAgents,
  keepMarket,
  keepPlaceAreas,
  renewCards,
  sweepStaleness,
  sweepUnfinished,
} from './jobs/polls.ts';
import { replicate } from './jobs/replicate.ts';
import { workJobs } from './jobs/work-jobs.ts';
import { Mail } from './mail/send-email.ts';
import { BaseMap } from './map/base-map.ts';
import { DiskFiles } from './media/object-files.ts';
import { Pictures } from './media/pictures.ts';
import { RealtorPictures } from './media/realtor-pictures.ts';
import { VideoFacts } from './media/video-facts.ts';
import { type IndexLag, Metrics } from './metrics.ts';
import { CardJson } from './search/card-json.ts';
import { createLoan } from './search/list-question.ts';
import { PlaceNames } from './search/place-names.ts';
import { SwitchingEngine } from './search/switching-engine.ts';
import { SiteContent, withOwnRates } from './site/site-content.ts';

/** Connections that wait to be accepted; more are refused. The kernel may have a lower limit (`net.core.somaxconn`). */
const BACKLOG = 4_096;

/** The only file with side effects: settings → store → index → app → listen → close. */
async function main(): Promise<void> {
  const settings = loadSettings();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  // Install the signal handlers first: startup takes a while, and a signal during it must still stop the embedded
  // PostgreSQL.
  const stopRequested = Promise.withResolvers<void>();
  let isStopRequested = false;
  let isSecondSignalLogged = false;
  const requestStop = () => {
    // A second signal (another Ctrl-C, or one to the whole process group) must not leave PostgreSQL running.
    if (isStopRequested && !isSecondSignalLogged) {
      isSecondSignalLogged = true;
      print('Shutting down already; waiting for requests in flight. Send SIGKILL to stop immediately.');
    }
    isStopRequested = true;
    stopRequested.resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, requestStop);
  // Started by dev/start.ts: exit with the parent process.
  process.once('disconnect', () => stopRequested.resolve());
  if (process.connected === false) stopRequested.resolve();

  await mkdir(settings.dataDir, { recursive: true });

  const feeds = await loadFeeds(settings.feedsFile, print);
  let embedded: EmbeddedDatabase | undefined;
  if (settings.databaseUrl === '') {
    embedded = await startEmbedded({ dataDir: settings.dataDir, log: print });
  }
  let store: Store | undefined;
  try {
    const databaseUrl = embedded?.databaseUrl ?? settings.databaseUrl;
    store = await Store.open({
      databaseUrl,
      log: print,
      sessionMaxAge: settings.sessionMaxAge,
      onWait: suspendWhileWaiting,
    });
    await run({ settings, databaseUrl, feeds, store, print }, stopRequested.promise);
  } finally {
    await store?.close().catch(() => undefined);
    await embedded?.stop();
  }
  process.exit(0);
}

interface RunParts {
  settings: Settings;
  databaseUrl: string;
  feeds: FeedSettings[];
  store: Store;
  print: (line: string) => void;
}

/** Runs index, feeds and web server until `stopRequested` resolves. */
async function run(
  { settings: given, databaseUrl, feeds, store, print }: RunParts,
  stopRequested: Promise<void>,
): Promise<void> {
  const content = new SiteContent({ store, settings: given });
  await content.look();
  const settings = withOwnRates(given, content);
  const gazetteer = await Gazetteer.load();
  const index = new SearchIndex();
  const addresses = new AddressIndex(index);
  const cards = new CardJson(gazetteer);
  const clock = new FeedClock();
  const admission = new Admission(settings);
  const metrics = new Metrics({ ofProcess: true });
  const stop = new AbortController();
  // The follower logs through the app's logger, so it is created after the app.
  const hosts = new Map(feeds.map((feed) => [feed.dataset, feed.mediaHosts]));
  let follower: Follower | undefined;
  const baseMap = new BaseMap({ gazetteer, dataDir: settings.dataDir });
  const warn: Warn = (facts, message) => app.log.warn(facts, message);
  const app = await buildApp({
    settings,
    store,
    accessTokens: createAccessTokens({
      store,
      issuer: settings.publicUrl,
      seconds: settings.accessTokenSeconds,
    }),
    engine: new SwitchingEngine(index, createSqlEngine(store), () => follower?.loaded ?? false),
    index,
    addresses,
    gazetteer,
    cards,
    lists: new AnswerCache(),
    admission,
    clock,
    pictures: new Pictures({
      store,
      dataDir: settings.dataDir,
      mediaHosts: (dataset) => hosts.get(dataset) ?? [],
      allowLoopback: settings.mode !== 'production',
      effort: settings.avifEffort,
      warn,
    }),
    placeNames: new PlaceNames(store),
    baseMap,
    sources: new LiveSources({
      feeds,
      gazetteer,
      watch: (dataset) => metrics.watch(dataset),
      isTakenDown: (listing) => content.isTakenDown(listing),
    }),
    metrics,
    content,
    isReady: () => {
      if (!follower?.loaded) return false;
      const wanted = settings.mode === 'production' ? [] : feeds;
      return wanted.every(({ dataset }) => clock.datasets.get(dataset)?.initialLoadDone) && follower.caughtUp;
    },
    lag: () => (follower?.loaded ? follower.lag() : undefined),
    taken: () => follower?.sequences ?? new Map(),
    now: Date.now,
  });
  process.on('unhandledRejection', (error) => app.log.error({ err: error }, 'unhandled promise rejection'));
  const files = new IndexFiles({
    folder: settings.dataDir,
    storeName: storeName(settings.databaseUrl),
    log: app.log,
  });
  follower = new Follower({ store, index, addresses, cards, clock, log: app.log, metrics, files });
  metrics.onRead(() => metrics.load(admission));
  metrics.onRead(() => metrics.pool(store.poolState()));
  metrics.onRead(async () => metrics.letters(await store.emails.count()));
  metrics.onRead(async () =>
    metrics.indexLag(lagByDataset(await store.newestSequences(), follower.sequences)),
  );

  const work: Promise<void>[] = [];
  try {
    work.push(sweepStaleness({ store, log: app.log }, stop.signal), content.run(stop.signal, app.log));
    const folders = ['pictures', 'uploads'].map((name) => new DiskFiles(join(settings.dataDir, name)));
    work.push(sweepUnfinished({ folders, log: app.log }, stop.signal));
    if (settings.roles.has('web')) {
      work.push(follower.run(stop.signal));
      void baseMap.prepare();
    }
    if (settings.roles.has('feeds')) {
      // Renders outdated cards in the background.
      work.push(renewCards({ store, log: app.log }, stop.signal));
      work.push(keepPlaceAreas({ store, log: app.log }, stop.signal));
      for (const feed of feeds) {
        const parts = {
          feed: createFeed(feed, {
            log: (message, facts) => app.log.info({ dataset: feed.dataset, ...facts }, message),
            ...metrics.watch(feed.dataset),
          }),
          settings: feed,
          store,
          gazetteer,
          log: app.log,
          interval: settings.feedInterval,
          reconcileEvery: settings.reconcileEvery,
          metrics,
          onProgress: print,
        };
        work.push(replicate(parts, stop.signal));
      }
    }
    if (settings.roles.has('jobs')) {
      const { smtpUrl, mailFrom, publicUrl, postalAddress } = settings;
      const mail = smtpUrl === '' ? null : new Mail({ store, smtpUrl, mailFrom, publicUrl, postalAddress });
      const pictures = new RealtorPictures({ store, settings, now: Date.now, warn });
      const videoFacts = new VideoFacts({ store, settings, log: app.log, now: Date.now });
      const hourly = hourlyJobs(
        { store, settings, content, pictures, videoFacts, log: app.log },
        stop.signal,
      );
      const alerts = new AlertJob({
        store,
        log: app.log,
        now: Date.now,
        findLoan: (query) => createLoan(query, settings),
      });
      work.push(alerts.run(stop.signal));
      work.push(keepAgents({ store, log: app.log }, stop.signal));
      work.push(keepMarket({ store, log: app.log }, stop.signal));
      work.push(
        workJobs({ databaseUrl, store, log: app.log, mail, hourly }, stop.signal).finally(() =>
          mail?.close(),
        ),
      );
    }
    if (settings.roles.has('web')) {
      await app
        .listen({ port: settings.port, host: settings.host, backlog: BACKLOG })
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EADDRINUSE') throw error;
          throw new SettingsError([
            `PORT ${settings.port} is in use by another program; set PORT to a free port.`,
          ]);
        });
      print(`Maru listens at ${settings.publicUrl}`);
    }
    await stopRequested;
    // Load balancers poll /readyz: keep serving until they have seen that this node is draining.
    admission.drain();
    if (settings.roles.has('web')) await sleep(settings.drainSeconds * 1_000);
  } finally {
    stop.abort();
    await closeApp(app);
    await Promise.allSettled(work);
    await index.close();
  }
}

/**
 * Finishes requests in flight. `server.close()` ends only the connections that are idle at that moment; one that
 * becomes idle later would delay shutdown for the whole keep-alive timeout.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close().finally(() => clearInterval(sweeping));
}

/** Identifies a database across restarts, without its password. */
function storeName(databaseUrl: string): string {
  if (databaseUrl === '') return 'embedded';
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Number of changes per dataset that the index has not applied. */
function lagByDataset(newest: ReadonlyMap<string, number>, taken: ReadonlyMap<string, number>): IndexLag[] {
  return [...newest].map(([dataset, sequence]) => ({
    dataset,
    changes: Math.max(0, sequence - (taken.get(dataset) ?? 0)),
  }));
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof SettingsError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
});
