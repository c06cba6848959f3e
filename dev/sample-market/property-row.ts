import { type Area, hoursBehindUtc } from './areas.ts';
import { directionsTo } from './directions.ts';
import { applyDirt } from './dirt.ts';
import { furtherFacts, isInPark } from './further-facts.ts';
import type { HomeFacts } from './home-facts.ts';
import { inventLease } from './lease.ts';
import { DAY, HOUR } from './life.ts';
import { parcelNumber } from './listing-numbers.ts';
import { buildMedia } from './media.ts';
import { hashOf, type Random, randomOf } from './random.ts';
import { saysRoomForPool, writeRemarks } from './remarks.ts';
import type { ResoRow } from './reso-row.ts';
import { inventSchools } from './schools.ts';
import { arterialNear } from './street-names.ts';

/** Prefix of every confidential text: it must never reach a visitor, and tests search for it. */
export const CONFIDENTIAL_MARK = 'CONFIDENTIAL-SAMPLE';

/** Well-known neighborhoods, used instead of the city. */
const MLS_AREAS: Record<string, string> = {
  koreatown: 'Koreatown',
  '92130': 'Carmel Valley',
  '92129': 'Rancho Penasquitos',
  '92127': 'Rancho Bernardo',
};

const COMPASS = ['North', 'Northeast', 'East', 'Southeast', 'South', 'Southwest', 'West', 'Northwest'];

/**
 * The RESO Property row of a home. Pure. `Media` is a lazy getter (200,000 homes have two million pictures), and
 * still an own, enumerable member.
 */
