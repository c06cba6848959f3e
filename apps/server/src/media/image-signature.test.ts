import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { detectMediaType, isWhole } from './image-signature.ts';

const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a6' } });
// An odd number of bytes of a chunk, an alpha channel and metadata each change how the file is laid out.
const noisy = sharp({
  create: {
    width: 65,
    height: 49,
    channels: 4,
    background: '#0000',
    noise: { type: 'gaussian', mean: 99, sigma: 60 },
  },
}).withExif({ IFD0: { Copyright: 'test' } });
const files = {
  'image/webp': [
    await plain.webp().toBuffer(),
    await noisy.clone().webp().toBuffer(),
    await noisy.clone().webp({ lossless: true }).toBuffer(),
  ],
  'image/avif': [
    await plain.avif({ effort: 0 }).toBuffer(),
    await noisy.clone().avif({ effort: 0 }).toBuffer(),
  ],
} as const;
const TYPES = ['image/webp', 'image/avif'] as const;

test('the first bytes say what an image is', async () => {
  expect(detectMediaType(await plain.clone().jpeg().toBuffer())).toBe('image/jpeg');
  expect(detectMediaType(await plain.clone().png().toBuffer())).toBe('image/png');
  for (const type of TYPES) for (const file of files[type]) expect(detectMediaType(file)).toBe(type);
  for (const other of [
    '',
    'RIFF\0\0\0\0WAVE',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\0\0\0\x1cftypheic',
  ])
    expect(detectMediaType(Buffer.from(other, 'latin1'))).toBeUndefined();
});

describe.each(TYPES)('%s', (type) => {
  test('is whole as it is written, and with neither fewer nor more bytes', () => {
    for (const file of files[type]) {
      expect(isWhole(file, type)).toBe(true);
      for (let length = 0; length < file.length; length += 1) {
        expect(isWhole(file.subarray(0, length), type)).toBe(false);
      }
      expect(isWhole(Buffer.concat([file, Buffer.alloc(1)]), type)).toBe(false);
    }
  });

  test('is not whole as zeros, as the other type, or as any bytes', () => {
    for (const file of files[type]) {
      expect(isWhole(Buffer.alloc(file.length), type)).toBe(false);
      for (const other of TYPES) expect(isWhole(file, other)).toBe(other === type);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(isWhole(Buffer.from(bytes), type)).toBe(false);
      }),
    );
  });
});

describe('boxes of AVIF', () => {
  const box = (type: string, body: Buffer, size = body.length + 8) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const start = [box('ftyp', Buffer.from('avif\0\0\0\0')), box('meta', Buffer.alloc(4))];
  const whole = (...boxes: Buffer[]) => isWhole(Buffer.concat([...start, ...boxes]), 'image/avif');
  const large = (size: bigint) => {
    const body = Buffer.alloc(12);
    body.writeBigUInt64BE(size);
    return box('mdat', body, 1);
  };

  test('may have a size of 64 bits', () => {
    expect(whole(large(20n))).toBe(true);
    expect(whole(large(21n))).toBe(false);
    expect(whole(large(0n))).toBe(false);
    expect(whole(large(2n ** 64n - 1n))).toBe(false);
    expect(whole(large(20n).subarray(0, 12))).toBe(false);
  });

  test('need a size, a header and data', () => {
    expect(whole(box('mdat', Buffer.alloc(4)))).toBe(true);
    expect(whole(box('mdat', Buffer.alloc(4), 0))).toBe(false);
    expect(whole(box('mdat', Buffer.alloc(4), 7))).toBe(false);
    expect(whole()).toBe(false);
    expect(isWhole(Buffer.concat([start[0]!, box('mdat', Buffer.alloc(4))]), 'image/avif')).toBe(false);
  });
});
