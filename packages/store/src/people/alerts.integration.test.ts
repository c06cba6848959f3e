import type { HomeCard, Listing } from '@maru/listing';
import { homeMatch, parseSearchQuery } from '@maru/listing/search';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, createRules, emptyStore } from '../testing.ts';
import type { WaitingAlert } from './alerts.ts';
import { HOMES } from './saved.ts';

const store = await openTestStore();
let userId: string;
let seenAt: Date;

beforeEach(async () => {
  await emptyStore(store);
  seenAt = new Date('2026-11-20T12:00:00Z');
  const account = { name: '김민지', email: 'minji@example.com', emailVerified: true, locale: 'ko' as const };
  userId = (await store.accounts.create(account, seenAt)).userId;
});

const minutesLater = (minutes: number) => new Date(seenAt.getTime() + minutes * 60_000);

async function write(
  listing: Partial<Listing>,
  change: Parameters<typeof createChangeSet>[0] = {},
): Promise<void> {
  await store.applyChanges(
    createChangeSet({ upserts: [createPlaced(listing)], initialLoadDone: true, ...change }),
  );
}

async function homeId(): Promise<string> {
  const { rows } = await store.pool.query<{ home_id: string }>('select home_id from home');
  return rows[0]!.home_id;
}

/** As the job does it, with the searches asked one by one. */
async function match(): Promise<number> {
  const searches = await store.alerts.listSearches(undefined, 1_000);
  const { found } = await store.alerts.match(
    ({ card }) =>
      searches
        .filter(({ path }) => homeMatch(parseQuestion(path))(card as HomeCard, Date.now()))
        .map(({ searchId }) => searchId),
    { now: seenAt, limit: 500 },
  );
  return found;
}

function parseQuestion(path: string) {
  const url = new URL(path, 'http://localhost');
  return parseSearchQuery(url.searchParams).query;
}

async function tell(waiting: WaitingAlert, at: Date): Promise<string[] | undefined> {
  const subject = await store.alerts.enqueueAlert(waiting, at);
  if (subject === undefined) return undefined;
  return (await store.alerts.findEmail(subject))?.items.map(({ kind }) => kind).reverse();
}

const search = (path: string) =>
  store.saved.addSearch(userId, { path, name: null, frequency: 'instant' }, new Date('2026-11-01T00:00:00Z'));

