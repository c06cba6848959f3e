import {
  CARD_FIELD_NAMES,
  CARD_FIELDS,
  type CardField,
  FEATURES,
  FEED_PROVIDERS,
  HOME_TYPES,
  type HomeCard,
  PUBLIC_FIELDS,
  type PublicCardField,
  type PublicField,
  type PublicFieldValues,
  SEARCH_TYPES,
  STANDARD_STATUSES,
  STATUS_FILTERS,
} from '@maru/listing';
import { CORRECTABLE_FIELDS } from '@maru/listing/corrections';
import { FACINGS, MAX_LEFT_OUT, NULLABLE_FILTERS, SORTS, WANTS } from '@maru/listing/search';
import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import {
  fields,
  flagOrNull,
  HomeId,
  Id,
  LocaleTag,
  numberOrNull,
  orNull,
  textOrNull,
} from '../api/schemas.ts';
import { searchCost } from './search-cost.ts';

const texts = Type.Array(Type.String());
const SearchTypeSchema = Type.Enum(SEARCH_TYPES);

const openHouse = Type.Object({ startTime: Type.String(), endTime: textOrNull });

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

const ledgerValue = orNull(Type.Union([Type.String(), Type.Number()]));
const monthlyCost = Type.Optional(orNull(Type.Object({ amount: Type.Integer(), isWhole: Type.Boolean() })));
export const HomeQuery = Type.Object({ homeId: HomeId, searchType: Type.Optional(SearchTypeSchema) });

/** A home on a card. Units: USD (rent: a month), sq ft, degrees; instants ISO-8601 UTC. */
export const HomeCardAnswer = Type.Object({
  homeId,
  /** Path of the home's page, without /ko. */
  path: Type.String(),
  ...publicFields,
  cityKo: textOrNull,
  /** Of a sold home, whose `listPrice` is its sale price. */
  closeDate: Type.Optional(textOrNull),
  /** Rentals: mandatory fees, USD per month; null: not stated (rule R26). */
  requiredFeesMonthly: Type.Optional(numberOrNull),
  /** With `want=costs`, a filter or an order by it: USD a month with `loan`; a lower bound unless `isWhole`. */
  monthlyCost,
  /** With a filter or order by commute: whole minutes, estimated from the distance; null: unknown. */
  commuteMinutes: Type.Optional(numberOrNull),
});
export type HomeCardAnswer = Static<typeof HomeCardAnswer>;

/** Source and age of the data, with the texts that its license requires. */
export const SourceAnswer = Type.Object({
  ...fields(Type.String(), 'dataset', 'source', 'disclaimer'),
  advertisingBroker: Type.Object({
    ...fields(Type.String(), 'name', 'licenseNumber', 'phone', 'email'),
    /** Two letters, where the feed's settings name it. */
    licenseState: Type.Optional(Type.String()),
  }),
  sample: Type.Boolean(),
  /** Path of the MLS's logo, where its license wants one. */
  logo: textOrNull,
  asOf: textOrNull,
  /** No response from the feed for 15 minutes. */
  stale: Type.Boolean(),
});
export type SourceAnswer = Static<typeof SourceAnswer>;

const bounds = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]);

const histogram = Type.Object({ edges: Type.Array(Type.Number()), counts: Type.Array(Type.Integer()) });

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
  /** With `monthly`: homes whose known costs fit while a part is not stated. `total` has them too, unless `wholeCost` leaves them out. */
  atLeast: Type.Optional(Type.Integer()),
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
            requiredFeesMonthly: Type.Optional(Type.Number()),
            standardStatus: Type.Enum(STANDARD_STATUSES),
            monthlyCost,
          }),
        ),
      }),
    ),
  ),
  /** Licenses that let one search show only its first homes. `total`: all of the source; null in searches of very many homes. */
  limited: Type.Optional(
    Type.Array(Type.Object({ source: Type.String(), shown: Type.Integer(), total: orNull(Type.Integer()) })),
  ),
  /** Homes of `without` that the clusters would have. */
  leftOut: Type.Optional(Type.Integer()),
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
  /** Names of the requested schools, district and street (`school/068450012345`, `street/oak-st`), as far as known. */
  names: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Terms of `monthlyCost`; `rateAsOf` is null when the query sets the rate, or no rate is configured. */
  loan: Type.Optional(LoanAnswer),
  sources: Type.Array(SourceAnswer),
  /** The oldest refresh among the sources; null before the first. */
  asOf: textOrNull,
});
export type HomeListAnswer = Static<typeof HomeListAnswer>;

