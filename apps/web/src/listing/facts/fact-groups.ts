import type { HomeAnswer } from '@maru/contract';
import {
  availableFrom,
  listAssociationFees,
  type PublicField,
  parsePool,
  readMarketDay,
  readMelloRoos,
} from '@maru/listing';
import { formatUsd, type MessageKey, toPyeong } from '@maru/words';
import type { AreaUnit } from '../../i18n/area-unit.ts';
import type { Words } from '../../i18n/words.tsx';
import { statusText } from '../card/status-text.ts';
import { createFactTexts, type Fact, type FactTexts } from './fact-texts.ts';
import { feeLabel } from './fee-label.ts';
import { countyText } from './home-words.ts';
import { type LocalText, lookupText } from './lookup.ts';
import { otherFacts } from './other-facts.ts';

export interface FactGroup {
  title: MessageKey;
  facts: Fact[];
  note?: MessageKey;
  /** Collapsed: seldom read, or shown better elsewhere on the page. */
  isFolded?: true;
  /** The rest of the record, collapsed by itself. */
  isRest?: true;
}

/**
 * All facts of a home's record, grouped and translated. Facts without a value are left out, except the most common ones,
 * which are said to be not stated (rule R10). Empty groups are left out.
 */
export function buildFactGroups(home: HomeAnswer, words: Words, unit: AreaUnit = 'sqft'): FactGroup[] {
  const texts = createFactTexts(home, words, unit);
  const others = (group: PublicField['group']) => otherFacts(home, group, texts, words);
  const groups: FactGroup[] = [
    homeGroup(home, texts, words),
    { title: 'listing.group.construction', facts: others('construction') },
    // Before the rooms, so that two columns of unbroken groups have similar heights.
    withFacts(outsideGroup(home, texts), others('outside')),
    withFacts(roomsGroup(home, texts, words), [...others('rooms'), ...roomFacts(home, words)]),
    withFacts(parkingGroup(home, texts), others('parking')),
    { title: 'listing.group.utilities', facts: others('utilities') },
    withFacts(communityGroup(home, texts, words), others('community')),
    incomeGroup(home, others('income'), words),
    withFacts(parkGroup(home, texts, words), others('park')),
    withFacts(leaseGroup(home, texts, words), home.searchType === 'rent' ? others('lease') : []),
    { title: 'listing.group.terms', facts: others('terms') },
    moneyGroup(home, texts, words),
    schoolsGroup(home, texts),
    recordGroup(home, texts, words),
    { title: 'listing.group.rest', isRest: true, facts: others('rest') },
  ];
  // A tenant looks for the lease first.
  if (home.searchType === 'rent')
    groups.sort((a, b) => Number(b.title === LEASE) - Number(a.title === LEASE));
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter((fact) => fact.values.length > 0) }))
    .filter((group) => group.facts.length > 0);
}

const LEASE = 'listing.group.lease';

const withFacts = (group: FactGroup, facts: Fact[]): FactGroup => ({
  ...group,
  facts: [...group.facts, ...facts],
});

const fact = (label: MessageKey, values: LocalText[], note?: MessageKey): Fact => ({ label, values, note });

function homeGroup(home: HomeAnswer, texts: FactTexts, { t }: Words): FactGroup {
  const { listing } = home;
  const { text, asReported, lookup, lookups, number, is, stated, expected, area, acres, doubted } = texts;
  const subType = listing.propertySubType ?? listing.propertySubTypeRaw;
  // The class alone tells some types: land, a home in a park, a building of several units.
  const byClass = home.homeType === 'other' ? [] : text(t(`type.${home.homeType}`));
  return {
    title: 'listing.group.home',
    facts: [
      fact('fact.type', subType === null ? stated(byClass) : lookup('propertySubType', subType)),
      fact('fact.structure', lookups('structureType')),
      fact('fact.style', lookups('architecturalStyle')),
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
      fact('fact.area_source', lookup('livingAreaSource', listing.livingAreaSource)),
      fact('fact.lot', [...area(listing.lotSizeSquareFeet), ...acres(listing)]),
      fact('fact.stories', number(listing.storiesTotal, 'fact.stories_value')),
      fact('fact.level', number(listing.entryLevel, 'fact.level_value')),
      fact('fact.condition', lookups('propertyCondition')),
      fact('fact.new', is(listing.newConstructionYN)),
      fact('fact.ownership', lookup('commonInterest', listing.commonInterest)),
      fact('fact.faces', lookup('directionFaces', listing.directionFaces), 'listing.faces_note'),
      fact('fact.subdivision', asReported(listing.subdivisionName)),
      fact('fact.building_name', asReported(listing.buildingName)),
      fact('fact.cross_street', asReported(listing.crossStreet)),
      fact('fact.directions', asReported(listing.directions)),
    ],
  };
}

