import { expect, test } from 'vitest';
import { BuildWatch } from './build-watch.ts';

function watch(latest: () => unknown) {
  const asked: string[] = [];
  const waiting: { ms: number; work: () => void }[] = [];
  const clock = { now: 0 };
  const one = new BuildWatch({
    buildId: 'one',
    fetchJson: async (path) => {
      asked.push(path);
      if (path.startsWith('/builds/meta/')) return { id: 'one' };
      return await latest();
    },
    now: () => clock.now,
    random: () => 0.5,
    wait: (ms, work) => void waiting.push({ ms, work }),
  });
  const pass = async () => {
    const next = waiting.shift();
    clock.now += next?.ms ?? 0;
    await next?.work();
  };
  return { one, asked, waiting, clock, pass };
}

test('reads the manifest of its build first, then asks for newer ones until there is one', async () => {
  let id = 'one';
  const { one, asked, waiting, pass } = watch(() => ({ id }));
  await one.start();
  expect(asked).toEqual(['/builds/meta/one.json']);
  await pass();
  expect(asked.at(-1)).toBe('/builds/latest.json');
  expect(one.isOutdated).toBe(false);
  id = 'two';
  await pass();
  expect(one.isOutdated).toBe(true);
  expect(waiting).toEqual([]);
});

test('coming back asks, at most once a minute', async () => {
  const { one, asked, clock } = watch(() => ({ id: 'one' }));
  await one.focus();
  await one.focus();
  expect(asked).toHaveLength(1);
  clock.now = 60_000;
  await one.focus();
  expect(asked).toHaveLength(2);
});

test('an answer that does not come, or is none, changes nothing and is asked for again', async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw new Error('Network Error');
    },
    () => '<html>',
    () => ({ id: 7 }),
    () => null,
  ];
  const { one, pass } = watch(() => answers.shift()?.());
  await one.start();
  for (let at = 0; at < 4; at += 1) await pass();
  expect(one.isOutdated).toBe(false);
});
