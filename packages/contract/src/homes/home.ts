import {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardField,
  FEATURES,
  FEED_PROVIDERS,
  HOME_TYPES,
  type HomeCard,
  type PublicCardField,
  SEARCH_TYPES,
  STANDARD_STATUSES,
  STATUS_FILTERS,
} from '@maru/listing';
import { FACINGS, NULLABLE_FILTERS, SORTS, WANTS } from '@maru/listing/search';
import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { flagOrNull, HomeId, Id, LocaleTag, numberOrNull, orNull, textOrNull } from '../api/schemas.ts';
import { searchCost } from './search-cost.ts';

const texts = Type.Array(Type.String());
const SearchTypeSchema = Type.Enum(SEARCH_TYPES);

const openHouse = Type.Object({ startTime: Type.String(), endTime: textOrNull });

/** The schema of a field of cards; instants are ISO-8601 UTC. */
function cardSchema({ kind, values, isNullable }: CardField): TSchema {
  if (values !== undefined) return Type.Enum([...values]);
  switch (kind) {
    case 'number':
    case 'integer':
      return isNullable ? numberOrNull : kind === 'integer' ? Type.Integer() : Type.Number();
    case 'boolean':
      return isNullable ? flagOrNull : Type.Boolean();
    case 'texts':
      return texts;
    case 'openHouse':
      return isNullable ? orNull(openHouse) : openHouse;
    default:
      return isNullable ? textOrNull : Type.String();
  }
}

type PublicValue<K extends PublicCardField> = (typeof CARD_FIELDS)[K]['kind'] extends 'instant'
  ? string | null
  : HomeCard[K] extends readonly string[]
    ? string[]
    : HomeCard[K];

/** Schemas of the fields that `CARD_FIELDS` makes public; instants become ISO-8601 UTC. */
const { homeId, ...publicFields } = Object.fromEntries(
  CARD_FIELD_NAMES.flatMap((name) => {
    const field: CardField = CARD_FIELDS[name];
    return field.isPublic ? [[name, cardSchema(field)]] : [];
  }),
) as { [K in PublicCardField]: TUnsafe<PublicValue<K>> };

/** A home on a card. Units: USD (rent: a month), sq ft, degrees; instants ISO-8601 UTC. */
export const HomeCardAnswer = Type.Object({
  homeId,
  /** Path of the home's page, without /ko. */
  path: Type.String(),
  ...publicFields,
  /** Korean name of the city, if any. */
  cityKo: textOrNull,
  /** Rentals: mandatory fees, USD per month; null: not stated (rule R26). */
  requiredFeesMonthly: Type.Optional(numberOrNull),
  /**
   * With `want=costs`, or a filter or order by monthly cost: USD per month with the response's `loan`. A lower bound unless
   * `isWhole`, because a part is not stated. Null without a price.
   */
  monthlyCost: Type.Optional(orNull(Type.Object({ amount: Type.Integer(), isWhole: Type.Boolean() }))),
  /** With a filter or order by commute: whole minutes, estimated from the distance; null: unknown. */
  commuteMinutes: Type.Optional(numberOrNull),
});
export type HomeCardAnswer = Static<typeof HomeCardAnswer>;

/** Source and age of the data, with the texts that its license requires. */
export const SourceAnswer = Type.Object({
  dataset: Type.String(),
  source: Type.String(),
  disclaimer: Type.String(),
  advertisingBroker: Type.Object({
    name: Type.String(),
    licenseNumber: Type.String(),
    phone: Type.String(),
    email: Type.String(),
  }),
  /** A sample market; pages must say so. */
  sample: Type.Boolean(),
  /** Last successful refresh; null before the first. */
  asOf: textOrNull,
  /** No response from the feed for 15 minutes. */
  stale: Type.Boolean(),
});
export type SourceAnswer = Static<typeof SourceAnswer>;

const bounds = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]);

const histogram = Type.Object({ edges: Type.Array(Type.Number()), counts: Type.Array(Type.Integer()) });

/** Loan terms of the computed costs. */
const LoanAnswer = Type.Object({
  downPercent: numberOrNull,
  downAmount: numberOrNull,
  /** Percent a year. */
  rate: Type.Number(),
  years: Type.Integer(),
  rateAsOf: textOrNull,
});

