import type { HomeAnswer } from '@maru/contract';
import { availableFrom, parsePool, readMelloRoos } from '@maru/listing';
import { formatUsd, type MessageKey, toPyeong } from '@maru/words';
import type { AreaUnit } from '../../i18n/area-unit.ts';
import type { Words } from '../../i18n/words.tsx';
import { statusText } from '../card/status-text.ts';
import { countyText } from './county-text.ts';
import { createFactTexts, type Fact, type FactTexts } from './fact-texts.ts';
import { lookupText, type Said } from './lookup.ts';

export interface FactGroup {
  title: MessageKey;
  facts: Fact[];
  note?: MessageKey;
  /** Behind a fold: seldom looked for, or shown better elsewhere on the page. */
  isFolded?: true;
}

/**
 * All that the record says of a home, grouped, each value in the reader's words. What the record does not say is
 * left out, but for the facts everyone looks for: those say "not stated" (rule R10). Groups without facts are left out.
 */
export function factGroupsOf(home: HomeAnswer, words: Words, unit: AreaUnit = 'sqft'): FactGroup[] {
  const texts = createFactTexts(home, words, unit);
  const groups = [
    homeGroup(home, texts, words),
    // Before the rooms: two columns of groups that stay whole come out even so.
    outsideGroup(home, texts),
    roomsGroup(home, texts, words),
    parkingGroup(home, texts),
    communityGroup(home, texts, words),
    leaseGroup(home, texts, words),
    moneyGroup(home, texts, words),
    schoolsGroup(home, texts),
    recordGroup(home, texts, words),
  ];
  // A tenant looks for the lease first.
  if (home.searchType === 'rent')
    groups.sort((a, b) => Number(b.title === LEASE) - Number(a.title === LEASE));
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter((fact) => fact.values.length > 0) }))
    .filter((group) => group.facts.length > 0);
}

const LEASE = 'listing.group.lease';

function homeGroup(home: HomeAnswer, texts: FactTexts, { t }: Words): FactGroup {
  const { listing } = home;
  const { text, asReported, lookup, lookups, number, is, stated, expected, area, acres, doubted } = texts;
  return {
    title: 'listing.group.home',
    facts: [
      {
        label: 'fact.type',
        values: stated(lookup('propertySubType', listing.propertySubType ?? listing.propertySubTypeRaw)),
      },
      { label: 'fact.structure', values: lookups('structureType', listing.structureType) },
      { label: 'fact.style', values: lookups('architecturalStyle', listing.architecturalStyle) },
      ...(home.homeType === 'land'
        ? []
        : [
            expected(
              'fact.year',
              'YearBuilt',
              listing.yearBuilt === null
                ? []
                : text(t('fact.year_value', { year: String(listing.yearBuilt) })),
              doubted('yearBuilt'),
            ),
            expected('fact.area', 'LivingArea', area(listing.livingArea), doubted('livingArea')),
          ]),
      { label: 'fact.area_source', values: lookup('livingAreaSource', listing.livingAreaSource) },
      {
        label: 'fact.lot',
        values: [...area(listing.lotSizeSquareFeet), ...acres(listing)],
      },
      { label: 'fact.stories', values: number(listing.storiesTotal, 'fact.stories_value') },
      { label: 'fact.level', values: number(listing.entryLevel, 'fact.level_value') },
      { label: 'fact.condition', values: lookups('propertyCondition', listing.propertyCondition) },
      { label: 'fact.new', values: is(listing.newConstructionYN) },
      { label: 'fact.ownership', values: lookup('commonInterest', listing.commonInterest) },
      {
        label: 'fact.faces',
        values: lookup('directionFaces', listing.directionFaces),
        note: 'listing.faces_note',
      },
      { label: 'fact.subdivision', values: asReported(listing.subdivisionName) },
      { label: 'fact.building_name', values: asReported(listing.buildingName) },
      { label: 'fact.cross_street', values: asReported(listing.crossStreet) },
      { label: 'fact.directions', values: asReported(listing.directions) },
    ],
  };
}

function outsideGroup({ listing }: HomeAnswer, texts: FactTexts): FactGroup {
  const { lookup, lookups, flag, is } = texts;
  return {
    title: 'listing.group.outside',
    facts: [
      { label: 'fact.view', values: listOrFlag(lookups('view', listing.view), flag(listing.viewYN)) },
      { label: 'fact.waterfront', values: is(listing.waterfrontYN) },
      {
        label: 'fact.pool',
        values: lookup('poolFeatures', POOL_WORDS[parsePool(listing) ?? ''] ?? null),
        note: 'listing.computed_pool',
      },
      { label: 'fact.pool_features', values: lookups('poolFeatures', listing.poolFeatures) },
      { label: 'fact.spa', values: flag(listing.spaYN) },
      { label: 'fact.exterior', values: lookups('exteriorFeatures', listing.exteriorFeatures) },
      {
        label: 'fact.other_structures',
        values: lookups('otherStructures', listing.otherStructures),
      },
    ],
  };
}

