import { expect, test } from 'vitest';
import { withParticles } from './particles.ts';

test.each([
  ['어바인은(는)', '어바인은'],
  ['풀러턴이(가)', '풀러턴이'],
  ['시애틀(으)로', '시애틀로'],
  ['벨뷰을(를)', '벨뷰를'],
  ['Irvine은(는)', 'Irvine은'],
  ['Bellevue은(는)', 'Bellevue는'],
  ['92620을(를)', '92620을'],
  ['92612이(가)', '92612가'],
  ['"어바인"(으)로', '"어바인"으로'],
  ['집 3개과(와)', '집 3개와'],
  ['조사가 없는 글', '조사가 없는 글'],
])('%s reads %s', (written, read) => {
  expect(withParticles(written)).toBe(read);
});