export function propertyRow(home: HomeFacts, mediaBase: string): ResoRow {
  const random = randomOf(home.salt, 'row');
  const { area, lot, kind, rent } = home;
  const land = kind === 'land';
  const attached = kind === 'condo' || kind === 'apartment' || kind === 'townhouse';
  const known = (probability: number) => random.chance(probability);
  const address = formatAddress(home);
  const photosAt = formatInstant(home.photosAt, '');
  const modified = formatInstant(home.modifiedAt, home.micros);
  const feeKnown = known(0.85);
  const frequency = random.pick([
    'Monthly',
    'Monthly',
    'Monthly',
    'Monthly',
    'Monthly',
    'Quarterly',
    'Annually',
    'Semi-Annually',
  ]);
  const paymentsAYear = { Monthly: 12, Quarterly: 4, Annually: 1, 'Semi-Annually': 2 }[frequency] ?? 12;
  const twoAssociations = home.associationFee > 0 && area.irvine && known(0.25);
  const lastYear = new Date(home.enteredAt).getUTCFullYear() - 1;
  const boughtYear = Math.min(lastYear, Math.max(home.yearBuilt, lastYear - 1 - random.int(0, 32)));
  // California keeps the value at purchase (Proposition 13); elsewhere it follows the market.
  const assessed = Math.round(
    home.value * 0.9 * (area.state === 'CA' ? 0.96 ** (lastYear + 1 - boughtYear) : 1),
  );
  const schools = inventSchools(area, lot.village, random);
  const bathParts = known(0.94);
  const confidential = known(0.5);
  const agent = home.agent;
  const cooling = chooseCooling(home, random);
  const building = land ? NO_BUILDING : buildBuilding(home, bathParts, cooling, random);
  const lease = rent ? inventLease(home) : null;
  const closed = home.status === 'Closed';
  const gone = !/^(Active|Coming Soon)/.test(home.status);
  const flags = home.flags ?? [
    home.displayEntire,
    home.displayAddress,
    known(0.9) ? true : known(0.5) ? false : null,
    known(0.9) ? true : known(0.5) ? false : null,
  ];
  // The MLS states local dates.
  const day = (instant: number) =>
    formatDate(instant - (hoursBehindUtc(area) - summerHours(area, instant)) * HOUR);
  // One literal without later additions: the rows then share a hidden class, which takes a quarter of the memory.
  const row: ResoRow = {
    ListingKey: home.key,
    ListingId: home.listingId,
    OriginatingSystemName: MLS_NAMES[home.dataset],
    OriginatingSystemKey: home.key,
    SourceSystemName: MLS_NAMES[home.dataset],
    SourceSystemKey: home.key,
    ParcelNumber:
      land || (!attached && known(0.9)) ? parcelNumber(home.home, home.dataset === 'sample-two') : null,
    PropertyType: formatPropertyType(home),
    PropertySubType: chooseSubType(home, random),
    StructureType: land
      ? []
      : [
          kind === 'multi'
            ? 'Duplex'
            : kind === 'townhouse'
              ? 'Townhouse'
              : kind === 'manufactured'
                ? 'Manufactured House'
                : attached
                  ? 'Multi Family'
                  : 'House',
        ],
    ArchitecturalStyle: land || known(0.12) ? [] : [home.style],
    CommonInterest: kind === 'condo' ? 'Condominium' : home.hasAssociation ? 'Planned Development' : null,
    StandardStatus: home.status,
    MlsStatus: home.status,
    MajorChangeType: home.majorChange,
    MajorChangeTimestamp: formatInstant(Math.max(home.statusAt, home.priceChangedAt ?? 0), ''),
    ListPrice: home.listPrice,
    OriginalListPrice: known(0.9) ? home.originalListPrice : null,
    PreviousListPrice: home.previousListPrice,
    PriceChangeTimestamp: home.priceChangedAt === null ? null : formatInstant(home.priceChangedAt, ''),
    ClosePrice: UNDISCLOSED.has(area.state) ? null : home.closePrice,
    CloseDate: closed ? day(home.statusAt) : null,
    PendingTimestamp: home.contractAt === null ? null : formatInstant(home.contractAt, ''),
    PurchaseContractDate: home.contractAt === null ? null : day(home.contractAt),
    ContingentDate:
      home.status === 'Active Under Contract' && home.contractAt !== null ? day(home.contractAt) : null,
    OffMarketDate: gone ? day(home.contractAt ?? home.statusAt) : null,
    BackOnMarketDate: home.backAt === null ? null : day(home.backAt),
    ActivationDate: home.status === 'Coming Soon' ? day(home.enteredAt + 7 * DAY) : null,
    ListingContractDate: day(home.enteredAt - random.int(0, 4) * DAY),
    OnMarketDate: day(home.enteredAt),
    OriginalEntryTimestamp: formatInstant(home.enteredAt, ''),
    StatusChangeTimestamp: formatInstant(home.statusAt, ''),
    ModificationTimestamp: modified,
    PhotosChangeTimestamp: photosAt,
    DaysOnMarket: gone ? Math.floor(((home.contractAt ?? home.statusAt) - home.enteredAt) / DAY) : null,
    UnparsedAddress: address.unparsed,
    StreetNumber: String(lot.number),
    StreetNumberNumeric: lot.number,
    StreetDirPrefix: null,
    StreetName: lot.street.name,
    StreetSuffix: address.suffix,
    UnitNumber: address.unit,
    City: area.city,
    CountyOrParish: area.county,
    StateOrProvince: area.state,
    PostalCode: area.zip,
    Country: 'US',
    SubdivisionName: lot.village ?? (known(0.4) ? nameTract(home) : null),
    MLSAreaMajor:
      lot.village === null
        ? (MLS_AREAS[area.zip] ?? MLS_AREAS[area.lattice] ?? null)
        : `${lot.village} (${area.city})`,
    BuildingName: lot.floors > 4 && lot.village === null ? `${lot.street.name} Tower` : null,
    CrossStreet: known(0.3) ? arterialNear(area) : null,
    Directions: known(0.45) ? directionsTo(home) : null,
    Latitude: lot.latitude,
    Longitude: lot.longitude,
    PropertyTimeZoneName: area.timeZone,
    DirectionFaces: land || known(0.3) ? null : COMPASS[Math.round(lot.facing / 45) % 8],
    LotSizeSquareFeet: home.lotSize > 0 && known(0.95) ? measured(home, home.lotSize) : null,
    LotSizeAcres: home.lotSize > 0 ? Math.round((home.lotSize / 43_560) * 1000) / 1000 : null,
    View: home.views.length > 0 ? home.views : known(0.3) ? ['None'] : [],
    ViewYN: home.views.length > 0 ? true : null,
    WaterfrontYN: lot.besideWater && known(0.15) ? true : known(0.7) ? false : null,
    ElementarySchool: schools.elementary,
    MiddleOrJuniorSchool: schools.middle,
    HighSchool: schools.high,
    HighSchoolDistrict: schools.district,
    ElementarySchoolDistrict: schools.district,
    AssociationYN: land ? null : feeKnown ? home.hasAssociation : null,
    AssociationFee:
      feeKnown && home.hasAssociation ? Math.round((home.associationFee * 12) / paymentsAYear) : null,
    AssociationFeeFrequency: feeKnown && home.hasAssociation ? frequency : null,
    AssociationFee2: feeKnown && twoAssociations ? Math.round(home.associationFee * 0.4) : null,
    AssociationFee2Frequency: feeKnown && twoAssociations ? 'Monthly' : null,
    AssociationFeeIncludes:
      attached && feeKnown
        ? random.some(
            ['Insurance', 'Maintenance Grounds', 'Maintenance Structure', 'Sewer', 'Trash', 'Water'],
            3,
          )
        : [],
    AssociationAmenities: home.hasAssociation
      ? [
          ...(home.communityPool ? ['Pool', 'Spa/Hot Tub'] : []),
          ...random.some(
            ['Barbecue', 'Clubhouse', 'Fitness Center', 'Playground', 'Tennis Court(s)', 'Trail(s)'],
            random.int(0, 3),
          ),
          ...(lot.floors > 3 ? ['Elevator(s)'] : []),
        ]
      : [],
    CommunityFeatures: random
      .some(['Curbs', 'Park', 'Sidewalks', 'Street Lights', 'Suburban'], random.int(1, 4))
      .concat(home.communityPool ? ['Pool'] : []),
    SeniorCommunityYN: home.senior ? true : known(0.6) ? false : null,
    TaxAnnualAmount:
      rent || known(0.12) ? null : Math.round(assessed * (TAX_RATES[area.state] ?? 0.0105) + 20),
    TaxAssessedValue: rent ? null : assessed,
    TaxYear: rent ? null : lastYear,
    TaxOtherAnnualAssessmentAmount: rent
      ? null
      : home.melloRoos > 0
        ? home.melloRoos
        : area.state === 'CA' && known(0.6)
          ? 0
          : null,
    SpecialListingConditions: rent
      ? []
      : [
          known(0.96)
            ? 'Standard'
            : random.pick(['Trust', 'Probate Listing', 'Short Sale', 'Real Estate Owned']),
        ],
    ListingTerms: rent ? [] : ['Cash', 'Conventional', ...(known(0.4) ? ['FHA', 'VA Loan'] : [])],
    ParkingTotal: land ? null : known(0.85) ? home.garage + (attached ? 0 : 2) : null,
    GarageSpaces: land || known(0.06) ? null : home.garage,
    GarageYN: land ? null : home.garage > 0,
    AttachedGarageYN: land ? null : home.garage > 0 && home.yearBuilt > 1960,
    ParkingFeatures: land
      ? []
      : home.garage > 0
        ? ['Garage', ...(attached ? ['Assigned'] : ['Driveway', 'Direct Access'])]
        : random.pick([['Assigned', 'Carport'], ['On Street'], ['Driveway']]),
    InternetEntireListingDisplayYN: flags[0],
    InternetAddressDisplayYN: flags[1],
    InternetAutomatedValuationDisplayYN: flags[2],
    InternetConsumerCommentYN: flags[3],
    FeedTypes: known(0.8) ? ['IDX'] : [],
    ListAgentKey: agent.key,
    ListAgentMlsId: agent.mlsId,
    ListAgentFullName: `${agent.first} ${agent.last}`,
    ListAgentFirstName: agent.first,
    ListAgentLastName: agent.last,
    ListAgentDirectPhone: agent.phone,
    ListAgentEmail: agent.email,
    ListAgentStateLicense: agent.license,
    CoListAgentKey: home.coAgent?.key ?? null,
    CoListAgentFullName: home.coAgent ? `${home.coAgent.first} ${home.coAgent.last}` : null,
    CoListAgentDirectPhone: home.coAgent?.phone ?? null,
    CoListAgentEmail: home.coAgent?.email ?? null,
    CoListAgentStateLicense: home.coAgent?.license ?? null,
    CoListOfficeName: home.coAgent?.office.name ?? null,
    BuyerAgentFullName: closed && home.coAgent ? `${home.coAgent.first} ${home.coAgent.last}` : null,
    BuyerOfficeName: closed ? (home.coAgent?.office.name ?? agent.office.name) : null,
    ListOfficeKey: agent.office.key,
    ListOfficeMlsId: agent.office.mlsId,
    ListOfficeName: agent.office.name,
    ListOfficePhone: agent.office.phone,
    AttributionContact: known(0.8) ? agent.phone : null,
    CopyrightNotice: `© ${MLS_NAMES[home.dataset]}`,
    VirtualTourURLUnbranded: known(0.1) ? `https://tours.example.com/${home.key}` : null,
    PublicRemarks: writeRemarks(home),
    PrivateRemarks: confidential
      ? `${CONFIDENTIAL_MARK} Seller prefers a quick close. Call before showing.`
      : null,
    ShowingInstructions: confidential
      ? `${CONFIDENTIAL_MARK} Gate code at the office, lockbox on the left.`
      : null,
    LockBoxSerialNumber: known(0.3) ? `${CONFIDENTIAL_MARK}-${random.int(10_000, 99_999)}` : null,
    LockBoxLocation: known(0.2) ? `${CONFIDENTIAL_MARK} front hose bib` : null,
    BuyerAgencyCompensation: known(0.06) ? `${CONFIDENTIAL_MARK} 2.5` : null,
    BuyerAgencyCompensationType: null,
    PhotosCount: home.photosCount,
    BedroomsTotal: building.BedroomsTotal,
    BathroomsFull: building.BathroomsFull,
    BathroomsHalf: building.BathroomsHalf,
    BathroomsTotalInteger: building.BathroomsTotalInteger,
    LivingArea: building.LivingArea,
    LivingAreaUnits: building.LivingAreaUnits,
    LivingAreaSource: building.LivingAreaSource,
    YearBuilt: building.YearBuilt,
    StoriesTotal: building.StoriesTotal,
    Levels: building.Levels,
    EntryLevel: building.EntryLevel,
    NewConstructionYN: building.NewConstructionYN,
    PropertyCondition: building.PropertyCondition,
    Cooling: building.Cooling,
    CoolingYN: building.CoolingYN,
    Heating: building.Heating,
    HeatingYN: building.HeatingYN,
    FireplacesTotal: building.FireplacesTotal,
    FireplaceYN: building.FireplaceYN,
    Flooring: building.Flooring,
    Appliances: building.Appliances,
    InteriorFeatures: building.InteriorFeatures,
    ExteriorFeatures: building.ExteriorFeatures,
    LaundryFeatures: building.LaundryFeatures,
    AccessibilityFeatures: building.AccessibilityFeatures,
    SecurityFeatures: land
      ? null
      : random.some(
          ['Carbon Monoxide Detector(s)', 'Smoke Detector(s)', 'Gated Community', 'Key Card Entry'],
          random.int(0, 2),
        ),
    PoolPrivateYN: building.PoolPrivateYN,
    PoolFeatures: building.PoolFeatures,
    SpaYN: building.SpaYN,
    OccupantType: building.OccupantType,
    OtherStructures: building.OtherStructures,
    PowerProductionType: building.PowerProductionType,
    CurrentUse: land ? ['Vacant'] : null,
    TenantPays: lease === null ? null : known(0.5) ? ['Electricity', 'Gas'] : [],
    LeaseTerm: lease?.term ?? null,
    LeaseAmountFrequency: lease === null ? null : 'Monthly',
    Furnished: lease?.furnished ?? null,
    AvailabilityDate: lease?.availableAt == null ? null : formatDate(lease.availableAt),
    PetsAllowed: lease?.pets ?? null,
    RentIncludes: lease?.includes ?? null,
    SecurityDeposit: lease?.deposit ?? null,
    AdditionalRent: lease?.requiredFees ?? null,
    AdditionalRentFrequency: lease?.requiredFees == null ? null : 'Monthly',
    OngoingFees: lease?.ongoingFees ?? null,
    get Media() {
      return buildMedia(home, mediaBase, photosAt);
    },
  };
  // Not spread in the literal above, which takes five times as long.
  Object.assign(row, furtherFacts(home, CONFIDENTIAL_MARK));
  applyDirt(row, home);
  return row;
}

