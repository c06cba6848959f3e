import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../commands/command-error.ts';

/** A zipped or plain shapefile is read whole: so many bytes of it, and so many when it is unpacked. */
const MOST_WHOLE_BYTES = 400 * 2 ** 20;
export const MOST_UNPACKED_BYTES = 1_000 * 2 ** 20;

/** Of text that is packed, so many times its size is more than any comes to; what is smaller than the second is never too much. */
const MOST_TIMES_PACKED = 100;
const ALWAYS_READ_BYTES = 200 * 2 ** 20;

/**
 * The file's bytes in turn, unpacked where it is gzip (by its first bytes, whatever its name). What is packed to unpack without
 * end breaks off: a hundred times its size is the most, and `alwaysRead` bytes are read of any file.
 *
 * @throws CommandError while it is read
 */
export async function streamFile(
  path: string,
  { alwaysRead = ALWAYS_READ_BYTES }: { alwaysRead?: number } = {},
): Promise<AsyncIterable<Buffer>> {
  const isPacked = (await firstBytes(path, 2)).equals(Buffer.from([0x1f, 0x8b]));
  if (!isPacked) return createReadStream(path);
  const { size } = await stat(path);
  return unpack(path, Math.max(alwaysRead, size * MOST_TIMES_PACKED));
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
          `${path} unpacks to more than ${MOST_TIMES_PACKED} times its size: this is no file of an agency. Unpack it first if it is.`,
        );
      }
      yield chunk;
    }
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** The whole file; @throws CommandError when it is larger than what is read whole. */
export async function readWhole(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > MOST_WHOLE_BYTES) {
    throw new CommandError(
      `${path} has ${Math.ceil(size / 2 ** 20)} MB; a shapefile may have ${MOST_WHOLE_BYTES / 2 ** 20} MB. Take it as GeoJSON, which is read in parts, or one state at a time.`,
    );
  }
  return await readFile(path);
}

export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `${path}: there is no such file.` : `${path}: ${error.message}`,
    );
  });
  try {
    const buffer = Buffer.alloc(count);
    const { bytesRead } = await file.read(buffer, 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
