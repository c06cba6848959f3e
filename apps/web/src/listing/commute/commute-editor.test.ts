import { expect, test } from 'vitest';
import { extractPlace } from './commute-editor.tsx';

test.each([
  ['Irvine', 'Irvine'],
  ['어바인', '어바인'],
  ['Koreatown, Los Angeles', 'Koreatown, Los Angeles'],
  ['92620', '92620'],
  ['1 Main St, Irvine, CA', 'Irvine, CA'],
  ['1 Main St, Suite 200, Irvine, CA', 'Irvine, CA'],
  ['Main Street, Irvine', 'Irvine'],
  ['12025 Yale Ct, Irvine, CA 92620-1234', '92620'],
  ['어바인 123 Main St', undefined],
  ['123 Main St', undefined],
  ['  ', undefined],
] as const)('of %j only %j may be asked: the street stays here', (text, asked) => {
  expect(extractPlace(text)).toBe(asked);
});