export const HomeListAnswer = Type.Object({
  total: Type.Integer(),
  /** Per active filter: homes excluded only because the feed does not state the value (rule R10). */
  unknown: Type.Partial(Type.Record(Type.Enum(NULLABLE_FILTERS), Type.Integer())),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  listings: Type.Array(HomeCardAnswer),
  /** West, south, east, north of all matches. */
  extent: orNull(bounds),
  clusters: Type.Optional(
    Type.Array(
      Type.Object({
        latitude: Type.Number(),
        longitude: Type.Number(),
        count: Type.Integer(),
        home: Type.Optional(
          Type.Object({
            homeId: Type.String(),
            listPrice: numberOrNull,
            /** Rentals: mandatory fees included in the price, USD per month (rule R26). */
            requiredFeesMonthly: Type.Optional(Type.Number()),
            standardStatus: Type.Enum(STANDARD_STATUSES),
            /** With `want=costs`, as on a card. */
            monthlyCost: Type.Optional(
              orNull(Type.Object({ amount: Type.Integer(), isWhole: Type.Boolean() })),
            ),
          }),
        ),
      }),
    ),
  ),
  histogram: Type.Optional(histogram),
  /** Living area, sq ft. */
  sizes: Type.Optional(histogram),
  facets: Type.Optional(
    Type.Object({
      type: Type.Record(Type.Enum(HOME_TYPES), Type.Integer()),
      status: Type.Record(Type.Enum(STATUS_FILTERS), Type.Integer()),
      beds: Type.Array(Type.Integer()),
      baths: Type.Array(Type.Integer()),
      has: Type.Record(Type.Enum(FEATURES), Type.Integer()),
    }),
  ),
  /** Homes per option, each without its own filter ("at least" for parking and cuts, "at most" for days). */
  choices: Type.Optional(
    Type.Object({
      stories: Type.Object({ one: Type.Integer(), more: Type.Integer() }),
      parking: Type.Array(Type.Integer()),
      facing: Type.Record(Type.Enum(FACINGS), Type.Integer()),
      new: Type.Integer(),
      senior: Type.Object({ without: Type.Integer(), only: Type.Integer() }),
      dom: Type.Array(Type.Integer()),
      cut: Type.Array(Type.Integer()),
      open: Type.Object({ any: Type.Integer(), weekend: Type.Integer() }),
    }),
  ),
  /** Names of the requested schools and district (`school/068450012345`), as far as known. */
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Terms of `monthlyCost`; `rateAsOf` is null when the query sets the rate, or no rate is configured. */
  loan: Type.Optional(LoanAnswer),
  sources: Type.Array(SourceAnswer),
  /** The oldest refresh among the sources; null before the first. */
  asOf: textOrNull,
});
export type HomeListAnswer = Static<typeof HomeListAnswer>;

const rangeText = (description: string) => Type.Optional(Type.String({ description, maxLength: 40 }));
const list = (description: string) =>
  Type.Optional(
    Type.Union(
      [Type.String({ maxLength: 2_000 }), Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 50 })],
      {
        description,
      },
    ),
  );

