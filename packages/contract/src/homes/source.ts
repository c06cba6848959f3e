import { FEED_PROVIDERS, SEARCH_TYPES } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { ID, numberOrNull, textOrNull } from '../api/schemas.ts';
import { PublicListing, SourceAnswer } from './home.ts';

/** Freshness of a feed (rule R71). Instants ISO-8601 UTC. */
export const SourceClock = Type.Object({
  dataset: Type.String(),
  provider: Type.Enum(FEED_PROVIDERS),
  source: Type.String(),
  sample: Type.Boolean(),
  lastSuccessAt: textOrNull,
  lagSeconds: numberOrNull,
  stale: Type.Boolean(),
  /** Start of the current failures; null while the feed works. */
  failingSince: textOrNull,
  /** Since when its list of keys is implausibly short; null otherwise. */
  shrinkingSince: textOrNull,
  /** Its homes are hidden: the license was revoked, or the feed has been down longer than the license allows. */
  hidden: Type.Boolean(),
  /** Listings added or restored, and removed, in the last hour. */
  homesAdded1h: Type.Integer(),
  homesRemoved1h: Type.Integer(),
  homes: Type.Integer(),
});
export type SourceClock = Static<typeof SourceClock>;

const name = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' });
const dataset = Type.Optional(
  Type.Unsafe<string>({ ...name, description: 'the dataset; else the first that is configured' }),
);
const market = Type.Optional(Type.Unsafe<string>({ ...name, description: 'another word for `dataset`' }));
const range = (description: string) => Type.Optional(Type.String({ description, maxLength: 40 }));

const SourceSearchQuery = Type.Object({
  dataset,
  market,
  searchType: Type.Optional(Type.Enum(SEARCH_TYPES, { description: '`sale` (default) or `rent`' })),
  city: Type.Optional(Type.String({ ...ID, description: 'as the provider writes it' })),
  state: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'two letters' })),
  postalCode: Type.Optional(Type.String({ pattern: '^\\d{5}$' })),
  zip: Type.Optional(Type.String({ pattern: '^\\d{5}$', description: 'another word for `postalCode`' })),
  price: range('USD, `500000-900000`, `-900000`, `500000-`; rent: a month'),
  beds: range('`3-`, `3` (exactly), `2-4`'),
  baths: range('quarter steps: `2.5-`'),
  sqft: range('sq ft'),
  bbox: Type.Optional(Type.String({ maxLength: 120, description: 'west,south,east,north in degrees' })),
  page: Type.Optional(Type.String({ maxLength: 10, description: '1 to 100, 40 listings each' })),
});
export type SourceSearchQuery = Static<typeof SourceSearchQuery>;

const SourceSearchAnswer = Type.Object({
  dataset: Type.String(),
  provider: Type.Enum(FEED_PROVIDERS),
  /** Matches as counted by the provider and listed under the license; null when it states none. */
  total: numberOrNull,
  page: Type.Integer(),
  pageSize: Type.Integer(),
  listings: Type.Array(PublicListing),
  source: SourceAnswer,
  asOf: Type.String(),
});
export type SourceSearchAnswer = Static<typeof SourceSearchAnswer>;

const SourceListingAnswer = Type.Object({
  dataset: Type.String(),
  provider: Type.Enum(FEED_PROVIDERS),
  listing: PublicListing,
  source: SourceAnswer,
  asOf: Type.String(),
});
export type SourceListingAnswer = Static<typeof SourceListingAnswer>;

const marketId = Type.Object({
  marketId: Type.String({
    minLength: 1,
    maxLength: 200,
    // No leading or trailing spaces: providers reject an empty id.
    pattern: '^\\S(?:.*\\S)?$',
    description: "the listing's id in its dataset, or `dataset:id`",
  }),
});

const search = {
  limit: 'source',
  errors: ['source_not_configured', 'source_failed', 'source_busy', 'source_timeout'],
  query: SourceSearchQuery,
  response: SourceSearchAnswer,
} as const;
const find = {
  limit: 'source',
  /** Requests to the provider: the listing, and its open houses or another spelling of its key. */
  cost: () => 2,
  errors: ['source_not_configured', 'listing_not_found', 'source_failed', 'source_busy', 'source_timeout'],
  params: marketId,
  query: Type.Object({ dataset, market }),
  response: SourceListingAnswer,
} as const;

export const sourceCalls = {
  listSources: {
    ...get('/maru/v1/source', EVERYBODY, 'source'),
    inFirstScript: true,
    summary: 'The feeds: last success, lag, failures, homes added and removed in the last hour',
    response: Type.Object({ sources: Type.Array(SourceClock), asOf: Type.String() }),
  },

  searchBridge: {
    ...get('/maru/v1/source/bridge/search', EVERYBODY, 'source'),
    summary: 'Listings as a Bridge dataset answers at this moment, normalised',
    ...search,
  },

  findBridgeListing: {
    ...get('/maru/v1/source/bridge/:marketId', EVERYBODY, 'source'),
    summary: 'One listing of a Bridge dataset, read live',
    ...find,
  },

  searchSlipStream: {
    ...get('/maru/v1/source/slip-stream/search', EVERYBODY, 'source'),
    summary: 'Listings as a Slipstream market answers at this moment, normalised',
    ...search,
  },

  findSlipStreamListing: {
    ...get('/maru/v1/source/slip-stream/:marketId', EVERYBODY, 'source'),
    summary: 'One listing of a Slipstream market, read live',
    ...find,
  },
} as const satisfies Record<string, Route>;
