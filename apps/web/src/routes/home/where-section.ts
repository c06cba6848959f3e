import { cityText } from '../../listing/facts/home-words.ts';
import type { SectionPart } from '../../listing/page/section-part.ts';

/** The row of `where-body.tsx`. */
export const whereSection: SectionPart = {
  id: 'where',
  title: 'listing.where',
  isShown: ({ home: { listing } }) => listing.latitude !== null && listing.longitude !== null,
  headline: ({ home }, words) => cityText(home, words),
};