function roomsGroup(home: HomeAnswer, texts: FactTexts, { t }: Words): FactGroup {
  const { listing } = home;
  const { text, lookups, number, count, flag, expected, doubted } = texts;
  const { bathroomsFull: full, bathroomsHalf: half } = listing;
  return {
    title: 'listing.group.rooms',
    facts: [
      ...(home.homeType === 'land'
        ? []
        : [
            expected('fact.beds', 'BedroomsTotal', number(listing.bedroomsTotal), doubted('bedroomsTotal')),
            expected(
              'fact.baths',
              'BathroomsTotalInteger',
              [
                ...number(listing.bathroomsTotalDecimal ?? listing.bathroomsTotalInteger),
                ...(full !== null && half !== null && half > 0
                  ? text(t('fact.baths_parts', { full: String(full), half: String(half) }))
                  : []),
                ...number(listing.bathroomsThreeQuarter || null, 'fact.baths_three_quarter'),
                ...number(listing.bathroomsOneQuarter || null, 'fact.baths_one_quarter'),
              ],
              doubted('bathrooms'),
            ),
          ]),
      { label: 'fact.interior', values: lookups('interiorFeatures', listing.interiorFeatures) },
      { label: 'fact.flooring', values: lookups('flooring', listing.flooring) },
      { label: 'fact.appliances', values: lookups('appliances', listing.appliances) },
      { label: 'fact.laundry', values: lookups('laundryFeatures', listing.laundryFeatures) },
      {
        label: 'fact.heating',
        values: listOrFlag(lookups('heating', listing.heating), flag(listing.heatingYN)),
      },
      {
        label: 'fact.cooling',
        values: listOrFlag(lookups('cooling', listing.cooling), flag(listing.coolingYN)),
      },
      { label: 'fact.fireplaces', values: count(listing.fireplacesTotal) },
      {
        label: 'fact.accessibility',
        values: lookups('accessibilityFeatures', listing.accessibilityFeatures),
      },
      { label: 'fact.security', values: lookups('securityFeatures', listing.securityFeatures) },
    ],
  };
}

function parkingGroup({ listing }: HomeAnswer, texts: FactTexts): FactGroup {
  const { lookups, count } = texts;
  return {
    title: 'listing.group.parking',
    facts: [
      { label: 'fact.parking_total', values: count(listing.parkingTotal, 'fact.spaces') },
      { label: 'fact.garage', values: count(listing.garageSpaces, 'fact.spaces') },
      { label: 'fact.parking', values: lookups('parkingFeatures', listing.parkingFeatures) },
    ],
  };
}

function communityGroup(home: HomeAnswer, texts: FactTexts, words: Words): FactGroup {
  const { listing } = home;
  const { lookups, is } = texts;
  const rent = home.searchType === 'rent';
  return {
    title: 'listing.group.community',
    facts: [
      // An owner's cost: on a rental a tenant would take it for their own.
      ...(home.homeType === 'land' || rent ? [] : feeFacts(home, words)),
      {
        label: 'fact.hoa_includes',
        values: rent ? [] : lookups('associationFeeIncludes', listing.associationFeeIncludes),
      },
      { label: 'fact.amenities', values: lookups('associationAmenities', listing.associationAmenities) },
      { label: 'fact.community', values: lookups('communityFeatures', listing.communityFeatures) },
      { label: 'fact.senior', values: is(listing.seniorCommunityYN) },
    ],
  };
}