/** The query of a search, described for OpenAPI; `parseSearchQuery` of @maru/listing parses it for pages and API alike. */
const HomeListQuery = Type.Object({
  searchType: list('`sale` (default) or `rent`'),
  place: list('slug of a place: `irvine-ca`, `92620`'),
  bbox: list('west,south,east,north in degrees; wins over `place`'),
  poly: list('drawn areas, each an encoded polyline, separated by ~; a home must lie in one of them'),
  near: list('latitude,longitude,metres (100 to 160000)'),
  price: rangeText('USD, `800000-1200000`, `-1200000`, `800000-`; rent: a month'),
  monthly: rangeText('true cost, USD a month; with `down`, `rate`, `term`'),
  down: list('down payment: `20%` or USD'),
  rate: list('loan, percent a year, 0 to 30'),
  term: list('loan, years: 10, 15, 20, 30 or 40'),
  beds: rangeText('`3-`, `3` (exactly), `2-4`'),
  baths: rangeText('quarter steps: `2.5-`'),
  type: list(HOME_TYPES.join(', ')),
  sqft: rangeText('sq ft'),
  lot: rangeText('sq ft'),
  year: rangeText('year built'),
  hoa: rangeText('USD a month'),
  mello: rangeText('Mello-Roos and similar assessments, USD a year'),
  dom: rangeText('days since first shown'),
  stories: rangeText('`1`, `2-`'),
  parking: rangeText('spaces'),
  facing: list(`${FACINGS.join(', ')}; one of the given`),
  furnished: list('`1`: only furnished'),
  lease: list('months: the shortest lease offered is at most that'),
  from: list('`2026-12-01`: free by then'),
  deposit: rangeText('USD'),
  new: list('`1`: only new construction'),
  senior: list('`1`: only communities for 55 and over, `0`: none of them'),
  has: list(`${FEATURES.join(', ')}; all of the given`),
  q: list('words that the text of the listing has; "quoted" as a phrase, with - before it: not'),
  not: list('words that it does not have'),
  open: list('open house: `any`, `weekend` or a day'),
  cut: list('price came down: `any` or `5%`'),
  schoolDistrict: list('slug'),
  school: list('slugs, at most 10; one of the given'),
  commute: list('how, when one leaves, minutes: `car,0800,-40`; asks nothing without `to`'),
  to: list('where one commutes to: latitude,longitude, taken to three decimals; never logged'),
  to2: list(
    'where a second person commutes to, how, and when they leave: `33.684,-117.826,bicycle,0900`; the longer way counts',
  ),
  status: list('active (default), pending, coming, `sold:12m`'),
  unk: list('filters whose unstated homes are kept in'),
  sort: list(`new (default); ${SORTS.slice(1).join(', ')}`),
  page: list('1 to 100, 40 homes each'),
  want: list(`any of ${WANTS.join(', ')}; default total and listings`),
  zoom: list(
    'map zoom for clusters; at most 256 clusters are told across an area, and those of the finest zoom with no more where it is finer',
  ),
  clip: list('where clusters are wanted when there is no `bbox`'),
});
export type HomeListQuery = Static<typeof HomeListQuery>;

