import { expect, test } from 'vitest';
import { normalizePhone } from './phone-number.ts';

test.each([
  ['(949) 555-0123', 'en', '+19495550123'],
  ['949.555.0123', 'ko', '+19495550123'],
  ['+82 10-1234-5678', 'en', '+821012345678'],
  ['010-1234-5678', 'ko', '+821012345678'],
  ['+44 20 7946 0958', 'en', '+442079460958'],
])('%s (%s) is %s', (text, locale, number) => {
  expect(normalizePhone(text, locale as 'en' | 'ko')).toBe(number);
});

test.each(['', '123', '010-1234-5678', '+1 949 555 0123 ext. 4', 'call me', '+999 1234567', '9'.repeat(40)])(
  '"%s" is no number',
  (text) => {
    expect(normalizePhone(text, 'en')).toBeUndefined();
  },
);
