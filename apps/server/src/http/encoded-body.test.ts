import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, EncodedBody } from './encoded-body.ts';

test('each compressed form is made once and holds the bytes', async () => {
  const one = new EncodedBody(Buffer.from('마루 '.repeat(400)));
  const first = one.in('gzip, br');
  expect(first.encoding).toBe('br');
  expect(one.in('br').body).toBe(first.body);
  expect(brotliDecompressSync(await first.body).toString()).toBe('마루 '.repeat(400));
  expect(one.in(undefined)).toEqual({ body: one.plain });
});

test('what is short already is sent as it is', () => {
  expect(new EncodedBody(Buffer.from('short')).in('br').encoding).toBeUndefined();
});

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.9', 'br'],
  ['br; q=0.000', undefined],
  ['x-gzip', undefined],
])('who accepts %s is sent %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
