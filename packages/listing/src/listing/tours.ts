import type { Listing, ListingMedia } from './listing.ts';

/** MediaCategory of what is no picture of ours to show: another site shows it, when a visitor asks for it. */
export const MEDIA_ELSEWHERE = ['Unbranded Virtual Tour', 'Video'] as const;

/** Whether what the feed names is shown by another site. */
export function isElsewhere(mediaCategory: string): boolean {
  return (MEDIA_ELSEWHERE as readonly string[]).includes(mediaCategory);
}

/** A tour of the home on another site. */
export interface Tour {
  kind: 'tour' | 'video';
  /** https. */
  url: string;
}

/**
 * The tours and videos of a listing, each address once. None where the address is withheld: what another site shows
 * of the home may tell it (rule R36).
 */
export function toursOf(
  listing: Pick<Listing, 'virtualTourURLUnbranded' | 'internetAddressDisplayYN'>,
  media: readonly Pick<ListingMedia, 'mediaUrl' | 'mediaCategory'>[],
): Tour[] {
  if (listing.internetAddressDisplayYN === false) return [];
  const found = new Map<string, Tour>();
  const add = (kind: Tour['kind'], url: string | null) => {
    if (url !== null && /^https:\/\//i.test(url) && !found.has(url)) found.set(url, { kind, url });
  };
  add('tour', listing.virtualTourURLUnbranded);
  for (const { mediaUrl, mediaCategory } of media) {
    if (isElsewhere(mediaCategory)) add(mediaCategory === 'Video' ? 'video' : 'tour', mediaUrl);
  }
  return [...found.values()];
}
