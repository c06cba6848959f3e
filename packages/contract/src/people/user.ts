import { SIGN_IN_PROVIDERS, USER_ROLES } from '@maru/listing/people';
import { TRANSPORTATIONS } from '@maru/listing/places';
import Type, { type Static } from 'typebox';
import { ADMINS, SELF_OR_RECIPIENT, SIGNED_IN } from '../api/access.ts';
import { del, get, post, put, type Route } from '../api/route.ts';
import { closed, IdParams, LocaleField, line, orNull, Page, Phone, textOrNull } from '../api/schemas.ts';

const UNITS = ['imperial', 'metric', 'pyeong'] as const;
const CURRENCIES = ['USD', 'KRW'] as const;
/** What an account may agree to: to keep commute addresses on the server, to get letters that nobody asked for. */
export const ACCOUNT_CONSENTS = ['commute_address', 'marketing_email'] as const;
export type AccountConsent = (typeof ACCOUNT_CONSENTS)[number];
const MOST_COMMUTES = 5;

/** Somewhere that one goes often. On the account only with the consent `commute_address`. */
export const CommuteAddress = closed({
  address: line(300),
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
  transportation: Type.Enum(TRANSPORTATIONS),
});
export type CommuteAddress = Static<typeof CommuteAddress>;

/** One box of the account page: its words now, and what was last said to it. */
export const ConsentState = Type.Object({
  kind: Type.Enum(ACCOUNT_CONSENTS),
  /** In the language of the request. */
  text: Type.String(),
  /** Of these words; to be sent back with the answer. */
  version: Type.String(),
  given: Type.Boolean(),
  /** Of the words that were agreed to, or refused, last; null when nobody asked yet. */
  answered: orNull(
    Type.Object({
      version: Type.String(),
      /** SHA-256 of those words, in hex. */
      hash: Type.String(),
      locale: LocaleField,
      source: Type.String(),
      at: Type.String(),
    }),
  ),
});

export type ConsentState = Static<typeof ConsentState>;

/** The person who is signed in, to themselves. Instants are ISO-8601 UTC. */
export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Proven by a provider. */
  email: textOrNull,
  /** E.164. */
  phone: textOrNull,
  locale: LocaleField,
  picture: textOrNull,
  role: Type.Enum(USER_ROLES),
  units: orNull(Type.Enum(UNITS)),
  currency: orNull(Type.Enum(CURRENCIES)),
  providers: Type.Array(Type.Enum(SIGN_IN_PROVIDERS)),
  consents: Type.Array(ConsentState),
  commuteAddresses: Type.Array(CommuteAddress),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** When the account will be deleted, as its owner asked. */
  deletionAt: textOrNull,
});
export type User = Static<typeof User>;

/** What may be changed; what is absent stays, null takes away. */
export const UserEdit = closed({
  name: Type.Optional(line(80)),
  phone: Type.Optional(orNull(Phone)),
  locale: Type.Optional(LocaleField),
  /** The provider's picture can be taken away, not replaced. */
  picture: Type.Optional(Type.Null()),
  units: Type.Optional(orNull(Type.Enum(UNITS))),
  currency: Type.Optional(orNull(Type.Enum(CURRENCIES))),
  /** All of them. Refused without the consent; taking that back deletes them. */
  commuteAddresses: Type.Optional(
    Type.Array(
      closed({
        address: line(300),
        latitude: Type.Optional(CommuteAddress.properties.latitude),
        longitude: Type.Optional(CommuteAddress.properties.longitude),
        transportation: Type.Optional(Type.Enum(TRANSPORTATIONS)),
      }),
      { maxItems: MOST_COMMUTES },
    ),
  ),
  consents: Type.Optional(
    Type.Array(
      closed({
        kind: Type.Enum(ACCOUNT_CONSENTS),
        given: Type.Boolean(),
        /** `version` of the words that were shown; refused as `expired` when those are others by now. */
        version: Type.String({ minLength: 1, maxLength: 64 }),
        /** The page where it was said. */
        source: Type.String({ minLength: 1, maxLength: 200, pattern: '^/[\\x21-\\x7e]*$' }),
      }),
      { maxItems: ACCOUNT_CONSENTS.length },
    ),
  ),
});
export type UserEdit = Static<typeof UserEdit>;

/** A person to somebody else; e-mail and phone have calls of their own, which are written down. */
export const PersonAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(USER_ROLES),
  locale: LocaleField,
  picture: textOrNull,
  createdAt: Type.String(),
});