const rangeText = (description: string) => Type.Optional(Type.String({ description, maxLength: 40 }));
const listText = Type.String({ maxLength: 2_000 });
const list = (description: string) =>
  Type.Optional(Type.Union([listText, Type.Array(listText, { maxItems: 50 })], { description }));

/** The query of a search, described for OpenAPI; `parseSearchQuery` of @maru/listing parses it for pages and API alike. */
const HomeListQuery = Type.Object({
  searchType: list('`sale` (default) or `rent`'),
  place: list('slugs of places, at most 10: `irvine-ca`, `92620`; a home must lie in one of them'),
  notPlace: list('slugs of places, at most 10, that are left out'),
  street: list('slug of a street’s name, in any spelling: `oak-st`'),
  bbox: list('west,south,east,north in degrees; wins over `place`'),
  poly: list('drawn areas, each an encoded polyline, separated by ~; a home must lie in one of them'),
  near: list('latitude,longitude,metres (100 to 160000)'),
  price: rangeText('USD, `800000-1200000`, `-1200000`, `800000-`; rent: a month'),
  monthly: rangeText(
    'true cost, USD a month; with `down`, `rate`, `term`; homes of whose cost a part is not stated come last, if the rest of it fits',
  ),
  wholeCost: list('`1`: with `monthly`, without homes of whose cost a part is not stated'),
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
  lacks: list(`${FEATURES.join(', ')}; homes that are known to have one of the given are left out`),
  q: list('words that the text of the listing has; "quoted" as a phrase, with - before it: not'),
  not: list('words that it does not have'),
  open: list('open house: `any`, `weekend` or a day'),
  cut: list('price came down: `any` or `5%`'),
  since: list(
    'changed since an instant, `2026-11-20T08:00:00Z`: listed or back on the market, or cheaper; `new,…` or `cut,…`: only one of them',
  ),
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
  without: list(
    `ids of homes, at most ${MAX_LEFT_OUT}, that clusters leave out, as those that a visitor hid; all else counts them`,
  ),
});
export type HomeListQuery = Static<typeof HomeListQuery>;

const FIELD_SCHEMAS: Record<PublicField['kind'], TSchema> = {
  flag: Type.Boolean(),
  count: Type.Number(),
  year: Type.Integer(),
  usd: Type.Number(),
  percent: Type.Number(),
  area: Type.Integer(),
  measure: Type.String(),
  word: Type.String(),
  list: texts,
  day: Type.String(),
  text: Type.String(),
  prose: Type.String(),
};

/** What the source states of `PUBLIC_FIELDS`, by RESO name; USD, sq ft, dates `YYYY-MM-DD`. */
const OtherFields = Type.Unsafe<PublicFieldValues>(
  Type.Object(
    Object.fromEntries(
      [...PUBLIC_FIELDS].map(([name, { kind }]) => [name, Type.Optional(FIELD_SCHEMAS[kind])]),
    ),
  ),
);

