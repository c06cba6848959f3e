import type { UPLOAD_TYPES } from '@maru/contract';

type ImageType = (typeof UPLOAD_TYPES)[number];

/** The media type that the first bytes of an image say, whatever it is called; undefined for any other. */
export function mediaTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 12))) return 'image/avif';
  return undefined;
}

/**
 * Whether a WebP or AVIF file that this process wrote is still whole: it begins as its type does, and has exactly as many bytes
 * as it says of itself. Nothing is decoded: a file that was cut off, is empty or has other bytes is found at the cost of a few reads.
 */
export function isWhole(bytes: Buffer, mediaType: 'image/webp' | 'image/avif'): boolean {
  if (mediaTypeOf(bytes) !== mediaType) return false;
  return mediaType === 'image/webp' ? isWholeWebp(bytes) : isWholeAvif(bytes);
}

/** RIFF: the size after the first 8 bytes, padded to an even number. RFC 9649, section 2.4. */
function isWholeWebp(bytes: Buffer): boolean {
  return bytes.length >= 20 && 8 + bytes.readUInt32LE(4) === bytes.length;
}

/**
 * Boxes one after the other to the last byte, with a size (32 bits, or 64 where that is 1) and a type each: ISO/IEC 14496-12, section
 * 4.2. One of size 0, which goes on to the end of the file, says nothing of its length, and our encoder writes none.
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
