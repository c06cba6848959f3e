import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { lateScript } from './late-scripts.ts';

const FILES = { entry: '/assets/e.js', modules: ['/assets/e.js', '/assets/kit.js'], words: '/words?a=1&b=2' };

test('scripts and words are asked for once, after the first paint', () => {
  const page = openPage({ hidden: false });
  page.run(lateScript(FILES));
  expect(page.asked).toEqual([]);
  page.paint();
  expect(page.asked).toEqual([]);
  page.pass(0);
  const all = [
    { tag: 'link', rel: 'preload', as: 'fetch', href: '/words?a=1&b=2', crossOrigin: 'anonymous' },
    { tag: 'link', rel: 'modulepreload', href: '/assets/e.js' },
    { tag: 'link', rel: 'modulepreload', href: '/assets/kit.js' },
    { tag: 'script', type: 'module', src: '/assets/e.js' },
  ];
  expect(page.asked).toEqual(all);
  page.pass(2_000);
  expect(page.asked).toEqual(all);
});

test('a tab that is not seen does not wait for a paint, and no page waits longer than two seconds', () => {
  const hidden = openPage({ hidden: true });
  hidden.run(lateScript(FILES));
  expect(hidden.asked).toHaveLength(4);
  const still = openPage({ hidden: false });
  still.run(lateScript(FILES));
  still.pass(2_000);
  expect(still.asked).toHaveLength(4);
});

test('no address ends the script that it stands in', () => {
  expect(lateScript({ ...FILES, words: '/words?</script>' })).not.toContain('</script>');
});

/** As much of a browser as the script touches. */
function openPage({ hidden }: { hidden: boolean }) {
  const asked: object[] = [];
  const frames: (() => void)[] = [];
  let timers: { work: () => void; ms: number }[] = [];
  const scope = {
    document: {
      hidden,
      head: { appendChild: (element: object) => asked.push(element) },
      createElement: (tag: string) => ({ tag }),
    },
    requestAnimationFrame: (work: () => void) => frames.push(work),
    setTimeout: (work: () => void, ms = 0) => timers.push({ work, ms }),
  };
  return {
    asked,
    run: (text: string) => runInNewContext(text, scope),
    paint: () => {
      for (const work of frames.splice(0)) work();
    },
    pass: (ms: number) => {
      const due = timers.filter((one) => one.ms <= ms);
      timers = timers.filter((one) => one.ms > ms);
      for (const { work } of due) work();
    },
  };
}
