import { mergeVotes, type ShortlistVote, VOTES } from '@maru/listing/people';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShortlistMemory } from './shortlist-memory.ts';

const KEY = 'k'.repeat(24);

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test('a name is given once, and what is said waits until the site knows it, over a reload too', () => {
  const kept = storage();
  let now = 1_000;
  const memory = new ShortlistMemory(kept, () => now);
  memory.put({ key: KEY, name: '집 후보' });
  const person = memory.join(KEY, '엄마');
  expect(person).toMatchObject({ name: '엄마' });
  memory.say(KEY, 'a', { vote: 'yes', note: null }, undefined);
  const again = new ShortlistMemory(kept, () => now);
  expect(again.find(KEY)).toEqual(memory.find(KEY));
  expect(again.join(KEY, 'Mom')).toEqual({ ...person, name: 'Mom' });
  const sent = again.find(KEY)?.waiting ?? [];
  // The clock was put back while what was said first was on its way.
  now = 10;
  again.say(KEY, 'a', { vote: 'no', note: '시끄러워요' }, undefined);
  again.told(KEY, sent);
  expect(again.find(KEY)?.waiting).toMatchObject([{ vote: 'no', note: '시끄러워요', at: 1_001 }]);
  again.told(KEY, again.find(KEY)?.waiting ?? []);
  expect(again.find(KEY)?.waiting).toEqual([]);
});

test('nothing that anybody says is lost, whenever the line breaks and whichever answers do not arrive', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('say' as const),
      who: fc.constantFrom(0, 1),
      homeId: fc.constantFrom('a', 'b'),
      word: fc.oneof(
        fc.record({ vote: fc.constantFrom(...VOTES, null) }),
        fc.record({ note: fc.constantFrom('시끄러워요', 'Close to work', null) }),
      ),
    }),
    // What is sent may arrive without that its sender hears of it.
    fc.record({ kind: fc.constant('send' as const), who: fc.constantFrom(0, 1), isHeard: fc.boolean() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = 0;
      const people = ['mom', 'dad'].map((name) => {
        const memory = new ShortlistMemory(storage(), () => now);
        memory.join(KEY, name);
        return memory;
      });
      let site: ShortlistVote[] = [];
      const lastWords = new Map<string, unknown>();
      const nothing = { vote: null, note: null };
      const send = (who: number, isHeard: boolean) => {
        const waiting = people[who]?.find(KEY)?.waiting ?? [];
        site = mergeVotes(site, waiting);
        if (isHeard) people[who]?.told(KEY, waiting);
      };
      for (const one of steps) {
        now += 1;
        if (one.kind === 'send') send(one.who, one.isHeard);
        else {
          const memory = people[one.who];
          const personId = memory?.find(KEY)?.person?.personId ?? '';
          const last = site.find((vote) => vote.personId === personId && vote.homeId === one.homeId);
          memory?.say(KEY, one.homeId, one.word, last);
          const key = `${personId} ${one.homeId}`;
          lastWords.set(key, { ...nothing, ...(lastWords.get(key) ?? {}), ...one.word });
        }
      }
      send(1, true);
      send(0, true);
      const known = site.map(
        ({ personId, homeId, vote, note }) => [`${personId} ${homeId}`, { vote, note }] as const,
      );
      expect(new Map(known)).toEqual(lastWords);
    }),
  );
});

test('a note leaves the vote that the site knows as it is, and a vote the note', () => {
  const memory = new ShortlistMemory(storage(), () => 5);
  const { personId } = memory.join(KEY, 'Daniel');
  const known = { homeId: 'a', personId, vote: 'yes' as const, note: 'Close to work', at: 4 };
  memory.say(KEY, 'a', { note: null }, known);
  expect(memory.find(KEY)?.waiting).toMatchObject([{ vote: 'yes', note: null, at: 5 }]);
  memory.say(KEY, 'a', { vote: null }, known);
  expect(memory.find(KEY)?.waiting).toMatchObject([{ vote: null, note: null, at: 6 }]);
});

test('storage that holds something else, or refuses, is no list and no fault', () => {
  for (const text of ['{', '7', '[{"key":"short"}]', '[null]', `[{"key":"${KEY}","name":1}]`]) {
    expect(
      new ShortlistMemory({ getItem: () => text, setItem: () => {}, removeItem: () => {} }).current(),
    ).toEqual([]);
  }
  const refuse = () => {
    throw new Error('denied');
  };
  const memory = new ShortlistMemory({ getItem: refuse, setItem: refuse, removeItem: refuse });
  memory.put({ key: KEY, name: 'x', isOwn: true });
  expect(memory.current()).toHaveLength(1);
});
