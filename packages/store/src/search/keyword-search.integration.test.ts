import type { Listing } from '@maru/listing';
import { hasKeywords, type KeywordHomes, parseKeyword } from '@maru/listing/search';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, emptyStore } from '../testing.ts';
import { formatTsquery, type KeywordQuestion, KeywordSearch } from './keyword-search.ts';

const store = await openTestStore();

beforeEach(() => emptyStore(store));

const REMARKS = [
  'Detached ADU with its own meter and a 3-car garage.',
  'ADU with a shared driveway.',
  'Ocean views from the deck. No HOA.',
  'View of the ocean; low HOA dues.',
  '수영장이 있는 집. 반지하 아님.',
  null,
];

async function writeRemarks(remarks: readonly (string | null)[], own: Partial<Listing> = {}) {
  await store.applyChanges(
    createChangeSet({
      upserts: remarks.map((publicRemarks, i) =>
        createPlaced({
          listingKey: `k${i}`,
          listingId: `X${i}`,
          streetNumber: String(i + 1),
          publicRemarks,
          ...own,
        }),
      ),
    }),
  );
}

/** The homes that the answer leaves, by their listing keys. */
async function keysLeft({ in: only, notIn }: KeywordHomes): Promise<string[]> {
  const { rows } = await store.pool.query<{ home_id: string; listing_key: string }>(
    'select home_id, listing_key from home order by 2',
  );
  return rows
    .filter(({ home_id: id }) => only?.has(id) !== false && notIn?.has(id) !== true)
    .map((row) => row.listing_key);
}

async function found(q?: string, not?: string): Promise<string[] | undefined> {
  const homes = await store.findByKeyword({ q, not, searchType: 'sale' });
  return homes === undefined ? undefined : await keysLeft(homes);
}

test('"ADU -shared": every hit has ADU and not shared (rule R9)', async () => {
  await writeRemarks(REMARKS);
  const keys = (await found('ADU -shared'))!;
  expect(keys).toEqual(['k0']);
  for (const key of keys) {
    const text = REMARKS[Number(key.slice(1))]!.toLowerCase();
    expect(text).toContain('adu');
    expect(text).not.toContain('shared');
  }
  expect(await found('adu', 'shared')).toEqual(['k0']);
  expect(await found('"ocean view"')).toEqual(['k2']);
  expect(await found('ocean view')).toEqual(['k2', 'k3']);
  expect(await found('"no hoa"')).toEqual(['k2']);
  expect(await found('3-car')).toEqual(['k0']);
  expect(await found('수영장')).toEqual(['k4']);
});

test('only words to leave out: whatever has none of them, also what has no text', async () => {
  await writeRemarks(REMARKS);
  expect(await found('-adu -"ocean views"')).toEqual(['k3', 'k4', 'k5']);
  expect(await found(undefined, 'hoa 반지하')).toEqual(['k0', 'k1', 'k5']);
  expect(await found('!!', '""')).toBeUndefined();
});

test('words to leave out read the ids of the homes that have one, not of all that have none', async () => {
  await writeRemarks(REMARKS);
  const ask = (q?: string, not?: string) => store.findByKeyword({ q, not, searchType: 'sale' });
  expect(await ask(undefined, 'neverwritten')).toEqual({ notIn: new Set() });
  expect(await ask('-neverwritten')).toEqual({ notIn: new Set() });
  expect((await ask(undefined, 'shared'))?.notIn?.size).toBe(1);
});

test('words that too many homes have are searched in the area of the search, and refused where too many there have them', async () => {
  await writeRemarks(REMARKS);
  const keywords = new KeywordSearch(store.pool, { most: 1 });
  await store.pool.query(
    "update home set place_city = 'tustin-ca', mercator_x = null where listing_key <> 'k0'",
  );
  const ask = (question: Partial<KeywordQuestion>) =>
    keywords.find({ searchType: 'sale', ...question }, (work) => work());
  const few = async (question: Partial<KeywordQuestion>) => await keysLeft((await ask(question))!);
  const world = { bbox: [-179, -80, 179, 80] as const };
  expect(await few({ q: 'shared' })).toEqual(['k1']);
  for (const q of ['adu', 'adu -nothing']) {
    await expect(ask({ q }), q).rejects.toMatchObject({ name: 'TooCommonWords', field: 'q' });
    expect(await few({ q, place: 'irvine-ca' }), q).toEqual(['k0']);
    expect(await few({ q, bbox: [...world.bbox] }), q).toEqual(['k0']);
  }
  await expect(ask({ not: 'adu' })).rejects.toMatchObject({ field: 'not' });
  await expect(ask({ q: '-adu' })).rejects.toMatchObject({ field: 'q' });
  expect(await few({ not: 'adu', place: 'irvine-ca' })).not.toContain('k0');
});

