import type { StandardStatus } from '@maru/listing';

/** One market's vocabulary → RESO (rules F85, F86); missing values are looked up in the default. Keys are in lower case. */
export interface MarketMap {
  /** → RESO PropertyType. */
  readonly listingTypes: Readonly<Record<string, string>>;
  /** → RESO PropertySubType, without ambiguous values. */
  readonly propertyTypes: Readonly<Record<string, string>>;
  readonly statuses: Readonly<Record<string, StandardStatus>>;
  /** Raw field without `xf_` → RESO field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values of `status=` for all listings on the market; null: the market's default. */
  readonly onMarket: readonly string[] | null;
}

/** RESO fields that markets send as `xf_` with the same letters in lower case (rule F96). */
const SAME_NAME =
  'AccessibilityFeatures|ActivationDate|AdditionalRent|AdditionalRentFrequency|Appliances|ArchitecturalStyle|' +
  'AssociationAmenities|AssociationFee|AssociationFee2|AssociationFee2Frequency|AssociationFeeFrequency|' +
  'AssociationFeeIncludes|AssociationYN|AvailabilityDate|BuildingName|CarportSpaces|CommonInterest|' +
  'CommunityFeatures|Cooling|CoolingYN|Country|CrossStreet|CumulativeDaysOnMarket|DirectionFaces|Directions|Disclaimer|' +
  'DocumentStatus|ElementarySchoolDistrict|EntryLevel|ExteriorFeatures|FireplaceYN|FireplacesTotal|Flooring|Furnished|GarageSpaces|Heating|' +
  'HeatingYN|InteriorFeatures|LeaseAmount|LeaseAmountFrequency|LeasePricePerArea|LeasePricePerSquareFoot|InternetAddressDisplayYN|InternetAutomatedValuationDisplayYN|' +
  'InternetConsumerCommentYN|InternetEntireListingDisplayYN|LaundryFeatures|LeaseTerm|Levels|ListAgentStateLicense|' +
  'CoListAgentStateLicense|CopyrightNotice|AttributionContact|ListPriceLow|ListingTerms|ListingURL|LivingAreaSource|' +
  'MaximumNumberOfPets|NewConstructionYN|OccupantType|OngoingFees|OnMarketDate|OpenParkingSpaces|OriginalEntryTimestamp|' +
  'OriginalListPrice|ParcelNumber|ParkingFeatures|ParkingTotal|PetsAllowed|PetsAllowedYN|PoolFeatures|PoolPrivateYN|' +
  'PreviousListPrice|PriceChangeTimestamp|PropertyCondition|PropertyTimeZoneName|RentIncludes|SecurityDeposit|' +
  'SecurityFeatures|SeniorCommunityYN|SpaYN|SpecialListingConditions|StatusChangeTimestamp|StoriesTotal|StructureType|' +
  'TaxAnnualAmount|TaxAssessedValue|TaxOtherAnnualAssessmentAmount|TaxYear|TenantPays|UniversalParcelId|UniversalPropertyId|View|' +
  'WaterfrontYN|YearBuilt';

