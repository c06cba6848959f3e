import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MINUTE_MS } from '@maru/listing';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from '../env.ts';
import { ApiError } from '../http/api-error.ts';
import type { Warn } from '../http/rare-warning.ts';
import { readBody } from '../http/read-body.ts';

/** Files by key: below a folder, or in a bucket. Keys are ours, never what somebody typed. */
export interface ObjectFiles {
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** Not being there is fine. */
  delete(key: string): Promise<void>;
  /**
   * An address that takes exactly this file by PUT; undefined where we take it ourselves. Type and size are in the
   * signature.
   */
  signPut(
    key: string,
    file: { mediaType: string; bytes: number; seconds: number },
  ): Promise<{ url: string; headers: Record<string, string> } | undefined>;
}

/** What a write that has not ended is called; its file gets its own name when all of it is on the disk. */
const UNFINISHED = '.next';
/** A write that takes longer than this (ms) has ended with its process, also by the clock of another machine on the same disk. */
const UNFINISHED_FOR = 15 * MINUTE_MS;
/** How network and FUSE file systems refuse to sync a folder. The file itself is on the disk, and has its name. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM']);
/** About so many files are looked at in one sweep; the next one goes on from there. */
const SWEPT_AT_ONCE = 100_000;

/** Below a folder of this machine. */
export class DiskFiles implements ObjectFiles {
  readonly #folder: string;
  /** Name of the last folder that was swept. */
  #sweptTo = '';
  readonly #warn: Warn;
  #isWarned = false;

  constructor(folder: string, warn: Warn = () => undefined) {
    this.#folder = folder;
    this.#warn = warn;
  }

  async read(key: string): Promise<Buffer | undefined> {
    return await readFile(join(this.#folder, key)).catch(ignoreMissing);
  }

  /**
   * The file is there as a whole or not at all, also after a power failure where the file system can sync folders.
   * @throws the system's error, such as ENOSPC
   */
  async write(key: string, bytes: Buffer): Promise<void> {
    const file = join(this.#folder, key);
    const folder = dirname(file);
    const created = await mkdir(folder, { recursive: true });
    // The same one may come twice at once.
    const next = `${file}.${randomUUID()}${UNFINISHED}`;
    try {
      const handle = await open(next, 'wx');
      try {
        await handle.writeFile(bytes);
        // A file system may put the new name on the disk before the bytes: the file would be empty after a power failure.
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(next, file);
    } catch (error) {
      await rm(next, { force: true }).catch(() => undefined);
      throw error;
    }
    await this.#syncFolder(folder);
    if (created === undefined) return;
    for (let at = folder; at.length >= created.length; at = dirname(at)) await this.#syncFolder(dirname(at));
  }

  /** Puts the names in a folder on the disk. Windows opens no folder and does so by itself. */
  async #syncFolder(folder: string): Promise<void> {
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } catch (error) {
      if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      if (!this.#isWarned)
        this.#warn({ err: error, folder: this.#folder }, 'the file system cannot sync folders');
      this.#isWarned = true;
    } finally {
      await handle.close();
    }
  }

  /**
   * Deletes what is left of writes that never ended; answers how many files. Looks at about `most` files, and goes on after
   * those the next time. `now` in ms since the epoch. @throws the first error of a folder that could not be read, after the others
   */
  async sweep(now: number, most = SWEPT_AT_ONCE): Promise<number> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(ignoreMissing);
    const folders = (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    folders.sort();
    const from = Math.max(
      0,
      folders.findIndex((name) => name > this.#sweptTo),
    );
    let seen = 0;
    let deleted = 0;
    const failures: unknown[] = [];
    for (const name of [...folders.slice(from), ...folders.slice(0, from)]) {
      if (seen >= most) break;
      try {
        for await (const entry of await opendir(join(this.#folder, name), { recursive: true })) {
          seen += 1;
          if (!entry.isFile() || !entry.name.endsWith(UNFINISHED)) continue;
          const path = join(entry.parentPath, entry.name);
          // It may get its own name at this moment.
          const facts = await stat(path).catch(ignoreMissing);
          if (facts === undefined || facts.mtimeMs > now - UNFINISHED_FOR) continue;
          await rm(path, { force: true });
          deleted += 1;
        }
      } catch (error) {
        failures.push(error);
      }
      this.#sweptTo = name;
    }
    if (failures.length > 0) throw failures[0];
    return deleted;
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true });
  }

  async signPut(): Promise<undefined> {
    return undefined;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** Whether a disk takes nothing at this time: it is full (for everybody or for us), read-only or broken. */
export function isDiskUnavailable(error: unknown): boolean {
  return DISK_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
}

const PATIENCE_MS = 15_000;
/** Larger than anything that we put there. */
const MOST_BYTES = 64 * 1024 * 1024;

/** In a bucket of an S3-compatible service, addressed by path. */
export class BucketFiles implements ObjectFiles {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStore) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#base = `${endpoint}/${bucket}`;
  }

  async read(key: string): Promise<Buffer | undefined> {
    const answer = await this.#ask('GET', key);
    return answer.status === 404 ? undefined : await readBody(answer, MOST_BYTES);
  }

  async write(key: string, bytes: Buffer, mediaType: string): Promise<void> {
    await this.#ask('PUT', key, { body: new Uint8Array(bytes), headers: { 'content-type': mediaType } });
  }

  async delete(key: string): Promise<void> {
    await this.#ask('DELETE', key);
  }

  async signPut(
    key: string,
    { mediaType, bytes, seconds }: { mediaType: string; bytes: number; seconds: number },
  ) {
    const url = new URL(`${this.#base}/${key}`);
    url.searchParams.set('X-Amz-Expires', String(seconds));
    const headers = { 'content-type': mediaType, 'content-length': String(bytes) };
    const signed = await this.#client.sign(url.href, {
      method: 'PUT',
      headers,
      // All headers: type and length are what the signature is there for.
      aws: { signQuery: true, allHeaders: true },
    });
    // A browser states the length by itself and lets nobody else.
    return { url: signed.url, headers: { 'content-type': mediaType } };
  }

  async #ask(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    const answer = await this.#client
      .fetch(`${this.#base}/${key}`, { method, signal: AbortSignal.timeout(PATIENCE_MS), ...more })
      .catch(() => {
        throw new ApiError(503, 'unavailable', { retryAfter: 5 });
      });
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer;
    throw new Error(`the bucket answered ${answer.status} to ${method}`);
  }
}
