import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FeedSettings, parseFeedSettings } from '@maru/mls';
import { createBridgeServer } from '../feeds/bridge-server.ts';
import { createResoServer } from '../feeds/reso-server.ts';
import { createSlipstreamServer } from '../feeds/slipstream-server.ts';
import type { Market } from '../sample-market/index.ts';

/** The wire format of a feed: `reso` serves the whole market, the other two one MLS of it each. */
export type LineProvider = 'reso' | 'bridge' | 'slipstream';

/** One feed over HTTP and its control interface. */
export interface LineFeed {
  readonly settings: FeedSettings;
  /** Sends a control command (`change`, `add`, `remove`, `fault`, …) and returns what the simulator did. */
  control(verb: string, body: unknown): Promise<{ count: number; keys?: string[] }>;
  /** Key and timestamp of every listing in a complete replica. */
  truth(): Promise<[listingKey: string, modificationTimestamp: string][]>;
}

export interface LineFeeds {
  readonly feeds: readonly LineFeed[];
  /** Makes `changes` changes in the market, visible in every feed. */
  tick(now: Date, changes: number): void;
  /** Calls `listener` for every request of the feeds; returns the function that ends this. */
  onRequest(listener: () => void): () => void;
  close(): void;
}

const TOKEN = 'test-token';
/** A test sends more requests in minutes than a feed allows in hours; rate limits are injected as faults instead. */
const NO_QUOTA = { hour: 10_000_000, burst: 10_000_000 };
const LICENSE = '0000-1111-2222-3333';
const KEY = 's9-00000000-0000-4000-8000-000000000001';

/** Serves the market on free loopback ports in the given formats. */
export async function startLineFeeds(market: Market, providers: readonly LineProvider[]): Promise<LineFeeds> {
  const drawPhoto = (path: string) => market.drawPhoto(path);
  const servers: Server[] = [];
  const followers: ((now: Date, changes: number) => void)[] = [];
  const simulators: { apply(changes: ReturnType<Market['tick']>, now: Date): number }[] = [];
  const feeds: LineFeed[] = [];
  for (const provider of providers) {
    if (provider === 'reso') {
      const reso = createResoServer({ market, token: TOKEN });
      servers.push(reso.server);
      followers.push((now, changes) => reso.tick(now, changes));
      feeds.push(
        await startFeed(reso.server, { provider, dataset: 'kc', token: TOKEN, source: 'KC' }, TOKEN),
      );
    } else if (provider === 'bridge') {
      const [dataset] = market.datasets;
      const bridge = createBridgeServer({ dataset, tokens: [TOKEN], drawPhoto, quota: NO_QUOTA });
      servers.push(bridge.server);
      simulators.push(bridge);
      const own = { provider, dataset: dataset.dataset, token: TOKEN, source: 'Line MLS' };
      feeds.push(await startFeed(bridge.server, own, TOKEN));
    } else {
      const [, dataset] = market.datasets;
      const slipstream = createSlipstreamServer({ dataset, licenses: [LICENSE], keys: [KEY], drawPhoto });
      servers.push(slipstream.server);
      simulators.push(slipstream);
      const own = { provider, dataset: dataset.dataset, token: LICENSE, source: 'Line Realty Network' };
      feeds.push(await startFeed(slipstream.server, own, KEY));
    }
  }
  if (simulators.length > 0) {
    followers.push((now, changes) => {
      const happened = market.tick(now, changes);
      for (const simulator of simulators) simulator.apply(happened, now);
    });
  }
  return {
    feeds,
    tick(now, changes) {
      for (const follow of followers) follow(now, changes);
    },
    onRequest(listener) {
      for (const server of servers) server.on('request', listener);
      return () => {
        for (const server of servers) server.off('request', listener);
      };
    },
    close() {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

async function startFeed(
  server: Server,
  { source, ...own }: { provider: LineProvider; dataset: string; token: string; source: string },
  controlToken: string,
): Promise<LineFeed> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { feeds, errors } = parseFeedSettings([
    {
      ...own,
      baseUrl,
      display: {
        advertisingBroker: {
          name: 'B',
          licenseNumber: '01234567',
          phone: '555-0100',
          email: 'b@example.com',
        },
        source,
        disclaimer: 'Deemed reliable.',
        allowHistory: true,
      },
    },
  ]);
  const settings = feeds[0];
  if (settings === undefined) throw new Error(errors.join(' '));
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`control ${path}: HTTP ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    settings,
    control: async (verb, body) => (await ask(verb, body)) as { count: number; keys?: string[] },
    truth: async () => (await ask('truth')) as [string, string][],
  };
}
