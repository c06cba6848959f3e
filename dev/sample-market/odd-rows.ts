import { formatInstant } from './property-row.ts';
import type { ResoRow } from './reso-row.ts';

/** An odd but legal record, and what its page has to be like. */
export interface OddRow {
  /** "park home with space rent, no coordinates". */
  name: string;
  row: ResoRow;
  /** Hidden: no page, and in no list. */
  isShown: boolean;
  searchType: 'sale' | 'rent';
  homeType: string;
}

interface Kind {
  name: string;
  homeType: string;
  isHidden?: true;
  isRent?: true;
  fields: ResoRow;
}

const LEASE = { PropertyType: 'Residential Lease', PropertySubType: 'Apartment', ListPrice: 2_850 };
const LAND = {
  PropertyType: 'Land',
  PropertySubType: 'Unimproved Land',
  BedroomsTotal: null,
  BathroomsFull: null,
  BathroomsHalf: null,
  BathroomsTotalInteger: null,
  LivingArea: null,
  YearBuilt: null,
  StoriesTotal: null,
  GarageSpaces: null,
};

const KINDS: readonly Kind[] = [
  { name: 'house', homeType: 'house', fields: {} },
  {
    name: 'land without a building',
    homeType: 'land',
    fields: { ...LAND, LotSizeSquareFeet: null, LotSizeAcres: 40.5, CurrentUse: ['Vacant'], Zoning: 'A-1' },
  },
  {
    name: 'land without a size',
    homeType: 'land',
    fields: { ...LAND, LotSizeSquareFeet: null, LotSizeAcres: null },
  },
  {
    name: 'co-op with maintenance',
    homeType: 'coop',
    fields: {
      PropertySubType: 'Stock Cooperative',
      CommonInterest: 'Stock Cooperative',
      AssociationYN: true,
      AssociationFee: 1_420,
      AssociationFeeFrequency: 'Monthly',
      UnitNumber: '12F',
      City: 'New York',
      CountyOrParish: 'New York',
      StateOrProvince: 'NY',
      PostalCode: '10025',
      Latitude: 40.798,
      Longitude: -73.968,
    },
  },
  {
    name: 'duplex with a unit mix',
    homeType: 'multi',
    fields: {
      PropertyType: 'Residential Income',
      PropertySubType: 'Duplex',
      NumberOfUnitsTotal: 2,
      GrossScheduledIncome: 61_200,
      OperatingExpense: 14_000,
      NetOperatingIncome: 47_200,
      CapRate: 4.1,
      UnitTypes: [
        {
          UnitTypeKey: '1',
          UnitTypeType: '2 Bedroom',
          UnitTypeUnitsTotal: 1,
          UnitTypeBedsTotal: 2,
          UnitTypeBathsTotal: 1,
          UnitTypeActualRent: 2_600,
          UnitTypeProForma: 2_900,
        },
        { UnitTypeKey: '2', UnitTypeType: 'Studio', UnitTypeBedsTotal: 0, UnitTypeActualRent: 0 },
      ],
    },
  },
  {
    name: 'income property without a sub-type or rents',
    homeType: 'multi',
    fields: { PropertyType: 'Residential Income', PropertySubType: null, UnitTypes: [], BedroomsTotal: 42 },
  },
  {
    name: 'park home with space rent',
    homeType: 'manufactured',
    fields: {
      PropertyType: 'Manufactured In Park',
      PropertySubType: 'Manufactured Home',
      ListPrice: 129_000,
      LandLeaseYN: true,
      LandLeaseAmount: 1_185,
      LandLeaseAmountFrequency: 'Monthly',
      ParkName: 'Rancho La Paz',
      BodyType: ['Double Wide'],
      MobileLength: 56,
      MobileWidth: 24,
      MobileDimUnits: 'Feet',
      LotSizeSquareFeet: null,
      LotSizeAcres: null,
      SeniorCommunityYN: true,
    },
  },
  {
    name: 'park home without space rent',
    homeType: 'manufactured',
    fields: {
      PropertyType: 'Manufactured In Park',
      PropertySubType: null,
      ListPrice: 89_900,
      LotSizeSquareFeet: null,
    },
  },
  {
    name: 'house on leased land, once a year',
    homeType: 'house',
    fields: { LandLeaseYN: true, LandLeaseAmount: 9_600, LandLeaseAmountFrequency: 'Annually' },
  },
  {
    name: 'home in Puerto Rico',
    homeType: 'house',
    fields: {
      City: 'San Juan',
      CountyOrParish: 'San Juan',
      StateOrProvince: 'PR',
      PostalCode: '00907',
      Latitude: 18.4575,
      Longitude: -66.073,
      StreetName: 'Calle Loíza',
      StreetSuffix: null,
      TaxAnnualAmount: null,
    },
  },
  {
    name: 'home on Guam without a county',
    homeType: 'house',
    fields: {
      City: 'Tamuning',
      CountyOrParish: null,
      StateOrProvince: 'GU',
      PostalCode: '96913',
      Latitude: 13.4834,
      Longitude: 144.7774,
    },
  },
  {
    name: 'farm with a house',
    homeType: 'farm',
    fields: { PropertyType: 'Farm', LotSizeAcres: 312, LotSizeSquareFeet: null },
  },
  {
    name: 'zero beds',
    homeType: 'condo',
    fields: { PropertySubType: 'Condominium', BedroomsTotal: 0, LivingArea: 410 },
  },
  {
    name: 'zero baths',
    homeType: 'house',
    fields: { BathroomsFull: 0, BathroomsHalf: 0, BathroomsTotalInteger: 0 },
  },
  { name: 'sub-type of its own', homeType: 'other', fields: { PropertySubType: 'Houseboat' } },
  { name: 'tenancy in common', homeType: 'condo', fields: { PropertySubType: 'Tenancy in Common' } },
  {
    name: 'new construction, not finished',
    homeType: 'house',
    fields: {
      NewConstructionYN: true,
      YearBuilt: new Date().getUTCFullYear() + 1,
      PropertyCondition: ['Under Construction'],
      TaxAnnualAmount: null,
      TaxAssessedValue: null,
    },
  },
  {
    name: 'one-time and seasonal fees',
    homeType: 'condo',
    fields: {
      PropertySubType: 'Condominium',
      AssociationYN: true,
      AssociationFee: 350,
      AssociationFeeFrequency: 'One Time',
      AssociationFee2: 90,
      AssociationFee2Frequency: 'Seasonal',
    },
  },
  {
    name: 'fee of nothing',
    homeType: 'house',
    fields: { AssociationYN: true, AssociationFee: 0, AssociationFeeFrequency: 'Monthly' },
  },
  {
    name: 'no tax at all',
    homeType: 'house',
    fields: { TaxAnnualAmount: 0, TaxAssessedValue: 0, TaxYear: 0 },
  },
  {
    name: 'auction with conditions',
    homeType: 'house',
    fields: {
      SpecialListingConditions: ['Real Estate Owned', 'Auction'],
      AuctionYN: true,
      AuctionDate: '2027-01-15',
    },
  },
  { name: 'rent by the month', homeType: 'apartment', isRent: true, fields: LEASE },
  {
    name: 'rent by the week',
    homeType: 'apartment',
    isRent: true,
    fields: {
      ...LEASE,
      ListPrice: 900,
      LeaseAmount: 900,
      LeaseAmountFrequency: 'Weekly',
      Furnished: 'Furnished',
    },
  },
  {
    name: 'rent by the year',
    homeType: 'house',
    isRent: true,
    fields: {
      ...LEASE,
      PropertySubType: 'Single Family Residence',
      ListPrice: 42_000,
      LeaseAmountFrequency: 'Annually',
    },
  },
  {
    name: 'rent for a season',
    homeType: 'condo',
    isRent: true,
    fields: { ...LEASE, PropertySubType: 'Condominium', ListPrice: 18_000, LeaseAmountFrequency: 'Seasonal' },
  },
  {
    name: 'rent with pets, deposit and terms',
    homeType: 'townhouse',
    isRent: true,
    fields: {
      ...LEASE,
      PropertySubType: 'Townhouse',
      PetsAllowed: ['Cats OK', 'Number Limit'],
      MaximumNumberOfPets: 2,
      SecurityDeposit: 0,
      LeaseTerm: '6 Months',
      AvailabilityDate: '2027-02-30',
      RentIncludes: ['Water', 'Trash Collection'],
      TenantPays: ['All Utilities'],
    },
  },
  { name: 'boat slip', homeType: 'other', isHidden: true, fields: { PropertySubType: 'Boat Slip' } },
  { name: 'parking space', homeType: 'other', isHidden: true, fields: { PropertySubType: 'Deeded Parking' } },
  { name: 'time-share', homeType: 'condo', isHidden: true, fields: { CommonInterest: 'Timeshare' } },
  {
    name: 'shop',
    homeType: 'other',
    isHidden: true,
    fields: { PropertyType: 'Commercial Sale', PropertySubType: 'Retail' },
  },
  {
    name: 'business',
    homeType: 'other',
    isHidden: true,
    fields: { PropertyType: 'Business Opportunity', PropertySubType: 'Business' },
  },
  {
    name: 'home in Mexico',
    homeType: 'house',
    isHidden: true,
    fields: { Country: 'MX', StateOrProvince: 'BC', City: 'Rosarito', PostalCode: '22710' },
  },
];