describe('what is told of a saved search', () => {
  test('five changes come as one letter of five, and never again', async () => {
    await write({ listingKey: 'older' });
    expect(await match(), 'nothing of what was there before').toBe(0);
    await search('/homes/for_sale?price=-1000000');
    for (const number of [1, 2, 3, 4, 5])
      await write({
        listingKey: `k${number}`,
        streetNumber: `1${number}`,
        onMarketDate: '2026-11-19',
        originalEntryTimestamp: null,
      });
    expect(await match()).toBe(5);
    expect(await match(), 'again').toBe(0);
    const [waiting, ...more] = await store.alerts.listWaiting(10, seenAt);
    expect(more).toEqual([]);
    expect(await tell(waiting!, minutesLater(1))).toEqual(['new', 'new', 'new', 'new', 'new']);
    expect(await tell(waiting!, minutesLater(1)), 'another process at the same time').toBeUndefined();
    expect(await store.alerts.listWaiting(10, seenAt)).toEqual([]);
  });

  test('news of a feed that is down wait until it is back: after six hours, or what its license allows (rule R1)', async () => {
    const later = (hours: number) => minutesLater(60 * hours);
    const count = async (at: Date) => (await store.alerts.listWaiting(10, at)).length;
    await write({ listingKey: 'older' });
    await match();
    await search('/homes/for_sale?price=-1000000');
    await write({ listingKey: 'k1', onMarketDate: '2026-11-19', originalEntryTimestamp: null });
    await match();
    const [waiting] = await store.alerts.listWaiting(10, later(5));
    expect([await count(later(5)), await count(later(7))]).toEqual([1, 0]);
    const rules = createRules({ maxStaleHours: 12 });
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules });
    expect([await count(later(7)), await count(later(13))]).toEqual([1, 0]);
    expect(await store.alerts.enqueueAlert(waiting!, later(13)), 'down meanwhile').toBeUndefined();
    await store.recordFeedState('kc', 'reso', { kind: 'success', at: later(13) });
    expect(await count(later(13))).toBe(1);
    const [again] = await store.alerts.listWaiting(10, later(13));
    expect(await tell(again!, later(13))).toEqual(['new']);
  });

  test('a cut into the range is told with both prices; what fails the filters is not', async () => {
    await write({ listPrice: 1_200_000 });
    await match();
    await search('/homes/for_sale?price=-1000000');
    await write({ listPrice: 1_100_000 });
    expect(await match()).toBe(0);
    await write({ listPrice: 990_000 });
    expect(await match()).toBe(1);
    const [waiting] = await store.alerts.listWaiting(10, seenAt);
    const subject = await store.alerts.enqueueAlert(waiting!, seenAt);
    const letter = await store.alerts.findEmail(subject!);
    expect(letter?.items).toMatchObject([
      {
        kind: 'cut',
        facts: { old: { listPrice: 1_100_000 }, new: { listPrice: 990_000 } },
        card: { listPrice: 990_000 },
      },
    ]);
  });

  test('a home that was hidden by its owner is told of to nobody, nor one that the person has hidden', async () => {
    await write({ listPrice: 900_000 });
    await match();
    await search('/homes/for_sale');
    await write({ listPrice: 880_000, internetEntireListingDisplayYN: false });
    expect(await match()).toBe(0);
    await write({ listPrice: 870_000, internetEntireListingDisplayYN: true });
    await match();
    await store.saved.hideHome(userId, await homeId(), seenAt);
    await write({ listPrice: 860_000 });
    expect(await match()).toBe(0);
  });

  test('off, unsubscribed or deleted: what waits is forgotten', async () => {
    await write({});
    await match();
    const saved = await search('/homes/for_sale');
    await write({ listPrice: 880_000 });
    expect(await match()).toBe(1);
    expect(await store.alerts.unsubscribe(userId, saved!.searchId, seenAt)).toBe(true);
    expect(await store.alerts.listWaiting(10, seenAt)).toEqual([]);
    await write({ listPrice: 870_000 });
    expect(await match()).toBe(0);
    expect(await store.alerts.unsubscribe('somebody else', saved!.searchId, seenAt)).toBe(false);
    expect(await store.saved.removeSearch(userId, saved!.searchId)).toBe(true);
    expect(await store.saved.removeSearch(userId, saved!.searchId)).toBe(false);
  });
});