function leaseGroup(home: HomeAnswer, texts: FactTexts, { t }: Words): FactGroup {
  const { listing } = home;
  const { text, lookup, lookups, number, usd, day, stated, petsFlag } = texts;
  const rent = home.searchType === 'rent';
  // Said as of the record's own age, so that server and browser agree whatever the hour.
  const available = availableFrom(listing, (home.source.asOf ?? listing.modificationTimestamp).slice(0, 10));
  const pets = [
    ...listOrFlag(lookups('petsAllowed', listing.petsAllowed), petsFlag(listing.petsAllowedYN)),
    ...number(listing.maximumNumberOfPets || null, 'fact.pets_most'),
  ];
  return {
    title: LEASE,
    facts: [
      { label: 'fact.lease_term', values: lookups('leaseTerm', listing.leaseTerm) },
      {
        label: 'fact.deposit',
        values: rent ? stated(usd(listing.securityDeposit)) : usd(listing.securityDeposit),
      },
      { label: 'fact.required_fees', values: rent ? stated(usd(listing.requiredMonthlyFees)) : [] },
      { label: 'fact.ongoing_fees', values: lookups('ongoingFees', listing.ongoingFees) },
      {
        label: 'fact.available',
        values: available === 'now' ? text(t('fact.available_now')) : day(available),
      },
      { label: 'fact.furnished', values: lookup('furnished', listing.furnished) },
      {
        label: 'fact.pets',
        values: rent ? stated(pets) : pets,
      },
      { label: 'fact.rent_includes', values: lookups('rentIncludes', listing.rentIncludes) },
      { label: 'fact.tenant_pays', values: rent ? lookups('tenantPays', listing.tenantPays) : [] },
      { label: 'fact.occupant', values: rent ? lookup('occupantType', listing.occupantType) : [] },
    ],
  };
}

function moneyGroup(home: HomeAnswer, texts: FactTexts, words: Words): FactGroup {
  const { listing } = home;
  const { text, lookups, usd, expected, doubted } = texts;
  const rent = home.searchType === 'rent';
  const { t, locale } = words;
  const { listPrice, livingArea } = listing;
  const perFoot = listPrice !== null && livingArea !== null && livingArea > 0 ? listPrice / livingArea : null;
  return {
    // Price, fees, taxes and Mello-Roos lead the page and stand in its cost.
    title: 'listing.group.money',
    isFolded: true,
    facts: [
      // Of a rental what leads the page holds the fees too; this is the rent alone.
      expected(
        rent ? 'cost.rent.rent' : 'fact.price',
        'ListPrice',
        usd(listing.listPrice),
        doubted('listPrice'),
      ),
      { label: 'fact.price_low', values: usd(listing.listPriceLow) },
      {
        label: 'fact.price_original',
        values: listing.originalListPrice === listPrice ? [] : usd(listing.originalListPrice),
      },
      {
        label: 'fact.per_sqft',
        values:
          perFoot === null || rent
            ? []
            : [
                ...usd(Math.round(perFoot)),
                ...text(
                  t('fact.per_pyeong', { amount: formatUsd(locale, Math.round(perFoot / toPyeong(1))) }),
                ),
              ],
        note: 'listing.computed',
      },
      {
        label: 'fact.tax',
        values:
          listing.taxAnnualAmount === null
            ? []
            : listing.taxYear === null
              ? usd(listing.taxAnnualAmount)
              : [
                  {
                    text: t('fact.tax_value', {
                      amount: formatUsd(locale, listing.taxAnnualAmount),
                      year: String(listing.taxYear),
                    }),
                    usd: listing.taxAnnualAmount,
                  },
                ],
        note: 'listing.tax_note',
      },
      {
        label: readMelloRoos(listing) === null ? 'fact.assessments' : 'fact.mello',
        values: usd(listing.taxOtherAnnualAssessmentAmount),
      },
      {
        label: 'fact.conditions',
        values: lookups('specialListingConditions', listing.specialListingConditions),
      },
      { label: 'fact.terms', values: lookups('listingTerms', listing.listingTerms) },
    ],
  };
}

function schoolsGroup({ listing }: HomeAnswer, texts: FactTexts): FactGroup {
  const { asReported } = texts;
  return {
    title: 'listing.group.schools',
    isFolded: true,
    note: 'listing.schools_note',
    facts: [
      { label: 'fact.elementary', values: asReported(listing.elementarySchool) },
      { label: 'fact.elementary_district', values: asReported(listing.elementarySchoolDistrict) },
      { label: 'fact.middle', values: asReported(listing.middleOrJuniorSchool) },
      { label: 'fact.high', values: asReported(listing.highSchool) },
      { label: 'fact.school_district', values: asReported(listing.highSchoolDistrict) },
    ],
  };
}