test('only the queries themselves take a turn, not answers that are known', async () => {
  await writeRemarks(REMARKS);
  let turns = 0;
  const keywords = new KeywordSearch(store.pool);
  const ask = (q: string) =>
    keywords.find({ q, searchType: 'sale' }, async (work) => {
      turns += 1;
      return await work();
    });
  await ask('garage');
  await ask('Garage ');
  expect(turns).toBe(1);
  await ask('deck');
  expect(turns).toBe(2);
});

test('words of a barred listing, and of remarks that tell a withheld address, are not there to be found', async () => {
  await writeRemarks(['Secret garden.'], { internetEntireListingDisplayYN: false });
  const words = async () => (await store.pool.query('select words::text from listing_text')).rows[0];
  expect(await words()).toEqual({ words: '' });
  await writeRemarks(['Secret garden at 1 Oak Street.'], {
    internetEntireListingDisplayYN: true,
    internetAddressDisplayYN: false,
  });
  expect(await words()).toEqual({ words: '' });
  expect(await found('garden')).toEqual([]);
  expect(await found('-garden')).toEqual(['k0']);
});

test('an answer is the one of now after each change', async () => {
  await writeRemarks(REMARKS);
  const ids = async (q: string) => (await store.findByKeyword({ q, searchType: 'sale' }))?.in;
  const [first, same] = await Promise.all([ids('adu'), ids('adu')]);
  expect(same).toBe(first);
  expect(await ids(' ADU ')).toBe(first);
  await writeRemarks(['No more of it.', 'Nor here.']);
  expect(await found('adu')).toEqual([]);
  await writeRemarks(['An ADU again.']);
  expect(await found('adu')).toEqual(['k0']);
  await store.purgeDataset('kc');
  expect(await found('adu')).toEqual([]);
  expect((await store.pool.query('select from listing_text')).rowCount).toBe(0);
});

test('PostgreSQL finds what the words say, whatever the text and the question', async () => {
  const seed = Date.now() % 1e9;
  const word = fc.constantFrom(
    'adu',
    'ADUs',
    'shared',
    'Ocean',
    'views',
    'no',
    'HOA',
    "owner's",
    '수영장',
    '수영장이',
    '3-car',
    'café',
  );
  const sign = fc.constantFrom(
    ' ',
    ' ',
    ' ',
    ' -',
    '"',
    ' "',
    '" ',
    ' & ',
    "'",
    '\\',
    ' !',
    ':*',
    '(',
    '\0',
    '\ud800',
  );
  const text = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: word },
        { weight: 3, arbitrary: sign },
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), text, text, async (remarks, q, not) => {
      const asked = parseKeyword(q, not);
      fc.pre(asked.wanted.length + asked.unwanted.length > 0);
      await writeRemarks(remarks);
      const stored = remarks.map((one) => one.replaceAll('\0', '').toWellFormed());
      const expected = stored.flatMap((one, i) => (hasKeywords(one, asked) ? [`k${i}`] : []));
      expect(await found(q, not), `${JSON.stringify(q)} ${JSON.stringify(not)}`).toEqual(expected);
    }),
    { seed, numRuns: 40 },
  );
});

test('any question is a valid one', async () => {
  const seed = Date.now() % 1e9;
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 50, maxLength: 50 }), async (questions) => {
      const queries = questions.map(([q, not]) => formatTsquery(parseKeyword(q, not)));
      await store.pool.query('select one::tsquery from unnest($1::text[]) as one', [queries]);
    }),
    { seed, numRuns: 10 },
  );
});
