import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { type HomeCard, SEARCH_TYPES } from '@maru/listing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyPlainly,
  RANDOM_NOW,
  randomChanges,
  randomHomes,
  randomRequest,
} from '../../../dev/conformance/random-homes.ts';
import { SearchIndex } from './search-index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'maru-snapshot-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newIndex = () => new SearchIndex({ now: () => RANDOM_NOW, workers: 0 });

async function expectSame(index: SearchIndex, other: SearchIndex, homes: HomeCard[]): Promise<void> {
  expect(index.size).toBe(other.size);
  for (const { homeId, searchType } of homes) {
    expect(index.findCard(homeId, searchType)).toEqual(other.findCard(homeId, searchType));
  }
  for (let i = 0; i < 40; i++) {
    const request = randomRequest(i, homes);
    expect(await index.search(request)).toEqual(await other.search(request));
  }
  for (const searchType of SEARCH_TYPES) {
    expect(new Map(index.countsByPlace(searchType))).toEqual(new Map(other.countsByPlace(searchType)));
  }
}

test('what was written is read, and both go on alike', async () => {
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

test('a file that is written while homes change is of one moment, and has all of it', async () => {
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
    homes = applyPlainly(homes, changes);
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

test('an empty index is written and read too', async () => {
  const path = join(folder, 'empty');
  await newIndex().writeSnapshot(path, () => '');
  const index = newIndex();
  index.apply({ upserts: randomHomes(1, 10), removals: [] }, '1');
  expect(await index.readSnapshot(path)).toEqual({ isRead: true, state: '', version: '' });
  expect(index.size).toBe(0);
});

test('a file that is missing, foreign, of another format, cut off or damaged anywhere is refused, and nothing changes', async () => {
  const path = join(folder, 'good');
  const bad = join(folder, 'bad');
  const index = newIndex();
  index.apply({ upserts: randomHomes(3, 400), removals: [] }, 'v');
  await index.writeSnapshot(path, () => 's');
  const good = readFileSync(path);
  const other = newIndex();
  other.apply({ upserts: randomHomes(4, 20), removals: [] }, 'mine');
  const reasonFor = async (bytes: Buffer) => {
    writeFileSync(bad, bytes);
    const reading = await other.readSnapshot(bad);
    expect([other.size, other.version()]).toEqual([20, 'mine']);
    return reading.isRead ? 'read' : reading.reason;
  };
  const changed = (at: number, bit = 1) => {
    const bytes = Buffer.from(good);
    bytes[at] ^= bit;
    return bytes;
  };
  expect(await other.readSnapshot(join(folder, 'nowhere'))).toEqual({ isRead: false, reason: 'missing' });
  expect(await other.readSnapshot(folder)).toMatchObject({ isRead: false });
  expect(await reasonFor(Buffer.alloc(0))).toBe('foreign');
  expect(await reasonFor(Buffer.from('<html>not found</html>'.repeat(20)))).toBe('foreign');
  expect(await reasonFor(changed(8))).toBe('other format');
  expect(await reasonFor(changed(12))).toBe('other format');

  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.nat(7), async (at, bit) => {
      expect(await reasonFor(changed(at, 1 << bit)), `bit ${bit} of byte ${at}`).not.toBe('read');
    }),
    {
      numRuns: 150,
      examples: [
        [20, 0],
        [24, 6],
        [32, 6],
        [60, 1],
        [64, 0],
        [good.length - 1, 0],
      ],
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), async (length) => {
      expect(['truncated', 'foreign']).toContain(await reasonFor(good.subarray(0, length)));
    }),
    { numRuns: 60, examples: [[8], [63], [64], [good.length - 1]] },
  );
});