/** The public fields of a listing: an allow-list. */
export const PublicListing = Type.Object({
  dataset: Type.String(),
  provider: Type.Enum(FEED_PROVIDERS),
  listingKey: Type.String(),
  ...fields(textOrNull, 'listingId', 'originatingSystemName', 'universalPropertyId', 'propertyType'),
  ...fields(textOrNull, 'propertySubType', 'propertySubTypeRaw', 'commonInterest'),
  ...fields(texts, 'feedTypes', 'structureType', 'architecturalStyle'),
  standardStatus: Type.Enum(STANDARD_STATUSES),
  ...fields(textOrNull, 'mlsStatus', 'priceChangeTimestamp'),
  ...fields(numberOrNull, 'listPrice', 'listPriceLow', 'originalListPrice', 'previousListPrice'),
  closePrice: numberOrNull,
  ...fields(textOrNull, 'closeDate', 'listingContractDate', 'onMarketDate', 'offMarketDate'),
  ...fields(textOrNull, 'activationDate', 'originalEntryTimestamp', 'statusChangeTimestamp'),
  photosChangeTimestamp: textOrNull,
  modificationTimestamp: Type.String(),
  sourceModifiedAt: Type.String(),
  ...fields(numberOrNull, 'daysOnMarket', 'cumulativeDaysOnMarket', 'daysInMls', 'daysOnSite'),
  ...fields(textOrNull, 'unparsedAddress', 'streetNumber', 'streetName', 'unitNumber', 'city'),
  ...fields(textOrNull, 'countyOrParish', 'stateOrProvince', 'postalCode', 'subdivisionName'),
  ...fields(textOrNull, 'mlsAreaMajor', 'buildingName', 'crossStreet', 'directions', 'parcelNumber'),
  ...fields(numberOrNull, 'latitude', 'longitude', 'bedroomsTotal', 'bathroomsTotalInteger'),
  ...fields(numberOrNull, 'bathroomsTotalDecimal', 'bathroomsFull', 'bathroomsThreeQuarter'),
  ...fields(numberOrNull, 'bathroomsHalf', 'bathroomsOneQuarter', 'livingArea', 'lotSizeSquareFeet'),
  ...fields(numberOrNull, 'lotSizeAcres', 'storiesTotal', 'entryLevel', 'yearBuilt'),
  ...fields(textOrNull, 'propertyTimeZoneName', 'livingAreaSource'),
  ...fields(flagOrNull, 'newConstructionYN', 'viewYN', 'waterfrontYN', 'poolPrivateYN', 'spaYN'),
  ...fields(flagOrNull, 'coolingYN', 'heatingYN'),
  ...fields(texts, 'propertyCondition', 'view', 'poolFeatures', 'cooling', 'heating', 'flooring'),
  ...fields(texts, 'appliances', 'interiorFeatures', 'exteriorFeatures', 'otherStructures'),
  ...fields(texts, 'securityFeatures', 'laundryFeatures', 'accessibilityFeatures', 'parkingFeatures'),
  directionFaces: textOrNull,
  ...fields(numberOrNull, 'fireplacesTotal', 'parkingTotal', 'garageSpaces'),
  ...fields(flagOrNull, 'associationYN', 'seniorCommunityYN'),
  ...fields(numberOrNull, 'associationFee', 'associationFee2', 'taxAnnualAmount', 'taxYear'),
  ...fields(numberOrNull, 'taxAssessedValue', 'taxOtherAnnualAssessmentAmount'),
  ...fields(textOrNull, 'associationFeeFrequency', 'associationFee2Frequency'),
  ...fields(texts, 'associationFeeIncludes', 'associationAmenities', 'communityFeatures'),
  ...fields(texts, 'specialListingConditions', 'listingTerms'),
  landLeaseYN: flagOrNull,
  landLeaseAmount: numberOrNull,
  landLeaseAmountFrequency: textOrNull,
  unitTypes: Type.Array(
    Type.Object({
      ...fields(textOrNull, 'unitTypeType', 'furnished', 'description'),
      ...fields(numberOrNull, 'unitsTotal', 'bedsTotal', 'bathsTotal', 'garageSpaces'),
      ...fields(numberOrNull, 'actualRent', 'proForma', 'totalRent'),
    }),
  ),
  rooms: Type.Array(
    Type.Object({
      ...fields(textOrNull, 'roomType', 'roomLevel', 'dimensions', 'description'),
      roomArea: numberOrNull,
      roomFeatures: texts,
    }),
  ),
  otherFields: OtherFields,
  ...fields(texts, 'leaseTerm', 'ongoingFees', 'petsAllowed', 'rentIncludes', 'tenantPays'),
  ...fields(numberOrNull, 'requiredMonthlyFees', 'maximumNumberOfPets', 'securityDeposit', 'rentStated'),
  ...fields(textOrNull, 'leaseAmountFrequency', 'furnished', 'availabilityDate'),
  petsAllowedYN: flagOrNull,
  ...fields(textOrNull, 'elementarySchool', 'elementarySchoolDistrict', 'middleOrJuniorSchool'),
  ...fields(textOrNull, 'highSchool', 'highSchoolDistrict', 'publicRemarks', 'virtualTourURLUnbranded'),
  listingURL: textOrNull,
  photosCount: Type.Integer(),
  ...fields(textOrNull, 'listAgentKey', 'listAgentMlsId', 'listAgentFullName', 'listAgentDirectPhone'),
  ...fields(textOrNull, 'listAgentEmail', 'listAgentStateLicense', 'coListAgentFullName'),
  ...fields(textOrNull, 'coListAgentDirectPhone', 'coListAgentEmail'),
  ...fields(textOrNull, 'coListAgentStateLicense', 'listOfficeKey', 'listOfficeMlsId', 'listOfficeName'),
  listOfficePhone: textOrNull,
  ...fields(textOrNull, 'attributionContact', 'copyrightNotice', 'disclaimer'),
  ...fields(flagOrNull, 'internetEntireListingDisplayYN', 'internetAddressDisplayYN'),
  ...fields(flagOrNull, 'internetAutomatedValuationDisplayYN', 'internetConsumerCommentYN'),
  /** "BedroomsTotal: 33": rejected values of the source, whose fields are null. */
  implausible: Type.Optional(texts),
});
export type PublicListing = Static<typeof PublicListing>;

