import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * Arrays of an index as a file:
 *
 * head       64 bytes: magic, byte order, format, rules, checksum and position of the contents, checksum of the head
 * parts      bytes, one after the other
 * contents   JSON of the caller, with the position, length and checksum of each part
 *
 * Numbers are in the byte order of the machine. A file that is not exactly of the reader's kind is refused.
 */
export interface FileKind {
  /** Eight letters. */
  magic: string;
  format: number;
  /** Checksum of the meaning of the parts. */
  rules: number;
}

export interface Part {
  /** Offset in the file. */
  at: number;
  bytes: number;
  checksum: number;
}

/** Why a file was not read. */
export type FileRefusal = 'missing' | 'foreign' | 'other format' | 'truncated' | 'damaged';

/** Equals itself only in the byte order in which it was written. */
const BYTE_ORDER = 0x01020304;
const HEAD_BYTES = 64;
/** Bytes copied, written or read at a time: less than a millisecond of this thread. */
const STEP = 2 ** 20;

export class InvalidFile extends Error {
  readonly reason: FileRefusal;

  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Writes a temporary file beside `path` first. `write` writes the parts and returns the contents. */
export async function writePartFile(
  path: string,
  kind: FileKind,
  write: (out: PartWriter) => Promise<unknown>,
): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  const file = await open(beside, 'w');
  try {
    const out = new PartWriter(file);
    await out.finish(kind, Buffer.from(JSON.stringify(await write(out))));
    await file.sync();
    await file.close();
    await rename(beside, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(beside, { force: true });
    throw error;
  }
}

/** Returns the result of `read`, or why the file cannot be used. Never throws for its contents. */
export async function readPartFile<Contents, Result extends object>(
  path: string,
  kind: FileKind,
  read: (contents: Contents, from: PartReader) => Promise<Result>,
): Promise<Result | FileRefusal> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return 'missing';
  }
  try {
    const from = new PartReader(file);
    return await read((await from.contents(kind)) as Contents, from);
  } catch (error) {
    return error instanceof InvalidFile ? error.reason : 'damaged';
  } finally {
    await file.close();
  }
}

export class PartWriter {
  readonly #file: FileHandle;
  #at = HEAD_BYTES;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Copied before it is written, so that the checksum is that of the written bytes. */
  async part(bytes: Uint8Array | (() => Uint8Array)): Promise<Part> {
    const now = typeof bytes === 'function' ? bytes : () => bytes;
    const { length } = now();
    const copy = Buffer.allocUnsafe(Math.min(STEP, length));
    const at = this.#at;
    let checksum = 0;
    for (let from = 0; from < length; from += STEP) {
      const size = Math.min(STEP, length - from);
      copy.set(now().subarray(from, from + size));
      checksum = crc32(copy.subarray(0, size), checksum);
      await this.#file.write(copy, 0, size, this.#at);
      this.#at += size;
    }
    return { at, bytes: length, checksum };
  }

  async finish({ magic, format, rules }: FileKind, contents: Buffer): Promise<void> {
    await this.#file.write(contents, 0, contents.length, this.#at);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(magic, 0, 'latin1');
    new Uint32Array(head.buffer, head.byteOffset, HEAD_BYTES / 4)[2] = BYTE_ORDER;
    head.writeUInt32LE(format, 12);
    head.writeUInt32LE(rules, 16);
    head.writeUInt32LE(crc32(contents), 20);
    head.writeDoubleLE(this.#at, 24);
    head.writeDoubleLE(contents.length, 32);
    head.writeUInt32LE(crc32(head.subarray(0, HEAD_BYTES - 4)), HEAD_BYTES - 4);
    await this.#file.write(head, 0, HEAD_BYTES, 0);
  }
}

export class PartReader {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async contents({ magic, format, rules }: FileKind): Promise<unknown> {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await this.#file.read(head, 0, HEAD_BYTES, 0);
    if (head.toString('latin1', 0, Math.min(bytesRead, magic.length)) !== magic)
      throw new InvalidFile('foreign');
    if (bytesRead < HEAD_BYTES) throw new InvalidFile('truncated');
    const order = new Uint32Array(head.buffer, head.byteOffset, HEAD_BYTES / 4)[2];
    if (order !== BYTE_ORDER || head.readUInt32LE(12) !== format) throw new InvalidFile('other format');
    if (head.readUInt32LE(HEAD_BYTES - 4) !== crc32(head.subarray(0, HEAD_BYTES - 4))) {
      throw new InvalidFile('damaged');
    }
    if (head.readUInt32LE(16) !== rules) throw new InvalidFile('other format');
    const at = head.readDoubleLE(24);
    const bytes = head.readDoubleLE(32);
    const { size } = await this.#file.stat();
    if (at + bytes !== size) throw new InvalidFile(at + bytes > size ? 'truncated' : 'damaged');
    const text = Buffer.alloc(bytes);
    await this.read({ at, bytes, checksum: head.readUInt32LE(20) }, text);
    return JSON.parse(text.toString());
  }

  async read({ at, bytes, checksum }: Part, into: Uint8Array): Promise<void> {
    let seen = 0;
    for (let from = 0; from < bytes; from += STEP) {
      const size = Math.min(STEP, bytes - from);
      const { bytesRead } = await this.#file.read(into, from, size, at + from);
      if (bytesRead < size) throw new InvalidFile('truncated');
      seen = crc32(into.subarray(from, from + size), seen);
    }
    if (seen !== checksum) throw new InvalidFile('damaged');
  }
}
