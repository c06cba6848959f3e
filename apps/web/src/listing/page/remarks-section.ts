import type { SectionPart } from './section-part.ts';

/** The row of `remarks-body.tsx`. */
export const remarksSection: SectionPart = {
  id: 'remarks',
  title: 'listing.remarks',
  isShown: ({ home }) => home.listing.publicRemarks !== null,
  startsOpen: true,
};