function recordGroup(home: HomeAnswer, texts: FactTexts, words: Words): FactGroup {
  const { listing } = home;
  const { text, asReported, lookup, number, day } = texts;
  const status = statusText(listing.standardStatus, home.searchType, words);
  const mlsStatus =
    listing.mlsStatus === listing.standardStatus ? [] : lookup('mlsStatus', listing.mlsStatus);
  return {
    title: 'listing.group.record',
    isFolded: true,
    facts: [
      { label: 'fact.status', values: [status] },
      // The MLS's own word, where it says more than ours.
      { label: 'fact.mls_status', values: mlsStatus[0]?.text === status.text ? [] : mlsStatus },
      {
        label: 'fact.occupant',
        values: home.searchType === 'rent' ? [] : lookup('occupantType', listing.occupantType),
      },
      { label: 'fact.status_changed', values: day(listing.statusChangeTimestamp) },
      { label: 'fact.listed', values: day(listing.onMarketDate ?? listing.listingContractDate) },
      {
        label: 'fact.activation',
        values: listing.standardStatus === 'Coming Soon' ? day(listing.activationDate) : [],
      },
      { label: 'fact.off_market', values: day(listing.offMarketDate) },
      { label: 'fact.days', values: number(home.marketTime.days, 'fact.days_value') },
      // Counted by each MLS's own rules: said to be theirs.
      { label: 'fact.mls_days', values: number(listing.daysOnMarket, 'fact.days_value') },
      {
        label: 'fact.mls_days_total',
        values:
          listing.cumulativeDaysOnMarket === listing.daysOnMarket
            ? []
            : number(listing.cumulativeDaysOnMarket, 'fact.days_value'),
      },
      { label: 'fact.days_in_mls', values: number(listing.daysInMls, 'fact.days_value') },
      { label: 'fact.days_on_site', values: number(listing.daysOnSite, 'fact.days_value') },
      {
        label: 'fact.entered',
        values: day(listing.originalEntryTimestamp),
      },
      { label: 'fact.photos_changed', values: day(listing.photosChangeTimestamp) },
      { label: 'fact.photos_count', values: number(listing.photosCount) },
      {
        label: 'fact.time_zone',
        values: lookup('propertyTimeZoneName', listing.propertyTimeZoneName),
      },
      { label: 'fact.county', values: countyTexts(home, words) },
      { label: 'fact.mls_area', values: asReported(listing.mlsAreaMajor) },
      { label: 'fact.parcel', values: listing.parcelNumber === null ? [] : text(listing.parcelNumber) },
      { label: 'fact.mls_number', values: asReported(listing.listingId) },
      { label: 'fact.mls_system', values: asReported(listing.originatingSystemName) },
      { label: 'fact.property_type', values: lookup('propertyType', listing.propertyType) },
      {
        label: 'fact.subtype_raw',
        values:
          listing.propertySubTypeRaw === listing.propertySubType
            ? []
            : asReported(listing.propertySubTypeRaw),
      },
    ],
  };
}

/** The dictionary's words for the values of `parsePool`. */
const POOL_WORDS: Record<string, string> = { private: 'Private', community: 'Community', none: 'None' };

/** The association's fee by the month, and as the record has it where that is another figure. */
function feeFacts({ listing, associationFeeMonthly: monthly }: HomeAnswer, words: Words): Fact[] {
  const { t, locale } = words;
  const fee = (amount: number | null, frequency: string | null): Said[] =>
    amount === null
      ? []
      : [
          {
            text:
              frequency === null
                ? t('fact.fee_unstated', { amount: formatUsd(locale, amount) })
                : t('fact.fee', {
                    amount: formatUsd(locale, amount),
                    frequency: lookupText('feeFrequency', frequency, words).text,
                  }),
          },
        ];
  const stated = [
    ...fee(listing.associationFee, listing.associationFeeFrequency),
    ...fee(listing.associationFee2, listing.associationFee2Frequency),
  ];
  const month =
    monthly === null
      ? t('listing.not_stated')
      : monthly === 0 && listing.associationYN === false
        ? t('fact.hoa_none')
        : t('fact.hoa_monthly', { amount: formatUsd(locale, monthly) });
  const same = stated.length <= 1 && listing.associationFeeFrequency === 'Monthly';
  return [
    {
      label: 'fact.hoa',
      values: [monthly === null || monthly === 0 ? { text: month } : { text: month, usd: monthly }],
      note: monthly === null || monthly === 0 || same ? undefined : 'listing.computed',
    },
    { label: 'fact.hoa_stated', values: same ? [] : stated },
  ];
}

/** The county in the reader's words, and as reported where that is another text. */
function countyTexts(home: HomeAnswer, words: Words): Said[] {
  const name = countyText(home, words);
  const reported = home.listing.countyOrParish;
  if (words.locale !== 'en' && reported !== null && !name.includes(reported)) {
    return [{ text: `${name} (${reported})` }];
  }
  return name === '' ? [] : [{ text: name }];
}

/** A list says more than its yes or no; "None" alone is said by the list itself. */
function listOrFlag(list: Said[], flag: Said[]): Said[] {
  return list.length > 0 ? list : flag;
}