const DEFAULT: MarketMap = {
  listingTypes: {
    residential: 'Residential',
    condominium: 'Residential',
    rental: 'Residential Lease',
    rentals: 'Residential Lease',
    'residential rental': 'Residential Lease',
    'residential lease': 'Residential Lease',
    lease: 'Residential Lease',
    'commercial lease': 'Commercial Lease',
    'commercial rental': 'Commercial Lease',
    commercial: 'Commercial Sale',
    'commercial sale': 'Commercial Sale',
    business: 'Business Opportunity',
    'business opportunity': 'Business Opportunity',
    land: 'Land',
    lots: 'Land',
    'lots/land': 'Land',
    'lots & land': 'Land',
    'lots and land': 'Land',
    'vacant land': 'Land',
    farm: 'Farm',
    multifamily: 'Residential Income',
    'multi-family': 'Residential Income',
    'multi family': 'Residential Income',
    income: 'Residential Income',
    'residential income': 'Residential Income',
    mobile: 'Manufactured In Park',
    'manufactured in park': 'Manufactured In Park',
  },
  // Without "Attached", "Attached Single" and "Residential", which include both condominiums and townhouses.
  propertyTypes: {
    detached: 'Single Family Residence',
    'detached single': 'Single Family Residence',
    single: 'Single Family Residence',
    'single family': 'Single Family Residence',
    'single family home': 'Single Family Residence',
    'single family detached': 'Single Family Residence',
    'single family residence': 'Single Family Residence',
    'single-family': 'Single Family Residence',
    house: 'Single Family Residence',
    condo: 'Condominium',
    condos: 'Condominium',
    condominium: 'Condominium',
    'flat condo': 'Condominium',
    'high rise': 'Condominium',
    'co-op': 'Stock Cooperative',
    coop: 'Stock Cooperative',
    cooperative: 'Stock Cooperative',
    townhouse: 'Townhouse',
    townhome: 'Townhouse',
    'town house': 'Townhouse',
    'row house': 'Townhouse',
    apartment: 'Apartment',
    apartments: 'Apartment',
    duplex: 'Duplex',
    triplex: 'Triplex',
    fourplex: 'Quadruplex',
    quadplex: 'Quadruplex',
    quadruplex: 'Quadruplex',
    multifamily: 'Multi Family',
    'multi-family': 'Multi Family',
    'multi family': 'Multi Family',
    manufactured: 'Manufactured Home',
    'manufactured home': 'Manufactured Home',
    'mobile home': 'Mobile Home',
    'mobile/manufactured': 'Manufactured Home',
    land: 'Unimproved Land',
    lot: 'Unimproved Land',
    'lots/land': 'Unimproved Land',
    'vacant land': 'Unimproved Land',
    'unimproved land': 'Unimproved Land',
  },
  statuses: {
    active: 'Active',
    act: 'Active',
    a: 'Active',
    new: 'Active',
    'new listing': 'Active',
    available: 'Active',
    'for sale': 'Active',
    'for rent': 'Active',
    'price change': 'Active',
    'price changed': 'Active',
    're-activated': 'Active',
    reactivated: 'Active',
    'back on market': 'Active',
    extended: 'Active',
    'active under contract': 'Active Under Contract',
    activeundercontract: 'Active Under Contract',
    auc: 'Active Under Contract',
    contingent: 'Active Under Contract',
    'active contingent': 'Active Under Contract',
    'contingent - show': 'Active Under Contract',
    'accepting backup offers': 'Active Under Contract',
    'active option contract': 'Active Under Contract',
    'coming soon': 'Coming Soon',
    comingsoon: 'Coming Soon',
    cs: 'Coming Soon',
    pending: 'Pending',
    pend: 'Pending',
    p: 'Pending',
    'pending sale': 'Pending',
    'pending - no show': 'Pending',
    'contingent - no show': 'Pending',
    'under contract': 'Pending',
    'in escrow': 'Pending',
    closed: 'Closed',
    sold: 'Closed',
    leased: 'Closed',
    rented: 'Closed',
    comp: 'Closed',
    'closed sale': 'Closed',
    hold: 'Hold',
    'on hold': 'Hold',
    'temporarily off market': 'Hold',
    'temp off market': 'Hold',
    withdrawn: 'Withdrawn',
    'off market': 'Withdrawn',
    canceled: 'Canceled',
    cancelled: 'Canceled',
    terminated: 'Canceled',
    expired: 'Expired',
    deleted: 'Delete',
    delete: 'Delete',
    incomplete: 'Incomplete',
    draft: 'Incomplete',
  },
  fields: {
    ...Object.fromEntries(SAME_NAME.split('|').map((name) => [name.toLowerCase(), name])),
    apn: 'ParcelNumber',
    frontexposure: 'DirectionFaces',
    laundry: 'LaundryFeatures',
    dateavailable: 'AvailabilityDate',
    deposit: 'SecurityDeposit',
    securitydepositamount: 'SecurityDeposit',
    melloroos: 'TaxOtherAnnualAssessmentAmount',
    melloroosfee: 'TaxOtherAnnualAssessmentAmount',
    mellorooscharge: 'TaxOtherAnnualAssessmentAmount',
    taxotherassessment: 'TaxOtherAnnualAssessmentAmount',
    pool: 'PoolFeatures',
    hoafee: 'AssociationFee',
    hoafeefrequency: 'AssociationFeeFrequency',
  },
  onMarket: null,
};

/** By market code in lower case. */
const MARKETS: Readonly<Record<string, Partial<MarketMap>>> = {
  // Midwest Real Estate Data: as used by its clients.
  mred: {
    statuses: { contingent: 'Active Under Contract', 'temporarily no showings': 'Active' },
    onMarket: ['Active', 'New', 'Contingent', 'Re-activated', 'Price Change', 'Pending'],
  },
};

export function findMarketMap(market: string): MarketMap {
  const own = MARKETS[market.toLowerCase()] ?? {};
  return {
    listingTypes: { ...DEFAULT.listingTypes, ...own.listingTypes },
    propertyTypes: { ...DEFAULT.propertyTypes, ...own.propertyTypes },
    statuses: { ...DEFAULT.statuses, ...own.statuses },
    fields: { ...DEFAULT.fields, ...own.fields },
    onMarket: own.onMarket ?? DEFAULT.onMarket,
  };
}

/** By the property that `markets/enumerate` returns. */
export function knownWords(map: MarketMap): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return { listingType: map.listingTypes, propertyType: map.propertyTypes, status: map.statuses };
}

/** Ignores case and spaces; own properties only, so "constructor" has no entry. */
export function findWord<T extends string>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  const key = word.trim().toLowerCase().replace(/\s+/g, ' ');
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const RENTAL_WORD = /\b(rent|rents|rental|rentals|lease|leases|leased|leasing)\b/i;

/**
 * Sale or rental is decided by this value alone, never by the price (rule F7). Unknown values stay unchanged, except that
 * any mention of rent or lease is a lease: a rent must not be displayed as a sale.
 */
export function findPropertyType(map: MarketMap, listingType: string): { value: string; isKnown: boolean } {
  const known = findWord(map.listingTypes, listingType);
  if (known !== undefined) return { value: known, isKnown: true };
  if (!RENTAL_WORD.test(listingType)) return { value: listingType.trim(), isKnown: false };
  return {
    value: /commercial|business|office|retail|industrial/i.test(listingType)
      ? 'Commercial Lease'
      : 'Residential Lease',
    isKnown: false,
  };
}
