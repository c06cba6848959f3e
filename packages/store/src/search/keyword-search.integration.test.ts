import type { Listing } from '@maru/listing';
import { hasKeywords, parseKeyword } from '@maru/listing/search';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { openTestStore } from '../testing/testing-own-store.ts';
import { createChangeSet, createPlaced, emptyStore } from '../testing.ts';
import { formatTsquery } from './keyword-search.ts';

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

/** The listings found, by their keys. */
async function found(q?: string, not?: string): Promise<string[] | undefined> {
  const homeIds = await store.findByKeyword({ q, not, searchType: 'sale' });
  if (homeIds === undefined) return undefined;
  const { rows } = await store.pool.query<{ listing_key: string }>(
    'select listing_key from home where home_id = any($1) order by 1',
    [[...homeIds]],
  );
  return rows.map((row) => row.listing_key);
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
  const [first, same] = await Promise.all(
    [1, 2].map(() => store.findByKeyword({ q: 'adu', searchType: 'sale' })),
  );
  expect(same).toBe(first);
  expect(await store.findByKeyword({ q: ' ADU ', searchType: 'sale' })).toBe(first);
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
