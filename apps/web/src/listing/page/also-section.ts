import type { SectionPart } from './section-part.ts';

/** The row of `also-body.tsx`. */
export const alsoSection: SectionPart = {
  id: 'also',
  title: 'listing.also',
  isShown: ({ home }) => home.alsoListedAs.length > 0,
  headline: ({ home }, { t }) => t('listing.also_count', { count: home.alsoListedAs.length }),
};