type BuildingField = (typeof BUILDING_FIELDS)[number];
const BUILDING_FIELDS = [
  'BedroomsTotal',
  'BathroomsFull',
  'BathroomsHalf',
  'BathroomsTotalInteger',
  'LivingArea',
  'LivingAreaUnits',
  'LivingAreaSource',
  'YearBuilt',
  'StoriesTotal',
  'Levels',
  'EntryLevel',
  'NewConstructionYN',
  'PropertyCondition',
  'Cooling',
  'CoolingYN',
  'Heating',
  'HeatingYN',
  'FireplacesTotal',
  'FireplaceYN',
  'Flooring',
  'Appliances',
  'InteriorFeatures',
  'ExteriorFeatures',
  'LaundryFeatures',
  'AccessibilityFeatures',
  'PoolPrivateYN',
  'PoolFeatures',
  'SpaYN',
  'OccupantType',
  'OtherStructures',
  'PowerProductionType',
] as const;
/** Null for land. */
const NO_BUILDING = Object.fromEntries(BUILDING_FIELDS.map((field) => [field, null])) as Record<
  BuildingField,
  null
>;

function buildBuilding(
  home: HomeFacts,
  bathParts: boolean,
  cooling: string[],
  random: Random,
): Record<BuildingField, unknown> {
  const { area, kind } = home;
  const known = (probability: number) => random.chance(probability);
  const attached = kind === 'condo' || kind === 'apartment';
  const modern = home.yearBuilt > 2005 || home.remodeled;
  const thisYear = new Date(home.modifiedAt).getUTCFullYear();
  const roomForPool = saysRoomForPool(home);
  return {
    BedroomsTotal: home.beds,
    BathroomsFull: bathParts ? home.fullBaths : null,
    BathroomsHalf: bathParts ? home.halfBaths : null,
    BathroomsTotalInteger: home.fullBaths + home.halfBaths,
    LivingArea: known(0.985) ? measured(home, home.livingArea) : null,
    LivingAreaUnits: 'Square Feet',
    LivingAreaSource: random.pick(['Assessor', 'Assessor', 'Public Records', 'Builder', 'Appraiser']),
    YearBuilt: known(0.97) ? home.yearBuilt : null,
    StoriesTotal: known(0.92) ? (attached ? Math.max(1, home.lot.floors) : home.stories) : null,
    Levels: [home.stories === 1 ? 'One' : home.stories === 2 ? 'Two' : 'Three Or More'],
    EntryLevel: attached ? home.lot.floor : 1,
    NewConstructionYN: home.yearBuilt >= thisYear - 1 ? true : known(0.8) ? false : null,
    PropertyCondition:
      home.yearBuilt >= thisYear - 1 ? ['New Construction'] : home.remodeled ? ['Updated/Remodeled'] : [],
    Cooling: cooling,
    CoolingYN: cooling.length === 0 ? null : !cooling.includes('None'),
    Heating:
      area.region === 'hawaii'
        ? ['None']
        : [
            random.pick([
              'Central',
              'Forced Air',
              'Forced Air',
              'Heat Pump',
              home.yearBuilt < 1960 ? 'Wall Furnace' : 'Central',
            ]),
          ],
    HeatingYN: area.region !== 'hawaii',
    FireplacesTotal: home.fireplace ? random.pick([1, 1, 2]) : known(0.6) ? 0 : null,
    FireplaceYN: home.fireplace,
    Flooring: random.some(['Carpet', 'Hardwood', 'Laminate', 'Tile', 'Vinyl', 'Wood'], random.int(1, 3)),
    Appliances: [
      'Dishwasher',
      'Disposal',
      ...random.some(
        [
          'Gas Range',
          'Electric Range',
          'Microwave',
          'Refrigerator',
          'Range Hood',
          'Water Heater',
          'Tankless Water Heater',
        ],
        random.int(2, 4),
      ),
      ...(home.rent && known(0.5) ? ['Washer', 'Dryer'] : []),
    ],
    InteriorFeatures: random
      .some(
        [
          'Breakfast Bar',
          'Built-in Features',
          'Ceiling Fan(s)',
          'High Ceilings',
          'Kitchen Island',
          'Open Floorplan',
          'Pantry',
          'Recessed Lighting',
          'Walk-In Closet(s)',
        ],
        random.int(1, 5),
      )
      .concat(modern ? ['Stone Counters'] : []),
    ExteriorFeatures: attached
      ? ['Balcony']
      : random.some(['Barbecue', 'Garden', 'Lighting', 'Private Yard', 'Rain Gutters'], random.int(1, 3)),
    LaundryFeatures: known(0.9)
      ? kind === 'apartment' && known(0.5)
        ? ['Common Area']
        : attached
          ? random.pick([['In Unit'], ['Laundry Closet'], ['Inside']])
          : random.pick([
              ['Laundry Room'],
              ['In Garage'],
              ['Inside', 'Upper Level'],
              ['Gas Dryer Hookup', 'Washer Hookup'],
            ])
      : [],
    AccessibilityFeatures:
      home.lot.floors > 4
        ? ['Accessible Elevator Installed']
        : known(0.03)
          ? ['Accessible Entrance', 'Accessible Full Bath']
          : [],
    PoolPrivateYN: home.pool ? true : known(0.8) && !(roomForPool && home.salt % 3 > 0) ? false : null,
    PoolFeatures: [
      ...(home.pool ? ['Private', 'In Ground', ...(known(0.5) ? ['Heated'] : [])] : []),
      ...(home.communityPool ? ['Association', 'Community'] : []),
    ].concat(!home.pool && !home.communityPool && known(0.5) && !roomForPool ? ['None'] : []),
    SpaYN: home.spa ? true : known(0.7) ? false : null,
    OccupantType: random.pick(['Owner', 'Vacant', 'Tenant']),
    OtherStructures: home.adu ? ['Guest House'] : [],
    PowerProductionType: home.solar ? ['Photovoltaics'] : [],
  };
}

