import { HOME_TYPES, SEARCH_TYPES } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { HomeId, numberOrNull, orNull, textOrNull } from '../api/schemas.ts';
import { HomeCardAnswer, PlaceLink, SourceAnswer } from './home.ts';

const SearchTypeSchema = Type.Enum(SEARCH_TYPES);
const HomeTypeSchema = Type.Enum(HOME_TYPES);
const placeId = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9-]+$' });

/** The middle one of `count` values; null of fewer than five. */
const Median = Type.Object({ median: numberOrNull, count: Type.Integer() });

/** What is offered now. USD (rent: a month), whole days; `homeType` null: of all types. */
export const SupplyAnswer = Type.Object({
  homeType: orNull(HomeTypeSchema),
  active: Type.Integer(),
  /** That came on the market in the last 30 days. */
  newLately: Type.Integer(),
  price: Median,
  pricePerSquareFoot: Median,
  days: Median,
  /** How many cost less than when they were first offered, of how many; null of fewer than five. */
  cuts: Type.Object({ count: numberOrNull, of: Type.Integer() }),
});
export type SupplyAnswer = Static<typeof SupplyAnswer>;

/** One month of a place; a part is null where fewer than five homes make it, or it was not watched. */
export const MarketMonthAnswer = Type.Object({
  /** "2026-11". */
  month: Type.String(),
  homeType: orNull(HomeTypeSchema),
  /** That came on the market: their number and what they asked for. */
  listed: orNull(
    Type.Object({ count: Type.Integer(), price: numberOrNull, pricePerSquareFoot: numberOrNull }),
  ),
  /** That were sold, where the licence shows it. */
  sold: orNull(
    Type.Object({
      count: Type.Integer(),
      price: numberOrNull,
      pricePerSquareFoot: numberOrNull,
      days: numberOrNull,
    }),
  ),
  /** That were offered at the month's end. */
  supply: numberOrNull,
});
export type MarketMonthAnswer = Static<typeof MarketMonthAnswer>;

/** A place beside or within another, with how many homes are offered there. */
export const PlaceSupply = Type.Object({
  ...PlaceLink.properties,
  active: Type.Integer(),
  /** Of places within only; null of fewer than five. */
  price: numberOrNull,
  pricePerSquareFoot: numberOrNull,
});
export type PlaceSupply = Static<typeof PlaceSupply>;

export const MarketAnswer = Type.Object({
  place: Type.Object({ ...PlaceLink.properties, stateCode: Type.String() }),
  searchType: SearchTypeSchema,
  /** Outermost first. */
  parents: Type.Array(PlaceLink),
  /** One of all types, and one a type that is offered, most homes first. */
  supply: Type.Array(SupplyAnswer),
  /** Oldest first; at most 36 a type. */
  months: Type.Array(MarketMonthAnswer),
  /** When the months were made; null: not yet. */
  monthsAsOf: textOrNull,
  /** Since when every change of every dataset has been seen: supply of months before is not known. */
  watchedSince: textOrNull,
  /** Places within, most homes first: at most 60. */
  children: Type.Array(PlaceSupply),
  /** The nearest places of the same kind that have homes: at most 8. */
  neighbors: Type.Array(PlaceSupply),
  /** Of fewer than so many nothing is said. */
  fewest: Type.Integer(),
  /** The oldest success of all datasets; null before each had one. */
  asOf: textOrNull,
  sources: Type.Array(SourceAnswer),
});
export type MarketAnswer = Static<typeof MarketAnswer>;

const range = Type.Object({ min: Type.Number(), max: Type.Number() });

/** Low to high, with the middle half; USD, or USD a square foot. */
const SpreadAnswer = Type.Object({
  count: Type.Integer(),
  low: Type.Number(),
  quarter: Type.Number(),
  median: Type.Number(),
  threeQuarters: Type.Number(),
  high: Type.Number(),
});

const SaleAnswer = Type.Object({
  home: HomeCardAnswer,
  closePrice: Type.Number(),
  /** `YYYY-MM-DD`. */
  closeDate: Type.String(),
  pricePerSquareFoot: numberOrNull,
  /** Null: one of the two has no exact position. */
  distanceMeters: numberOrNull,
});
export type SaleAnswer = Static<typeof SaleAnswer>;

