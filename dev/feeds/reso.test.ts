import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChangeBatch, createFeed, type Feed, type FeedError, type FeedParts } from '@maru/mls';
import { afterEach, describe, expect, it } from 'vitest';
import { createMarket } from '../sample-market/index.ts';
import type { Fault } from './faults.ts';
import type { Row } from './odata-value.ts';
import { createResoServer } from './reso-server.ts';
import type { ServedMarket } from './served-market.ts';

const TOKEN = 'simulated-token';
const SIZE = 220;
const signal = () => new AbortController().signal;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function start(stamp?: (index: number) => string, faults: Fault[] = []) {
  const market: ServedMarket = createMarket({ seed: 11, size: SIZE, now: new Date() });
  if (stamp !== undefined) {
    market.properties = market.properties.map((row, index) => ({
      ...row,
      ModificationTimestamp: stamp(index),
    }));
  }
  const { server, tick } = createResoServer({ market, token: TOKEN, faults });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const control = async (what: string, body: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${root}/control/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { count: number }).count;
  };
  const feed = (parts: FeedParts = {}): Feed =>
    createFeed(
      { dataset: 'sim', provider: 'reso', baseUrl: root, token: TOKEN, mediaHosts: [], display: {} as never },
      { pageSize: 50, sleep: async () => {}, ...parts },
    );
  return { market, tick, control, feed };
}

/** A complete replica. */
class Replica {
  readonly stamps = new Map<string, string>();
  readonly batches: ChangeBatch[] = [];
  cursor: string | null = null;

  async follow(feed: Feed, afterEachBatch?: (batches: number) => Promise<unknown>): Promise<string[]> {
    const given: string[] = [];
    for await (const batch of feed.changes(this.cursor, signal())) {
      this.store(batch);
      given.push(...batch.upserts.map((one) => one.listing.listingKey));
      await afterEachBatch?.(this.batches.length);
    }
    return given;
  }

  store(batch: ChangeBatch): void {
    for (const { listing } of batch.upserts)
      this.stamps.set(listing.listingKey, listing.modificationTimestamp);
    this.batches.push(batch);
    this.cursor = batch.cursor;
  }
}

const collectKeys = (rows: readonly Row[]) => new Set(rows.map((row) => String(row.ListingKey)));

