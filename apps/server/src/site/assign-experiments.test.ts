import { expect, test } from 'vitest';
import { assignExperiments } from './assign-experiments.ts';

const experiments = { order: ['as_was', 'by_price'], color: ['green', 'blue', 'red'] };
const visitors = Array.from({ length: 3_000 }, (_, number) => number.toString(16).padStart(32, '0'));

test('a visitor sees the same form each time, and each form about as many visitors', () => {
  const counts: Record<string, number> = {};
  for (const visitor of visitors) {
    const first = assignExperiments(experiments, visitor);
    expect(assignExperiments(experiments, visitor)).toEqual(first);
    for (const form of Object.values(first)) counts[form] = (counts[form] ?? 0) + 1;
  }
  for (const form of experiments.order) expect(Math.abs((counts[form] ?? 0) - 1_500)).toBeLessThan(150);
  for (const form of experiments.color) expect(Math.abs((counts[form] ?? 0) - 1_000)).toBeLessThan(150);
});

test('what one sees of one experiment says nothing of another', () => {
  const both = visitors.filter((visitor) => {
    const { order, color } = assignExperiments(experiments, visitor);
    return order === 'by_price' && color === 'green';
  });
  expect(Math.abs(both.length - 500)).toBeLessThan(100);
  expect(assignExperiments({}, visitors[0] ?? '')).toEqual({});
});