function outsideGroup({ listing }: HomeAnswer, texts: FactTexts): FactGroup {
  const { lookup, lookups, flag, is } = texts;
  return {
    title: 'listing.group.outside',
    facts: [
      fact('fact.view', listOrFlag(lookups('view'), flag(listing.viewYN))),
      fact('fact.waterfront', is(listing.waterfrontYN)),
      fact(
        'fact.pool',
        lookup('poolFeatures', POOL_WORDS[parsePool(listing) ?? ''] ?? null),
        'listing.computed_pool',
      ),
      fact('fact.pool_features', lookups('poolFeatures')),
      fact('fact.spa', flag(listing.spaYN)),
      fact('fact.exterior', lookups('exteriorFeatures')),
      fact('fact.other_structures', lookups('otherStructures')),
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
            expected(
              'fact.beds',
              'BedroomsTotal',
              listing.bedroomsTotal === 0 ? [{ text: t('card.studio') }] : number(listing.bedroomsTotal),
              doubted('bedroomsTotal'),
            ),
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
      fact('fact.interior', lookups('interiorFeatures')),
      fact('fact.flooring', lookups('flooring')),
      fact('fact.appliances', lookups('appliances')),
      fact('fact.laundry', lookups('laundryFeatures')),
      fact('fact.heating', listOrFlag(lookups('heating'), flag(listing.heatingYN))),
      fact('fact.cooling', listOrFlag(lookups('cooling'), flag(listing.coolingYN))),
      fact('fact.fireplaces', count(listing.fireplacesTotal)),
      fact('fact.accessibility', lookups('accessibilityFeatures')),
      fact('fact.security', lookups('securityFeatures')),
    ],
  };
}

function parkingGroup({ listing }: HomeAnswer, texts: FactTexts): FactGroup {
  const { lookups, count } = texts;
  return {
    title: 'listing.group.parking',
    facts: [
      fact('fact.parking_total', count(listing.parkingTotal, 'fact.spaces')),
      fact('fact.garage', count(listing.garageSpaces, 'fact.spaces')),
      fact('fact.parking', lookups('parkingFeatures')),
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
      // Not for rentals: a cost of the owner.
      ...(home.homeType === 'land' || rent ? [] : feeFacts(home, words)),
      fact('fact.hoa_includes', rent ? [] : lookups('associationFeeIncludes')),
      fact('fact.amenities', lookups('associationAmenities')),
      fact('fact.community', lookups('communityFeatures')),
      fact('fact.senior', is(listing.seniorCommunityYN)),
    ],
  };
}

function leaseGroup(home: HomeAnswer, texts: FactTexts, { t }: Words): FactGroup {
  const { listing } = home;
  const { text, lookup, lookups, number, usd, day, stated, petsFlag } = texts;
  const rent = home.searchType === 'rent';
  // As of the record's own time, so that server and browser render the same.
  const available = availableFrom(listing, (home.source.asOf ?? listing.modificationTimestamp).slice(0, 10));
  const pets = [
    ...listOrFlag(lookups('petsAllowed'), petsFlag(listing.petsAllowedYN)),
    ...number(listing.maximumNumberOfPets || null, 'fact.pets_most'),
  ];
  const deposit = listing.securityDeposit === 0 ? text(t('fact.deposit_none')) : usd(listing.securityDeposit);
  return {
    title: LEASE,
    facts: [
      fact('fact.lease_term', lookups('leaseTerm')),
      fact('fact.deposit', rent ? stated(deposit) : deposit),
      fact('fact.required_fees', rent ? stated(usd(listing.requiredMonthlyFees)) : []),
      fact('fact.ongoing_fees', lookups('ongoingFees')),
      fact('fact.available', available === 'now' ? text(t('fact.available_now')) : day(available)),
      fact('fact.furnished', lookup('furnished', listing.furnished)),
      fact('fact.pets', rent ? stated(pets) : pets),
      fact('fact.rent_includes', lookups('rentIncludes')),
      fact('fact.tenant_pays', rent ? lookups('tenantPays') : []),
    ],
  };
}

/** Kinds of units with their rents, then the figures of the property as a whole. */
function incomeGroup({ listing }: HomeAnswer, facts: Fact[], words: Words): FactGroup {
  const { t, locale } = words;
  const usd = (key: MessageKey, amount: number | null) =>
    amount === null ? [] : [t(key, { amount: formatUsd(locale, amount) })];
  const units = listing.unitTypes.map((unit): LocalText => {
    const { bedsTotal: beds, bathsTotal: baths, unitsTotal: count } = unit;
    return {
      text: [
        ...(unit.unitTypeType === null ? [] : [lookupText('unitTypeType', unit.unitTypeType, words).text]),
        ...(count === null ? [] : [t('fact.unit_count', { count })]),
        ...(beds === null || /bedroom|studio/i.test(unit.unitTypeType ?? '')
          ? []
          : [beds === 0 ? t('card.studio') : t('card.beds', { beds: String(beds) })]),
        ...(baths === null ? [] : [t('card.baths', { baths: String(baths) })]),
        ...usd('fact.unit_rent', unit.actualRent),
        ...usd('fact.unit_pro_forma', unit.proForma),
        ...usd('fact.unit_total_rent', unit.totalRent),
        ...(unit.furnished === null ? [] : [lookupText('furnished', unit.furnished, words).text]),
        ...(unit.description === null ? [] : [unit.description]),
      ].join(', '),
    };
  });
  return { title: 'listing.group.income', facts: [fact('fact.units', units), ...facts] };
}

