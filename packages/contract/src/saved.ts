import Type, { type Static } from 'typebox';
import { CALLS } from './calls.ts';
import { CLOSED, line, orNull, textOrNull } from './person.ts';
import { route } from './route.ts';

const FREQUENCIES = ['instant', 'daily', 'weekly', 'off'] as const;
const Frequency = Type.Enum(FREQUENCIES);
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

const own = { tag: 'saved', access: 'user' } as const;
const DONE = Type.Object({ ok: Type.Literal(true) });

/** GET /v1/user/me/saved */
export const loadSaved = route({
  ...CALLS.loadSaved,
  summary: 'The homes and searches that one keeps',
  ...own,
  answer: SavedThings,
});

/**
 * POST /v1/user/me/saved: adds what a browser has kept before its owner signed in, without loss and without doubles;
 * may be sent again.
 */
export const mergeSaved = route({
  ...CALLS.mergeSaved,
  summary: 'Adds what a browser has kept',
  ...own,
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
  answer: SavedThings,
});

/** PUT /v1/user/me/saved/homes/:id; saving again changes nothing. 409 `too_many_saved` above 500. */
export const saveHome = route({
  ...CALLS.saveHome,
  summary: 'Keeps a home',
  ...own,
  params: HomeParams,
  refuses: ['home_not_found', 'too_many_saved'],
  answer: DONE,
});
export const removeSavedHome = route({
  ...CALLS.removeSavedHome,
  summary: 'Keeps a home no longer',
  ...own,
  params: HomeParams,
  answer: DONE,
});

/** PUT /v1/user/me/saved/hidden/:id: not to be shown to this person. */
export const hideHome = route({
  ...CALLS.hideHome,
  summary: 'Hides a home from oneself',
  ...own,
  params: HomeParams,
  refuses: ['too_many_saved'],
  answer: DONE,
});
export const showHome = route({
  ...CALLS.showHome,
  summary: 'Shows a hidden home again',
  ...own,
  params: HomeParams,
  answer: DONE,
});

/** POST /v1/user/me/saved/searches: a search with that address is the same search. */
export const saveSearch = route({
  ...CALLS.saveSearch,
  summary: 'Keeps a search',
  ...own,
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
  refuses: ['too_many_saved'],
  answer: SavedSearch,
});
export const updateSavedSearch = route({
  ...CALLS.updateSavedSearch,
  summary: 'Changes name, frequency or filters of a kept search',
  ...own,
  params: SearchParams,
  body: Type.Object(
    {
      path: Type.Optional(SearchPath),
      name: Type.Optional(orNull(line(80))),
      frequency: Type.Optional(Frequency),
    },
    CLOSED,
  ),
  refuses: ['search_not_found'],
  answer: SavedSearch,
});
export const removeSavedSearch = route({
  ...CALLS.removeSavedSearch,
  summary: 'Keeps a search no longer',
  ...own,
  params: SearchParams,
  refuses: ['search_not_found'],
  answer: DONE,
});

/** PUT /v1/user/me/saved/alerts; what is absent stays. `isPaused: false`: the address works again. */
export const updateAlerts = route({
  ...CALLS.updateAlerts,
  summary: 'When letters about kept homes come',
  ...own,
  body: Type.Object(
    {
      timeZone: Type.Optional(TimeZone),
      homes: Type.Optional(Frequency),
      isPaused: Type.Optional(Type.Literal(false)),
    },
    CLOSED,
  ),
  answer: AlertSettings,
});
