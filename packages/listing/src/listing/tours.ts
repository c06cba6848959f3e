import type { Listing, ListingMedia } from './listing.ts';

/** MediaCategory values of media that are hosted elsewhere and opened on request. */
export const MEDIA_ELSEWHERE = ['Unbranded Virtual Tour', 'Video'] as const;

export function isElsewhere(mediaCategory: string): boolean {
  return (MEDIA_ELSEWHERE as readonly string[]).includes(mediaCategory);
}

export interface Tour {
  kind: 'tour' | 'video';
  url: string;
}

/** Without duplicates. None when the address is withheld, which the other site may reveal (rule R36). */
export function findTours(
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