function formatPropertyType(home: HomeFacts): string {
  if (home.rent) return 'Residential Lease';
  if (home.kind === 'land') return 'Land';
  if (home.kind === 'multi') return 'Residential Income';
  if (isInPark(home)) return 'Manufactured In Park';
  return 'Residential';
}

function chooseSubType(home: HomeFacts, random: Random): string {
  switch (home.kind) {
    case 'house':
      return 'Single Family Residence';
    case 'townhouse':
      return 'Townhouse';
    case 'condo':
      return home.area.state === 'NY' && random.chance(0.5) ? 'Stock Cooperative' : 'Condominium';
    case 'apartment':
      return home.rent ? 'Apartment' : 'Condominium';
    case 'multi':
      return home.beds > 6 ? 'Triplex' : 'Duplex';
    case 'manufactured':
      return 'Manufactured Home';
    case 'land':
      return 'Unimproved Land';
  }
}

function chooseCooling(home: HomeFacts, random: Random): string[] {
  const { region } = home.area;
  if (random.chance(0.08)) return [];
  const cool = region === 'northwest' || region === 'hawaii' || home.yearBuilt < 1955;
  if (cool)
    return random.pick([
      ['None'],
      ['Ceiling Fan(s)'],
      ['Wall/Window Unit(s)'],
      ['Heat Pump'],
      ['Central Air'],
    ]);
  return random.pick([
    ['Central Air'],
    ['Central Air'],
    ['Central Air', 'Electric'],
    ['Central Air', 'Ceiling Fan(s)'],
    ['Heat Pump'],
  ]);
}

