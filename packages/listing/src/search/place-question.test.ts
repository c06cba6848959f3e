import { expect, test } from 'vitest';
import { normalizePlaceText } from './place-question.ts';

test('an address copied from a card in Korean asks for that address', () => {
  for (const copied of [
    '13766 Stonepine Cir, 어바인 (Irvine), CA 92604',
    '13766 Stonepine Cir, 어바인(Irvine), CA 92604',
    '13766 Stonepine Cir, Irvine (어바인), CA 92604',
  ]) {
    expect(normalizePlaceText(copied)).toBe('13766 Stonepine Cir, Irvine, CA 92604');
  }
  expect(normalizePlaceText('1 Main St #104, 라구나 비치 (Laguna Beach), CA')).toBe(
    '1 Main St #104, Laguna Beach, CA',
  );
  expect(normalizePlaceText('13766 Stonepine Cir 어바인')).toBe('13766 Stonepine Cir');
  expect(normalizePlaceText('13766 Stonepine Cir, 어바인, CA 92604')).toBe('13766 Stonepine Cir, CA 92604');
});

test('a suggestion that was chosen asks for itself again', () => {
  expect(normalizePlaceText('어바인 (Irvine), CA')).toBe('Irvine, CA');
});

test('anything else is asked as it is typed', () => {
  for (const text of [
    '어바인',
    'Irvine',
    '92620',
    '92620 어바인',
    '101동 우드버리',
    'djqkdls',
    '어바인 CA',
    '어바인 (',
  ]) {
    expect(normalizePlaceText(` ${text} `)).toBe(text);
  }
});

test('a text made to be slow is read', () => {
  for (const sign of ['0', 'ㅂ', '가 ', '(']) {
    expect(normalizePlaceText(sign.repeat(200_000)).length).toBeLessThanOrEqual(200);
  }
});
