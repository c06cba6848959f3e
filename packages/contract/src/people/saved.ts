import { ALERT_FREQUENCIES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { SIGNED_IN } from '../api/access.ts';
import { del, get, patch, post, put, type Route } from '../api/route.ts';
import { closed, HomeId, IdParams, line, orNull, textOrNull } from '../api/schemas.ts';

const Frequency = Type.Enum(ALERT_FREQUENCIES);
const HomeParams = Type.Object({ id: HomeId });
const TimeZone = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$', description: 'IANA name' });
const Instant = Type.String({ maxLength: 40, format: 'date-time' });
/** Path and query of a search page, without /ko. */
const SearchPath = Type.String({
  minLength: 1,
  maxLength: 2_500,
  pattern: '^/homes/for_(sale|rent)([/?][\\x21-\\x7e]*)?$',
});

const SEARCH_FIELDS = { name: Type.Optional(orNull(line(80))), frequency: Type.Optional(Frequency) };

/** A saved search. `path` is canonical; filters that no longer exist are listed in `problems` and ignored. */
export const SavedSearch = Type.Object({
  id: Type.String(),
  path: Type.String(),
  name: textOrNull,
  frequency: Frequency,
  createdAt: Type.String(),
  problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
});
export type SavedSearch = Static<typeof SavedSearch>;

export const AlertSettings = Type.Object({
  /** Emails are sent between 8:00 and 21:00 in this zone; null: unknown. */
  timeZone: textOrNull,
  homes: Frequency,
  /** Paused after a bounce, until resumed. */
  isPaused: Type.Boolean(),
});
export type AlertSettings = Static<typeof AlertSettings>;

export const SavedThings = Type.Object({
  homes: Type.Array(Type.Object({ homeId: Type.String(), savedAt: Type.String() })),
  hidden: Type.Array(Type.String()),
  searches: Type.Array(SavedSearch),
  alerts: AlertSettings,
});
export type SavedThings = Static<typeof SavedThings>;

const DONE = Type.Object({ ok: Type.Literal(true) });

export const savedCalls = {
  loadSaved: {
    ...get('/v1/user/me/saved', SIGNED_IN, 'saved'),
    summary: 'The saved homes and searches',
    response: SavedThings,
  },

  /** Adds what a browser saved before its owner signed in, without duplicates. Idempotent. */
  mergeSaved: {
    ...post('/v1/user/me/saved', SIGNED_IN, 'saved'),
    summary: 'Adds what a browser has saved',
    body: closed({
      homes: Type.Array(closed({ homeId: HomeId, savedAt: Instant }), { maxItems: 500 }),
      hidden: Type.Array(HomeId, { maxItems: 2_000 }),
      searches: Type.Array(closed({ path: SearchPath, ...SEARCH_FIELDS, savedAt: Instant }), {
        maxItems: 100,
      }),
      timeZone: Type.Optional(TimeZone),
    }),
    response: SavedThings,
  },

  /** Idempotent. 409 `too_many_saved` above 500 homes. */
  saveHome: {
    ...put('/v1/user/me/saved/homes/:id', SIGNED_IN, 'saved'),
    summary: 'Saves a home',
    params: HomeParams,
    errors: ['home_not_found', 'too_many_saved'],
    response: DONE,
  },

  removeSavedHome: {
    ...del('/v1/user/me/saved/homes/:id', SIGNED_IN, 'saved'),
    summary: 'Removes a saved home',
    params: HomeParams,
    response: DONE,
  },

  hideHome: {
    ...put('/v1/user/me/saved/hidden/:id', SIGNED_IN, 'saved'),
    summary: 'Hides a home',
    params: HomeParams,
    errors: ['too_many_saved'],
    response: DONE,
  },

  showHome: {
    ...del('/v1/user/me/saved/hidden/:id', SIGNED_IN, 'saved'),
    summary: 'Shows a hidden home again',
    params: HomeParams,
    response: DONE,
  },

  saveSearch: {
    ...post('/v1/user/me/saved/searches', SIGNED_IN, 'saved'),
    summary: 'Saves a search',
    body: closed({ path: SearchPath, ...SEARCH_FIELDS, timeZone: Type.Optional(TimeZone) }),
    status: 201,
    errors: ['too_many_saved'],
    response: SavedSearch,
  },

  updateSavedSearch: {
    ...patch('/v1/user/me/saved/searches/:id', SIGNED_IN, 'saved'),
    summary: 'Changes name, frequency or filters of a saved search',
    params: IdParams,
    body: closed({ path: Type.Optional(SearchPath), ...SEARCH_FIELDS }),
    errors: ['search_not_found'],
    response: SavedSearch,
  },

  removeSavedSearch: {
    ...del('/v1/user/me/saved/searches/:id', SIGNED_IN, 'saved'),
    summary: 'Removes a saved search',
    params: IdParams,
    errors: ['search_not_found'],
    response: DONE,
  },

  /** Absent members stay unchanged. `isPaused: false` resumes emails after a bounce. */
  updateAlerts: {
    ...put('/v1/user/me/saved/alerts', SIGNED_IN, 'saved'),
    summary: 'Changes the settings of alert emails',
    body: closed({
      timeZone: Type.Optional(TimeZone),
      homes: Type.Optional(Frequency),
      isPaused: Type.Optional(Type.Literal(false)),
    }),
    response: AlertSettings,
  },
} as const satisfies Record<string, Route>;