interface Twist {
  name: string;
  isHidden?: true;
  /** Only of homes for sale. */
  isSale?: true;
  fields: (row: ResoRow) => ResoRow;
}

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const TWISTS: readonly Twist[] = [
  { name: 'as it is', fields: () => ({}) },
  { name: 'address withheld', fields: () => ({ InternetAddressDisplayYN: false }) },
  { name: 'no coordinates', fields: () => ({ Latitude: null, Longitude: null }) },
  { name: 'position zero', fields: () => ({ Latitude: 0, Longitude: 0 }) },
  { name: 'VOW only', isHidden: true, fields: () => ({ FeedTypes: ['VOW'] }) },
  {
    name: 'barred from the internet',
    isHidden: true,
    fields: () => ({ InternetEntireListingDisplayYN: false }),
  },
  {
    name: 'on the market in the future',
    fields: () => ({ OnMarketDate: day(9), ListingContractDate: day(-1) }),
  },
  {
    name: 'coming soon',
    fields: () => ({ StandardStatus: 'Coming Soon', MlsStatus: 'Coming Soon', ActivationDate: day(12) }),
  },
  {
    name: 'sold without a price',
    fields: () => ({ StandardStatus: 'Closed', MlsStatus: 'Closed', ClosePrice: null, CloseDate: day(-20) }),
  },
  {
    name: 'sold without a date',
    isSale: true,
    fields: () => ({ StandardStatus: 'Closed', MlsStatus: 'Sold', ClosePrice: 901_000, CloseDate: null }),
  },
  { name: 'pending', fields: () => ({ StandardStatus: 'Pending', MlsStatus: 'Backup Offers OK' }) },
  {
    name: 'price of one dollar',
    fields: () => ({ ListPrice: 1, OriginalListPrice: 0, PreviousListPrice: null }),
  },
  { name: 'no price', fields: () => ({ ListPrice: null, OriginalListPrice: null, PreviousListPrice: null }) },
  {
    name: 'nothing but what is required',
    fields: ({
      ListingKey,
      ListingId,
      ModificationTimestamp,
      StandardStatus,
      PropertyType,
      PropertySubType,
      ListPrice,
      ...row
    }) => ({
      ...Object.fromEntries(
        Object.keys(row)
          .filter(
            (name) =>
              !/^(City|StateOrProvince|PostalCode|Country|CommonInterest|FeedTypes|Internet|ListOffice)/.test(
                name,
              ),
          )
          .map((name) => [name, null]),
      ),
    }),
  },
  {
    name: 'empty texts and lists',
    fields: () => ({
      PublicRemarks: '',
      SubdivisionName: ' ',
      UnitNumber: '',
      View: [],
      Appliances: [''],
      ListAgentFullName: '',
      Media: [],
      PhotosCount: 0,
    }),
  },
  {
    name: 'very long texts',
    fields: () => ({
      PublicRemarks: 'Sunny and quiet. '.repeat(900),
      SubdivisionName: 'Lengthyname '.repeat(20),
      StreetName: 'Avenida de los Arboles Verdaderamente Grandes',
      ListOfficeName: 'Pacific Coast Premier International Realty Group of Greater Orange County '.repeat(3),
    }),
  },
  {
    name: 'the price low and high',
    fields: ({ ListPrice }) => ({
      ListPriceLow: Number(ListPrice ?? 0) * 0.9,
      OriginalListPrice: Number(ListPrice ?? 0) * 2,
    }),
  },
  {
    name: 'no agent, an office without a phone',
    fields: () => ({
      ListAgentFullName: null,
      ListAgentKey: null,
      ListAgentDirectPhone: null,
      ListOfficePhone: null,
      AttributionContact: null,
    }),
  },
];

