import { expect, test } from 'vitest';
import { renewCards, sweepUnfinished } from './polls.ts';

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
  const parts = { store, log: { info: say, warn: say } as never, every: 1 };
  await renewCards(parts, new AbortController().signal);
  expect([asked, said.at(-1)]).toEqual([3, 'cards of an older format rebuilt']);
  await renewCards(parts, AbortSignal.abort());
  expect(asked).toBe(3);
});

test('each folder is swept at once and then again and again, also after one that cannot be read', async () => {
  const stop = new AbortController();
  const broken = new Error('EACCES');
  const swept: string[] = [];
  const logged: unknown[] = [];
  const folders = [
    {
      sweep: async () => {
        swept.push('broken');
        throw broken;
      },
    },
    {
      sweep: async () => {
        swept.push('good');
        if (swept.length === 6) stop.abort();
        return swept.length === 2 ? 3 : 0;
      },
    },
  ];
  const log = {
    info: (facts: unknown) => void logged.push(facts),
    warn: (facts: unknown) => void logged.push(facts),
  };
  await sweepUnfinished({ folders, log: log as never, every: 1 }, stop.signal);
  expect(swept).toEqual(['broken', 'good', 'broken', 'good', 'broken', 'good']);
  expect(logged).toEqual([{ err: broken }, { deleted: 3 }, { err: broken }, { err: broken }]);
});
