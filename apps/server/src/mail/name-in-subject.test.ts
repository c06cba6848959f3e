import { expect, test } from 'vitest';
import { isPlainName } from './name-in-subject.ts';

test.each(['김서연', '박민지 "MJ" <x>', 'J.R. Smith', 'Mr. Lee, Jr.', "Mary-Ann O'Neil"])(
  '%s may stand in a subject',
  (name) => {
    expect(isPlainName(name)).toBe(true);
  },
);

test.each([
  'Visit http://evil.example now',
  'hxxp://evil',
  'WWW.evil',
  'see evil.example',
  'see EVIL.COM/a',
  '한국.닷컴',
  'evil。com',
  'evil．com',
  '192.0.2.10',
  'a@b',
  'Kim\r\nBcc: x',
  'Kim\u2028Lee',
  'Kim\u202eLee',
])('%j may not', (name) => {
  expect(isPlainName(name)).toBe(false);
});
