import type { Suggestion } from '@maru/contract';
import { expect, test } from 'vitest';
import { choosePlace } from './place-choice.ts';

const place = (name: string, slug: string, more: Partial<Suggestion> = {}): Suggestion => ({
  kind: 'city',
  slug,
  name,
  path: `/homes/for_sale/${slug}`,
  count: 10,
  guessed: false,
  ...more,
});
const irvine = place('어바인 (Irvine), CA', 'irvine-ca');
const boulevard = place('Irvine Blvd, Irvine, CA 92620', '', { kind: 'street', slug: undefined });

test('a text that names one place goes there, in either language', () => {
  for (const text of ['어바인', 'irvine', ' Irvine , CA', '어바인 CA']) {
    expect(choosePlace(text, [irvine, boulevard])).toEqual({ go: irvine });
  }
});

test('rule R14: two towns of one name are listed, never guessed between', () => {
  const california = place('글렌데일 (Glendale), CA', 'glendale-ca');
  const arizona = place('글렌데일 (Glendale), AZ', 'glendale-az');
  expect(choosePlace('글렌데일', [california, arizona])).toEqual({ choose: true });
  expect(choosePlace('Glendale, AZ', [california, arizona])).toEqual({ go: arizona });
});

test('a namesake without homes does not stand in the way', () => {
  const kentucky = place('Irvine, KY', 'irvine-ky', { count: 0 });
  expect(choosePlace('Irvine', [irvine, kentucky])).toEqual({ go: irvine });
});

test('a guessed reading is offered, not followed', () => {
  expect(choosePlace('djqkdls', [{ ...irvine, guessed: true }])).toEqual({ choose: true });
});

test('a slip goes to the one place with homes that is called nearly so, and says so; two of them are listed', () => {
  const guess = { ...place('Irvine, CA', 'irvine-ca'), guessed: true };
  const empty = { ...place('Irvine, KY', 'irvine-ky', { count: 0 }), guessed: true };
  expect(choosePlace('irvne', [guess, empty])).toEqual({ go: guess, isGuess: true });
  expect(choosePlace('irvne', [guess, { ...empty, count: 1 }])).toEqual({ choose: true });
  expect(choosePlace('irv', [guess])).toEqual({ choose: true });
});

test('another spelling of a place goes there when the API is sure', () => {
  expect(choosePlace('얼바인', [irvine, boulevard])).toEqual({ choose: true });
  expect(choosePlace('얼바인', [irvine, boulevard], 'irvine-ca')).toEqual({ go: irvine });
});

test('half a name with several endings is listed; nothing is said to be nothing', () => {
  expect(choosePlace('irv', [irvine, place('Irving, TX', 'irving-tx')])).toEqual({ choose: true });
  expect(choosePlace('qqqq', [])).toEqual({ nothing: true });
});
