import type { Listing } from '@maru/listing';
import { beforeEach, describe, expect, test } from 'vitest';
import { withWrite } from '../db/connection.ts';
import { lockDataset } from '../db/locks.ts';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, emptyStore } from '../testing.ts';
import { applyChangesIn } from './apply-changes.ts';

const store = await openTestStore();
let clock = Date.parse('2026-11-20T12:00:00Z');

beforeEach(async () => {
  await emptyStore(store);
});

const createBatch = (own: Partial<Listing>) => {
  clock += 60_000;
  return createChangeSet({
    dataset: own.dataset ?? 'kc',
    seenAt: new Date(clock),
    upserts: [createPlaced(own)],
  });
};
const write = async (own: Partial<Listing>) => void (await store.applyChanges(createBatch(own)));
const at = new Date('2026-11-21T00:00:00Z');
const take = (homeId: string) =>
  store.takeDowns.take(
    { homeId, reason: 'owner_request', askedBy: 'The owner', askedAt: at, note: null, reportId: null },
    { actorId: 'u1', now: at },
  );
const lift = (id: string) => store.takeDowns.lift(id, { actorId: 'u1', note: null, now: at });

async function findHomeId(listingKey: string): Promise<string> {
  const { rows } = await store.pool.query<{ home_id: string }>(
    'select coalesce(k.merged_into, l.home_id) as home_id from listing l join known_home k using (home_id) where listing_key = $1',
    [listingKey],
  );
  return rows[0]!.home_id;
}

/** Keys of the listings whose pages and pictures may be shown. */
async function shown(): Promise<{ listings: string[]; pictures: string[]; homes: number }> {
  const { rows } = await store.pool.query<{ key: string; media_id: string }>(
    `select l.listing_key as key, (select min(media_id) from media m where m.listing_key = l.listing_key) as media_id
     from listing l order by 1`,
  );
  const pictures: string[] = [];
  for (const row of rows) if ((await store.findMedia(row.media_id)) !== undefined) pictures.push(row.key);
  const { rows: open } = await store.pool.query<{ key: string }>(
    'select listing_key as key from listing where displayable order by 1',
  );
  const { rows: homes } = await store.pool.query('select 1 from home');
  return { listings: open.map((row) => row.key), pictures, homes: homes.length };
}

const NOTHING = { listings: [], pictures: [], homes: 0 };
const other = { dataset: 'crmls', originatingSystemName: 'Other MLS' };
const parcelNumber = '529-261-07';
/** Of the same parcel under another address: one home with `a` once that has its parcel. */
const sibling = { ...other, listingKey: 'b', streetNumber: '125', parcelNumber };

describe('a home that is taken down', () => {
  test('stays hidden when a writer of another dataset was about to show it', async () => {
    await write({ listingKey: 'a' });
    const homeId = await findHomeId('a');
    const writer = await store.pool.connect();
    try {
      await writer.query('begin');
      await applyChangesIn(writer, createBatch({ ...other, listingKey: 'b' }));
      const taking = take(homeId);
      // It waits for the writer, who knows nothing of it.
      await expect.poll(waiting).toBeGreaterThan(0);
      await writer.query('commit');
      await taking;
    } finally {
      writer.release();
    }
    expect(await findHomeId('b')).toBe(homeId);
    expect(await shown()).toEqual(NOTHING);
  });

  test('hides what is merged with it later, which is shown again when they part or it is lifted', async () => {
    await write({ listingKey: 'a' });
    await write(sibling);
    expect(await findHomeId('b')).not.toBe(await findHomeId('a'));
    const down = await take(await findHomeId('a'));
    expect(await shown()).toMatchObject({ listings: ['b'], homes: 1 });

    expect(await countedOfAgents()).toEqual(['b']);

    await write({ listingKey: 'a', parcelNumber });
    expect(await findHomeId('b')).toBe(await findHomeId('a'));
    expect(await shown()).toEqual(NOTHING);
    // Whoever follows the other dataset is told, though nothing has come from its feed.
    expect(await countedOfAgents()).toEqual([]);
    const barred = await store.takeDowns.barred();
    expect(barred.listings.map((one) => one.listingKey).sort()).toEqual(['a', 'b']);

    await write({ listingKey: 'a', parcelNumber: '529-261-08' });
    expect(await shown()).toMatchObject({ listings: ['b'], pictures: ['b'], homes: 1 });
    expect(await countedOfAgents()).toEqual(['b']);
    await write({ listingKey: 'a', parcelNumber });
    expect(await shown()).toEqual(NOTHING);
    await lift(down!.takeDownId);
    expect(await shown()).toEqual({ listings: ['a', 'b'], pictures: ['a', 'b'], homes: 1 });
    expect(await store.takeDowns.barred()).toEqual({ listings: [], homeKeys: [] });
  });

  test('hides another listing of the same feed that is merged with it, for agents too', async () => {
    await write({ listingKey: 'a' });
    await write({ ...sibling, dataset: 'kc', originatingSystemName: 'Test' });
    const down = await take(await findHomeId('a'));
    expect(await countedOfAgents()).toEqual(['b']);
    await write({ listingKey: 'a', parcelNumber });
    expect(await countedOfAgents()).toEqual([]);
    await lift(down!.takeDownId);
    expect(await countedOfAgents()).toEqual(['a', 'b']);
  });

  test('is merged while a writer of the other dataset is at work there: one of them begins again, and both are done', async () => {
    await write({ listingKey: 'a' });
    await write(sibling);
    await take(await findHomeId('a'));
    let merging: Promise<void> | undefined;
    await withWrite(store.pool, async (client) => {
      await lockDataset(client, 'crmls');
      if (merging === undefined) {
        // It has the homes and waits for the dataset; this writer has the dataset and is about to wait for the homes.
        merging = write({ listingKey: 'a', parcelNumber });
        await expect.poll(waiting).toBeGreaterThan(0);
      }
      await applyChangesIn(client, createBatch({ ...sibling, listPrice: 1_234_567 }));
    });
    await merging;
    expect(await shown()).toEqual(NOTHING);
    expect(await countedOfAgents()).toEqual([]);
    const { rows } = await store.pool.query(
      `select record ->> 'listPrice' as price from listing where listing_key = 'b'`,
    );
    expect(rows).toEqual([{ price: '1234567' }]);
  });

  test('is known by all that its listings are known by, also when it was merged into an older one', async () => {
    await write(sibling);
    await write({ listingKey: 'a' });
    const younger = await findHomeId('a');
    await take(younger);
    await write({ listingKey: 'a', parcelNumber });
    expect(await findHomeId('a')).not.toBe(younger);
    expect(await shown()).toEqual(NOTHING);
    const { listings, homeKeys } = await store.takeDowns.barred();
    expect(listings.map((one) => one.listingKey).sort()).toEqual(['a', 'b']);
    expect(homeKeys.some((key) => key.startsWith('parcel:'))).toBe(true);
    expect(homeKeys.filter((key) => key.startsWith('address:'))).toHaveLength(2);
  });
});

/** Keys of the listings that their agents' numbers are made of, after those have followed. */
async function countedOfAgents(): Promise<string[]> {
  await store.refreshAgents();
  const { rows } = await store.pool.query<{ key: string }>(
    'select listing_key as key from agent_listing order by 1',
  );
  const { rows: holes } = await store.pool.query(
    `select f.dataset from feed_state f where f.sequence <> (select count(*) from listing_change c where c.dataset = f.dataset)`,
  );
  expect(holes).toEqual([]);
  return rows.map((row) => row.key);
}

async function waiting(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}