/** A browser that is signed in. What it is, as far as its user agent says. */
export const Device = Type.Object({
  id: Type.String(),
  /** "Chrome", "KakaoTalk"; null when it does not say. */
  browser: textOrNull,
  /** "Windows", "iOS". */
  system: textOrNull,
  kind: Type.Enum(['desktop', 'phone', 'tablet', 'unknown']),
  provider: Type.Enum(SIGN_IN_PROVIDERS),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
});

export type Device = Static<typeof Device>;

const Deletion = Type.Object({ deletionAt: textOrNull });

export const userCalls = {
  /** `ETag` for `If-Match` of a PUT. */
  findUser: {
    ...get('/v1/user', SIGNED_IN, 'user'),
    summary: 'Who is signed in',
    response: User,
  },

  updateUser: {
    ...put('/v1/user', SIGNED_IN, 'user'),
    summary: 'Changes the profile of who is signed in',
    body: UserEdit,
    errors: ['precondition_failed'],
    response: User,
  },

  listUsers: {
    ...get('/v1/user/list', ADMINS, 'user'),
    summary: 'All accounts',
    limit: 'list',
    query: Type.Object({
      role: Type.Optional(Type.Enum(USER_ROLES)),
      email: Type.Optional(Type.String({ maxLength: 254, description: 'the whole address' })),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 254,
          pattern: '\\S',
          description: 'how the name or the e-mail address begins',
        }),
      ),
      ...Page,
    }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({ ...PersonAnswer.properties, email: textOrNull, deletionAt: textOrNull }),
      ),
      next: Type.Optional(Type.String()),
    }),
  },

  /** The caller, people who wrote to the caller as a realtor and allow it, and everybody for an admin; else 404. */
  findUserById: {
    ...get('/v1/user/:id', SELF_OR_RECIPIENT, 'user'),
    summary: 'A person',
    params: IdParams,
    errors: ['user_not_found'],
    response: PersonAnswer,
  },

  findUserEmail: {
    ...get('/v1/user/:id/email', SELF_OR_RECIPIENT, 'user'),
    summary: "A person's e-mail address",
    params: IdParams,
    errors: ['user_not_found'],
    response: Type.Object({ email: textOrNull }),
  },

  findUserPhone: {
    ...get('/v1/user/:id/phone', SELF_OR_RECIPIENT, 'user'),
    summary: "A person's phone number (E.164)",
    params: IdParams,
    errors: ['user_not_found'],
    response: Type.Object({ phone: textOrNull }),
  },

  /** Ends the session of this browser, or with `everywhere` all sessions; clears the refresh cookie. */
  signOut: {
    ...post('/v1/user/me/sign-out', SIGNED_IN, 'user'),
    summary: 'Signs out here, or everywhere',
    body: closed({ everywhere: Type.Optional(Type.Boolean()) }),
    response: Type.Object({ ended: Type.Integer({ description: 'how many sessions' }) }),
  },

  listDevices: {
    ...get('/v1/user/me/devices', SIGNED_IN, 'user'),
    summary: 'Where one is signed in, last seen first',
    limit: 'list',
    response: Type.Object({ items: Type.Array(Device) }),
  },

  endDevice: {
    ...del('/v1/user/me/devices/:id', SIGNED_IN, 'user'),
    summary: 'Signs out one browser',
    params: IdParams,
    errors: ['device_not_found'],
    response: Type.Object({ ended: Type.Integer() }),
  },

  /** All personal data of the caller, as a file. */
  exportUser: {
    ...get('/v1/user/me/export', SIGNED_IN, 'user'),
    freshSignIn: true,
    summary: 'All of one’s own data',
    limit: 'contact',
    response: Type.Object({
      exportedAt: Type.String(),
      account: User,
      /** By the name of what holds it: identities, sessions, consents, audit, contacts, … */
      data: Type.Record(Type.String(), Type.Unknown()),
    }),
  },

  /** Deletes the account after 14 days; signing in or `cancelDeletion` undoes it. */
  requestDeletion: {
    ...post('/v1/user/me/deletion', SIGNED_IN, 'user'),
    freshSignIn: true,
    summary: 'Asks for one’s account to be deleted',
    response: Deletion,
  },

  cancelDeletion: {
    ...del('/v1/user/me/deletion', SIGNED_IN, 'user'),
    summary: 'Keeps one’s account after all',
    response: Deletion,
  },
} as const satisfies Record<string, Route>;
