import { MAX_ON_SHORTLIST, VOTES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { EVERYBODY, SIGNED_IN } from '../api/access.ts';
import { get, patch, post, put, type Route } from '../api/route.ts';
import { closed, fields, HomeId, LocaleField, line, orNull, prose, textOrNull } from '../api/schemas.ts';

const KEY = { pattern: '^[A-Za-z0-9_-]{24}$', examples: ['Wm3kq9zT_d2Xv7LrB-8yHcQf'] };
/** 144 random bits. */
const Key = Type.String({ ...KEY, description: 'the secret key of the link' });
const OwnerKey = Type.Optional(Type.String({ ...KEY, description: 'not needed by the account of the list' }));
const KeyParams = Type.Object({ key: Key });
const HomeIds = Type.Array(HomeId, { maxItems: MAX_ON_SHORTLIST.homes, uniqueItems: true });
const Name = line(MAX_ON_SHORTLIST.name);
const Instant = Type.String({ maxLength: 40, format: 'date-time' });
/** Generated once by the voter's browser. */
const PersonId = Type.String({ pattern: '^[A-Za-z0-9_-]{16}$', examples: ['d2Xv7LrB-8yHcQfZ'] });

/** A list of homes for votes of a family. Homes are ids; their cards come from `listCards`, with the same display rules. */
export const ShortlistAnswer = Type.Object({
  name: Type.String(),
  createdAt: Type.String(),
  homes: Type.Array(Type.Object({ homeId: Type.String(), addedAt: Type.String() })),
  people: Type.Array(Type.Object({ personId: Type.String(), name: Type.String(), locale: LocaleField })),
  votes: Type.Array(
    Type.Object({
      homeId: Type.String(),
      personId: Type.String(),
      vote: orNull(Type.Enum(VOTES)),
      note: textOrNull,
      at: Type.String(),
    }),
  ),
});
export type ShortlistAnswer = Static<typeof ShortlistAnswer>;

export const ShortlistMade = Type.Object({
  /** Gives access to reading and voting. */
  key: Type.String(),
  /** Gives access to changes and revocation. Returned only here. */
  ownerKey: Type.String(),
  path: Type.String(),
  shortlist: ShortlistAnswer,
});
export type ShortlistMade = Static<typeof ShortlistMade>;

export const OwnShortlist = Type.Object({
  ...fields(Type.String(), 'key', 'path', 'name', 'createdAt'),
  ...fields(Type.Integer(), 'homes', 'people', 'votes'),
});
export type OwnShortlist = Static<typeof OwnShortlist>;

const tag = 'shortlist';

export const shortlistCalls = {
  /** With a session the list belongs to the account; otherwise `ownerKey` alone proves ownership. */
  createShortlist: {
    ...post('/maru/v1/shortlist', EVERYBODY, tag),
    summary: 'Creates a list of homes, shared by a secret link',
    limit: 'contact',
    body: closed(
      {
        name: Name,
        homes: Type.Array(HomeId, { minItems: 1, maxItems: MAX_ON_SHORTLIST.homes, uniqueItems: true }),
      },
      { examples: [{ name: '우리 가족 집 후보', homes: ['h3kq9z'] }] },
    ),
    status: 201,
    errors: ['home_not_found', 'too_many_saved'],
    response: ShortlistMade,
  },

  findShortlist: {
    ...get('/maru/v1/shortlist/:key', EVERYBODY, tag),
    summary: 'A shared list with its votes',
    params: KeyParams,
    errors: ['shortlist_not_found'],
    response: ShortlistAnswer,
  },

  /** For its owner. Absent members stay unchanged. Votes for a removed home return when it is added again. */
  updateShortlist: {
    ...patch('/maru/v1/shortlist/:key', EVERYBODY, tag),
    summary: 'Renames a list, adds and removes homes',
    params: KeyParams,
    body: closed({
      ownerKey: OwnerKey,
      name: Type.Optional(Name),
      add: Type.Optional(HomeIds),
      remove: Type.Optional(HomeIds),
    }),
    errors: ['forbidden', 'shortlist_not_found', 'shortlist_full'],
    response: ShortlistAnswer,
  },

  /** For its owner: deletes the list; its link responds with 404. */
  revokeShortlist: {
    ...post('/maru/v1/shortlist/:key/revoke', EVERYBODY, tag),
    summary: 'Revokes a list',
    params: KeyParams,
    body: closed({ ownerKey: OwnerKey }),
    errors: ['forbidden', 'shortlist_not_found'],
    response: Type.Object({ ok: Type.Literal(true) }),
  },

  /** Idempotent, in any order: per home the latest vote by its time counts. The first call creates the person. */
  voteOnShortlist: {
    ...put('/maru/v1/shortlist/:key/votes', EVERYBODY, tag),
    summary: 'Votes on a shared list',
    params: KeyParams,
    body: closed({
      personId: PersonId,
      personKey: Key,
      name: line(MAX_ON_SHORTLIST.personName),
      locale: LocaleField,
      votes: Type.Array(
        closed({
          homeId: HomeId,
          vote: orNull(Type.Enum(VOTES)),
          note: orNull(prose(MAX_ON_SHORTLIST.note)),
          at: Instant,
        }),
        { maxItems: MAX_ON_SHORTLIST.homes * 2 },
      ),
    }),
    errors: ['forbidden', 'shortlist_not_found', 'shortlist_full'],
    response: ShortlistAnswer,
  },

  listShortlists: {
    ...get('/v1/user/me/shortlists', SIGNED_IN, tag),
    summary: 'The lists of the account',
    response: Type.Object({ items: Type.Array(OwnShortlist) }),
  },

  /** Adds a list made before signing in to the account. Idempotent. */
  claimShortlist: {
    ...post('/v1/user/me/shortlists', SIGNED_IN, tag),
    summary: 'Adds a list to the account',
    body: closed({ key: Key, ownerKey: Key }),
    errors: ['forbidden', 'shortlist_not_found', 'too_many_saved'],
    response: Type.Object({ items: Type.Array(OwnShortlist) }),
  },
} as const satisfies Record<string, Route>;
