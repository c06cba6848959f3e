import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatReceiptToken, parseReceiptToken } from './receipt-token.ts';

const secret = randomBytes(32);

test('a token leads to its contact, with this secret alone, and says by which way it came', () => {
  for (let count = 0; count < 50; count += 1) {
    const id = randomUUID();
    const token = formatReceiptToken(id, secret);
    expect(parseReceiptToken(token, secret)).toBe(id);
    expect(parseReceiptToken(token, randomBytes(32))).toBeUndefined();
    expect(formatReceiptToken(id, secret)).toBe(token);
    const mailed = formatReceiptToken(id, secret, 'mail');
    expect(parseReceiptToken(mailed, secret, 'mail')).toBe(id);
    expect([parseReceiptToken(mailed, secret), parseReceiptToken(token, secret, 'mail')]).toEqual([
      undefined,
      undefined,
    ]);
  }
});

test('any other text leads nowhere', () => {
  const token = formatReceiptToken(randomUUID(), secret);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 42 }), fc.constantFrom(...'AQgwZ_-9'), (at, letter) => {
      const touched = token.slice(0, at) + letter + token.slice(at + 1);
      if (touched !== token) expect(parseReceiptToken(touched, secret)).toBeUndefined();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void expect(parseReceiptToken(text, secret)).toBeUndefined()));
});
