import { useRouter } from '@tanstack/react-router';
import { useWords } from '../../i18n/words.tsx';
import { isSold } from '../../listing/card/card-words.ts';
import { computeHomeCost, isInFireZone, monthText } from '../../listing/cost/home-cost.ts';
import { rentHeadline } from '../../listing/cost/rent-texts.ts';

import { useCostEdits } from '../../listing/cost/use-cost-edits.ts';
import { cityText, factsText, priceChangeText } from '../../listing/facts/home-words.ts';
import type { HomePageData, SectionPart } from '../../listing/page/home-page-data.ts';
import { zoneText } from '../../listing/place/hazard-zone.ts';

/** The sections of a home's page in reading order (rule L3). `home-bodies.tsx` has their contents. */
export const HOME_SECTIONS: readonly SectionPart[] = [
  {
    id: 'cost',
    title: 'cost.title',
    short: 'cost.short',
    note: 'cost.note',
    isShown: ({ home: { listing } }) =>
      !isSold(listing) && listing.listPrice !== null && listing.listPrice > 0,
    headline: (data, words) =>
      data.home.searchType === 'rent' ? rentHeadline(data.home, words) : <SaleHeadline {...data} />,
  },
  {
    // Price and status history (rules R3, R4).
    id: 'ledger',
    title: 'listing.ledger',
    short: 'listing.ledger_short',
    note: 'listing.ledger_note',
    isShown: () => true,
    headline: ({ home }, words) => priceChangeText(home, words)?.text,
  },
  {
    id: 'facts',
    title: 'listing.facts',
    isShown: () => true,
    headline: ({ home }, words) => factsText(home, words) || undefined,
  },
  {
    id: 'remarks',
    title: 'listing.remarks',
    isShown: ({ home }) => home.listing.publicRemarks !== null,
    startsOpen: true,
  },
  {
    id: 'schools',
    title: 'schools.title',
    note: 'schools.note',
    side: 'left',
    isShown: ({ home }) => home.homeType !== 'land',
    headline: ({ surroundings }) => surroundings?.districts[0]?.name,
  },
  {
    id: 'hazards',
    title: 'hazards.title',
    short: 'hazards.short',
    note: 'hazards.note',
    side: 'right',
    isShown: () => true,
    headline: ({ surroundings }, words) =>
      surroundings?.hazards
        .filter(({ isSpecial }) => isSpecial)
        .map((one) => zoneText(one, words))
        .join(' · ') || undefined,
  },
  {
    id: 'commute',
    title: 'commute.title',
    note: 'commute.section_note',
    side: 'right',
    isShown: hasPosition,
  },
  {
    id: 'where',
    title: 'listing.where',
    isShown: hasPosition,
    headline: ({ home }, words) => cityText(home, words),
  },
  {
    id: 'nearby',
    title: 'nearby.title',
    short: 'nearby.short',
    note: 'nearby.note',
    isShown: ({ market }) => market !== null,
    headline: ({ market }, { t }) =>
      market === null || market.nearby.length === 0
        ? undefined
        : t('nearby.headline', { count: market.nearby.length + market.sameBuilding.length }),
  },
  {
    id: 'also',
    title: 'listing.also',
    isShown: ({ home }) => home.alsoListedAs.length > 0,
    headline: ({ home }, { t }) => t('listing.also_count', { count: home.alsoListedAs.length }),
  },
  { id: 'report', title: 'report.link', short: 'report.short', isShown: () => true },
];

function hasPosition({ home: { listing } }: HomePageData): boolean {
  return listing.latitude !== null && listing.longitude !== null;
}

function SaleHeadline({ home, surroundings, now }: HomePageData) {
  const words = useWords();
  const { site } = useRouter().options.context;
  const [edits] = useCostEdits(home.homeId);
  const cost = computeHomeCost(home, edits, site, now, isInFireZone(surroundings));
  return cost === undefined ? null : monthText(cost, words);
}
