import { ALERT_FREQUENCIES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { SIGNED_IN } from '../api/access.ts';
import type { Route } from '../api/route.ts';
import { CLOSED, line, orNull, textOrNull } from './person.ts';

const Frequency = Type.Enum(ALERT_FREQUENCIES);
const HomeId = Type.String({ pattern: '^[a-z0-9]{1,20}$' });
const HomeParams = Type.Object({ id: HomeId });
const SearchParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) });
const TimeZone = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$', description: 'IANA name' });
const Instant = Type.String({ maxLength: 40, format: 'date-time' });
/** The address of a page of results, without /ko and in any form that such a page takes. */
const SearchPath = Type.String({
  minLength: 1,
  maxLength: 2_500,
  pattern: '^/homes/for_(sale|rent)([/?][\\x21-\\x7e]*)?$',
});

/** A search that somebody keeps. `path` is canonical; a filter that is no more is named in `problems` and not asked. */
export const SavedSearch = Type.Object({
  id: Type.String(),
  path: Type.String(),
  name: textOrNull,
  frequency: Frequency,
  createdAt: Type.String(),
  problems: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
});
export type SavedSearch = Static<typeof SavedSearch>;

/** When letters come. */
export const AlertSettings = Type.Object({
  /** Letters come between 8 and 21 there; null: not told yet. */
  timeZone: textOrNull,
  /** For changes of saved homes. */
  homes: Frequency,
  /** Letters came back: none is sent until this is taken back. */
  isPaused: Type.Boolean(),
});
export type AlertSettings = Static<typeof AlertSettings>;

/** All that somebody keeps; newest first. */
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
    method: 'GET',
    path: '/v1/user/me/saved',
    access: SIGNED_IN,
    summary: 'The homes and searches that one keeps',
    tag: 'saved',
    response: SavedThings,
  },

  /** Adds what a browser saved before its owner signed in, without duplicates. Idempotent. */
  mergeSaved: {
    method: 'POST',
    path: '/v1/user/me/saved',
    access: SIGNED_IN,
    summary: 'Adds what a browser has kept',
    tag: 'saved',
    body: Type.Object(
      {
        homes: Type.Array(Type.Object({ homeId: HomeId, savedAt: Instant }, CLOSED), { maxItems: 500 }),
        hidden: Type.Array(HomeId, { maxItems: 2_000 }),
        searches: Type.Array(
          Type.Object(
            {
              path: SearchPath,
              name: Type.Optional(orNull(line(80))),
              frequency: Type.Optional(Frequency),
              savedAt: Instant,
            },
            CLOSED,
          ),
          { maxItems: 100 },
        ),
        timeZone: Type.Optional(TimeZone),
      },
      CLOSED,
    ),
    response: SavedThings,
  },

  /** Idempotent. 409 `too_many_saved` above 500 homes. */
  saveHome: {
    method: 'PUT',
    path: '/v1/user/me/saved/homes/:id',
    access: SIGNED_IN,
    summary: 'Keeps a home',
    tag: 'saved',
    params: HomeParams,
    errors: ['home_not_found', 'too_many_saved'],
    response: DONE,
  },

  removeSavedHome: {
    method: 'DELETE',
    path: '/v1/user/me/saved/homes/:id',
    access: SIGNED_IN,
    summary: 'Keeps a home no longer',
    tag: 'saved',
    params: HomeParams,
    response: DONE,
  },

  /** Hides a home from the caller's results. */
  hideHome: {
    method: 'PUT',
    path: '/v1/user/me/saved/hidden/:id',
    access: SIGNED_IN,
    summary: 'Hides a home from oneself',
    tag: 'saved',
    params: HomeParams,
    errors: ['too_many_saved'],
    response: DONE,
  },

  showHome: {
    method: 'DELETE',
    path: '/v1/user/me/saved/hidden/:id',
    access: SIGNED_IN,
    summary: 'Shows a hidden home again',
    tag: 'saved',
    params: HomeParams,
    response: DONE,
  },

  /** Idempotent by the address of the search. */
  saveSearch: {
    method: 'POST',
    path: '/v1/user/me/saved/searches',
    access: SIGNED_IN,
    summary: 'Keeps a search',
    tag: 'saved',
    body: Type.Object(
      {
        path: SearchPath,
        name: Type.Optional(orNull(line(80))),
        frequency: Type.Optional(Frequency),
        timeZone: Type.Optional(TimeZone),
      },
      CLOSED,
    ),
    status: 201,
    errors: ['too_many_saved'],
    response: SavedSearch,
  },

  updateSavedSearch: {
    method: 'PATCH',
    path: '/v1/user/me/saved/searches/:id',
    access: SIGNED_IN,
    summary: 'Changes name, frequency or filters of a kept search',
    tag: 'saved',
    params: SearchParams,
    body: Type.Object(
      {
        path: Type.Optional(SearchPath),
        name: Type.Optional(orNull(line(80))),
        frequency: Type.Optional(Frequency),
      },
      CLOSED,
    ),
    errors: ['search_not_found'],
    response: SavedSearch,
  },

  removeSavedSearch: {
    method: 'DELETE',
    path: '/v1/user/me/saved/searches/:id',
    access: SIGNED_IN,
    summary: 'Keeps a search no longer',
    tag: 'saved',
    params: SearchParams,
    errors: ['search_not_found'],
    response: DONE,
  },

  /** Absent members stay unchanged. `isPaused: false` resumes emails after a bounce. */
  updateAlerts: {
    method: 'PUT',
    path: '/v1/user/me/saved/alerts',
    access: SIGNED_IN,
    summary: 'When letters about kept homes come',
    tag: 'saved',
    body: Type.Object(
      {
        timeZone: Type.Optional(TimeZone),
        homes: Type.Optional(Frequency),
        isPaused: Type.Optional(Type.Literal(false)),
      },
      CLOSED,
    ),
    response: AlertSettings,
  },
} as const satisfies Record<string, Route>;
