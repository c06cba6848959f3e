import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildGazetteer } from '../../../dev/scripts/build-gazetteer.ts';
import { consonantCounts, jamoDistance } from './edit-distance.ts';
import { Gazetteer } from './gazetteer.ts';
import { decomposeHangul } from './hangul.ts';
import { MAX_DISTANCES, NameLookup } from './name-lookup.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await Gazetteer.load(await buildGazetteer());
});

/** The lookups of the question that is asked: one for all its shortened forms. */
const lookups = new Set<NameLookup>();
beforeEach(() => {
  lookups.clear();
  const { typos } = NameLookup.prototype;
  vi.spyOn(NameLookup.prototype, 'typos').mockImplementation(function (this: NameLookup, ...given) {
    lookups.add(this);
    return typos.apply(this, given);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});
const spent = () => [...lookups].reduce((sum, lookup) => sum + lookup.spent, 0);

const LONG = 'umoowlomlotrrotswtmnswsc tdtmdfclonhn o ehrgahuuofgaoadefsol dlotghcsm 1 wo new';

test.each([
  LONG,
  LONG.repeat(3),
  LONG.slice(0, 44),
  'tdtmdfclonhn o ehrgahuuofgaoad n',
  'tㅒavpdzlszkdnsxl',
  '얼으사이프레스빌리지 캘리포니아',
  '뷁펅 '.repeat(40),
])('an unknown text computes a bounded number of distances and has its nearest: %s', (text) => {
  const found = gazetteer.resolve(text, { locale: 'en' });
  expect('nearest' in found && found.nearest.length).toBeGreaterThan(0);
  expect(lookups.size).toBe(1);
  expect(spent()).toBeGreaterThan(0);
  expect(spent()).toBeLessThanOrEqual(MAX_DISTANCES);
});

test('spellings that are near have nearly as many consonants of each class', () => {
  const pairs = [
    ['어바인', '얼바인'],
    ['풀러턴', '훌러턴'],
    ['토런스', '토랜쓰'],
    ['가든그로브', '가든그로부'],
    ['존스크릭', '죤스크릭'],
    ['부에나파크', '부애나팍'],
    ['애너하임', '애머하임'],
  ] as const;
  for (const [a, b] of pairs) {
    const [one, other] = [decomposeHangul(a), decomposeHangul(b)];
    const limit = Math.floor(jamoDistance(one, other, 2));
    expect(limit, a).toBeLessThanOrEqual(2);
    const counts = consonantCounts(other);
    const more = consonantCounts(one).reduce((sum, n, i) => sum + Math.max(0, n - (counts[i] ?? 0)), 0);
    const fewer = consonantCounts(one).reduce((sum, n, i) => sum + Math.max(0, (counts[i] ?? 0) - n), 0);
    expect(more, a).toBeLessThanOrEqual(limit);
    expect(fewer, a).toBeLessThanOrEqual(limit);
  }
});
