import { randomBytes, randomUUID } from 'node:crypto';
import { HOMES } from '@maru/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnsubscribeToken, parseUnsubscribeToken } from './unsubscribe-token.ts';

const secret = randomBytes(32);

test('a token names what it was made for, and a changed or foreign one names nothing', () => {
  for (const searchId of [randomUUID(), HOMES]) {
    const subscription = { userId: randomUUID(), searchId };
    const token = formatUnsubscribeToken(subscription, secret);
    expect(parseUnsubscribeToken(token, secret)).toEqual(subscription);
    expect(parseUnsubscribeToken(token, randomBytes(32))).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(63), fc.constantFrom('A', 'B', '-', '_', '9'), (at, letter) => {
        fc.pre(token[at] !== letter);
        const other = token.slice(0, at) + letter + token.slice(at + 1);
        expect(parseUnsubscribeToken(other, secret)).toBeUndefined();
      }),
      { seed: 20261121 },
    );
  }
  for (const text of ['', 'x', '%00', '../..', 'a'.repeat(64), 'a'.repeat(10_000)]) {
    expect(parseUnsubscribeToken(text, secret)).toBeUndefined();
  }
});
