import type { UPLOAD_TYPES } from '@maru/contract';

type ImageType = (typeof UPLOAD_TYPES)[number];

/** Detects the media type from the first bytes, ignoring the declared one; undefined for other types. */
export function detectMediaType(bytes: Buffer): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 12))) return 'image/avif';
  return undefined;
}

/**
 * Whether a WebP or AVIF file written by this process is complete: its signature matches and its length equals the size
 * in its header. Nothing is decoded, so truncated and overwritten files are found at the cost of a few reads.
 */
export function isWhole(bytes: Buffer, mediaType: 'image/webp' | 'image/avif'): boolean {
  if (detectMediaType(bytes) !== mediaType) return false;
  return mediaType === 'image/webp' ? isWholeWebp(bytes) : isWholeAvif(bytes);
}

/** RIFF: the size after the first 8 bytes, padded to an even number. RFC 9649, section 2.4. */
function isWholeWebp(bytes: Buffer): boolean {
  return bytes.length >= 20 && 8 + bytes.readUInt32LE(4) === bytes.length;
}

/**
 * A sequence of boxes with size (32 bits, or 64 when that is 1) and type, up to the last byte: ISO/IEC 14496-12,
 * section 4.2. Boxes of size 0 extend to the end of the file and carry no length; our encoder writes none.
 */
function isWholeAvif(bytes: Buffer): boolean {
  const types = new Set<string>();
  let at = 0;
  while (at + 8 <= bytes.length) {
    types.add(text(bytes, at + 4, at + 8));
    let size = bytes.readUInt32BE(at);
    if (size === 1) {
      if (at + 16 > bytes.length) return false;
      size = Number(bytes.readBigUInt64BE(at + 8));
      if (size < 16) return false;
    } else if (size < 8) return false;
    at += size;
  }
  return at === bytes.length && types.has('meta') && types.has('mdat');
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