/** The public fields of a listing: an allow-list. */
export const PublicListing = Type.Object({
  dataset: Type.String(),
  provider: Type.Enum(FEED_PROVIDERS),
  listingKey: Type.String(),
  listingId: textOrNull,
  originatingSystemName: textOrNull,
  feedTypes: texts,
  universalPropertyId: textOrNull,
  propertyType: textOrNull,
  propertySubType: textOrNull,
  propertySubTypeRaw: textOrNull,
  structureType: texts,
  architecturalStyle: texts,
  commonInterest: textOrNull,
  standardStatus: Type.Enum(STANDARD_STATUSES),
  mlsStatus: textOrNull,
  listPrice: numberOrNull,
  listPriceLow: numberOrNull,
  originalListPrice: numberOrNull,
  previousListPrice: numberOrNull,
  priceChangeTimestamp: textOrNull,
  closePrice: numberOrNull,
  closeDate: textOrNull,
  listingContractDate: textOrNull,
  onMarketDate: textOrNull,
  offMarketDate: textOrNull,
  activationDate: textOrNull,
  originalEntryTimestamp: textOrNull,
  statusChangeTimestamp: textOrNull,
  modificationTimestamp: Type.String(),
  sourceModifiedAt: Type.String(),
  photosChangeTimestamp: textOrNull,
  daysOnMarket: numberOrNull,
  cumulativeDaysOnMarket: numberOrNull,
  daysInMls: numberOrNull,
  daysOnSite: numberOrNull,
  unparsedAddress: textOrNull,
  streetNumber: textOrNull,
  streetName: textOrNull,
  unitNumber: textOrNull,
  city: textOrNull,
  countyOrParish: textOrNull,
  stateOrProvince: textOrNull,
  postalCode: textOrNull,
  subdivisionName: textOrNull,
  mlsAreaMajor: textOrNull,
  buildingName: textOrNull,
  crossStreet: textOrNull,
  directions: textOrNull,
  parcelNumber: textOrNull,
  latitude: numberOrNull,
  longitude: numberOrNull,
  propertyTimeZoneName: textOrNull,
  bedroomsTotal: numberOrNull,
  bathroomsTotalInteger: numberOrNull,
  bathroomsTotalDecimal: numberOrNull,
  bathroomsFull: numberOrNull,
  bathroomsThreeQuarter: numberOrNull,
  bathroomsHalf: numberOrNull,
  bathroomsOneQuarter: numberOrNull,
  livingArea: numberOrNull,
  livingAreaSource: textOrNull,
  lotSizeSquareFeet: numberOrNull,
  lotSizeAcres: numberOrNull,
  storiesTotal: numberOrNull,
  entryLevel: numberOrNull,
  yearBuilt: numberOrNull,
  newConstructionYN: flagOrNull,
  propertyCondition: texts,
  directionFaces: textOrNull,
  view: texts,
  viewYN: flagOrNull,
  waterfrontYN: flagOrNull,
  poolPrivateYN: flagOrNull,
  poolFeatures: texts,
  spaYN: flagOrNull,
  coolingYN: flagOrNull,
  cooling: texts,
  heatingYN: flagOrNull,
  heating: texts,
  fireplacesTotal: numberOrNull,
  flooring: texts,
  appliances: texts,
  interiorFeatures: texts,
  exteriorFeatures: texts,
  otherStructures: texts,
  securityFeatures: texts,
  laundryFeatures: texts,
  accessibilityFeatures: texts,
  parkingTotal: numberOrNull,
  garageSpaces: numberOrNull,
  parkingFeatures: texts,
  associationYN: flagOrNull,
  associationFee: numberOrNull,
  associationFeeFrequency: textOrNull,
  associationFee2: numberOrNull,
  associationFee2Frequency: textOrNull,
  associationFeeIncludes: texts,
  associationAmenities: texts,
  communityFeatures: texts,
  seniorCommunityYN: flagOrNull,
  taxAnnualAmount: numberOrNull,
  taxYear: numberOrNull,
  taxOtherAnnualAssessmentAmount: numberOrNull,
  specialListingConditions: texts,
  listingTerms: texts,
  leaseTerm: texts,
  requiredMonthlyFees: numberOrNull,
  ongoingFees: texts,
  furnished: textOrNull,
  availabilityDate: textOrNull,
  petsAllowed: texts,
  petsAllowedYN: flagOrNull,
  maximumNumberOfPets: numberOrNull,
  rentIncludes: texts,
  tenantPays: texts,
  securityDeposit: numberOrNull,
  occupantType: textOrNull,
  elementarySchool: textOrNull,
  elementarySchoolDistrict: textOrNull,
  middleOrJuniorSchool: textOrNull,
  highSchool: textOrNull,
  highSchoolDistrict: textOrNull,
  publicRemarks: textOrNull,
  virtualTourURLUnbranded: textOrNull,
  listingURL: textOrNull,
  photosCount: Type.Integer(),
  listAgentKey: textOrNull,
  listAgentMlsId: textOrNull,
  listAgentFullName: textOrNull,
  listAgentDirectPhone: textOrNull,
  listAgentStateLicense: textOrNull,
  coListAgentFullName: textOrNull,
  coListAgentDirectPhone: textOrNull,
  coListAgentStateLicense: textOrNull,
  listOfficeKey: textOrNull,
  listOfficeMlsId: textOrNull,
  listOfficeName: textOrNull,
  listOfficePhone: textOrNull,
  attributionContact: textOrNull,
  copyrightNotice: textOrNull,
  disclaimer: textOrNull,
  internetEntireListingDisplayYN: flagOrNull,
  internetAddressDisplayYN: flagOrNull,
  internetAutomatedValuationDisplayYN: flagOrNull,
  internetConsumerCommentYN: flagOrNull,
  /** "BedroomsTotal: 33": rejected values of the source, whose fields are null. */
  implausible: Type.Optional(texts),
});
export type PublicListing = Static<typeof PublicListing>;

