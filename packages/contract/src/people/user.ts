import { SIGN_IN_PROVIDERS, USER_ROLES } from '@maru/listing/people';
import { TRANSPORTATIONS } from '@maru/listing/places';
import Type, { type Static } from 'typebox';
import { ADMINS, SELF_OR_RECIPIENT, SIGNED_IN } from '../api/access.ts';
import { del, get, post, put, type Route } from '../api/route.ts';
import {
  closed,
  IdParams,
  LocaleField,
  line,
  orNull,
  Page,
  Phone,
  paged,
  textOrNull,
} from '../api/schemas.ts';

const UNITS = ['imperial', 'metric', 'pyeong'] as const;
const CURRENCIES = ['USD', 'KRW'] as const;
export const ACCOUNT_CONSENTS = ['commute_address', 'marketing_email'] as const;
export type AccountConsent = (typeof ACCOUNT_CONSENTS)[number];
const MAX_COMMUTES = 5;

/** A commute destination; stored only with the consent `commute_address`. */
export const CommuteAddress = closed({
  address: line(300),
  latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
  transportation: Type.Enum(TRANSPORTATIONS),
});
export type CommuteAddress = Static<typeof CommuteAddress>;

export const ConsentState = Type.Object({
  kind: Type.Enum(ACCOUNT_CONSENTS),
  text: Type.String(),
  /** Version of the text, to be returned with the answer. */
  version: Type.String(),
  given: Type.Boolean(),
  answered: orNull(
    Type.Object({
      version: Type.String(),
      /** SHA-256 of the text, hex. */
      hash: Type.String(),
      locale: LocaleField,
      source: Type.String(),
      at: Type.String(),
    }),
  ),
});

export type ConsentState = Static<typeof ConsentState>;

/** The caller's account. Instants are ISO-8601 UTC. */
export const User = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Verified by a provider. */
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
  deletionAt: textOrNull,
});
export type User = Static<typeof User>;

/** Absent members stay unchanged; null removes. */
export const UserEdit = closed({
  name: Type.Optional(line(80)),
  phone: Type.Optional(orNull(Phone)),
  locale: Type.Optional(LocaleField),
  /** The provider's picture can only be removed. */
  picture: Type.Optional(Type.Null()),
  units: Type.Optional(orNull(Type.Enum(UNITS))),
  currency: Type.Optional(orNull(Type.Enum(CURRENCIES))),
  /** The complete list. Rejected without the consent; withdrawing it deletes them. */
  commuteAddresses: Type.Optional(
    Type.Array(
      closed({
        address: line(300),
        latitude: Type.Optional(CommuteAddress.properties.latitude),
        longitude: Type.Optional(CommuteAddress.properties.longitude),
        transportation: Type.Optional(Type.Enum(TRANSPORTATIONS)),
      }),
      { maxItems: MAX_COMMUTES },
    ),
  ),
  consents: Type.Optional(
    Type.Array(
      closed({
        kind: Type.Enum(ACCOUNT_CONSENTS),
        given: Type.Boolean(),
        /** `version` of the displayed text; rejected as `expired` when it has changed. */
        version: Type.String({ minLength: 1, maxLength: 64 }),
        source: Type.String({ minLength: 1, maxLength: 200, pattern: '^/[\\x21-\\x7e]*$' }),
      }),
      { maxItems: ACCOUNT_CONSENTS.length },
    ),
  ),
});
export type UserEdit = Static<typeof UserEdit>;

/** A person as others see them; email and phone have separate, audited calls. */
export const PersonAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(USER_ROLES),
  locale: LocaleField,
  picture: textOrNull,
  createdAt: Type.String(),
});

export const Device = Type.Object({
  id: Type.String(),
  /** "Chrome", "KakaoTalk"; null: unknown. */
  browser: textOrNull,
  system: textOrNull,
  kind: Type.Enum(['desktop', 'phone', 'tablet', 'unknown']),
  provider: Type.Enum(SIGN_IN_PROVIDERS),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  current: Type.Boolean(),
});

export type Device = Static<typeof Device>;

const Deletion = Type.Object({ deletionAt: textOrNull });

export const userCalls = {
  /** `ETag` for `If-Match` of a PUT. */
  findUser: { ...get('/v1/user', SIGNED_IN, 'user'), summary: 'The caller’s account', response: User },

  updateUser: {
    ...put('/v1/user', SIGNED_IN, 'user'),
    summary: 'Changes the caller’s account',
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
          description: 'prefix of the name or email address',
        }),
      ),
      ...Page,
    }),
    response: paged(Type.Object({ ...PersonAnswer.properties, email: textOrNull, deletionAt: textOrNull })),
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
    summary: 'The caller’s sessions, last seen first',
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

  exportUser: {
    ...get('/v1/user/me/export', SIGNED_IN, 'user'),
    freshSignIn: true,
    summary: 'All personal data of the caller',
    limit: 'contact',
    response: Type.Object({
      exportedAt: Type.String(),
      account: User,
      /** By collection: identities, sessions, consents, audit, contacts, … */
      data: Type.Record(Type.String(), Type.Unknown()),
    }),
  },

  /** Deletes the account after 14 days; signing in or `cancelDeletion` undoes it. */
  requestDeletion: {
    ...post('/v1/user/me/deletion', SIGNED_IN, 'user'),
    freshSignIn: true,
    summary: 'Requests deletion of the account',
    response: Deletion,
  },

  cancelDeletion: {
    ...del('/v1/user/me/deletion', SIGNED_IN, 'user'),
    summary: 'Cancels the deletion of the account',
    response: Deletion,
  },
} as const satisfies Record<string, Route>;
