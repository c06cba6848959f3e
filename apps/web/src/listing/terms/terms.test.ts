import { TERM_IDS } from '@maru/listing';
import { TERM_TEXTS } from '@maru/words/terms';
import { expect, test } from 'vitest';

test('every term is explained in one line of both languages, and nothing else is', () => {
  expect(Object.keys(TERM_TEXTS).sort()).toEqual([...TERM_IDS].sort());
  for (const [id, { name, line }] of Object.entries(TERM_TEXTS)) {
    expect(name[0], id).toMatch(/[A-Za-z0-9]/);
    expect(name[1], id).toMatch(/[가-힣]/);
    expect(line[0].length, id).toBeGreaterThan(5);
    expect(line[0].length, id).toBeLessThan(100);
    expect(line[1], id).toMatch(/[가-힣]/);
    expect(line[1].length, id).toBeLessThan(70);
  }
});