export const HistoryRow = Type.Object({
  /** Permanent; also the fragment of its URL, `#change-{id}`. */
  id: Type.String(),
  kind: Type.String(),
  oldValue: ledgerValue,
  newValue: ledgerValue,
  /** For `facts`: each changed RESO field; the text of `publicRemarks` is not stored. */
  changes: Type.Array(Type.Object({ field: Type.String(), oldValue: ledgerValue, newValue: ledgerValue })),
  sourceTime: textOrNull,
  seenTime: Type.String(),
  dataset: Type.String(),
  listingId: textOrNull,
});
export type HistoryRow = Static<typeof HistoryRow>;

export const PlaceLink = Type.Object({
  ...fields(Type.String(), 'slug', 'kind', 'name'),
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

/** Of `position` "33.6846,-117.8265"; null: not stated. */
export const correctedValue = orNull(Type.Union([Type.String(), Type.Number()]));

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
    since: textOrNull,
    firstSince: textOrNull,
    listings: Type.Integer(),
  }),
  listing: PublicListing,
  /** Fields of `listing` that the owner of this site corrected, with what the source says (rule R38). */
  corrections: Type.Array(
    Type.Object({
      field: Type.Enum(CORRECTABLE_FIELDS),
      value: correctedValue,
      feedValue: correctedValue,
      correctedAt: Type.String(),
    }),
  ),
  photos: Type.Array(Picture),
  floorPlans: Type.Array(Picture),
  /** On other sites, https; loaded on request only. */
  tours: Type.Array(Type.Object({ kind: Type.Enum(['tour', 'video']), url: Type.String() })),
  openHouses: Type.Array(Type.Object({ startTime: Type.String(), endTime: textOrNull, remarks: textOrNull })),
  history: Type.Array(HistoryRow),
  /** Property tax as the records of this home stated it, USD; newest year first. */
  taxYears: Type.Array(
    Type.Object({
      year: Type.Integer(),
      ...fields(numberOrNull, 'taxAnnualAmount', 'taxAssessedValue'),
      /** Where the county assessor's roll has the year; its amounts outweigh those of the records. */
      roll: orNull(
        Type.Object({
          ...fields(numberOrNull, 'assessedTotal', 'assessedLand', 'assessedImprovements', 'taxBilled'),
          ...fields(Type.String(), 'source', 'asOf'),
        }),
      ),
    }),
  ),
  /** The file by which the home lies in no special tax district (Mello-Roos) of its county, so that it has no such tax. */
  unlevied: orNull(Type.Object({ source: Type.String(), asOf: Type.String() })),
  /** Hash of the ledger (`GET /maru/v1/home/ledger`). */
  ledgerHash: Type.String(),
  /** When the feed last had this listing (rule R1), an instant. */
  confirmedAt: Type.String(),
  /** Other records of the same home, each with its own credit (rule R32). */
  alsoListedAs: Type.Array(
    Type.Object({
      dataset: Type.String(),
      source: Type.String(),
      ...fields(textOrNull, 'listingId', 'listAgentFullName', 'listAgentStateLicense', 'listOfficeName'),
      listOfficePhone: textOrNull,
      standardStatus: Type.Enum(STANDARD_STATUSES),
      searchType: SearchTypeSchema,
    }),
  ),
  /** Outermost first: state, county, city, neighborhoods, ZIP. */
  places: Type.Array(PlaceLink),
  similar: Type.Array(HomeCardAnswer),
  source: SourceAnswer,
  /** Of the other homes and records in the answer, without `source`. */
  otherSources: Type.Array(SourceAnswer),
});
export type HomeAnswer = Static<typeof HomeAnswer>;

