import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gazetteer } from '@maru/gazetteer';
import type { Listing } from '@maru/listing';
import { type ChangeBatch, type Feed, FeedError, type FeedSettings } from '@maru/mls';
import { isRowError, StaleCursor, Store } from '@maru/store';
import { createListing, createRules, createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGazetteer } from '../../../../dev/scripts/build-gazetteer.ts';
import { Metrics } from '../metrics.ts';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { DatasetWriter } from './dataset-writer.ts';
import { sweepStaleness } from './polls.ts';
import { Reconciler } from './reconcile.ts';
import { oneAhead, replayQuarantine, replicate, replicateOnce } from './replicate.ts';
import type { ReplicateParts } from './replicate-parts.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as never;
const NEVER = new AbortController().signal;

let database: TestDatabase;
let store: Store;
let gazetteer: Gazetteer;
beforeAll(async () => {
  await buildGazetteer();
  gazetteer = await loadSharedGazetteer();
  database = await createTestDatabase();
  store = await Store.open({ databaseUrl: database.databaseUrl });
});
afterAll(async () => {
  await (store as Store | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

/** A provider as the test wants it: what it has, what it says that it has, and what goes wrong. */
class StandInFeed implements Feed {
  readonly dataset: string;
  readonly provider = 'reso' as const;
  readonly listings = new Map<string, Listing>();
  /** What its list of keys says; undefined: the truth. */
  saysKeys: string[] | undefined;
  /** What reading one by its key says; undefined: the truth. */
  saysOne: ((key: string) => boolean) | undefined;
  /** Reading these by their key breaks it. */
  breaksOn = new Set<string>();
  fault: FeedError | undefined;
  quarantined: ChangeBatch['quarantined'] = [];
  batchSize = 1_000;
  asked = 0;
  atOnce = 0;
  mostAtOnce = 0;

  constructor(dataset: string, count = 0) {
    this.dataset = dataset;
    for (let at = 0; at < count; at += 1) this.put(`k${at}`);
  }

  put(listingKey: string, own: Partial<Listing> = {}): void {
    const number = String(this.listings.size + 1);
    const listing = createListing({
      dataset: this.dataset,
      listingKey,
      streetNumber: number,
      // Homes of their own: those of another dataset at the same address would be one with them.
      streetName: `${this.dataset} St`,
      unparsedAddress: `${number} ${this.dataset} St, Irvine, CA 92620`,
      listingId: `${this.dataset}-${listingKey.slice(0, 20)}`,
      media: [],
      ...(own.modificationTimestamp === undefined ? {} : { sourceModifiedAt: own.modificationTimestamp }),
      ...own,
    });
    this.listings.set(listingKey, listing);
  }

  async *changes(cursor: string | null, signal: AbortSignal): AsyncGenerator<ChangeBatch> {
    this.asked += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    try {
      await sleep(2, undefined, { signal });
      if (this.fault !== undefined) throw this.fault;
      const rows = [...this.listings.values()].filter(
        (one) => cursor === null || one.modificationTimestamp > cursor,
      );
      rows.sort((a, b) => (a.modificationTimestamp < b.modificationTimestamp ? -1 : 1));
      for (let start = 0; start === 0 || start < rows.length; start += this.batchSize) {
        const some = rows.slice(start, start + this.batchSize);
        const isLast = start + this.batchSize >= rows.length;
        yield {
          upserts: some.map((listing) => ({ listing, raw: { ListingKey: listing.listingKey } })),
          quarantined: isLast ? this.quarantined : [],
          members: [],
          offices: [],
          cursor: some.at(-1)?.modificationTimestamp ?? cursor ?? '0',
          initialLoadDone: isLast,
        };
      }
    } finally {
      this.atOnce -= 1;
    }
  }

  async *keys(): AsyncGenerator<string[]> {
    if (this.fault !== undefined) throw this.fault;
    yield this.saysKeys ?? [...this.listings.keys()];
  }

  async findListing(key: string) {
    if (this.fault !== undefined) throw this.fault;
    if (this.breaksOn.has(key)) {
      throw new FeedError('it breaks on this one', {
        retryable: true,
        status: 500,
        request: 'GET /Property',
      });
    }
    const listing = this.listings.get(key);
    const isThere = this.saysOne?.(key) ?? listing !== undefined;
    return isThere && listing !== undefined ? { listing, raw: { ListingKey: key } } : undefined;
  }

  async search() {
    return { total: null, listings: [] };
  }
}

let datasets = 0;
function lineOf(
  count: number,
  own: Partial<ReplicateParts> = {},
): { feed: StandInFeed; parts: ReplicateParts } {
  datasets += 1;
  const feed = new StandInFeed(`d${datasets}`, count);
  const settings: FeedSettings = {
    dataset: feed.dataset,
    provider: 'reso',
    baseUrl: 'http://127.0.0.1:1',
    token: 't',
    mediaHosts: [],
    display: createRules(),
  };
  return { feed, parts: { feed, settings, store, gazetteer, log: QUIET, interval: 0.02, ...own } };
}

async function keysOf(dataset: string): Promise<string[]> {
  const all: string[] = [];
  for await (const keys of store.listKeys(dataset)) all.push(...keys);
  return all.sort();
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await what()) return;
    await sleep(25);
  }
  throw new Error('it did not come to that within ten seconds');
}

/** Homes of the dataset that visitors see. */
async function shownOf(dataset: string): Promise<number> {
  const activity = await store.feedActivity(new Date(0));
  return activity.find((one) => one.dataset === dataset)?.homes ?? 0;
}

describe('what leaves a feed without a word', () => {
  test('pitfall F6: a listing that vanished at its expiry is gone after two walks, over a restart too', async () => {
    const { feed, parts } = lineOf(400);
    await replicateOnce(parts, NEVER);
    // More than are asked for one by one, so that only the second strike counts.
    for (let at = 0; at < 60; at += 1) feed.listings.delete(`k${at}`);
    const first = await new Reconciler(parts).walk(NEVER);
    expect(first).toMatchObject({ removed: 0, walk: { shrinkingSince: null } });
    expect(await keysOf(feed.dataset)).toHaveLength(400);
    // A new process: the first strike is in the store.
    const second = await new Reconciler(parts).walk(NEVER);
    expect(second.removed).toBe(60);
    expect(await keysOf(feed.dataset)).toEqual([...feed.listings.keys()].sort());
    expect(await shownOf(feed.dataset)).toBe(340);
  });

  test('a few missing ones are asked for by themselves and leave at once; one that answers stays', async () => {
    const { feed, parts } = lineOf(100);
    await replicateOnce(parts, NEVER);
    feed.saysKeys = [...feed.listings.keys()].filter((key) => key !== 'k7' && key !== 'k8');
    feed.listings.delete('k7');
    expect((await new Reconciler(parts).walk(NEVER)).removed).toBe(1);
    expect(await keysOf(feed.dataset)).not.toContain('k7');
    expect(await keysOf(feed.dataset)).toContain('k8');
  });

  test('one that is found off the market has left it, though the provider still has it', async () => {
    const { feed, parts } = lineOf(100);
    await replicateOnce(parts, NEVER);
    feed.saysKeys = [...feed.listings.keys()].slice(30);
    for (let at = 0; at < 30; at += 1) {
      const listing = feed.listings.get(`k${at}`)!;
      feed.listings.set(`k${at}`, { ...listing, standardStatus: at % 2 === 0 ? 'Withdrawn' : 'Expired' });
    }
    const reconciler = new Reconciler(parts);
    await reconciler.walk(NEVER);
    expect((await reconciler.walk(NEVER)).removed).toBe(30);
  });

  test('keys on which the provider breaks hold up neither what left nor what is back', async () => {
    const { feed, parts } = lineOf(100);
    await replicateOnce(parts, NEVER);
    for (const key of ['k1', 'k2']) feed.listings.delete(key);
    const old = { modificationTimestamp: '2020-01-01T00:00:00Z' };
    for (const key of ['new1', 'new2']) feed.put(key, old);
    feed.breaksOn = new Set(['k1', 'new1']);
    const reconciler = new Reconciler(parts);
    expect(await reconciler.walk(NEVER)).toMatchObject({ removed: 1, fetched: 1 });
    expect(await reconciler.walk(NEVER)).toMatchObject({ removed: 1, fetched: 0 });
    const left = await keysOf(feed.dataset);
    expect(left).toContain('new2');
    expect(left).not.toContain('k1');
  });

  test('a provider that breaks on every key is down, and says nothing of any', async () => {
    const { feed, parts } = lineOf(100);
    await replicateOnce(parts, NEVER);
    for (let at = 0; at < 15; at += 1) feed.listings.delete(`k${at}`);
    feed.breaksOn = new Set(Array.from({ length: 15 }, (_, at) => `k${at}`));
    const reconciler = new Reconciler(parts);
    await expect(reconciler.walk(NEVER)).rejects.toMatchObject({ status: 500 });
    // Not again at the next turn: the feed's changes go on at their own pace meanwhile.
    expect(await reconciler.isDue()).toBe(false);
    expect(await keysOf(feed.dataset)).toHaveLength(100);
  });

  test('a listing that comes back without a new stamp is back after one walk', async () => {
    const { feed, parts } = lineOf(50);
    await replicateOnce(parts, NEVER);
    const gone = feed.listings.get('k3')!;
    feed.listings.delete('k3');
    const reconciler = new Reconciler(parts);
    expect((await reconciler.walk(NEVER)).removed).toBe(1);
    feed.listings.set('k3', gone);
    expect((await reconciler.walk(NEVER)).fetched).toBe(1);
    expect(await keysOf(feed.dataset)).toContain('k3');
    expect(await shownOf(feed.dataset)).toBe(50);
  });
});

test('a stamp of the year 3000 that is set right again is taken over, though no increment tells of it', async () => {
  const { feed, parts } = lineOf(3);
  await replicateOnce(parts, NEVER);
  feed.put('k1', { modificationTimestamp: '3000-01-01T00:00:00Z', listPrice: 1_000_000 });
  await replicateOnce(parts, NEVER);
  feed.put('k1', { modificationTimestamp: '2026-11-01T00:00:00Z', listPrice: 950_000 });
  await new Reconciler(parts).walk(NEVER);
  const { rows } = await store.pool.query<{ price: string }>(
    `select record ->> 'listPrice' as price from listing where dataset = $1 and listing_key = 'k1'`,
    [feed.dataset],
  );
  expect(rows).toEqual([{ price: '950000' }]);
  expect(await store.listFutureKeys(feed.dataset, new Date())).toEqual([]);
});

describe('a feed that lies', () => {
  test('an empty list of keys never empties the site, however often it is told and whatever else it says', async () => {
    const { feed, parts } = lineOf(60);
    await replicateOnce(parts, NEVER);
    feed.saysKeys = [];
    feed.saysOne = () => false;
    const reconciler = new Reconciler(parts);
    for (let turn = 0; turn < 4; turn += 1) {
      const { removed, walk } = await reconciler.walk(NEVER, { acceptShrink: true });
      expect(removed).toBe(0);
      expect(walk.shrinkingSince).not.toBeNull();
    }
    expect(await shownOf(feed.dataset)).toBe(60);
    const [state] = (await store.feedStates()).filter((one) => one.dataset === feed.dataset);
    expect(state?.shrinkingSince).toBeInstanceOf(Date);
  });

  test('a list that lost a third is believed only when it is told again and what it lost cannot be read', async () => {
    const { feed, parts } = lineOf(90);
    await replicateOnce(parts, NEVER);
    feed.saysKeys = [...feed.listings.keys()].slice(30);
    const reconciler = new Reconciler(parts);
    // The missing ones answer when they are asked for: it is the list that is wrong.
    for (let turn = 0; turn < 3; turn += 1) expect((await reconciler.walk(NEVER)).removed).toBe(0);
    for (let at = 0; at < 30; at += 1) feed.listings.delete(`k${at}`);
    const { removed, walk } = await reconciler.walk(NEVER);
    expect({ removed, shrinkingSince: walk.shrinkingSince }).toEqual({ removed: 30, shrinkingSince: null });
    expect(await shownOf(feed.dataset)).toBe(60);
  });

  test('a list that twice lost a tenth is not believed while what it lost can be read', async () => {
    const { feed, parts } = lineOf(600);
    await replicateOnce(parts, NEVER);
    feed.saysKeys = [...feed.listings.keys()].slice(60);
    const reconciler = new Reconciler(parts);
    for (let turn = 0; turn < 3; turn += 1) expect((await reconciler.walk(NEVER)).removed).toBe(0);
    expect((await store.loadKeyWalk(feed.dataset))?.shrinkingSince).not.toBeNull();
    feed.saysKeys = undefined;
    expect((await reconciler.walk(NEVER)).walk.shrinkingSince).toBeNull();
  });

  test('a walk confirms what it found, and none that was not believed confirms anything (rule R1)', async () => {
    const { feed, parts } = lineOf(100);
    await replicateOnce(parts, NEVER);
    const confirmedAt = async (key: string) => {
      const { rows } = await store.pool.query<{ id: string }>(
        'select home_id as id from listing where dataset = $1 and listing_key = $2',
        [feed.dataset, key],
      );
      return (await store.loadHome(rows[0]!.id))!.confirmedAt.getTime();
    };
    // Rows that have not changed for a month.
    const old = new Date('2026-10-01T00:00:00Z');
    await store.pool.query('update listing set last_seen_at = $2 where dataset = $1', [feed.dataset, old]);
    expect(await confirmedAt('k70')).toBe(old.getTime());
    const reconciler = new Reconciler(parts);
    const began = Date.now();
    await reconciler.walk(NEVER);
    const first = await confirmedAt('k70');
    expect(first).toBeGreaterThanOrEqual(began);
    expect(await confirmedAt('k1')).toBe(first);
    // A list that lost half of its keys.
    feed.saysKeys = [...feed.listings.keys()].slice(50);
    await reconciler.walk(NEVER);
    expect([await confirmedAt('k1'), await confirmedAt('k70')]).toEqual([first, first]);
    feed.saysKeys = undefined;
    await reconciler.walk(NEVER);
    expect(await confirmedAt('k1')).toBeGreaterThan(first);
  });

  test('of more than half only the owner may say that it is gone', async () => {
    const { feed, parts } = lineOf(40);
    await replicateOnce(parts, NEVER);
    for (let at = 0; at < 30; at += 1) feed.listings.delete(`k${at}`);
    const reconciler = new Reconciler(parts);
    for (let turn = 0; turn < 3; turn += 1) expect((await reconciler.walk(NEVER)).removed).toBe(0);
    expect((await reconciler.walk(NEVER, { acceptShrink: true })).removed).toBe(30);
  });

  test('much that we do not have is told, so that everything is read anew', async () => {
    const { feed, parts } = lineOf(20);
    await replicateOnce(parts, NEVER);
    for (let at = 0; at < 300; at += 1)
      feed.put(`old${at}`, { modificationTimestamp: '2020-01-01T00:00:00Z' });
    const { hasHoles, fetched } = await new Reconciler(parts).walk(NEVER);
    expect({ hasHoles, fetched }).toEqual({ hasHoles: true, fetched: 200 });
    await replicateOnce(parts, NEVER, { anew: true });
    expect(await keysOf(feed.dataset)).toHaveLength(320);
  });
});

describe('what cannot be stored', () => {
  /** Longer than an index of PostgreSQL takes, and not to be made shorter by compression. */
  const POISON = randomBytes(6_000).toString('base64');

  test('one poison row is quarantined, and all others of its page are stored', async () => {
    const { feed, parts } = lineOf(40, { metrics: new Metrics() });
    feed.put(POISON);
    await replicateOnce(parts, NEVER);
    expect(await keysOf(feed.dataset)).toHaveLength(40);
    const [row] = await store.listQuarantine(feed.dataset);
    expect(row?.raw).toEqual({ ListingKey: POISON });
    expect(row?.reason).toMatch(/^cannot be stored: /);
    expect((await store.loadCursor(feed.dataset))?.cursor).toBe('2026-11-02T10:00:00.000Z');
    const counted = `maru_feed_quarantined_total{dataset="${feed.dataset}"} 1`;
    expect(await parts.metrics?.read()).toContain(counted);
  });

  test('when our database is what fails, nothing is quarantined for it', () => {
    const withCode = (code: string) => Object.assign(new Error('no'), { code });
    for (const code of ['57P01', '53100', '40P01', '42P01', 'ECONNREFUSED', '25006']) {
      expect(isRowError(withCode(code))).toBe(false);
    }
    for (const code of ['22P02', '22003', '23505', '54000']) expect(isRowError(withCode(code))).toBe(true);
    expect(isRowError(new TypeError('x is not a function'))).toBe(true);
    expect(isRowError(new Error('anything'))).toBe(false);
  });

  test('a quarantined row that can be read now is let in', async () => {
    const { feed, parts } = lineOf(1);
    const raw = {
      ListingKey: 'q1',
      StandardStatus: 'Active',
      PropertyType: 'Residential',
      ModificationTimestamp: '2026-11-20T10:00:00Z',
      ListPrice: 500_000,
    };
    feed.quarantined = [
      { listingKey: 'q1', reason: 'was not understood', raw },
      { listingKey: null, reason: 'has no key', raw: { ListPrice: 1 } },
    ];
    await replicateOnce(parts, NEVER);
    expect(await store.countQuarantine(feed.dataset)).toBe(2);
    expect(await replayQuarantine(parts, { again: true })).toEqual({ replayed: 1, left: 1 });
    expect(await keysOf(feed.dataset)).toEqual(['k0', 'q1']);
  });

  test('a quarantined row that can be read and not stored holds up no other row, and not the feed', async () => {
    const { feed, parts } = lineOf(1);
    const raw = {
      ListingKey: 'q1',
      StandardStatus: 'Active',
      PropertyType: 'Residential',
      ModificationTimestamp: '2026-11-20T10:00:00Z',
    };
    feed.quarantined = ['q1', 'q2', 'q3'].map((listingKey) => ({
      listingKey,
      reason: 'was not understood',
      raw: { ...raw, ListingKey: listingKey },
    }));
    await replicateOnce(parts, NEVER);
    await store.pool.query(
      `alter table listing add constraint no_q2 check (dataset <> '${feed.dataset}' or listing_key <> 'q2')`,
    );
    try {
      expect(await replayQuarantine(parts)).toEqual({ replayed: 2, left: 1 });
      expect(await keysOf(feed.dataset)).toEqual(['k0', 'q1', 'q3']);
      expect((await store.listQuarantine(feed.dataset))[0]?.reason).toMatch(/^cannot be stored: /);
      // Nor is it tried again at each start.
      expect(await replayQuarantine(parts)).toEqual({ replayed: 0, left: 0 });
    } finally {
      await store.pool.query('alter table listing drop constraint no_q2');
    }
  });
});

describe('several processes', () => {
  test('of two that read one feed only one asks it anything, and the other goes on when that one is gone', async () => {
    const { feed, parts } = lineOf(5);
    const [one, two] = [new AbortController(), new AbortController()];
    const first = replicate(parts, one.signal);
    await until(() => feed.asked > 3);
    const elsewhere = await Store.open({ databaseUrl: database.databaseUrl });
    const second = replicate({ ...parts, store: elsewhere }, two.signal);
    const before = feed.asked;
    await until(() => feed.asked > before + 10);
    expect(feed.mostAtOnce).toBe(1);
    one.abort();
    await first;
    const after = feed.asked;
    await until(() => feed.asked > after + 3);
    expect(feed.mostAtOnce).toBe(1);
    two.abort();
    await second;
    await elsewhere.close();
  });

  test("a writer who has slept through another one's turn is refused", async () => {
    const { feed, parts } = lineOf(3);
    await replicateOnce(parts, NEVER);
    const { cursor = null } = (await store.loadCursor(feed.dataset)) ?? {};
    const [slow, quick] = [new DatasetWriter(parts, cursor), new DatasetWriter(parts, cursor)];
    const batch = (own: Partial<ChangeBatch>): ChangeBatch => ({
      upserts: [],
      quarantined: [],
      members: [],
      offices: [],
      cursor: 'next',
      initialLoadDone: true,
      ...own,
    });
    await quick.write(batch({ cursor: '2026-11-03T00:00:00Z' }));
    await expect(slow.write(batch({ cursor: '2026-11-02T12:00:00Z' }))).rejects.toBeInstanceOf(StaleCursor);
    await expect(slow.remove([{ listingKey: 'k1', reason: 'not in the feed' }])).rejects.toBeInstanceOf(
      StaleCursor,
    );
    expect((await store.loadCursor(feed.dataset))?.cursor).toBe('2026-11-03T00:00:00Z');
    expect(await keysOf(feed.dataset)).toHaveLength(3);
  });

  test('a slow database slows the reading: one batch waits, never more', async () => {
    let made = 0;
    async function* batches() {
      for (; made < 50; ) yield ++made;
    }
    for await (const batch of oneAhead(batches())) {
      await sleep(3);
      expect(made - batch).toBeLessThanOrEqual(1);
    }
  });
});

describe('a feed that refuses', () => {
  const refused = (status: number, own: Partial<ConstructorParameters<typeof FeedError>[1]> = {}) =>
    new FeedError(`the server answered ${status}`, {
      retryable: false,
      status,
      request: 'GET /Property',
      ...own,
    });
  const stateOf = async (dataset: string) =>
    (await store.feedStates()).find((one) => one.dataset === dataset);

  test('without its licence (403) its homes are hidden at once, and shown again when it is back', async () => {
    const { feed, parts } = lineOf(12);
    const stop = new AbortController();
    const running = replicate(parts, stop.signal);
    await until(async () => (await shownOf(feed.dataset)) === 12);
    feed.fault = refused(403);
    await until(async () => (await shownOf(feed.dataset)) === 0);
    expect((await stateOf(feed.dataset))?.hiddenSince).toBeInstanceOf(Date);
    feed.fault = undefined;
    await until(async () => (await shownOf(feed.dataset)) === 12);
    expect((await stateOf(feed.dataset))?.hiddenSince).toBeNull();
    stop.abort();
    await running;
  });

  test('it shows nothing that the owner has hidden: not after a failure, not after a lost licence, not after a restart', async () => {
    const { feed, parts } = lineOf(5);
    const run = async (work: () => Promise<void>) => {
      const stop = new AbortController();
      const running = replicate(parts, stop.signal);
      await work();
      stop.abort();
      await running;
    };
    const failsAndIsBack = async (status: number) => {
      feed.fault = refused(status);
      await until(async () => (await stateOf(feed.dataset))?.failingSince != null);
      feed.fault = undefined;
      await until(async () => (await stateOf(feed.dataset))?.failingSince === null);
    };
    await run(async () => {
      await until(async () => (await shownOf(feed.dataset)) === 5);
      await store.hideDataset(feed.dataset, 'by an admin');
      await failsAndIsBack(500);
      await failsAndIsBack(403);
      expect(await shownOf(feed.dataset)).toBe(0);
    });
    const before = new Date();
    await run(() => until(async () => ((await stateOf(feed.dataset))?.lastSuccessAt ?? 0) > before));
    expect(await shownOf(feed.dataset)).toBe(0);
    await store.showDataset(feed.dataset);
    expect(await shownOf(feed.dataset)).toBe(5);
  });

  test('with a token that is not taken (401) its homes stay, and it is said since when', async () => {
    const { feed, parts } = lineOf(7);
    const stop = new AbortController();
    const running = replicate(parts, stop.signal);
    await until(async () => (await shownOf(feed.dataset)) === 7);
    feed.fault = refused(401);
    await until(async () => (await stateOf(feed.dataset))?.failingSince != null);
    await sleep(100);
    expect(await shownOf(feed.dataset)).toBe(7);
    feed.fault = undefined;
    await until(async () => (await stateOf(feed.dataset))?.failingSince === null);
    stop.abort();
    await running;
  });

  test('one that fails from the start of a process on is measured by its last good turn all the same', async () => {
    const { feed, parts } = lineOf(3, { metrics: new Metrics() });
    const { dataset, provider } = parts.settings;
    await store.saveDataset({ dataset, provider, rules: parts.settings.display });
    const at = new Date('2026-11-20T10:00:00Z');
    await store.recordFeedState(dataset, provider, { kind: 'success', at, initialLoadDone: true });
    feed.fault = refused(401);
    const stop = new AbortController();
    const running = replicate(parts, stop.signal);
    await until(async () => (await stateOf(dataset))?.failingSince != null);
    expect(await parts.metrics?.read()).toContain(
      `maru_feed_last_success_timestamp_seconds{dataset="${dataset}"} ${at.getTime() / 1000}\n`,
    );
    stop.abort();
    await running;
  });

  test('a page of HTML that says 403 comes from something before the service and hides nothing', async () => {
    const { feed, parts } = lineOf(4);
    const stop = new AbortController();
    const running = replicate(parts, stop.signal);
    await until(async () => (await shownOf(feed.dataset)) === 4);
    feed.fault = refused(403, { fromProxy: true });
    await until(async () => (await stateOf(feed.dataset))?.failingSince != null);
    await sleep(100);
    expect(await shownOf(feed.dataset)).toBe(4);
    stop.abort();
    await running;
  });

  test('away for longer than its licence allows, its homes are hidden, and shown again by its next good turn', async () => {
    const { feed, parts } = lineOf(6);
    parts.settings.display.maxStaleHours = 12;
    await replicateOnce(parts, NEVER);
    const stop = new AbortController();
    const sweeping = sweepStaleness({ store, log: QUIET, every: 20 }, stop.signal);
    await sleep(100);
    expect(await shownOf(feed.dataset)).toBe(6);
    await store.pool.query(
      `update feed_state set last_success_at = now() - interval '13 hours' where dataset = $1`,
      [feed.dataset],
    );
    await until(async () => (await shownOf(feed.dataset)) === 0);
    const running = replicate(parts, stop.signal);
    await until(async () => (await shownOf(feed.dataset)) === 6);
    stop.abort();
    await Promise.all([sweeping, running]);
  });

  test('one feed that fails all the time never holds up another', async () => {
    const bad = lineOf(3);
    bad.feed.fault = refused(500);
    const good = lineOf(9);
    const stop = new AbortController();
    const running = [replicate(bad.parts, stop.signal), replicate(good.parts, stop.signal)];
    await until(async () => (await shownOf(good.feed.dataset)) === 9);
    good.feed.put('late', { modificationTimestamp: '2026-11-20T00:00:00Z' });
    await until(async () => (await shownOf(good.feed.dataset)) === 10);
    stop.abort();
    await Promise.all(running);
  });
});
