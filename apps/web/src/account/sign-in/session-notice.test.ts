import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMessage } from './session-notice.tsx';

test('a message stays as it was said', () => {
  expect(parseMessage('이메일을 확인할 수 없어요.')).toBe('이메일을 확인할 수 없어요.');
  expect(parseMessage('<b>1 & 2</b>')).toBe('<b>1 & 2</b>');
});

test('what could hide or turn text around is taken out, and a long one is cut', () => {
  expect(parseMessage('a\u202eb\u0000c\nd\u2066e\u200bf')).toBe('a b c d e f');
  expect(parseMessage('가'.repeat(500))).toBe(`${'가'.repeat(199)}…`);
  for (const value of [undefined, null, 7, ['a', 'b'], {}]) expect(parseMessage(value)).toBe('');
});

test('nothing that an address can say breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
      const message = parseMessage(text);
      expect([...message].length).toBeLessThanOrEqual(200);
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(parseMessage(message)).toBe(message);
    }),
  );
});