/** A change of a listing, with the times of the source and of its detection. */
export const HistoryRow = Type.Object({
  /** Permanent; also the fragment of its URL, `#change-{id}`. */
  id: Type.String(),
  kind: Type.String(),
  oldValue: orNull(Type.Union([Type.String(), Type.Number()])),
  newValue: orNull(Type.Union([Type.String(), Type.Number()])),
  /** For `facts`: each changed RESO field; the text of `publicRemarks` is not stored. */
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      oldValue: orNull(Type.Union([Type.String(), Type.Number()])),
      newValue: orNull(Type.Union([Type.String(), Type.Number()])),
    }),
  ),
  sourceTime: textOrNull,
  seenTime: Type.String(),
  dataset: Type.String(),
  listingId: textOrNull,
});
export type HistoryRow = Static<typeof HistoryRow>;

export const PlaceLink = Type.Object({
  slug: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  nameKo: textOrNull,
});
export type PlaceLink = Static<typeof PlaceLink>;

/** A picture of a home, below /media; sizes are the original's, px. */
const Picture = Type.Object({
  photo: Type.String(),
  shortDescription: textOrNull,
  width: numberOrNull,
  height: numberOrNull,
  mediaAlteration: texts,
  /** The unaltered picture beside an altered one (rule R7), below /media. */
  originalPhoto: textOrNull,
});

export const HomeAnswer = Type.Object({
  homeId: Type.String(),
  path: Type.String(),
  searchType: SearchTypeSchema,
  homeType: Type.Enum(HOME_TYPES),
  addressWithheld: Type.Boolean(),
  streetLine: textOrNull,
  cityKo: textOrNull,
  associationFeeMonthly: numberOrNull,
  /** Time on the market (rule R4): of this listing, and cumulative over relistings. */
  marketTime: Type.Object({
    /** Whole days; null when the source does not state the start. */
    days: numberOrNull,
    cumulativeDays: numberOrNull,
    /** `YYYY-MM-DD`. */
    since: textOrNull,
    firstSince: textOrNull,
    /** Number of listings in `cumulativeDays`. */
    listings: Type.Integer(),
  }),
  listing: PublicListing,
  photos: Type.Array(Picture),
  floorPlans: Type.Array(Picture),
  /** On other sites, https; loaded on request only. */
  tours: Type.Array(Type.Object({ kind: Type.Enum(['tour', 'video']), url: Type.String() })),
  openHouses: Type.Array(Type.Object({ startTime: Type.String(), endTime: textOrNull, remarks: textOrNull })),
  history: Type.Array(HistoryRow),
  /** Hash of the ledger (`GET /maru/v1/home/ledger`). */
  ledgerHash: Type.String(),
  /** Other records of the same home, each with its own credit (rule R32). */
  alsoListedAs: Type.Array(
    Type.Object({
      dataset: Type.String(),
      /** Source, as worded by the license. */
      source: Type.String(),
      listingId: textOrNull,
      listAgentFullName: textOrNull,
      listAgentStateLicense: textOrNull,
      listOfficeName: textOrNull,
      listOfficePhone: textOrNull,
      standardStatus: Type.Enum(STANDARD_STATUSES),
      searchType: SearchTypeSchema,
    }),
  ),
  /** Outermost first: state, county, city, neighbourhoods, ZIP. */
  places: Type.Array(PlaceLink),
  similar: Type.Array(HomeCardAnswer),
  source: SourceAnswer,
});
export type HomeAnswer = Static<typeof HomeAnswer>;

export const TranslatedRemarksAnswer = Type.Object({
  homeId: Type.String(),
  locale: Type.Literal('ko'),
  /** Machine translation of `publicRemarks`. */
  text: Type.String(),
  /** Host of the translation service. */
  provider: Type.String(),
});
export type TranslatedRemarksAnswer = Static<typeof TranslatedRemarksAnswer>;

/** Maximum number of homes per `GET /home/cards`. */
const MOST_CARDS = 50;

export const HomeCardsAnswer = Type.Object({
  /** In the order of the request. */
  listings: Type.Array(HomeCardAnswer),
  /** Ids of homes that are no longer, or never were, on the market. */
  gone: Type.Array(Type.String()),
  loan: LoanAnswer,
  sources: Type.Array(SourceAnswer),
});
export type HomeCardsAnswer = Static<typeof HomeCardsAnswer>;