/** The first MLS writes "Culver Dr" and "#4B", the second "Culver Drive" and "Apt 4B". */
function formatAddress(home: HomeFacts): { unparsed: string; suffix: string; unit: string | null } {
  const { lot } = home;
  const first = home.dataset === 'sample';
  const suffix = first ? lot.street.suffix : (SUFFIXES[lot.street.suffix] ?? lot.street.suffix);
  const unit = lot.unit === null ? null : first ? lot.unit : `Apt ${lot.unit}`;
  const door = unit === null ? '' : first ? ` #${unit}` : ` ${unit}`;
  return { unparsed: `${lot.number} ${lot.street.name} ${suffix}${door}`, suffix, unit };
}

const SUFFIXES: Record<string, string> = {
  St: 'Street',
  Ave: 'Avenue',
  Ln: 'Lane',
  Dr: 'Drive',
  Rd: 'Road',
  Ter: 'Terrace',
  Ct: 'Court',
  Cir: 'Circle',
  Pl: 'Place',
};

const MLS_NAMES = { sample: 'Maru Sample MLS', 'sample-two': 'Maru Sample Realty Network' };

/** Annual property tax as a share of the assessed value, roughly as in each state. */
const TAX_RATES: Record<string, number> = {
  CA: 0.0108,
  NJ: 0.021,
  IL: 0.0207,
  CT: 0.0179,
  NH: 0.0177,
  VT: 0.0171,
  TX: 0.0168,
  NE: 0.0163,
  WI: 0.0161,
  NY: 0.016,
  OH: 0.0159,
  IA: 0.0152,
  PA: 0.0149,
  MI: 0.0138,
  KS: 0.0134,
  MA: 0.0114,
  WA: 0.0087,
  GA: 0.0092,
  VA: 0.0087,
  NV: 0.0059,
  AZ: 0.0063,
  CO: 0.0055,
  AL: 0.0041,
  HI: 0.0032,
};

