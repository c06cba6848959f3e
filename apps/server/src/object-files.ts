import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from './env.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';

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

/** Below a folder of this machine. */
export class DiskFiles implements ObjectFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<Buffer | undefined> {
    return await readFile(join(this.#folder, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const file = join(this.#folder, key);
    await mkdir(dirname(file), { recursive: true });
    // The same one may come twice at once.
    const next = `${file}.${randomUUID()}.next`;
    await writeFile(next, bytes);
    await rename(next, file);
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.#folder, key), { force: true });
  }

  async signPut(): Promise<undefined> {
    return undefined;
  }
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
        throw new Refusal(503, 'unavailable', { retryAfter: 5 });
      });
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer;
    throw new Error(`the bucket answered ${answer.status} to ${method}`);
  }
}
