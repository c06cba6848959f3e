import { hash } from 'node:crypto';
import { RareWarning, type Warn } from '../http/rare-warning.ts';
import { isWhole } from './image-signature.ts';
import type { ObjectFiles } from './object-files.ts';

const DIGEST_BYTES = 32;

export interface KeptImagesOptions {
  warn: Warn;
  /** In ms. */
  now?: () => number;
  /**
   * Files end with the SHA-256 of the image before it, so that any damage is found. For images that can be made again: those that were
   * kept without it count as damaged.
   */
  isSealed?: boolean;
}

/** Image files made by this process. A damaged file (empty, truncated, overwritten) counts as missing. */
export class KeptImages {
  readonly #files: Pick<ObjectFiles, 'read' | 'write'>;
  readonly #isSealed: boolean;
  readonly #damaged: RareWarning;

  constructor(
    files: Pick<ObjectFiles, 'read' | 'write'>,
    { warn, now, isSealed = false }: KeptImagesOptions,
  ) {
    this.#files = files;
    this.#isSealed = isSealed;
    this.#damaged = new RareWarning('stored image is damaged', warn, now);
  }

  /** Undefined when missing or damaged. @throws errors of the files */
  async read(key: string, mediaType: 'image/webp' | 'image/avif'): Promise<Buffer | undefined> {
    const bytes = await this.#files.read(key);
    if (bytes === undefined) return undefined;
    const image = this.#isSealed ? unseal(bytes) : bytes;
    if (image !== undefined && isWhole(image, mediaType)) return image;
    this.#damaged.give({ key, bytes: bytes.length });
    return undefined;
  }

  /** @throws errors of the files */
  async write(key: string, image: Buffer, mediaType: string): Promise<void> {
    await this.#files.write(key, this.#isSealed ? seal(image) : image, mediaType);
  }
}

function seal(image: Buffer): Buffer {
  return Buffer.concat([image, hash('sha256', image, 'buffer')]);
}

/** Undefined when the bytes are not those that were sealed. */
function unseal(bytes: Buffer): Buffer | undefined {
  const end = Math.max(0, bytes.length - DIGEST_BYTES);
  const image = bytes.subarray(0, end);
  return hash('sha256', image, 'buffer').equals(bytes.subarray(end)) ? image : undefined;
}