/** Comparable sales, how they were chosen, and their spread: no estimate (rule R5). */
export const SalesAnswer = Type.Object({
  sales: Type.Array(SaleAnswer),
  chosen: Type.Object({
    homeType: HomeTypeSchema,
    /** Closed on this day or later. */
    since: Type.String(),
    months: Type.Integer(),
    /** Null: in the place, for want of an exact position. */
    withinMeters: numberOrNull,
    place: orNull(PlaceLink),
    /** Null: not asked, since it is not known or too few are alike. */
    livingArea: orNull(range),
    beds: orNull(range),
  }),
  /** Null: of fewer than five, or the sellers bar it. */
  price: orNull(SpreadAnswer),
  pricePerSquareFoot: orNull(SpreadAnswer),
  /** The sellers of the home bar automated values beside it. */
  barsValuation: Type.Boolean(),
  /** Some dataset of the site shows sales at all. */
  isLicensed: Type.Boolean(),
});
export type SalesAnswer = Static<typeof SalesAnswer>;

/** The home that somebody may sell, as far as it is known. */
const SaleSubjectAnswer = Type.Object({
  /** Null: an address that no home of ours has. */
  home: orNull(HomeCardAnswer),
  place: orNull(PlaceLink),
  homeType: HomeTypeSchema,
  bedroomsTotal: numberOrNull,
  livingArea: numberOrNull,
});

/** What stands and was sold around a home, and how its price compares. */
export const HomeMarketAnswer = Type.Object({
  homeId: Type.String(),
  searchType: SearchTypeSchema,
  /** The neighbourhood, else the ZIP, else the city: what the home is compared with. */
  place: orNull(PlaceLink),
  /** Of the home's own type there; null without a place. */
  supply: orNull(SupplyAnswer),
  /** The home's own; null without price or living area. */
  pricePerSquareFoot: numberOrNull,
  /** Offered in the same way, nearest first: at most 6. */
  nearby: Type.Array(HomeCardAnswer),
  /** At the same street address: at most 12. */
  sameBuilding: Type.Array(HomeCardAnswer),
  /** Null for a rental. */
  sales: orNull(SalesAnswer),
  asOf: textOrNull,
});
export type HomeMarketAnswer = Static<typeof HomeMarketAnswer>;

export const LedgerAnswer = Type.Object({
  homeId: Type.String(),
  /** Oldest first, as they were seen. */
  rows: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.String(),
      dataset: Type.String(),
      listingId: textOrNull,
      /** Fields of RESO with their values before and after; null where there was none. */
      oldValue: orNull(Type.Record(Type.String(), Type.Unknown())),
      newValue: orNull(Type.Record(Type.String(), Type.Unknown())),
      sourceTime: textOrNull,
      seenTime: Type.String(),
      /** SHA-256, in hex, of the hash before, a line feed, and the row without its hash as JSON (see the description). */
      hash: Type.String(),
    }),
  ),
  /** Of the last row; of nothing where there is none. */
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
      'Homes around a home: offered, in the same building, sold; its price beside that of the neighbourhood',
    errors: ['home_not_found', 'unavailable'],
    query: Type.Object({
      homeId: HomeId,
      searchType: Type.Optional(SearchTypeSchema),
    }),
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
      /** Of the home, where it is not known or has changed. */
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
    summary: 'Everything that was seen to happen to a home, as a chain of hashes',
    description:
      'Each hash is the SHA-256 of the hash before it (none before the first: an empty text), a line feed and the JSON of the array [id, kind, dataset, listingId, oldValue, newValue, sourceTime, seenTime] without white space, the members of values in the order in which they are sent. Rows that a licence or a seller does not let us show are not in the chain.',
    errors: ['home_not_found', 'unavailable'],
    query: Type.Object({
      homeId: HomeId,
      searchType: Type.Optional(SearchTypeSchema),
    }),
    response: LedgerAnswer,
  },
} as const satisfies Record<string, Route>;
