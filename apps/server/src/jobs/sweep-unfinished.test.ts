import { expect, test } from 'vitest';
import { sweepUnfinished } from './sweep-unfinished.ts';

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