const SUGGESTION_KINDS = [
  'state',
  'county',
  'city',
  'neighborhood',
  'zip',
  'street',
  'address',
  'listing',
  'district',
  'school',
] as const;

export const Suggestion = Type.Object({
  kind: Type.Enum(SUGGESTION_KINDS),
  slug: Type.Optional(Type.String()),
  homeId: Type.Optional(Type.String()),
  /** In the requested language: "어바인 (Irvine), CA". */
  name: Type.String(),
  path: Type.String(),
  /** Active homes of the search type; 0, not to be displayed, for school districts and schools. */
  count: Type.Integer(),
  /** Guessed (wrong keyboard layout, typo): offer it as "did you mean". */
  guessed: Type.Boolean(),
});
export type Suggestion = Static<typeof Suggestion>;

export const homeCalls = {
  listHomes: {
    ...get('/maru/v1/home/list', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'Homes that match a search: total, one page, clusters, histogram, facets',
    limit: 'list',
    cost: searchCost,
    errors: ['place_not_found', 'unavailable', 'busy'],
    query: HomeListQuery,
    response: HomeListAnswer,
  },

  findHome: {
    ...get('/maru/v1/home', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'One home: facts, photos, ledger, credits, similar homes',
    errors: ['home_not_found', 'unavailable'],
    query: Type.Object({
      homeId: HomeId,
      searchType: Type.Optional(SearchTypeSchema),
    }),
    response: HomeAnswer,
  },

  findOneHome: {
    ...get('/maru/v1/home/find-one', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'The home at an address, with an MLS number, or nearest to a position (within 100 m)',
    errors: ['home_not_found'],
    query: Type.Object({
      address: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
      listingId: Type.Optional(Id),
      latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
      longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    }),
    response: HomeCardAnswer,
  },

  suggestHomes: {
    ...get('/maru/v1/home/suggest', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'Places, streets, addresses and MLS numbers for typed text, best first',
    limit: 'suggest',
    query: Type.Object({
      text: Type.String({ maxLength: 20_000 }),
      locale: Type.Optional(LocaleTag),
      searchType: Type.Optional(SearchTypeSchema),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    }),
    response: Type.Object({ suggestions: Type.Array(Suggestion) }),
  },

  listCards: {
    ...get('/maru/v1/home/cards', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'Cards of homes by id, with monthly costs, and the ids without a home',
    errors: ['unavailable'],
    query: Type.Object({
      homeId: Type.Array(HomeId, { minItems: 1, maxItems: MOST_CARDS }),
    }),
    response: HomeCardsAnswer,
  },

  /** 404 lists the nearest places. */
  findPlace: {
    ...get('/maru/v1/home/place', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'The place of a typed search address, with its bounds and neighbors',
    errors: ['place_not_found'],
    query: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 20_000 }),
      locale: Type.Optional(LocaleTag),
    }),
    response: Type.Object({
      place: Type.Object({
        slug: Type.String(),
        kind: Type.String(),
        name: Type.String(),
        nameKo: textOrNull,
        stateCode: Type.String(),
        latitude: Type.Number(),
        longitude: Type.Number(),
        bounds,
      }),
      parents: Type.Array(PlaceLink),
      /** Places inside with homes, most homes first. */
      children: Type.Array(
        Type.Object({
          slug: Type.String(),
          kind: Type.String(),
          name: Type.String(),
          nameKo: textOrNull,
          sale: Type.Integer(),
          rent: Type.Integer(),
        }),
      ),
    }),
  },

  /** Called only on a visitor's request. */
  translateRemarks: {
    ...get('/maru/v1/home/remarks', EVERYBODY, 'home'),
    summary: "A listing's remarks in Korean, by the configured machine translation",
    description: '404 `not_found` without TRANSLATION_URL or remarks.',
    limit: 'source',
    errors: ['home_not_found', 'not_found', 'unavailable'],
    query: Type.Object({
      homeId: HomeId,
      locale: Type.Enum(['ko', 'ko-KR']),
    }),
    response: TranslatedRemarksAnswer,
  },
} as const satisfies Record<string, Route>;
