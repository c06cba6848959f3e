import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { detectMediaType } from './image-signature.ts';

/**
 * Opens a picture that came from outside. Only raster formats: a small SVG can take minutes to draw, which neither a limit of
 * pixels nor a timeout stops.
 *
 * @throws Error for anything that is no JPEG, PNG, WebP, AVIF or GIF
 */
export function openImage(bytes: Buffer, options: SharpOptions): Sharp {
  const isGif = /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));
  if (!isGif && detectMediaType(bytes) === undefined) throw new Error('not a picture in a raster format');
  return sharp(bytes, options);
}
