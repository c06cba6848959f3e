import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandError } from '../commands/command-error.ts';
import { streamFile } from './read-bytes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-read-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, 'file.gz');
  await writeFile(path, bytes);
  return path;
}

async function sizeOf(chunks: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

describe('a file that is read in parts', () => {
  test('comes unpacked where it is packed, and as it is where it is not', async () => {
    const text = Buffer.from('{"type":"FeatureCollection"}'.repeat(100));
    expect(await sizeOf(await streamFile(await fileOf(text)))).toBe(text.length);
    expect(await sizeOf(await streamFile(await fileOf(gzipSync(text))))).toBe(text.length);
  });

  test('is broken off when it unpacks to a hundred times its size, and not before it is large', async () => {
    const path = await fileOf(gzipSync(Buffer.alloc(8 * 2 ** 20)));
    expect(await sizeOf(await streamFile(path))).toBe(8 * 2 ** 20);
    let read = 0;
    const reading = async () => {
      for await (const chunk of await streamFile(path, { alwaysRead: 2 ** 20 })) read += chunk.length;
    };
    await expect(reading()).rejects.toThrow(CommandError);
    await expect(reading()).rejects.toThrow('more than 100 times its size');
    const { size } = await stat(path);
    expect(read / 2).toBeLessThan(Math.max(2 ** 20, size * 100) + 1);
  });

  test('says when it is cut off', async () => {
    const whole = gzipSync(Buffer.from('x'.repeat(10_000)));
    await expect(sizeOf(await streamFile(await fileOf(whole.subarray(0, -20))))).rejects.toThrow();
  });
});
