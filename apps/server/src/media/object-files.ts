import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MINUTE_MS } from '@maru/listing/time';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from '../env.ts';
import { ApiError } from '../http/api-error.ts';
import type { Warn } from '../http/rare-warning.ts';
import { readBody } from '../http/read-body.ts';

/** Object storage in a directory or a bucket. Keys are generated, never user input. */
export interface ObjectFiles {
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Buffer, mediaType: string): Promise<void>;
  /** Missing files are ignored. */
  delete(key: string): Promise<void>;
  /**
   * A presigned PUT URL for exactly this file; undefined when the server receives uploads itself. Type and size are
   * part of the signature.
   */
  signPut(
    key: string,
    file: { mediaType: string; bytes: number; seconds: number },
  ): Promise<{ url: string; headers: Record<string, string> } | undefined>;
}

/** Suffix of a file that is being written; it is renamed when complete. */
const UNFINISHED = '.next';
/**
 * Age in ms from which such a file belongs to an ended process, also with the clock of another machine on the same
 * disk.
 */
const UNFINISHED_FOR = 15 * MINUTE_MS;
/** Errors by which network and FUSE file systems reject fsync of a directory. The file itself is synced and renamed. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM']);
/** Approximate number of files per sweep; the next sweep continues from there. */
const SWEPT_AT_ONCE = 100_000;

/** Files in a local directory. */
export class DiskFiles implements ObjectFiles {
  readonly #folder: string;
  /** Name of the last directory swept. */
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
   * Writes atomically; durable after a power failure where the file system can sync directories.
   * @throws the system's error, such as ENOSPC
   */
  async write(key: string, bytes: Buffer): Promise<void> {
    const file = join(this.#folder, key);
    const folder = dirname(file);
    const created = await mkdir(folder, { recursive: true });
    // The same key may be written concurrently.
    const next = `${file}.${randomUUID()}${UNFINISHED}`;
    try {
      const handle = await open(next, 'wx');
      try {
        await handle.writeFile(bytes);
        // A file system may persist the rename before the data, which would leave an empty file after a power failure.
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

  /** Syncs a directory. Windows cannot open directories and does not need this. */
  async #syncFolder(folder: string): Promise<void> {
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } catch (error) {
      if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      if (!this.#isWarned)
        this.#warn({ err: error, folder: this.#folder }, 'file system cannot sync directories');
      this.#isWarned = true;
    } finally {
      await handle.close();
    }
  }

  /**
   * Deletes partial files of interrupted writes and returns their number. Inspects about `most` files and continues
   * there the next time. `now` in ms since the epoch.
   * @throws the first error of an unreadable directory, after the others
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
          // The write may be completing right now.
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

/** Whether the disk currently accepts no writes: full, over quota, read-only or broken. */
export function isDiskUnavailable(error: unknown): boolean {
  return DISK_ERRORS.has((error as NodeJS.ErrnoException).code ?? '');
}

const PATIENCE_MS = 15_000;
/** Larger than any file stored here. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Files in a bucket of an S3-compatible service, with path-style URLs. */
export class BucketFiles implements ObjectFiles {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStore) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#base = `${endpoint}/${bucket}`;
  }

  async read(key: string): Promise<Buffer | undefined> {
    const answer = await this.#ask('GET', key);
    return answer.status === 404 ? undefined : await readBody(answer, MAX_BYTES);
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
      // All headers, so that type and length are signed.
      aws: { signQuery: true, allHeaders: true },
    });
    // Browsers set Content-Length themselves and forbid setting it.
    return { url: signed.url, headers: { 'content-type': mediaType } };
  }

  async #ask(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    const answer = await this.#client
      .fetch(`${this.#base}/${key}`, { method, signal: AbortSignal.timeout(PATIENCE_MS), ...more })
      .catch(() => {
        throw new ApiError(503, 'unavailable', { retryAfter: 5 });
      });
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer;
    throw new Error(`bucket responded ${answer.status} to ${method}`);
  }
}
