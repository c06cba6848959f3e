import { SEARCH_TYPES } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { EVERYBODY } from '../api/access.ts';
import { get, type Route } from '../api/route.ts';
import { LocaleTag, orNull } from '../api/schemas.ts';
import { PlaceLink } from './home.ts';

/** What a sentence asks for, in the keys and forms of a page's address. */
export const SentenceAnswer = Type.Object({
  /** Sale unless the words say rent. */
  searchType: Type.Enum(SEARCH_TYPES),
  /** Slug of the one place that is named. */
  place: Type.Optional(Type.String()),
  /** `{"beds": "3-", "price": "-1200000", "has": "pool"}` */
  filters: Type.Record(Type.String(), Type.String()),
  /** In the order of the sentence, as typed. */
  notUnderstood: Type.Array(Type.String()),
  /** The page of the search, without /ko. */
  path: Type.String(),
  /** Homes that it would show; null where that is not known at once. */
  total: orNull(Type.Integer()),
  /** The sentence as it reads on the other keyboard: only there was anything understood, so that it is a guess. */
  didYouMean: Type.Optional(Type.String()),
  /** The place as it is called; null where none is named. */
  placeLink: orNull(Type.Object({ ...PlaceLink.properties, label: Type.String() })),
  /** A name that several places have: ask. */
  ambiguous: Type.Optional(
    Type.Object({
      text: Type.String(),
      /** `path` is the page of the same search there. */
      places: Type.Array(
        Type.Object({
          ...PlaceLink.properties,
          label: Type.String(),
          path: Type.String(),
          total: orNull(Type.Integer()),
        }),
      ),
    }),
  ),
  /** The homes around the visitor, so many metres: only they can say where that is. */
  nearMe: Type.Optional(Type.Integer()),
  /** Something asked who lives somewhere, how schools are rated or how safe it is: no filter answers that. */
  neutralHint: Type.Boolean(),
  neutralTopics: Type.Array(Type.Enum(['people', 'schools', 'safety'])),
  /**
   * `won`: amounts in won were turned into dollars; `no_won_rate`: there is no rate of these days; `pyeong`: 평 was
   * said; `jeonse`: 전세 is not known in the United States.
   */
  notes: Type.Array(Type.Enum(['won', 'no_won_rate', 'pyeong', 'jeonse'])),
  /** Won for a dollar and of which day, where amounts in won were read. */
  wonRate: Type.Optional(Type.Object({ won: Type.Number(), asOf: Type.String(), isSample: Type.Boolean() })),
});
export type SentenceAnswer = Static<typeof SentenceAnswer>;

export const parseCalls = {
  parseHomes: {
    ...get('/maru/v1/home/parse', EVERYBODY, 'home'),
    inFirstScript: true,
    summary: 'What a sentence in Korean or English asks for, and what of it was not understood',
    query: Type.Object({
      text: Type.String({ maxLength: 5_000 }),
      /** What is looked for when the words say neither. Default sale. */
      searchType: Type.Optional(Type.Enum(SEARCH_TYPES)),
      /** Slug: where `path` leads when the sentence names no place. */
      place: Type.Optional(Type.String({ maxLength: 100 })),
      locale: Type.Optional(LocaleTag),
    }),
    response: SentenceAnswer,
  },
} as const satisfies Record<string, Route>;
