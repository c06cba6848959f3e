import type { SectionPart } from '../page/section-part.ts';

/** The row of `commute-body.tsx`. */
export const commuteSection: SectionPart = {
  id: 'commute',
  title: 'commute.title',
  note: 'commute.section_note',
  side: 'right',
  isShown: ({ home }) => home.listing.latitude !== null && home.listing.longitude !== null,
};
