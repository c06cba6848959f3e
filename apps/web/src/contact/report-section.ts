import type { SectionPart } from '../listing/page/section-part.ts';

/** The row of `report-body.tsx`. */
export const reportSection: SectionPart = {
  id: 'report',
  title: 'report.link',
  short: 'report.short',
  isShown: () => true,
};
