import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../commands/command-error.ts';

/** Maximum size of a file that is read whole, and of its unpacked content. */
const MAX_WHOLE_BYTES = 400 * 2 ** 20;
export const MAX_UNPACKED_BYTES = 1_000 * 2 ** 20;

/** Maximum compression ratio, applied above the minimum size. */
const MAX_TIMES_PACKED = 100;
const ALWAYS_READ_BYTES = 200 * 2 ** 20;

/**
 * Streams a file, decompressing gzip (detected by its first bytes). Aborts decompression bombs above a hundred times
 * the file size, but always reads `alwaysRead` bytes.
 * @throws CommandError while reading
 */
export async function streamFile(
  path: string,
  { alwaysRead = ALWAYS_READ_BYTES }: { alwaysRead?: number } = {},
): Promise<AsyncIterable<Buffer>> {
  const isPacked = (await firstBytes(path, 2)).equals(Buffer.from([0x1f, 0x8b]));
  if (!isPacked) return createReadStream(path);
  const { size } = await stat(path);
  return unpack(path, Math.max(alwaysRead, size * MAX_TIMES_PACKED));
}

async function* unpack(path: string, most: number): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.once('error', (error) => unpacked.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) {
        throw new CommandError(
          `${path} unpacks to more than ${MAX_TIMES_PACKED} times its size, which is not plausible. Unpack it first if it is valid.`,
        );
      }
      yield chunk;
    }
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** Reads the whole file. @throws CommandError when it is too large */
export async function readWhole(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MAX_WHOLE_BYTES) {
    throw new CommandError(
      `${path} has ${Math.ceil(size / 2 ** 20)} MB; a shapefile may have ${MAX_WHOLE_BYTES / 2 ** 20} MB. Use GeoJSON, which is streamed, or one state at a time.`,
    );
  }
  return await readFile(path);
}

export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(error.code === 'ENOENT' ? `${path}: no such file.` : `${path}: ${error.message}`);
  });
  try {
    const buffer = Buffer.alloc(count);
    const { bytesRead } = await file.read(buffer, 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
