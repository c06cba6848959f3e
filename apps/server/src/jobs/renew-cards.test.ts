import { expect, test } from 'vitest';
import { renewCards } from './renew-cards.ts';

test('cards of an older version are made anew as soon as the database answers, and then no more', async () => {
  let asked = 0;
  const said: string[] = [];
  const say = (_: unknown, line?: string) => void said.push(line ?? '');
  const store = {
    refreshCards: async () => {
      asked += 1;
      if (asked < 3) throw new Error('away');
      return 7;
    },
  };
  const parts = { store, log: { info: say, warn: say } as never, againAfter: 1 };
  await renewCards(parts, new AbortController().signal);
  expect([asked, said.at(-1)]).toEqual([3, 'cards of an older format rebuilt']);
  await renewCards(parts, AbortSignal.abort());
  expect(asked).toBe(3);
});