/** `count` records, each kind with each twist in turn. `base` is a plain record for sale, with its own dataset's fields. */
export function createOddRows(base: ResoRow, count = 300): OddRow[] {
  const pairs = TWISTS.flatMap((twist) => KINDS.map((kind) => ({ kind, twist }))).filter(
    ({ kind, twist }) => !(kind.isRent && twist.isSale),
  );
  return Array.from({ length: Math.min(count, pairs.length) }, (_, at) => {
    // Spread over all pairs, so that a short list has every kind and every twist.
    const { kind, twist } = pairs[Math.floor((at * pairs.length) / Math.min(count, pairs.length))]!;
    const key = `odd-${String(at).padStart(3, '0')}`;
    const plain: ResoRow = {
      ...base,
      ...PLAIN,
      ListingKey: key,
      ListingId: key.toUpperCase(),
      ParcelNumber: null,
      StreetNumber: String(20_001 + at),
      StreetNumberNumeric: 20_001 + at,
      StreetName: 'Quailspring',
      StreetSuffix: 'Rd',
      UnparsedAddress: null,
      ModificationTimestamp: formatInstant(Date.now() - 60_000, ''),
      ...kind.fields,
    };
    return {
      name: `${kind.name}, ${twist.name}`,
      row: { ...plain, ...twist.fields(plain) },
      isShown: kind.isHidden !== true && twist.isHidden !== true,
      searchType: kind.isRent === true ? 'rent' : 'sale',
      homeType: kind.homeType,
    };
  });
}

/** A plain house in Irvine. */
const PLAIN: ResoRow = {
  StandardStatus: 'Active',
  MlsStatus: 'Active',
  PropertyType: 'Residential',
  PropertySubType: 'Single Family Residence',
  CommonInterest: null,
  ListPrice: 985_000,
  OriginalListPrice: 985_000,
  PreviousListPrice: null,
  ClosePrice: null,
  CloseDate: null,
  UnitNumber: null,
  City: 'Irvine',
  CountyOrParish: 'Orange',
  StateOrProvince: 'CA',
  PostalCode: '92620',
  Country: 'US',
  Latitude: 33.7105,
  Longitude: -117.7613,
  InternetEntireListingDisplayYN: true,
  InternetAddressDisplayYN: true,
  FeedTypes: ['IDX'],
};