export const TranslatedRemarksAnswer = Type.Object({
  homeId: Type.String(),
  locale: Type.Literal('ko'),
  text: Type.String(),
  /** Host of the translation service. */
  provider: Type.String(),
});
export type TranslatedRemarksAnswer = Static<typeof TranslatedRemarksAnswer>;

const MAX_CARDS = 50;

export const HomeCardsAnswer = Type.Object({
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
    errors: ['place_not_found', 'words_too_common', 'unavailable', 'busy'],
    query: HomeListQuery,
    response: HomeListAnswer,
  },

  countNews: {
    ...get('/maru/v1/home/news', EVERYBODY, 'home'),
    summary:
      'What has changed in a search of any size since an instant (`since`), and from which instant to ask again',
    limit: 'list',
    cost: searchCost,
    errors: ['place_not_found', 'words_too_common', 'unavailable', 'busy'],
    query: HomeListQuery,
    response: Type.Object({
      /** The `since` of the next call, ISO-8601 UTC; what changed at about this time may be told twice. */
      at: Type.String(),
      total: Type.Integer(),
      /** Listed or back on the market since; 0 without `since`. */
      fresh: Type.Integer(),
      /** Others that cost less than then. */
      cheaper: Type.Integer(),
    }),
  },

  findHome: {
    ...get('/maru/v1/home', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'One home: facts, photos, ledger, credits, similar homes',
    errors: ['home_not_found', 'unavailable'],
    query: HomeQuery,
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
      /** Only schools, or only districts, by their English or Korean names. */
      kind: Type.Optional(Type.Enum(['school', 'district'])),
    }),
    response: Type.Object({ suggestions: Type.Array(Suggestion) }),
  },

  listCards: {
    ...get('/maru/v1/home/cards', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'Cards of homes by id, with monthly costs, and the ids without a home',
    errors: ['unavailable'],
    query: Type.Object({ homeId: Type.Array(HomeId, { minItems: 1, maxItems: MAX_CARDS }) }),
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
        ...PlaceLink.properties,
        stateCode: Type.String(),
        latitude: Type.Number(),
        longitude: Type.Number(),
        bounds,
      }),
      parents: Type.Array(PlaceLink),
      children: Type.Array(
        Type.Object({ ...PlaceLink.properties, sale: Type.Integer(), rent: Type.Integer() }),
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
    query: Type.Object({ homeId: HomeId, locale: Type.Enum(['ko', 'ko-KR']) }),
    response: TranslatedRemarksAnswer,
  },
} as const satisfies Record<string, Route>;
