import type { SectionPart } from '../page/section-part.ts';

/** The row of `market-body.tsx`. */
export const marketSection: SectionPart = {
  id: 'nearby',
  title: 'nearby.title',
  short: 'nearby.short',
  note: 'nearby.note',
  isShown: ({ market }) => market !== null,
  headline: ({ market }, { t }) =>
    market === null || market.nearby.length === 0
      ? undefined
      : t('nearby.headline', { count: market.nearby.length + market.sameBuilding.length }),
};
