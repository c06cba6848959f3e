import { expect, test } from 'vitest';
import { experimentForm } from './experiment.ts';

const tab = (text: string | null) => ({ getItem: () => text });

test('a page is as it was, unless this tab was told another of its forms', () => {
  for (const kept of [
    null,
    '',
    '3',
    'contact_first:tour',
    '{"contact_first":"question"}',
    '{"contact_first":"none"}',
    '{"other":"tour"}',
    '{}',
  ])
    expect([kept, experimentForm('contact_first', tab(kept))]).toEqual([kept, 'question']);
  expect(experimentForm('contact_first', tab('{"other":"a","contact_first":"tour"}'))).toBe('tour');
});

test('a browser that stores nothing sees pages as they were', () => {
  expect(experimentForm('contact_first', undefined)).toBe('question');
  const shut = {
    getItem() {
      throw new DOMException('no', 'SecurityError');
    },
  };
  expect(experimentForm('contact_first', shut)).toBe('question');
});
