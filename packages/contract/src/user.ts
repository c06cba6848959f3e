import { TRANSPORTATIONS } from '@maru/listing';
import Type, { type Static } from 'typebox';
import { CALLS } from './calls.ts';
import { CLOSED, IdParams, LocaleField, line, orNull, Page, Phone, textOrNull } from './person.ts';
import { PROVIDERS } from './provider.ts';
import { route } from './route.ts';

export const ROLES = ['user', 'realtor', 'admin'] as const;
const UNITS = ['imperial', 'metric', 'pyeong'] as const;
const CURRENCIES = ['USD', 'KRW'] as const;
/** What an account may agree to: to keep commute addresses on the server, to get letters that nobody asked for. */
export const ACCOUNT_CONSENTS = ['commute_address', 'marketing_email'] as const;
export type AccountConsent = (typeof ACCOUNT_CONSENTS)[number];
const MOST_COMMUTES = 5;

/** Somewhere that one goes often. On the account only with the consent `commute_address`. */
export const CommuteAddress = Type.Object(
  {
    address: line(300),
    latitude: orNull(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: orNull(Type.Number({ minimum: -180, maximum: 180 })),
    transportation: Type.Enum(TRANSPORTATIONS),
  },
  CLOSED,
);
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
  role: Type.Enum(ROLES),
  units: orNull(Type.Enum(UNITS)),
  currency: orNull(Type.Enum(CURRENCIES)),
  providers: Type.Array(Type.Enum(PROVIDERS)),
  consents: Type.Array(ConsentState),
  commuteAddresses: Type.Array(CommuteAddress),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  /** When the account will be deleted, as its owner asked. */
  deletionAt: textOrNull,
});
export type User = Static<typeof User>;

/** What may be changed; what is absent stays, null takes away. */
export const UserEdit = Type.Object(
  {
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
        Type.Object(
          {
            address: line(300),
            latitude: Type.Optional(CommuteAddress.properties.latitude),
            longitude: Type.Optional(CommuteAddress.properties.longitude),
            transportation: Type.Optional(Type.Enum(TRANSPORTATIONS)),
          },
          CLOSED,
        ),
        { maxItems: MOST_COMMUTES },
      ),
    ),
    consents: Type.Optional(
      Type.Array(
        Type.Object(
          {
            kind: Type.Enum(ACCOUNT_CONSENTS),
            given: Type.Boolean(),
            /** `version` of the words that were shown; refused as `expired` when those are others by now. */
            version: Type.String({ minLength: 1, maxLength: 64 }),
            /** The page where it was said. */
            source: Type.String({ minLength: 1, maxLength: 200, pattern: '^/[\\x21-\\x7e]*$' }),
          },
          CLOSED,
        ),
        { maxItems: ACCOUNT_CONSENTS.length },
      ),
    ),
  },
  CLOSED,
);
export type UserEdit = Static<typeof UserEdit>;

/** A person to somebody else; e-mail and phone have calls of their own, which are written down. */
export const PersonAnswer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(ROLES),
  locale: LocaleField,
  picture: textOrNull,
  createdAt: Type.String(),
});

const user = { tag: 'user', access: 'user' } as const;

/** GET /v1/user. `ETag` for `If-Match` of a PUT. */
export const findUser = route({
  ...CALLS.findUser,
  summary: 'Who is signed in',
  ...user,
  answer: User,
});

/** PUT /v1/user */
export const updateUser = route({
  ...CALLS.updateUser,
  summary: 'Changes the profile of who is signed in',
  ...user,
  body: UserEdit,
  refuses: ['precondition_failed'],
  answer: User,
});

/** GET /v1/user/list: newest first. */
export const listUsers = route({
  ...CALLS.listUsers,
  summary: 'All accounts',
  tag: 'user',
  access: 'admin',
  limit: 'list',
  query: Type.Object({
    role: Type.Optional(Type.Enum(ROLES)),
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
  answer: Type.Object({
    items: Type.Array(Type.Object({ ...PersonAnswer.properties, email: textOrNull, deletionAt: textOrNull })),
    next: Type.Optional(Type.String()),
  }),
});

/** GET /v1/user/:id: oneself, whoever wrote to this realtor and let them see it, everybody for an admin; else 404. */
export const findUserById = route({
  ...CALLS.findUserById,
  summary: 'A person',
  ...user,
  params: IdParams,
  refuses: ['user_not_found'],
  answer: PersonAnswer,
});

export const findUserEmail = route({
  ...CALLS.findUserEmail,
  summary: "A person's e-mail address",
  ...user,
  params: IdParams,
  refuses: ['user_not_found'],
  answer: Type.Object({ email: textOrNull }),
});

export const findUserPhone = route({
  ...CALLS.findUserPhone,
  summary: "A person's phone number (E.164)",
  ...user,
  params: IdParams,
  refuses: ['user_not_found'],
  answer: Type.Object({ phone: textOrNull }),
});

/** POST /v1/user/me/sign-out: this browser, or with `everywhere` all of them; takes the refresh cookie away. */
export const signOut = route({
  ...CALLS.signOut,
  summary: 'Signs out here, or everywhere',
  ...user,
  body: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }, CLOSED),
  answer: Type.Object({ ended: Type.Integer({ description: 'how many sessions' }) }),
});

/** A browser that is signed in. What it is, as far as its user agent says. */
export const Device = Type.Object({
  id: Type.String(),
  /** "Chrome", "KakaoTalk"; null when it does not say. */
  browser: textOrNull,
  /** "Windows", "iOS". */
  system: textOrNull,
  kind: Type.Enum(['desktop', 'phone', 'tablet', 'unknown']),
  provider: Type.Enum(PROVIDERS),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  /** The one that asks. */
  current: Type.Boolean(),
});

export type Device = Static<typeof Device>;

export const listDevices = route({
  ...CALLS.listDevices,
  summary: 'Where one is signed in, last seen first',
  ...user,
  limit: 'list',
  answer: Type.Object({ items: Type.Array(Device) }),
});

export const endDevice = route({
  ...CALLS.endDevice,
  summary: 'Signs out one browser',
  ...user,
  params: IdParams,
  refuses: ['device_not_found'],
  answer: Type.Object({ ended: Type.Integer() }),
});

/** GET /v1/user/me/export: all that is known of the person who asks, as a file. */
export const exportUser = route({
  ...CALLS.exportUser,
  freshSignIn: true,
  summary: 'All of one’s own data',
  ...user,
  limit: 'contact',
  answer: Type.Object({
    exportedAt: Type.String(),
    account: User,
    /** By the name of what holds it: identities, sessions, consents, audit, contacts, … */
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
});

const Deletion = Type.Object({ deletionAt: textOrNull });

/** POST /v1/user/me/deletion: in 14 days; until then signing in and `cancelDeletion` undo it. */
export const requestDeletion = route({
  ...CALLS.requestDeletion,
  freshSignIn: true,
  summary: 'Asks for one’s account to be deleted',
  ...user,
  answer: Deletion,
});

export const cancelDeletion = route({
  ...CALLS.cancelDeletion,
  summary: 'Keeps one’s account after all',
  ...user,
  answer: Deletion,
});