/** The tract or complex, named after its street; equal for all homes of that street. */
function nameTract({ lot }: HomeFacts): string {
  const kinds =
    lot.floors > 0
      ? ['Terrace', 'Court', 'Place', 'Commons', 'Square']
      : ['Estates', 'Village', 'Park', 'Heights', 'Ranch', 'Crossing'];
  return `${lot.street.name} ${kinds[hashOf(lot.street.name) % kinds.length]}`;
}

/** States whose closed prices are not public (rule F30). */
const UNDISCLOSED: ReadonlySet<string> = new Set('TX UT AK ID KS LA MS MO MT NM ND WY'.split(' '));

/** Each MLS measures and rounds separately. */
function measured(home: HomeFacts, squareFeet: number): number {
  if (home.role !== 'twin') return squareFeet;
  return home.listingSalt % 3 === 0
    ? squareFeet
    : Math.round(squareFeet / 10) * 10 + (home.listingSalt % 3 === 1 ? 0 : 4);
}

/** ISO-8601 UTC with milliseconds, followed by `micros`, as some systems send. */
export function formatInstant(instant: number, micros: string): string {
  const text = new Date(instant).toISOString();
  return micros === '' ? text : `${text.slice(0, -1)}${micros}Z`;
}

const formatDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** 1 from April to October where daylight saving time applies; the weeks around it are ignored. */
function summerHours(area: Area, instant: number): number {
  if (area.state === 'AZ' || area.state === 'HI') return 0;
  const month = new Date(instant).getUTCMonth();
  return month >= 3 && month <= 9 ? 1 : 0;
}