describe('the feed client against the simulator', () => {
  it('reads a whole market in pages, with its members, pictures and open houses', async () => {
    const { market, feed } = await start();
    const replica = new Replica();
    await replica.follow(feed());
    expect(new Set(replica.stamps.keys())).toEqual(collectKeys(market.properties));
    expect(replica.batches.flatMap((batch) => batch.quarantined)).toEqual([]);
    expect(replica.batches.map((batch) => batch.initialLoadDone).lastIndexOf(false)).toBe(
      replica.batches.length - 2,
    );
    const upserts = replica.batches.flatMap((batch) => batch.upserts);
    expect(Math.max(...replica.batches.map((batch) => batch.upserts.length))).toBe(50);
    for (const { listing } of upserts) expect(listing.media).toHaveLength(listing.photosCount ?? 0);
    expect(upserts.some(({ listing }) => listing.openHouses.length > 0)).toBe(true);
    expect(replica.batches.flatMap((batch) => batch.members)).toHaveLength(market.members.length);
    expect(replica.batches.flatMap((batch) => batch.offices)).toHaveLength(market.offices.length);
    expect(JSON.stringify(upserts.map((one) => one.listing))).not.toContain('CONFIDENTIAL');
    expect(await replica.follow(feed())).toHaveLength(
      upserts.filter(({ listing }) => {
        const newest = [...replica.stamps.values()].sort().at(-1) ?? '';
        return Date.parse(listing.modificationTimestamp) >= Date.parse(newest) - 300_000;
      }).length,
    );
  });

  it.each(['form', 'basic'] as const)(
    'reads behind OAuth with the secret in the %s, and renews its token before it expires',
    async (clientAuth) => {
      let clock = Date.now();
      const client = { clientId: 'maru', clientSecret: 's3cret:&%', scope: 'api' };
      const market: ServedMarket = createMarket({ seed: 11, size: 60, now: new Date() });
      const { server } = createResoServer({
        market,
        token: TOKEN,
        oauth: { ...client, seconds: 3_600 },
        now: () => new Date(clock),
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = (clientSecret: string) => ({
        dataset: 'sim',
        provider: 'reso' as const,
        baseUrl: root,
        token: '',
        oauth: { ...client, clientSecret, tokenUrl: `${root}/oidc/connect/token`, clientAuth },
        mediaHosts: [],
        display: {} as never,
      });
      const parts = { pageSize: 50, sleep: async () => {}, now: () => clock };
      const feed = createFeed(settings(client.clientSecret), parts);
      const replica = new Replica();
      await replica.follow(feed);
      expect(replica.stamps.size).toBe(60);
      const headers = { authorization: `Bearer ${TOKEN}` };
      const log = async () =>
        (await (await fetch(`${root}/control/requests`, { headers })).json()) as {
          path: string;
          status: number;
        }[];
      const logins = async () =>
        (await log()).filter((one) => JSON.stringify(one).includes('connect/token')).length;
      expect(await logins()).toBe(1);
      // Four minutes before its expiry a new one is requested; no request is refused for the old one.
      clock += 3_360_000;
      await replica.follow(feed);
      expect(await logins()).toBe(2);
      expect((await log()).filter(({ status }) => status === 401)).toEqual([]);

      const refused = createFeed(settings('another'), parts);
      const fault = await new Replica().follow(refused).catch((error: FeedError) => error);
      expect(fault).toMatchObject({ retryable: false, status: 401 });
      expect(String(fault)).not.toContain('another');
    },
  );

  it.each<[string, (index: number) => string]>([
    ['one instant for all', () => '2026-11-01T10:00:00.123456Z'],
    [
      'a tie larger than a page between others, told apart by microseconds',
      (index) =>
        index % 3 === 0
          ? `2026-11-01T10:00:00.${String(123_400 + (index % 7)).padStart(6, '0')}Z`
          : '2026-11-01T10:00:00.123403Z',
    ],
  ])('loses no row in ties: %s; from any cursor', async (_, stamp) => {
    const { market, feed } = await start(stamp);
    const whole = new Replica();
    const given = await whole.follow(feed());
    expect(given).toHaveLength(SIZE);
    expect(new Set(given)).toEqual(collectKeys(market.properties));
    const step = process.env.MARU_TEST_LONG === '1' ? 1 : 3;
    for (let stop = 1; stop <= whole.batches.length; stop += step) {
      const resumed = new Replica();
      for (const batch of whole.batches.slice(0, stop)) resumed.store(batch);
      await resumed.follow(feed());
      expect(new Set(resumed.stamps.keys()), `resumed after batch ${stop}`).toEqual(
        collectKeys(market.properties),
      );
    }
  });

  it('ends with the newest version of every row while the market changes during the walk', async () => {
    const { market, feed, tick, control } = await start();
    const replica = new Replica();
    let added = 0;
    const one = feed();
    await replica.follow(one, async (batches) => {
      if (batches > 8) return;
      tick(new Date(), 7);
      const { Media: _, ...row } = market.properties[batches] as Row;
      added += await control('add', [
        { ...row, ListingKey: `added-${batches}`, ModificationTimestamp: new Date().toISOString() },
      ]);
    });
    await replica.follow(one);
    for (const row of market.properties) {
      const stored = Date.parse(replica.stamps.get(String(row.ListingKey)) ?? '');
      expect(stored, String(row.ListingKey)).toBe(Date.parse(String(row.ModificationTimestamp)));
    }
    // A listing that left the market stays until the key walk removes it.
    expect(replica.stamps.size).toBeGreaterThanOrEqual(market.properties.length + added);
  });

  it('returns a change once, and nothing that is unchanged', async () => {
    const { market, feed, control } = await start();
    const replica = new Replica();
    const one = feed();
    await replica.follow(one);
    const key = String(market.properties[4]?.ListingKey);
    expect(await control('change', [{ ListingKey: key, ListPrice: 777_000 }])).toBe(1);
    expect(await replica.follow(one)).toEqual([key]);
    const [last] = replica.batches.flatMap((batch) => batch.upserts).slice(-1);
    expect(last?.listing.listPrice).toBe(777_000);
    expect(await replica.follow(one)).toEqual([]);
  });

  it('returns a listing again for a new open house that did not change its timestamp', async () => {
    const { market, feed, tick } = await start();
    const replica = new Replica();
    let clock = Date.now();
    const one = feed({ now: () => clock });
    await replica.follow(one);
    await replica.follow(one);
    const { ListingKey } = market.properties.find((row) => row.StandardStatus === 'Active') as Row;
    market.openHouses.push({
      OpenHouseKey: 'new-showing',
      ListingKey,
      OpenHouseStartTime: '2031-01-01T20:00:00Z',
      OpenHouseType: 'Public',
      OpenHouseStatus: 'Active',
      ModificationTimestamp: new Date().toISOString(),
    });
    tick(new Date(), 0);
    clock += 11 * 60_000;
    expect(await replica.follow(one)).toEqual([ListingKey]);
    const { openHouses } = replica.batches.at(-1)?.upserts[0]?.listing ?? { openHouses: [] };
    expect(openHouses.map((showing) => showing.openHouseKey)).toContain('new-showing');
    clock += 11 * 60_000;
    expect(await replica.follow(one)).toEqual([]);
  });

  it('finds removed listings by its keys', async () => {
    const { market, feed, control } = await start();
    const gone = market.properties.slice(10, 13).map((row) => String(row.ListingKey));
    expect(await control('remove', gone)).toBe(3);
    const keys = (await Array.fromAsync(feed().keys(signal()))).flat();
    expect(keys).toHaveLength(SIZE - 3);
    expect(gone.some((key) => keys.includes(key))).toBe(false);
    expect(await feed().findListing(gone[0] as string, signal())).toBeUndefined();
    const there = String(market.properties[0]?.ListingKey);
    expect((await feed().findListing(there, signal()))?.listing.listingKey).toBe(there);
  });

  it('recovers from all faults', async () => {
    const faults: Fault[] = [
      { kind: '429-hour', count: 2, retryAfter: '3' },
      { kind: '500-html', count: 2 },
      { kind: 'truncated', count: 1 },
    ];
    const { market, feed, control } = await start(undefined, faults);
    const waits: number[] = [];
    const replica = new Replica();
    const parts: FeedParts = { sleep: async (ms) => void waits.push(ms), timeoutMs: 400, random: () => 0 };
    // The fifth and last attempt is cut off as well; the client continues from its cursor, which is still empty.
    const error = await replica.follow(feed(parts)).catch((fault: unknown) => fault as FeedError);
    expect(error).toMatchObject({ retryable: true, status: null });
    expect(waits).toEqual([3000, 3000, 2000, 4000]);
    await replica.follow(feed(parts), async (batches) => {
      if (batches === 2) await control('fault', [{ kind: 'slow', count: 1, delayMs: 800 }]);
      if (batches === 4) await control('fault', [{ kind: 'down', count: 2 }]);
      if (batches === 6) await control('fault', [{ kind: 'truncated', count: 2 }]);
    });
    expect(new Set(replica.stamps.keys())).toEqual(collectKeys(market.properties));
  });

  it('reports a refused token once, without the token', async () => {
    const { market } = await start();
    const { server } = createResoServer({ market, token: 'another' });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const feed = createFeed({
      dataset: 'sim',
      provider: 'reso',
      baseUrl,
      token: TOKEN,
      mediaHosts: [],
      display: {} as never,
    });
    const error = await new Replica().follow(feed).catch((fault: unknown) => fault as FeedError);
    expect(error).toMatchObject({ retryable: false, status: 401 });
    expect(String(error)).not.toContain(TOKEN);
  });
});
