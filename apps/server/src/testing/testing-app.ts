import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { Store } from '@maru/store';
import { createTestDatabase } from '@maru/store/testing';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { createAccessTokens } from '../auth/access-tokens.ts';
import { parseSettings } from '../env.ts';
import { FeedClock } from '../feeds/feed-clock.ts';
import { LiveSources } from '../feeds/live-sources.ts';
import { Admission } from '../front-door/admission.ts';
import { suspendWhileWaiting } from '../front-door/current-visit.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { BaseMap } from '../map/base-map.ts';
import { Pictures } from '../media/pictures.ts';
import { Metrics } from '../metrics.ts';
import type { Parts } from '../parts.ts';
import { CardJson } from '../search/card-json.ts';
import { PlaceNames } from '../search/place-names.ts';
import { SiteContent, withOwnRates } from '../site/site-content.ts';
import { loadSharedGazetteer } from './testing-gazetteer.ts';

export interface TestApp {
  app: FastifyInstance;
  parts: Parts;
  /** Base URL when listening. */
  url: string;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * For tests: the API without pages over an empty market and its own database. `env` adds settings; `more` overrides
 * parts; `listen` opens a port; `databaseUrl` shares the database of another test app, as a second node.
 */
export async function startTestApp(
  options: {
    env?: Record<string, string>;
    now?: () => number;
    listen?: boolean;
    databaseUrl?: string;
    more?: (parts: Parts) => Partial<Parts> | Promise<Partial<Parts>>;
  } = {},
): Promise<TestApp> {
  const { env = {}, now = Date.now } = options;
  const database = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database!.databaseUrl;
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-app-'));
  const gazetteer = await loadSharedGazetteer();
  const index = new SearchIndex({ workers: 0 });
  const given = parseSettings({ MARU_MODE: 'trial', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const store = await Store.open({
    databaseUrl,
    sessionMaxAge: given.sessionMaxAge,
    onWait: suspendWhileWaiting,
  });
  const content = new SiteContent({ store, settings: given, now });
  const settings = withOwnRates(given, content);
  const plain = {
    settings,
    store,
    accessTokens: createAccessTokens({
      store,
      issuer: settings.publicUrl,
      seconds: settings.accessTokenSeconds,
      now,
    }),
    engine: index,
    index,
    addresses: new AddressIndex(index),
    gazetteer,
    cards: new CardJson(gazetteer),
    lists: new AnswerCache(),
    admission: new Admission(settings),
    clock: new FeedClock(),
    pictures: new Pictures({ store, dataDir, mediaHosts: () => [], allowLoopback: true, effort: 0 }),
    placeNames: new PlaceNames(store),
    baseMap: new BaseMap({ gazetteer, dataDir }),
    sources: new LiveSources({ feeds: [], gazetteer }),
    metrics: new Metrics(),
    content,
    isReady: () => true,
    lag: () => undefined,
    now,
  } as Parts;
  const parts = { ...plain, ...(await options.more?.(plain)) };
  const app = await buildApp(parts, { pages: false });
  // Compiles the schemas now: on a busy machine that could exceed the timeout of the first connection.
  await app.ready();
  const url = options.listen === true ? await app.listen({ port: 0, host: '127.0.0.1' }) : '';
  return {
    app,
    parts,
    url,
    databaseUrl,
    close: async () => {
      await app.close();
      await index.close();
      await store.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
