import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type HomeCard, SEARCH_TYPES } from '@maru/listing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectEqual } from '../../../../dev/conformance/expect-equal.ts';
import {
  applyToList,
  RANDOM_NOW,
  randomChanges,
  randomHomes,
  randomRequest,
} from '../../../../dev/conformance/random-homes.ts';
import { SearchIndex } from '../search/search-index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-snapshot-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newIndex = () => new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });

async function expectSame(index: SearchIndex, other: SearchIndex, homes: HomeCard[]): Promise<void> {
  expect(index.size).toBe(other.size);
  for (const { homeId, searchType } of homes) {
    expectEqual(index.findCard(homeId, searchType), other.findCard(homeId, searchType));
  }
  for (let i = 0; i < 40; i++) {
    const request = randomRequest(i, homes);
    expectEqual(await index.search(request), await other.search(request));
  }
  for (const searchType of SEARCH_TYPES) {
    expect(new Map(index.countsByPlace(searchType))).toEqual(new Map(other.countsByPlace(searchType)));
  }
}

test('a written snapshot is read, and both indexes behave alike', async () => {
  const path = join(folder, 'plain');
  const homes = randomHomes(1, 3_000);
  const index = newIndex();
  index.apply({ upserts: homes, removals: [] }, 'kc:7');
  index.apply({ upserts: [], removals: homes.slice(0, 50) }, 'kc:8');
  await index.writeSnapshot(path, () => 'read up to 8');
  const read = newIndex();
  expect(await read.readSnapshot(path)).toEqual({ isRead: true, state: 'read up to 8', version: 'kc:8' });
  expect(read.version()).toBe('kc:8');
  await expectSame(read, index, homes);
  const changes = randomChanges(5, homes.slice(50), 200);
  for (const one of [index, read]) one.apply(changes, 'kc:9');
  await expectSame(read, index, homes);
  expect(readdirSync(folder)).toEqual(['plain']);
});

test('a snapshot written during changes is consistent and complete', async () => {
  const path = join(folder, 'changing');
  let homes = randomHomes(2, 3_000);
  const index = newIndex();
  index.apply({ upserts: homes, removals: [] }, '0');
  let then: HomeCard[] = [];
  let isDone = false;
  const written = index
    .writeSnapshot(path, () => {
      then = homes;
      return index.version();
    })
    .finally(() => {
      isDone = true;
    });
  let version = 0;
  while (!isDone) {
    const changes = randomChanges(++version, homes, 60);
    index.apply(changes, String(version));
    homes = applyToList(homes, changes);
    await turn();
  }
  await written;
  expect(version).toBeGreaterThan(5);
  const plain = newIndex();
  plain.apply({ upserts: then, removals: [] }, 'x');
  const read = newIndex();
  const reading = await read.readSnapshot(path);
  expect(reading.isRead && reading.state).toBe(read.version());
  await expectSame(read, plain, then);
});

test('a load replaces all homes at once, with the result of adding them one by one', async () => {
  const homes = randomHomes(6, 3_000);
  const [plain, index] = [newIndex(), newIndex()];
  plain.apply({ upserts: homes, removals: [] }, 'kc:3');
  const before = randomHomes(7, 200);
  index.apply({ upserts: before, removals: [] }, 'kc:1');
  const untouched = newIndex();
  untouched.apply({ upserts: before, removals: [] }, 'kc:1');
  const loading = index.startLoad(homes.length);
  for (let from = 0; from < homes.length; from += 700) loading.add(homes.slice(from, from + 700));
  expect(index.version()).toBe('kc:1');
  await expectSame(index, untouched, before);
  await loading.finish('kc:3');
  expect(index.version()).toBe('kc:3');
  await expectSame(index, plain, homes);
  const changes = randomChanges(8, homes, 300);
  for (const one of [index, plain]) one.apply(changes, 'kc:4');
  await expectSame(index, plain, homes);
});

