import { HOME_TYPES, SEARCH_TYPES } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { fields, HomeId, numberOrNull, orNull, textOrNull } from '../api/schemas.ts';
import { HomeCardAnswer, HomeQuery, PlaceLink, SourceAnswer } from './home.ts';

const SearchTypeSchema = Type.Enum(SEARCH_TYPES);
const HomeTypeSchema = Type.Enum(HOME_TYPES);
const placeId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9-]+$' });

/** Null below five values. */
const Median = Type.Object({ median: numberOrNull, count: Type.Integer() });

/** Current supply. USD (rent: per month), whole days; `homeType` null: all types. */
export const SupplyAnswer = Type.Object({
  homeType: orNull(HomeTypeSchema),
  active: Type.Integer(),
  /** New in the last 30 days. */
  newLately: Type.Integer(),
  price: Median,
  pricePerSquareFoot: Median,
  days: Median,
  /** Homes with a price below the original one; null below five homes. */
  cuts: Type.Object({ count: numberOrNull, of: Type.Integer() }),
});
export type SupplyAnswer = Static<typeof SupplyAnswer>;

/** One month of a place; a part is null below five homes, or without complete data. */
export const MarketMonthAnswer = Type.Object({
  month: Type.String(),
  homeType: orNull(HomeTypeSchema),
  /** New on the market: number and asking prices. */
  listed: orNull(
    Type.Object({ count: Type.Integer(), price: numberOrNull, pricePerSquareFoot: numberOrNull }),
  ),
  /** Sales, where the license allows their display. */
  sold: orNull(
    Type.Object({
      count: Type.Integer(),
      ...fields(numberOrNull, 'price', 'pricePerSquareFoot', 'days'),
    }),
  ),
  supply: numberOrNull,
});
export type MarketMonthAnswer = Static<typeof MarketMonthAnswer>;

/** A neighboring or subordinate place with its supply. */
export const PlaceSupply = Type.Object({
  ...PlaceLink.properties,
  active: Type.Integer(),
  /** Subordinate places only; null below five homes. */
  price: numberOrNull,
  pricePerSquareFoot: numberOrNull,
});
export type PlaceSupply = Static<typeof PlaceSupply>;

export const MarketAnswer = Type.Object({
  place: Type.Object({ ...PlaceLink.properties, stateCode: Type.String() }),
  searchType: SearchTypeSchema,
  parents: Type.Array(PlaceLink),
  /** All types, then each type on offer, most homes first. */
  supply: Type.Array(SupplyAnswer),
  /** Oldest first; at most 36 per type. */
  months: Type.Array(MarketMonthAnswer),
  /** Time of computation; null: not yet computed. */
  monthsAsOf: textOrNull,
  /** Start of complete data of all datasets; supply of earlier months is unknown. */
  watchedSince: textOrNull,
  /** Most homes first; at most 60. */
  children: Type.Array(PlaceSupply),
  /** The nearest places of the same kind with homes; at most 8. */
  neighbors: Type.Array(PlaceSupply),
  /** Minimum number of homes for a figure. */
  fewest: Type.Integer(),
  asOf: textOrNull,
  sources: Type.Array(SourceAnswer),
});
export type MarketAnswer = Static<typeof MarketAnswer>;

const range = Type.Object({ min: Type.Number(), max: Type.Number() });

/** Range and quartiles; USD, or USD per square foot. */
const SpreadAnswer = Type.Object({
  count: Type.Integer(),
  ...fields(Type.Number(), 'low', 'quarter', 'median', 'threeQuarters', 'high'),
});

const SaleAnswer = Type.Object({
  home: HomeCardAnswer,
  closePrice: Type.Number(),
  closeDate: Type.String(),
  pricePerSquareFoot: numberOrNull,
  /** Null without two exact positions. */
  distanceMeters: numberOrNull,
});
export type SaleAnswer = Static<typeof SaleAnswer>;

/** Comparable sales, their selection and spread; no estimate (rule R5). */
export const SalesAnswer = Type.Object({
  sales: Type.Array(SaleAnswer),
  chosen: Type.Object({
    homeType: HomeTypeSchema,
    since: Type.String(),
    months: Type.Integer(),
    /** Null: within `place`, without an exact position. */
    withinMeters: numberOrNull,
    place: orNull(PlaceLink),
    /** Null: not applied, because it is unknown or too few sales match. */
    livingArea: orNull(range),
    beds: orNull(range),
  }),
  /** Null below five sales, or when the sellers bar valuations. */
  price: orNull(SpreadAnswer),
  pricePerSquareFoot: orNull(SpreadAnswer),
  /** The home's sellers opted out of automated valuations. */
  barsValuation: Type.Boolean(),
  /** Whether any dataset of the site licenses the display of sales. */
  isLicensed: Type.Boolean(),
});
export type SalesAnswer = Static<typeof SalesAnswer>;