function parkGroup({ listing }: HomeAnswer, { flag }: FactTexts, words: Words): FactGroup {
  return {
    title: 'listing.group.park',
    facts: [
      fact('fact.land_lease', flag(listing.landLeaseYN)),
      fact('fact.land_rent', periodic(listing.landLeaseAmount, listing.landLeaseAmountFrequency, words)),
    ],
  };
}

/** "Kitchen (Main, 12 x 10 Feet)". */
function roomFacts({ listing }: HomeAnswer, words: Words): Fact[] {
  const rooms = listing.rooms.map((room): LocalText => {
    const name = room.roomType === null ? '' : lookupText('roomType', room.roomType, words).text;
    const more = [
      room.roomLevel === null ? null : lookupText('roomLevel', room.roomLevel, words).text,
      room.dimensions,
      room.roomArea === null ? null : words.t('unit.sqft', { sqft: String(room.roomArea) }),
      ...room.roomFeatures.map((one) => lookupText('roomFeatures', one, words).text),
      room.description,
    ].filter((part) => part !== null);
    return {
      text: name === '' || more.length === 0 ? name || more.join(', ') : `${name} (${more.join(', ')})`,
    };
  });
  return [fact('fact.rooms', rooms)];
}

function moneyGroup(home: HomeAnswer, texts: FactTexts, words: Words): FactGroup {
  const { listing } = home;
  const { text, lookups, usd, expected, doubted } = texts;
  const rent = home.searchType === 'rent';
  const { t, locale } = words;
  const { listPrice, livingArea } = listing;
  const perFoot = listPrice !== null && livingArea !== null && livingArea > 0 ? listPrice / livingArea : null;
  return {
    // Collapsed: price, fees, taxes and Mello-Roos are in the cost section.
    title: 'listing.group.money',
    isFolded: true,
    facts: [
      // The price at the top of a rental includes the fees; this is the rent alone.
      expected(
        rent ? 'cost.rent.rent' : 'fact.price',
        'ListPrice',
        usd(listing.listPrice),
        doubted('listPrice'),
      ),
      ...rentFacts(home, words),
      fact('fact.price_low', usd(listing.listPriceLow)),
      fact(
        'fact.price_original',
        listing.originalListPrice === listPrice ? [] : usd(listing.originalListPrice),
      ),
      fact(
        'fact.per_sqft',
        perFoot === null || rent
          ? []
          : [
              ...usd(Math.round(perFoot)),
              ...text(t('fact.per_pyeong', { amount: formatUsd(locale, Math.round(perFoot / toPyeong(1))) })),
            ],
        'listing.computed',
      ),
      fact(
        'fact.tax',
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
        'listing.tax_note',
      ),
      fact('fact.assessed', usd(listing.taxAssessedValue)),
      fact(
        readMelloRoos(listing) === null ? 'fact.assessments' : 'fact.mello',
        usd(listing.taxOtherAnnualAssessmentAmount),
      ),
      fact('fact.conditions', lookups('specialListingConditions')),
      fact('fact.terms', lookups('listingTerms')),
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
      fact('fact.elementary', asReported(listing.elementarySchool)),
      fact('fact.elementary_district', asReported(listing.elementarySchoolDistrict)),
      fact('fact.middle', asReported(listing.middleOrJuniorSchool)),
      fact('fact.high', asReported(listing.highSchool)),
      fact('fact.school_district', asReported(listing.highSchoolDistrict)),
    ],
  };
}

