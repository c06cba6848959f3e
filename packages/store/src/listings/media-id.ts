import { hash } from 'node:crypto';
import type { Listing, ListingMedia } from '@maru/listing';

/**
 * Public id of a picture: 22 characters of base64url. It changes with the picture (another provider URL or a newer
 * PhotosChangeTimestamp), so it can be cached forever.
 */
export function createMediaId(
  listing: Pick<Listing, 'dataset' | 'listingKey' | 'photosChangeTimestamp'>,
  media: Pick<ListingMedia, 'mediaKey' | 'mediaUrl'>,
): string {
  const parts = [
    listing.dataset,
    listing.listingKey,
    media.mediaKey,
    media.mediaUrl,
    listing.photosChangeTimestamp ?? '',
  ];
  return hash('sha256', parts.join('|'), 'base64url').slice(0, 22);
}

/** Media in display order, without duplicate keys. */
export function orderedMedia(media: readonly ListingMedia[]): ListingMedia[] {
  const byKey = new Map(media.map((one) => [one.mediaKey, one]));
  return [...byKey.values()].sort((a, b) => a.order - b.order);
}

/** Only RESO's MediaCategory Photo is a photograph. */
export function isPhoto(media: Pick<ListingMedia, 'mediaCategory'>): boolean {
  return media.mediaCategory === 'Photo';
}