describe('what is told of a saved home', () => {
  test('price, state and end are told once, as a saved home and not again as a match', async () => {
    await write({ listPrice: 900_000 });
    await match();
    await search('/homes/for_sale');
    await store.saved.saveHome(userId, await homeId(), new Date('2026-11-02T00:00:00Z'));
    await write({ listPrice: 880_000 });
    await write({ listPrice: 880_000, standardStatus: 'Pending' });
    await write({ listPrice: 880_000, standardStatus: 'Withdrawn' });
    await match();
    const waiting = await store.alerts.listWaiting(10, seenAt);
    expect(waiting.map(({ searchId }) => searchId)).toEqual([HOMES]);
    // All three were written before anybody looked: only what holds is told.
    expect(await tell(waiting[0]!, seenAt)).toEqual(['gone']);
  });

  test('is told under whichever id the home was saved, once two homes turned out to be one', async () => {
    await write({ listPrice: 900_000 });
    await match();
    const former = await homeId();
    // As `claimHomes` and a refresh leave it: the listing keeps the id under which it came.
    await store.pool.query(`update known_home set merged_into = 'h-older' where home_id = $1`, [former]);
    await store.pool.query(`update home set home_id = 'h-older' where home_id = $1`, [former]);
    const other = { name: '이준', email: 'jun@example.com', emailVerified: true, locale: 'ko' as const };
    const otherId = (await store.accounts.create(other, seenAt)).userId;
    await store.saved.saveHome(userId, former, new Date('2026-11-02T00:00:00Z'));
    await store.saved.saveHome(otherId, 'h-older', new Date('2026-11-02T00:00:00Z'));
    await write({ listPrice: 880_000 });
    await match();
    const waiting = await store.alerts.listWaiting(10, seenAt);
    expect(waiting.map((one) => one.userId).sort()).toEqual([userId, otherId].sort());
    for (const one of waiting) {
      const subject = await store.alerts.enqueueAlert(one, seenAt);
      const items = (await store.alerts.findEmail(subject ?? ''))?.items ?? [];
      expect(items.map(({ kind, card }) => [kind, card?.homeId])).toEqual([['cut', 'h-older']]);
    }
  });

  test('is told of no more when it was taken down, not even its end', async () => {
    await write({ listPrice: 900_000 });
    await match();
    const id = await homeId();
    await store.saved.saveHome(userId, id, new Date('2026-11-02T00:00:00Z'));
    const asked = {
      homeId: id,
      reason: 'owner',
      askedBy: 'The owner',
      askedAt: seenAt,
      note: null,
      reportId: null,
    };
    expect(await store.takeDowns.take(asked, { actorId: userId, now: seenAt })).toBeDefined();
    await write({ listPrice: 880_000 });
    await write({ listPrice: 880_000, standardStatus: 'Withdrawn' });
    await match();
    expect(await store.alerts.listWaiting(10, seenAt)).toEqual([]);
  });

  test('an address that the mail server refuses for good gets nothing more until its owner says so', async () => {
    await write({ listPrice: 900_000 });
    await match();
    await store.saved.saveHome(userId, await homeId(), new Date('2026-11-02T00:00:00Z'));
    await write({ listPrice: 880_000 });
    await match();
    const [waiting] = await store.alerts.listWaiting(10, seenAt);
    await store.alerts.enqueueAlert(waiting!, seenAt);
    await store.pool.query(`update letter set failed_at = $1, failure = '550'`, [seenAt]);
    expect(await store.alerts.stopBounced(seenAt)).toBe(1);
    expect(await store.alerts.stopBounced(seenAt)).toBe(0);
    await write({ listPrice: 870_000 });
    await match();
    expect(await store.alerts.listWaiting(10, seenAt)).toEqual([]);
    const alerts = await store.saved.updateAlerts(userId, { bounced: false, timeZone: 'Asia/Seoul' });
    expect(alerts).toEqual({ timeZone: 'Asia/Seoul', homesFrequency: 'daily', bouncedAt: null });
    expect(await store.alerts.listWaiting(10, seenAt)).toHaveLength(1);
  });
});

describe('what is kept', () => {
  test('what a browser has kept is merged without loss and without doubles, however often', async () => {
    const kept = {
      homes: [
        { homeId: 'h1', savedAt: new Date('2026-11-01T00:00:00Z') },
        { homeId: 'h2', savedAt: new Date('2026-11-03T00:00:00Z') },
      ],
      hidden: ['h9'],
      searches: [
        { path: '/homes/for_sale/irvine-ca', name: null, frequency: 'daily' as const, savedAt: seenAt },
      ],
      timeZone: 'America/New_York',
    };
    await store.saved.saveHome(userId, 'h1', seenAt);
    await store.saved.saveHome(userId, 'h3', seenAt);
    const merged = await store.saved.merge(userId, kept, seenAt);
    expect(merged.homes.map(({ homeId }) => homeId)).toEqual(['h3', 'h2', 'h1']);
    expect(merged.searches.map(({ path }) => path)).toEqual(['/homes/for_sale/irvine-ca']);
    expect(await store.saved.merge(userId, kept, seenAt)).toEqual(merged);
    expect(merged.hidden).toEqual(['h9']);
    expect(merged.alerts.timeZone).toBe('America/New_York');
  });

  test('many presses at once save one home once, and the limit holds', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store.saved.saveHome(userId, 'h1', seenAt)));
    expect((await store.saved.load(userId)).homes).toHaveLength(1);
    const paths = Array.from({ length: 101 }, (_, at) => `/homes/for_sale/${10_000 + at}`);
    const made = [];
    for (const path of paths) made.push(await search(path));
    expect(made.filter((one) => one !== undefined)).toHaveLength(100);
  });
});
