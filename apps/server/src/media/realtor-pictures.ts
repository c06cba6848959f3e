import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MAX_UPLOAD, type UPLOAD_TYPES } from '@maru/contract';
import type { Upload } from '@maru/store';
import sharp from 'sharp';
import { isSameSecret } from '../auth/same-secret.ts';
import { inTurn } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { Warn } from '../http/rare-warning.ts';
import type { Parts } from '../parts.ts';
import { detectMediaType } from './image-signature.ts';
import { KeptImages } from './kept-images.ts';
import { BucketFiles, DiskFiles, isDiskUnavailable, type ObjectFiles } from './object-files.ts';

type UploadType = (typeof UPLOAD_TYPES)[number];

/** Lifetime of an upload URL and, for one hour, of a signed read URL, in seconds. */
const UPLOAD_SECONDS = 600;
const LOOK_SECONDS = 3_600;
/** Above any camera; rejects decompression bombs by their header. */
const MAX_PIXELS = 50_000_000;
const LONGEST_SIDE = 1_024;
const DECODE_SECONDS = 15;
/** Concurrent decodes, one of an address; few wait, since each holds its bytes. */
const DECODES = { total: 2, perKey: 1, waiting: 20, waitingPerKey: 2, patience: 20_000 };
/** Retry-After for a full disk, in seconds. */
const FULL_DISK_SECONDS = 60;

/** Query of an upload URL of this server. */
export interface SignedQuery {
  type?: unknown;
  size?: unknown;
  expires?: unknown;
  signature?: unknown;
}

export interface RealtorPictureParts extends Pick<Parts, 'store' | 'settings' | 'now'> {
  warn?: Warn;
  /** Overrides the storage of the settings. */
  files?: ObjectFiles;
}

/**
 * Pictures of realtors: announced, uploaded to a signed URL, validated, re-encoded and only then stored. The uploaded
 * bytes are never served.
 */
export class RealtorPictures {
  readonly #parts: RealtorPictureParts;
  readonly #files: ObjectFiles;
  readonly #images: KeptImages;
  readonly #decodes = new FairQueue(DECODES);

  constructor(parts: RealtorPictureParts) {
    const { s3, dataDir } = parts.settings;
    const { warn = () => undefined } = parts;
    this.#parts = parts;
    this.#files =
      parts.files ?? (s3 === null ? new DiskFiles(join(dataDir, 'uploads'), warn) : new BucketFiles(s3));
    this.#images = new KeptImages(this.#files, { warn, now: parts.now });
  }

