import { RareWarning, type Warn } from '../http/rare-warning.ts';
import { isWhole } from './image-signature.ts';
import type { ObjectFiles } from './object-files.ts';

/** Cached image files made by this process. A damaged file (empty, truncated, overwritten) counts as missing. */
export class KeptImages {
  readonly #files: Pick<ObjectFiles, 'read'>;
  readonly #damaged: RareWarning;

  /** `now` in ms. */
  constructor(files: Pick<ObjectFiles, 'read'>, { warn, now }: { warn: Warn; now?: () => number }) {
    this.#files = files;
    this.#damaged = new RareWarning('stored image is damaged', warn, now);
  }

  /** Undefined when missing or damaged. @throws errors of the files */
  async read(key: string, mediaType: 'image/webp' | 'image/avif'): Promise<Buffer | undefined> {
    const bytes = await this.#files.read(key);
    if (bytes === undefined || isWhole(bytes, mediaType)) return bytes;
    this.#damaged.give({ key, bytes: bytes.length });
    return undefined;
  }
}
