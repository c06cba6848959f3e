import { SEARCH_TYPES } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { LocaleTag, orNull } from '../api/schemas.ts';
import { PlaceLink } from './home.ts';

/** A place that a sentence may mean, with the search in it. */
const OfferedPlace = Type.Object({
  ...PlaceLink.properties,
  label: Type.String(),
  path: Type.String(),
  total: orNull(Type.Integer()),
});

/** A sentence as a search, with the keys and values of page URLs. */
export const SentenceAnswer = Type.Object({
  /** `sale` unless the sentence says rent. */
  searchType: Type.Enum(SEARCH_TYPES),
  place: Type.Optional(Type.String()),
  /** `{"beds": "3-", "price": "-1200000", "has": "pool"}` */
  filters: Type.Record(Type.String(), Type.String()),
  notUnderstood: Type.Array(Type.String()),
  path: Type.String(),
  /** Number of homes; null when not known immediately. */
  total: orNull(Type.Integer()),
  /** The sentence in the other keyboard layout, when only that was understood. */
  didYouMean: Type.Optional(Type.String()),
  placeLink: orNull(Type.Object({ ...PlaceLink.properties, label: Type.String() })),
  /** The other places of `path`: those beside the first, and those that are left out. */
  otherPlaces: Type.Array(
    Type.Object({ ...PlaceLink.properties, label: Type.String(), isExcluded: Type.Boolean() }),
  ),
  /** A name of several places: let the visitor choose. */
  ambiguous: Type.Optional(
    Type.Object({
      text: Type.String(),
      places: Type.Array(OfferedPlace),
    }),
  ),
  /** The sentence names no place: let the visitor choose; the last place first. */
  where: Type.Optional(Type.Array(OfferedPlace)),
  /** Words that were read as a misspelled name; `place` is its label. */
  slips: Type.Array(Type.Object({ text: Type.String(), place: Type.String() })),
  /** Radius around the visitor in meters; the browser knows the position. */
  nearMe: Type.Optional(Type.Integer()),
  /** The sentence asks about residents, school ratings or safety, for which there are no filters. */
  neutralHint: Type.Boolean(),
  neutralTopics: Type.Array(Type.Enum(['people', 'schools', 'safety'])),
  /** `no_won_rate`: no current rate for amounts in won; `jeonse`: 전세 does not exist in the United States. */
  notes: Type.Array(Type.Enum(['won', 'no_won_rate', 'pyeong', 'jeonse'])),
  /** KRW per USD with its date, when amounts were converted. */
  wonRate: Type.Optional(Type.Object({ won: Type.Number(), asOf: Type.String(), isSample: Type.Boolean() })),
});
export type SentenceAnswer = Static<typeof SentenceAnswer>;

export const parseCalls = {
  parseHomes: {
    ...get('/maru/v1/home/parse', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'A sentence in Korean or English as a search, with the parts that were not understood',
    query: Type.Object({
      text: Type.String({ maxLength: 5_000 }),
      /** Used when the sentence states none; default sale. */
      searchType: Type.Optional(Type.Enum(SEARCH_TYPES)),
      /** Slug of the place of `path` when the sentence names none. */
      place: Type.Optional(Type.String({ maxLength: 100 })),
      /** Slug of the place that the visitor looked at last; offered when the sentence names none. */
      lastPlace: Type.Optional(Type.String({ maxLength: 100 })),
      locale: Type.Optional(LocaleTag),
    }),
    response: SentenceAnswer,
  },
} as const satisfies Record<string, Route>;