  /** A signed upload URL for one picture. @throws ApiError 429 above the daily limit */
  async announce(userId: string, mediaType: UploadType, bytes: number) {
    const { store, settings, now } = this.#parts;
    const uploadId = randomUUID();
    const expiresAt = new Date(now() + UPLOAD_SECONDS * 1_000);
    if (!(await store.uploads.create({ uploadId, userId, mediaType, bytes, expiresAt }, new Date(now())))) {
      throw new ApiError(429, 'too_many_requests', { retryAfter: 3_600 });
    }
    const elsewhere = await this.#files.signPut(incoming(uploadId), {
      mediaType,
      bytes,
      seconds: UPLOAD_SECONDS,
    });
    if (elsewhere !== undefined) return { uploadId, ...elsewhere, expiresAt };
    const expires = Math.floor(expiresAt.getTime() / 1_000);
    const signature = await this.#sign(`PUT\n${uploadId}\n${mediaType}\n${bytes}\n${expires}`);
    const query = new URLSearchParams({
      type: mediaType,
      size: String(bytes),
      expires: String(expires),
      signature,
    });
    return {
      uploadId,
      url: `${settings.publicUrl}/uploads/${uploadId}?${query}`,
      headers: { 'content-type': mediaType },
      expiresAt,
    };
  }

  /**
   * Verifies a PUT before its body is read.
   * @throws ApiError 404 for an invalid signature, 410 when expired, 400 when type or length differ
   */
  async judgePut(
    uploadId: string,
    query: SignedQuery,
    sent: { mediaType: string | undefined; length: string | undefined },
  ): Promise<void> {
    const { type, size, expires, signature } = query;
    const isSigned = await this.#isSigned(`PUT\n${uploadId}\n${type}\n${size}\n${expires}`, signature);
    if (!isSigned) throw new ApiError(404, 'upload_not_found');
    if (Number(expires) * 1_000 < this.#parts.now()) throw new ApiError(410, 'expired');
    if (sent.mediaType?.split(';')[0]?.trim().toLowerCase() !== type) {
      throw invalidRequest([{ field: 'content-type', reason: 'unknown_value' }]);
    }
    if (sent.length !== size) throw invalidRequest([{ field: 'content-length', reason: 'out_of_range' }]);
  }

  /** Stores the bytes of an announced picture. @throws ApiError 400 when invalid, 409 when repeated, 410 after a failed attempt */
  async receive(uploadId: string, bytes: Buffer): Promise<void> {
    const upload = await this.#parts.store.uploads.find(uploadId);
    if (upload === undefined) throw new ApiError(404, 'upload_not_found');
    if (upload.readyAt !== null) throw new ApiError(409, 'conflict');
    if (upload.expiresAt.getTime() <= this.#parts.now()) throw new ApiError(410, 'expired');
    await this.#keep(upload, bytes);
  }

  /**
   * Validates and re-encodes a picture that was uploaded to a bucket; nothing to do for direct uploads.
   * @throws ApiError 404 when it has not been uploaded
   */
  async settle(uploadId: string, userId: string): Promise<void> {
    const upload = await this.#parts.store.uploads.find(uploadId);
    if (upload === undefined || upload.userId !== userId) throw new ApiError(404, 'upload_not_found');
    if (upload.readyAt !== null) return;
    const bytes = await this.#files.read(incoming(uploadId));
    if (bytes === undefined) throw new ApiError(404, 'upload_not_found');
    await this.#keep(upload, bytes);
    await this.#files.delete(incoming(uploadId));
  }

  /** URL of a picture; signed when the profile is not public. */
  async findAddress(pictureId: string | null, isPublic: boolean): Promise<string | null> {
    if (pictureId === null) return null;
    if (isPublic) return `/uploads/${pictureId}.webp`;
    const expires = Math.floor(this.#parts.now() / 1_000) + LOOK_SECONDS;
    const signature = await this.#sign(`GET\n${pictureId}\n${expires}`);
    return `/uploads/${pictureId}.webp?${new URLSearchParams({ expires: String(expires), signature })}`;
  }

  /** @throws ApiError 404 when missing, damaged, or not visible to the caller */
  async load(
    pictureId: string,
    { expires, signature }: SignedQuery,
  ): Promise<{ bytes: Buffer; isPublic: boolean }> {
    const notFound = new ApiError(404, 'not_found', { values: { path: '/uploads' } });
    const isPublic = await this.#parts.store.uploads.isPublic(pictureId);
    if (!isPublic) {
      const isSigned = await this.#isSigned(`GET\n${pictureId}\n${expires}`, signature);
      if (!isSigned || Number(expires) * 1_000 < this.#parts.now()) throw notFound;
    }
    const bytes = await this.#images.read(kept(pictureId), 'image/webp');
    if (bytes === undefined) throw notFound;
    return { bytes, isPublic };
  }

  /** Deletes unreferenced pictures and returns their number. */
  async sweep(): Promise<number> {
    const { store, now } = this.#parts;
    for (let all = 0; ; ) {
      const some = await store.uploads.sweep(new Date(now()), async (gone) => {
        for (const id of gone) {
          await this.#files.delete(kept(id));
          await this.#files.delete(incoming(id));
        }
      });
      if (some === 0) return all;
      all += some;
    }
  }

  async #keep(upload: Upload, bytes: Buffer): Promise<void> {
    if (bytes.length !== upload.bytes || bytes.length > MAX_UPLOAD) {
      throw invalidRequest([{ field: 'content-length', reason: 'out_of_range' }]);
    }
    if (detectMediaType(bytes) !== upload.mediaType) {
      throw invalidRequest([{ field: 'content-type', reason: 'unknown_value' }]);
    }
    const { uploads } = this.#parts.store;
    const picture = await inTurn(this.#decodes, () => reencode(bytes)).catch(async (error: unknown) => {
      // The same bytes fail again, and each attempt takes seconds.
      if (error instanceof ApiError && error.statusCode === 400)
        await uploads.expire(upload.uploadId, new Date(this.#parts.now()));
      throw error;
    });
    await this.#files.write(kept(upload.uploadId), picture, 'image/webp').catch((error: unknown) => {
      if (!isDiskUnavailable(error)) throw error;
      this.#parts.warn?.({ err: error }, 'a picture of a realtor could not be kept');
      throw new ApiError(503, 'unavailable', { retryAfter: FULL_DISK_SECONDS });
    });
    if (!(await uploads.markReady(upload.uploadId, new Date(this.#parts.now()))))
      throw new ApiError(409, 'conflict');
  }

  async #sign(text: string): Promise<string> {
    const secret = await this.#parts.store.secrets.load('upload');
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  async #isSigned(text: string, signature: unknown): Promise<boolean> {
    return typeof signature === 'string' && isSameSecret(signature, await this.#sign(text));
  }
}

/** Re-encodes a picture: upright, resized, without metadata. @throws ApiError 400 when it is too large or unreadable */
async function reencode(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { width, height } = await picture.metadata();
    if (width * height > MAX_PIXELS) throw invalidRequest([{ field: 'body', reason: 'out_of_range' }]);
    return await picture
      .timeout({ seconds: DECODE_SECONDS })
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const isTooLarge = /pixel limit/i.test(String(error));
    throw invalidRequest([{ field: 'body', reason: isTooLarge ? 'out_of_range' : 'malformed' }]);
  }
}

const incoming = (uploadId: string) => `incoming/${uploadId}`;
const kept = (pictureId: string) => `pictures/${pictureId.slice(0, 2)}/${pictureId}.webp`;
