import { RareWarning, type Warn } from '../http/rare-warning.ts';
import { isWhole } from './image-signature.ts';
import type { ObjectFiles } from './object-files.ts';

/** Images that this process made and keeps as files. A damaged one (empty, cut off, other bytes) counts as missing. */
export class KeptImages {
  readonly #files: Pick<ObjectFiles, 'read'>;
  readonly #damaged: RareWarning;

  /** `now` in ms. */
  constructor(files: Pick<ObjectFiles, 'read'>, { warn, now }: { warn: Warn; now?: () => number }) {
    this.#files = files;
    this.#damaged = new RareWarning('a kept image is damaged', warn, now);
  }

  /** Undefined when there is none, or when it is damaged. @throws what the files throw */
  async read(key: string, mediaType: 'image/webp' | 'image/avif'): Promise<Buffer | undefined> {
    const bytes = await this.#files.read(key);
    if (bytes === undefined || isWhole(bytes, mediaType)) return bytes;
    this.#damaged.give({ key, bytes: bytes.length });
    return undefined;
  }
}
