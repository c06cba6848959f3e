import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * Memory segments as a file:
 * head       40 bytes: magic, byte order, format, rules, offset of the contents, checksums
 * parts      as in memory, one after the other
 * contents   JSON: the caller's, and length and checksum of each part
 */
const MAGIC = 'MARUADDR';
const FORMAT = 2;
/** Equals itself only in the byte order in which it was written. */
const BYTE_ORDER = 0x01020304;
const HEAD_BYTES = 40;
/** Bytes per write or read: less than a millisecond of this thread. */
const STEP = 2 ** 20;

interface Whole {
  contents: unknown;
  parts: [bytes: number, checksum: number][];
}

/**
 * Writes a temporary file beside `path` first. `rules` identifies the meaning of the parts, which are taken one by
 * one.
 */
export async function writeParts(
  path: string,
  rules: string,
  contents: unknown,
  parts: Iterable<Uint8Array>,
): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  const file = await open(beside, 'w');
  try {
    let at = HEAD_BYTES;
    const whole: Whole = { contents, parts: [] };
    for (const part of parts) {
      let checksum = 0;
      for (let from = 0; from < part.length; from += STEP) {
        const step = part.subarray(from, from + STEP);
        checksum = crc32(step, checksum);
        await file.write(step, 0, step.length, at + from);
      }
      at += part.length;
      whole.parts.push([part.length, checksum]);
    }
    const text = Buffer.from(JSON.stringify(whole));
    await file.write(text, 0, text.length, at);
    await file.write(buildHead(rules, at, text), 0, HEAD_BYTES, 0);
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(beside, { force: true });
    throw error;
  }
}

/** Undefined for a file that is missing, foreign, of other rules, truncated or damaged. */
export async function readParts<T>(
  path: string,
  rules: string,
): Promise<{ contents: T; parts: Uint8Array[] } | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = await file.stat();
    const head = await bytesAt(file, 0, HEAD_BYTES);
    const at = head.readDoubleLE(20);
    if (size < HEAD_BYTES || !(at >= HEAD_BYTES && at < size)) return undefined;
    const text = await bytesAt(file, at, size - at);
    if (!head.equals(buildHead(rules, at, text))) return undefined;
    const whole = JSON.parse(text.toString()) as Whole;
    const parts: Uint8Array[] = [];
    let from = HEAD_BYTES;
    for (const [bytes, checksum] of whole.parts) {
      if (from + bytes > at) return undefined;
      const part = await bytesAt(file, from, bytes);
      if (crc32(part) !== checksum) return undefined;
      parts.push(part);
      from += bytes;
    }
    return { contents: whole.contents as T, parts };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

function buildHead(rules: string, at: number, text: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 0, 'latin1');
  head.set(new Uint8Array(Uint32Array.of(BYTE_ORDER).buffer), 8);
  head.writeUInt32LE(FORMAT, 12);
  head.writeUInt32LE(crc32(rules), 16);
  head.writeDoubleLE(at, 20);
  head.writeUInt32LE(text.length, 28);
  head.writeUInt32LE(crc32(text), 32);
  head.writeUInt32LE(crc32(head.subarray(0, 36)), 36);
  return head;
}

/** Zeros beyond the end of the file. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let from = 0; from < length; from += STEP) {
    await file.read(bytes, from, Math.min(STEP, length - from), at + from);
  }
  return bytes;
}
