import type { Client } from '@maru/contract/client';

/** Sides of a square picture, CSS pixels: what the server makes of it is no larger. */
const SIDE = 1_024;
const MOST_BYTES = 10 * 1024 * 1024;
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

/** Why a file cannot be sent at all. */
export type PictureFault = 'bad' | 'large';

/** A file that a browser can show as a picture; what only calls itself one is `bad`. */
export async function readPicture(file: File): Promise<{ url: string } | PictureFault> {
  if (file.size > MOST_BYTES) return 'large';
  if (!PICTURE_TYPES.includes(file.type as PictureType)) return 'bad';
  try {
    (await createImageBitmap(file)).close();
  } catch {
    return 'bad';
  }
  return { url: URL.createObjectURL(file) };
}

/** The chosen part of a picture, as the JPEG that is sent. Measures are those of the picture as it is shown. */
export async function cutPicture(
  image: HTMLImageElement,
  part: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const [across, down] = [image.naturalWidth / image.width, image.naturalHeight / image.height];
  const side = Math.max(1, Math.min(SIDE, Math.round(part.width * across)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  const { x, y, width, height } = part;
  context.drawImage(image, x * across, y * down, width * across, height * down, 0, 0, side, side);
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be written')) : resolve(blob)),
      'image/jpeg',
      0.9,
    );
  });
}

/** Thrown when what takes the picture refuses it: it is no picture, or not what was announced. */
export class PictureRefused extends Error {}

/**
 * Sends a picture where the API says and answers its upload's id. `onProgress` is told 0 to 1.
 * @throws PictureRefused; Error 'Network Error' when nothing answers
 */
export async function sendPicture(
  picture: Blob,
  { client, onProgress, signal }: { client: Client; onProgress: (part: number) => void; signal: AbortSignal },
): Promise<string> {
  const upload = await client.requestUpload({
    query: { type: picture.type as PictureType, size: picture.size },
    signal,
  });
  await new Promise<void>((resolve, reject) => {
    // `fetch` tells nothing of what has gone out.
    const request = new XMLHttpRequest();
    request.open(upload.method, upload.url);
    for (const [name, value] of Object.entries(upload.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new PictureRefused(`HTTP ${request.status}`));
    request.onerror = () => reject(new Error('Network Error'));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(picture);
  });
  return upload.uploadId;
}
