import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip';
const MIN_WORTH = 1_024;

/** A body that is sent many times; each compressed form is made once, on demand. */
export class EncodedBody {
  readonly plain: Buffer;
  readonly #quality: number;
  readonly #forms = new Map<Encoding, Promise<Buffer> | Buffer>();

  /** `quality`: brotli quality. Use a higher one for bodies that are kept long. */
  constructor(plain: Buffer, quality = 4) {
    this.plain = plain;
    this.#quality = quality;
  }

  /** Whether `in` has nothing to compress. */
  isReady(acceptEncoding: string | undefined): boolean {
    const encoding = this.plain.length < MIN_WORTH ? undefined : chooseEncoding(acceptEncoding);
    return encoding === undefined || this.#forms.has(encoding);
  }

  /** The best encoding for this `Accept-Encoding`. */
  in(acceptEncoding: string | undefined): { encoding?: Encoding; body: Promise<Buffer> | Buffer } {
    const encoding = this.plain.length < MIN_WORTH ? undefined : chooseEncoding(acceptEncoding);
    if (encoding === undefined) return { body: this.plain };
    let body = this.#forms.get(encoding);
    if (body === undefined) {
      const made = compress(this.plain, encoding, this.#quality).then((bytes) => {
        this.#forms.set(encoding, bytes);
        return bytes;
      });
      this.#forms.set(encoding, made);
      body = made;
    }
    return { encoding, body };
  }
}

/** Sends a body in the best encoding. The caller sets its type and `Vary`. */
export async function sendEncoded(
  body: EncodedBody,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { encoding, body: bytes } = body.in(headers['accept-encoding']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.send(await bytes);
}

/** The first supported encoding that the header accepts. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  return (['br', 'gzip'] as const).find((encoding) => takesEncoding(acceptEncoding, encoding));
}

/** Whether an `Accept-Encoding` header accepts an encoding. */
export function takesEncoding(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  if (acceptEncoding === undefined) return false;
  const accepted = acceptEncoding.split(',').filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one));
  return accepted.some((one) => one.split(';')[0]?.trim().toLowerCase() === encoding);
}

function compress(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : compressGzip(bytes, { level: 5 });
}
