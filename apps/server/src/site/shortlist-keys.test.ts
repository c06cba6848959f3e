import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashKey, makeKey, openKey, sealKey } from './shortlist-keys.ts';

test('keys are long, never the same, and not to be read from what is stored', () => {
  const keys = Array.from({ length: 100 }, makeKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) {
    expect(key).toMatch(/^[\w-]{24}$/);
    expect(hashKey(key)).not.toContain(key);
  }
});

test('a sealed key opens with the secret that it was sealed with, and with no other', () => {
  const [key, secret] = [makeKey(), randomBytes(32)];
  const sealed = sealKey(key, secret);
  expect(openKey(sealed, secret)).toBe(key);
  expect(sealKey(key, secret)).not.toBe(sealed);
  expect(() => openKey(sealed, randomBytes(32))).toThrow();
  expect(() => openKey(`${sealed.slice(0, -2)}AA`, secret)).toThrow();
});
