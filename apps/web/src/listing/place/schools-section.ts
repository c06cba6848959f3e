import type { SectionPart } from '../page/section-part.ts';

/** The row of `schools-body.tsx`. */
export const schoolsSection: SectionPart = {
  id: 'schools',
  title: 'schools.title',
  note: 'schools.note',
  side: 'left',
  isShown: ({ home }) => home.homeType !== 'land',
  headline: ({ surroundings }) => surroundings?.districts[0]?.name,
};
