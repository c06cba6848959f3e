import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeVotes, nextVoteTime, type ShortlistVote, VOTES } from './shortlist.ts';

const said: fc.Arbitrary<ShortlistVote> = fc.record({
  homeId: fc.constantFrom('a', 'b', 'c'),
  personId: fc.constantFrom('mom', 'dad', 'me'),
  vote: fc.constantFrom(...VOTES, null),
  note: fc.constantFrom(null, '마당이 좋아요', 'too small', ''),
  at: fc.integer({ min: 0, max: 6 }),
});
const key = ({ homeId, personId }: ShortlistVote) => `${homeId} ${personId}`;
const sorted = (votes: readonly ShortlistVote[]) => [...votes].sort((a, b) => (key(a) < key(b) ? -1 : 1));

test('however votes reach the sides, and however often, all come to the same', () => {
  fc.assert(
    fc.property(fc.array(said), fc.array(said), fc.array(said), (one, two, three) => {
      const once = sorted(mergeVotes(one, two, three));
      expect(sorted(mergeVotes(three, one, two, one))).toEqual(once);
      expect(sorted(mergeVotes(mergeVotes(one, two), mergeVotes(two, three)))).toEqual(once);
      expect(sorted(mergeVotes(once, once))).toEqual(once);
    }),
  );
});

test('nobody’s last word about a home is lost', () => {
  fc.assert(
    fc.property(fc.array(said), (words) => {
      const kept = mergeVotes(words);
      expect(new Set(kept.map(key)).size).toBe(kept.length);
      expect(new Set(kept.map(key))).toEqual(new Set(words.map(key)));
      for (const one of kept) {
        expect(words).toContainEqual(one);
        for (const other of words) if (key(other) === key(one)) expect(other.at).toBeLessThanOrEqual(one.at);
      }
    }),
  );
});

test('what is said after is later, also by a clock that was put back', () => {
  expect(nextVoteTime(1_000, undefined)).toBe(1_000);
  expect(nextVoteTime(1_000, { at: 900 })).toBe(1_000);
  expect(nextVoteTime(1_000, { at: 5_000 })).toBe(5_001);
});
