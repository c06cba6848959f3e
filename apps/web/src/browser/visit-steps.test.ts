import { expect, test } from 'vitest';
import { buildPageView } from './navigation-guard.ts';
import { visitSteps } from './visit-steps.ts';

function visit({ isOptedOut = false, storage }: Partial<Parameters<typeof visitSteps>[0]> = {}) {
  const counted: string[] = [];
  const steps = visitSteps({
    count: (source, step) => counted.push(`${source} ${step}`),
    storage,
    isOptedOut,
  });
  const see = (route: string, _source?: string) =>
    steps.view(buildPageView({ path: '/x', search: _source === undefined ? {} : { _source }, route }));
  return { steps, see, counted };
}

function tab(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('a visit by a campaign is counted once at each step, over every page of the tab', () => {
  const storage = tab();
  const first = visit({ storage });
  first.see('front', 'radio');
  first.see('listing');
  const next = visit({ storage });
  next.see('listing');
  next.steps.contacted();
  next.steps.contacted();
  expect([...first.counted, ...next.counted]).toEqual(['radio arrival', 'radio listing', 'radio contact']);
  next.see('front', 'newsletter');
  expect(next.counted.at(-1)).toBe('newsletter arrival');
});

test('without a source nothing is counted', () => {
  const { steps, see, counted } = visit();
  see('front');
  see('listing');
  steps.contacted();
  expect(counted).toEqual([]);
});

test('whoever opted out of tracking is not counted, and nothing is kept', () => {
  const storage = tab();
  const { steps, see, counted } = visit({ storage, isOptedOut: true });
  see('listing', 'radio');
  steps.contacted();
  expect(counted).toEqual([]);
  expect(storage.getItem('maru/visit')).toBeNull();
});

test('a shut or spoiled tab storage is no reason to fail', () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const storage of [
    undefined,
    { getItem: refuse, setItem: refuse },
    { getItem: () => '{', setItem: () => undefined },
    { getItem: () => '{"source":1}', setItem: () => undefined },
  ]) {
    const { see, counted } = visit({ storage });
    see('front', 'radio');
    see('listing');
    expect(counted).toEqual(['radio arrival', 'radio listing']);
  }
});