test('an aborted load, and a home without an id, change nothing', async () => {
  const homes = randomHomes(9, 100);
  const index = newIndex();
  index.apply({ upserts: homes, removals: [] }, 'kc:1');
  const loading = index.startLoad();
  expect(() => loading.add([{ ...homes[0], homeId: 'not an id' }])).toThrow(RangeError);
  const other = newIndex();
  other.apply({ upserts: homes, removals: [] }, 'kc:1');
  await expectSame(index, other, homes);
});

test('an empty index is written and read too', async () => {
  const path = join(folder, 'empty');
  await newIndex().writeSnapshot(path, () => '');
  const index = newIndex();
  index.apply({ upserts: randomHomes(1, 10), removals: [] }, '1');
  expect(await index.readSnapshot(path)).toEqual({ isRead: true, state: '', version: '' });
  expect(index.size).toBe(0);
});

describe('a refused file changes nothing:', () => {
  const HEAD = { byteOrder: 8, format: 12, layout: 16, checksum: 60 };
  let good = Buffer.alloc(0);
  let other: SearchIndex;

  beforeAll(async () => {
    const path = join(folder, 'good');
    const index = newIndex();
    index.apply({ upserts: randomHomes(3, 400), removals: [] }, 'v');
    await index.writeSnapshot(path, () => 's');
    good = readFileSync(path);
    other = newIndex();
    other.apply({ upserts: randomHomes(4, 20), removals: [] }, 'mine');
  });

  /** The reason for refusing such a file. */
  async function reasonFor(bytes: Buffer): Promise<string> {
    const bad = join(folder, 'bad');
    writeFileSync(bad, bytes);
    const reading = await other.readSnapshot(bad);
    expect([other.size, other.version()]).toEqual([20, 'mine']);
    return reading.isRead ? 'read' : reading.reason;
  }

  /** The file with another head and a valid checksum, as another program might write it. */
  function withHead(change: (head: Buffer) => void): Buffer {
    const bytes = Buffer.from(good);
    change(bytes);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, HEAD.checksum)), HEAD.checksum);
    return bytes;
  }

  test('an unmodified file is read', async () => {
    writeFileSync(
      join(folder, 'bad'),
      withHead(() => {}),
    );
    expect(await newIndex().readSnapshot(join(folder, 'bad'))).toMatchObject({ isRead: true, state: 's' });
  });

  test('missing', async () => {
    expect(await other.readSnapshot(join(folder, 'nowhere'))).toEqual({ isRead: false, reason: 'missing' });
    expect(await other.readSnapshot(folder)).toMatchObject({ isRead: false });
  });

  test.each([
    ['empty', () => Buffer.alloc(0), 'foreign'],
    ['foreign', () => Buffer.from('<html>not found</html>'.repeat(20)), 'foreign'],
    [
      'newer, of a later program',
      () => withHead((head) => head.writeUInt32LE(2, HEAD.format)),
      'other format',
    ],
    [
      'of a machine with the other byte order',
      () => withHead((head) => head.subarray(HEAD.byteOrder, HEAD.byteOrder + 4).reverse()),
      'other format',
    ],
    [
      'of a program whose columns, fields or words for them mean something else',
      () => withHead((head) => head.writeUInt32LE((head.readUInt32LE(HEAD.layout) ^ 1) >>> 0, HEAD.layout)),
      'other format',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonFor(bytes())).toBe(reason);
  });

  test('one flipped bit, anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(7), async (at, bit) => {
        const bytes = Buffer.from(good);
        bytes[at] ^= 1 << bit;
        expect(await reasonFor(bytes), `bit ${bit} of byte ${at}`).not.toBe('read');
      }),
      {
        numRuns: 150,
        examples: [
          [8, 0],
          [12, 0],
          [20, 0],
          [24, 6],
          [32, 6],
          [60, 1],
          [64, 0],
          [good.length - 1, 0],
        ],
      },
    );
  });

  test('truncated, anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), async (length) => {
        expect(['truncated', 'foreign']).toContain(await reasonFor(good.subarray(0, length)));
      }),
      { numRuns: 60, examples: [[8], [63], [64], [good.length - 1]] },
    );
  });
});