const SaleSubjectAnswer = Type.Object({
  home: orNull(HomeCardAnswer),
  place: orNull(PlaceLink),
  homeType: HomeTypeSchema,
  bedroomsTotal: numberOrNull,
  livingArea: numberOrNull,
});

/** Homes and sales around a home, and its price compared with them. */
export const HomeMarketAnswer = Type.Object({
  homeId: Type.String(),
  searchType: SearchTypeSchema,
  /** Compared place: the neighborhood, else the ZIP, else the city. */
  place: orNull(PlaceLink),
  /** Of the home's type; null without a place. */
  supply: orNull(SupplyAnswer),
  pricePerSquareFoot: numberOrNull,
  /** Same search type, nearest first; at most 6. */
  nearby: Type.Array(HomeCardAnswer),
  /** Same street address; at most 12. */
  sameBuilding: Type.Array(HomeCardAnswer),
  /** Null for a rental. */
  sales: orNull(SalesAnswer),
  asOf: textOrNull,
  /** Of the homes in the answer. */
  sources: Type.Array(SourceAnswer),
});
export type HomeMarketAnswer = Static<typeof HomeMarketAnswer>;

export const LedgerAnswer = Type.Object({
  homeId: Type.String(),
  rows: Type.Array(
    Type.Object({
      ...fields(Type.String(), 'id', 'kind', 'dataset'),
      listingId: textOrNull,
      /** RESO fields with their values before and after; null: none. */
      oldValue: orNull(Type.Record(Type.String(), Type.Unknown())),
      newValue: orNull(Type.Record(Type.String(), Type.Unknown())),
      sourceTime: textOrNull,
      seenTime: Type.String(),
      /** SHA-256, in hex, of the hash before, a line feed, and the row without its hash as JSON (see the description). */
      hash: Type.String(),
    }),
  ),
  /** Of the last row; of the empty text without rows. */
  hash: Type.String(),
});
export type LedgerAnswer = Static<typeof LedgerAnswer>;

export const marketCalls = {
  findMarket: {
    ...get('/maru/v1/district/market', EVERYBODY, 'district'),
    inFirstScript: true,
    summary: 'The market of a place: medians, supply, days and months, from the homes of this site',
    errors: ['place_not_found', 'unavailable'],
    query: Type.Object({ place: placeId, searchType: Type.Optional(SearchTypeSchema) }),
    response: MarketAnswer,
  },

  findHomeMarket: {
    ...get('/maru/v1/home/market', EVERYBODY, 'home'),
    inFirstScript: true,
    summary:
      'Homes around a home: on the market, in the same building, sold; its price compared with the neighborhood',
    errors: ['home_not_found', 'unavailable'],
    query: HomeQuery,
    response: HomeMarketAnswer,
  },

  findSales: {
    ...get('/maru/v1/home/sales', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'Comparable sales of an address or a home, and their spread',
    errors: ['home_not_found', 'place_not_found', 'unavailable'],
    query: Type.Object({
      address: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
      homeId: Type.Optional(HomeId),
      /** Overrides the known facts of the home. */
      homeType: Type.Optional(HomeTypeSchema),
      beds: Type.Optional(Type.Integer({ minimum: 0, maximum: 50 })),
      livingArea: Type.Optional(Type.Integer({ minimum: 100, maximum: 100_000 })),
    }),
    response: Type.Object({
      subject: SaleSubjectAnswer,
      ...SalesAnswer.properties,
      asOf: textOrNull,
      sources: Type.Array(SourceAnswer),
    }),
  },

  findLedger: {
    ...get('/maru/v1/home/ledger', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'The history of a home as a hash chain',
    description:
      'Each hash is the SHA-256 of the hash before it (none before the first: an empty text), a line feed and the JSON of the array [id, kind, dataset, listingId, oldValue, newValue, sourceTime, seenTime] without white space, the members of values in the order in which they are sent. Rows barred from display by a license or seller are not in the chain.',
    errors: ['home_not_found', 'unavailable'],
    query: HomeQuery,
    response: LedgerAnswer,
  },
} as const satisfies Record<string, Route>;