function recordGroup(home: HomeAnswer, texts: FactTexts, words: Words): FactGroup {
  const { listing } = home;
  const { text, asReported, lookup, number, day } = texts;
  const marketDay = readMarketDay(listing, home.source.asOf ?? listing.modificationTimestamp);
  const status = statusText(listing.standardStatus, home.searchType, words);
  const mlsStatus =
    listing.mlsStatus === listing.standardStatus ? [] : lookup('mlsStatus', listing.mlsStatus);
  return {
    title: 'listing.group.record',
    isFolded: true,
    facts: [
      fact('fact.status', [status]),
      // The local status of the MLS, where it differs.
      fact('fact.mls_status', mlsStatus[0]?.text === status.text ? [] : mlsStatus),
      fact('fact.status_changed', day(listing.statusChangeTimestamp)),
      fact('fact.listed', day(marketDay)),
      fact('fact.market_from', listing.onMarketDate === marketDay ? [] : day(listing.onMarketDate)),
      fact('fact.activation', listing.standardStatus === 'Coming Soon' ? day(listing.activationDate) : []),
      fact('fact.off_market', day(listing.offMarketDate)),
      fact('fact.days', number(home.marketTime.days, 'fact.days_value')),
      // Each MLS counts by its own rules.
      fact('fact.mls_days', number(listing.daysOnMarket, 'fact.days_value')),
      fact(
        'fact.mls_days_total',
        listing.cumulativeDaysOnMarket === listing.daysOnMarket
          ? []
          : number(listing.cumulativeDaysOnMarket, 'fact.days_value'),
      ),
      fact('fact.days_in_mls', number(listing.daysInMls, 'fact.days_value')),
      fact('fact.days_on_site', number(listing.daysOnSite, 'fact.days_value')),
      fact('fact.entered', day(listing.originalEntryTimestamp)),
      fact('fact.photos_changed', day(listing.photosChangeTimestamp)),
      fact('fact.photos_count', number(listing.photosCount)),
      fact('fact.time_zone', lookup('propertyTimeZoneName', listing.propertyTimeZoneName)),
      fact('fact.county', countyTexts(home, words)),
      fact('fact.mls_area', asReported(listing.mlsAreaMajor)),
      fact('fact.parcel', listing.parcelNumber === null ? [] : text(listing.parcelNumber)),
      fact('fact.mls_number', asReported(listing.listingId)),
      fact('fact.mls_system', asReported(listing.originatingSystemName)),
      fact('fact.property_type', lookup('propertyType', listing.propertyType)),
      fact(
        'fact.subtype_raw',
        listing.propertySubTypeRaw === listing.propertySubType ? [] : asReported(listing.propertySubTypeRaw),
      ),
    ],
  };
}

/** The dictionary's words for the values of `parsePool`. */
const POOL_WORDS: Record<string, string> = { private: 'Private', community: 'Community', none: 'None' };

/** The rent as reported, where that is not by the month. */
function rentFacts({ listing }: HomeAnswer, words: Words): Fact[] {
  const { rentStated: amount, leaseAmountFrequency: frequency } = listing;
  if (amount === null || frequency === null) return [];
  const values = {
    amount: formatUsd(words.locale, amount),
    frequency: lookupText('feeFrequency', frequency, words).text,
  };
  const note = listing.listPrice === null ? 'listing.not_by_month' : 'listing.computed';
  return [fact('fact.rent_stated', [{ text: words.t('fact.fee', values) }], note)];
}

/** The association's fee per month, and as reported where that is another figure. */
function feeFacts(home: HomeAnswer, words: Words): Fact[] {
  const { listing, associationFeeMonthly: monthly } = home;
  const { t, locale } = words;
  const stated = listAssociationFees(listing).flatMap(([amount, frequency]) =>
    periodic(amount, frequency, words),
  );
  const month =
    monthly === null
      ? t('listing.not_stated')
      : monthly === 0 && listing.associationYN === false
        ? t('fact.hoa_none')
        : t('fact.hoa_monthly', { amount: formatUsd(locale, monthly) });
  const same = stated.length <= 1 && listing.associationFeeFrequency === 'Monthly';
  return [
    fact(
      feeLabel(home),
      [monthly === null || monthly === 0 ? { text: month } : { text: month, usd: monthly }],
      monthly === null || monthly === 0 || same ? undefined : 'listing.computed',
    ),
    fact('fact.hoa_stated', same ? [] : stated),
  ];
}

/** "$300 (Quarterly)". */
function periodic(amount: number | null, frequency: string | null, words: Words): LocalText[] {
  if (amount === null) return [];
  const usd = formatUsd(words.locale, amount);
  if (frequency === null) return [{ text: words.t('fact.fee_unstated', { amount: usd }) }];
  const period = lookupText('feeFrequency', frequency, words).text;
  return [{ text: words.t('fact.fee', { amount: usd, frequency: period }) }];
}

/** The county in the page's language, with the reported text where it differs. */
function countyTexts(home: HomeAnswer, words: Words): LocalText[] {
  const name = countyText(home, words);
  const reported = home.listing.countyOrParish;
  if (words.locale !== 'en' && reported !== null && !name.includes(reported)) {
    return [{ text: `${name} (${reported})` }];
  }
  return name === '' ? [] : [{ text: name }];
}

/** A list, or its yes/no flag where the list is empty. */
function listOrFlag(list: LocalText[], flag: LocalText[]): LocalText[] {
  return list.length > 0 ? list : flag;
}
