import { CONSENT_KINDS, CONTACT_STATES, RECIPIENT_ROLES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { EVERYBODY, SENDER_OR_RECIPIENT, SIGNED_IN } from '../api/access.ts';
import { del, get, patch, post, type Route } from '../api/route.ts';
import {
  closed,
  Email,
  fields,
  HomeId,
  Id,
  IdParams,
  LINE,
  LocaleField,
  line,
  orNull,
  Page,
  Phone,
  paged,
  prose,
  textOrNull,
} from '../api/schemas.ts';

/** The recipient, as every form and email must show it (rules R17, R39). */
export const Answerer = Type.Object({
  /** To be returned with the contact: 409 when the recipient has changed. */
  recipientId: Type.String(),
  role: Type.Enum(RECIPIENT_ROLES),
  name: Type.String(),
  /** Korean name of the profile; null: none, or sent before it was set. */
  nameKo: textOrNull,
  /** Eight digits in California, leading zeros kept. */
  licenseNumber: textOrNull,
  licenseState: textOrNull,
  /** The responsible broker or the office. */
  brokerName: textOrNull,
  /** Without an account here: receives the contact by email only, so reading is not tracked. */
  byMailOnly: Type.Boolean(),
});
export type Answerer = Static<typeof Answerer>;

const Instant = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2})$',
});

const Slots = Type.Array(closed({ start: Instant, end: Type.Optional(Instant) }), { maxItems: 3 });

/** Body of a contact. At most one of `agentId` and `realtorId`; with neither, `homeId` determines the recipient. */
export const ContactBody = closed(
  {
    name: line(100),
    email: Email,
    phone: Type.Optional(orNull(Phone)),
    message: prose(4_000),
    homeId: Type.Optional(HomeId),
    agentId: Type.Optional(Id),
    realtorId: Type.Optional(Id),
    /** Of the displayed `answeredBy`. */
    recipientId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    slots: Type.Optional(Slots),
    /** Missing kinds are not accepted. */
    consents: Type.Array(
      closed({
        kind: Type.Enum(CONSENT_KINDS),
        /** Of the displayed text, from `prepareContact`. */
        version: Type.String({ minLength: 1, maxLength: 40 }),
        accepted: Type.Boolean(),
      }),
      { maxItems: CONSENT_KINDS.length },
    ),
    locale: LocaleField,
    url: Type.Optional(Type.String({ maxLength: 500, pattern: LINE })),
  },
  {
    examples: [
      {
        name: '김서연',
        email: 'seoyeon.kim@example.com',
        phone: '+1 213 555 0123',
        message: '이번 주 토요일에 집을 볼 수 있을까요?',
        homeId: 'h3kq9z',
        slots: [{ start: '2026-11-28T10:00:00-08:00' }],
        consents: [{ kind: 'call', version: '2026-11-01', accepted: true }],
        locale: 'ko',
      },
    ],
  },
);
export type ContactBody = Static<typeof ContactBody>;

export const ContactSent = Type.Object({
  contactId: Type.String(),
  createdAt: Type.String(),
  answeredBy: Answerer,
  receipt: Type.Object({
    /** Gives access to reading and withdrawing the contact. */
    token: Type.String(),
    path: Type.String(),
  }),
});
export type ContactSent = Static<typeof ContactSent>;

export const sendContact = {
  limit: 'contact',
  status: 201,
  errors: ['agent_not_found', 'realtor_not_found', 'home_not_found', 'conflict', 'idempotency_key_reused'],
  body: ContactBody,
  response: ContactSent,
} as const;

export const ResponseTimes = Type.Object({
  received: Type.Integer(),
  answered: Type.Integer(),
  medianHours: orNull(Type.Number()),
});

const ContactHome = Type.Object({
  homeId: Type.String(),
  ...fields(textOrNull, 'label', 'path', 'timeZone'),
});
const SlotsAnswer = Type.Array(Type.Object({ start: Type.String(), end: Type.Optional(Type.String()) }));
const ConsentGiven = Type.Object({
  kind: Type.Enum(CONSENT_KINDS),
  accepted: Type.Boolean(),
  ...fields(Type.String(), 'text', 'textVersion', 'at'),
  revokedAt: textOrNull,
});
const Common = {
  contactId: Type.String(),
  name: textOrNull,
  phone: textOrNull,
  locale: LocaleField,
  home: orNull(ContactHome),
  slots: SlotsAnswer,
  answeredBy: Answerer,
  state: Type.Enum(CONTACT_STATES),
  createdAt: Type.String(),
  ...fields(textOrNull, 'deliveredAt', 'openedAt', 'answeredAt', 'closedAt', 'withdrawnAt'),
  /** The sender wants no further contact from the recipient. */
  doNotContactAt: textOrNull,
  consents: Type.Array(ConsentGiven),
  /** Of the recipient through this site, oldest first. */
  replies: Type.Array(
    Type.Object({
      ...fields(Type.String(), 'replyId', 'message', 'at'),
      deliveredAt: textOrNull,
    }),
  ),
};

/** A contact as visible to the caller. When withdrawn, the recipient sees no name, address and number. */
export const ContactAnswer = Type.Object({
  ...Common,
  /** Role of the caller; an admin may be neither side. */
  side: Type.Enum(['sent', 'received', 'admin']),
  email: textOrNull,
  message: Type.String(),
  /** `payment`: the message mentions payment before a viewing. */
  notices: Type.Array(Type.Enum(['payment'])),
  notes: textOrNull,
});
export type ContactAnswer = Static<typeof ContactAnswer>;

/** By the receipt's token (rule R19). Name, phone and message are null with the token of an unverified address. */
export const ReceiptAnswer = Type.Object({ ...Common, email: Type.String(), message: textOrNull });
export type ReceiptAnswer = Static<typeof ReceiptAnswer>;

const SearchText = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: LINE,
    description: 'words of name, email, home or message, or their prefixes; excludes withdrawn contacts',
  }),
);

const TokenParams = Type.Object({ token: Id });

export const realtorContactsCalls = {
  /** To a realtor of this site; body and response as of `contactAgent`. */
  createRealtorContact: {
    ...post('/maru/v1/realtor-contacts', EVERYBODY, 'realtor-contacts'),
    summary: 'Sends a message to a realtor of this site; returns the recipient and the receipt',
    ...sendContact,
  },

  listRealtorContacts: {
    ...get('/maru/v1/realtor-contacts', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary: 'Contacts, newest first: sent, received by the caller’s profile, or all for admins',
    limit: 'list',
    errors: ['forbidden'],
    query: Type.Object({
      box: Type.Optional(
        Type.Enum(['sent', 'received', 'all'], {
          description: 'default: received with a profile, all for admins (only for them), else sent',
        }),
      ),
      state: Type.Optional(Type.Enum(CONTACT_STATES)),
      text: SearchText,
      ...Page,
    }),
    response: paged(ContactAnswer),
  },

  exportRealtorContacts: {
    ...get('/maru/v1/realtor-contacts/export', SIGNED_IN, 'realtor-contacts'),
    freshSignIn: true,
    summary: 'Received contacts as CSV, in pages; the first has the header row',
    limit: 'list',
    query: Type.Object({
      state: Type.Optional(Type.Enum(CONTACT_STATES)),
      text: SearchText,
      locale: Type.Optional(LocaleField),
      cursor: Page.cursor,
    }),
    response: Type.Object({
      /** Cells that a spreadsheet could read as a formula start with an apostrophe. */
      csv: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },

  countRealtorContacts: {
    ...get('/maru/v1/realtor-contacts/numbers', SIGNED_IN, 'realtor-contacts'),
    summary: 'Contacts received and answered by day and state, and response times',
    limit: 'list',
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({ minimum: 7, maximum: 366, description: 'back from today; default 90' }),
      ),
    }),
    response: Type.Object({
      /** Days with contacts, California time. */
      days: Type.Array(
        Type.Object({ day: Type.String(), received: Type.Integer(), answered: Type.Integer() }),
      ),
      states: Type.Array(Type.Object({ state: Type.Enum(CONTACT_STATES), count: Type.Integer() })),
      response: ResponseTimes,
      from: Type.String(),
      to: Type.String(),
    }),
  },

  /** Becomes `read` when its recipient first requests it. */
  findRealtorContact: {
    ...get('/maru/v1/realtor-contacts/:id', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary: 'One contact that the caller has sent or received; 404 for others',
    errors: ['contact_not_found'],
    params: IdParams,
    response: ContactAnswer,
  },

  updateRealtorContact: {
    ...patch('/maru/v1/realtor-contacts/:id', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary: 'Recipient: state and notes. Sender: withdrawn',
    errors: ['contact_not_found', 'precondition_failed'],
    params: IdParams,
    body: closed({
      state: Type.Optional(Type.Enum(CONTACT_STATES)),
      notes: Type.Optional(orNull(Type.String({ maxLength: 4_000 }))),
      /** Irreversible. */
      withdrawn: Type.Optional(Type.Literal(true)),
      /** By either side: no further contact. Irreversible. */
      doNotContact: Type.Optional(Type.Literal(true)),
    }),
    response: ContactAnswer,
  },

  replyRealtorContact: {
    ...post('/maru/v1/realtor-contacts/:id/reply', SIGNED_IN, 'realtor-contacts'),
    summary:
      'Replies to a contact by email, in the visitor’s language; 403 for a profile not verified since a refusal, 409 when withdrawn',
    errors: ['forbidden', 'contact_not_found', 'conflict', 'idempotency_key_reused'],
    status: 201,
    limit: 'contact',
    params: IdParams,
    body: closed({
      message: prose(4_000),
      state: Type.Optional(Type.Enum(['answered', 'appointment'])),
    }),
    response: ContactAnswer,
  },

  deleteRealtorContact: {
    ...del('/maru/v1/realtor-contacts/:id', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary:
      'Sender: withdraws it and removes it from the list. Recipient: removes it from the list. Admin: erases it',
    errors: ['contact_not_found', 'precondition_failed'],
    params: IdParams,
    status: 204,
    response: Type.Null(),
  },

  findReceipt: {
    ...get('/maru/v1/receipt/:token', EVERYBODY, 'receipt'),
    summary:
      'The receipt of a contact: copy (not by the email to an unverified address), recipient and state; 404 for a wrong token',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },

  withdrawReceipt: {
    ...post('/maru/v1/receipt/:token/withdraw', EVERYBODY, 'receipt'),
    summary: 'Withdraws a contact: its recipient no longer sees name, address and number, and is notified',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },

  stopReceipt: {
    ...post('/maru/v1/receipt/:token/stop', EVERYBODY, 'receipt'),
    summary:
      'Withdraws this contact and, with the token of an email, all contacts of the same address to the same recipient, and bars further contact',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },
} as const satisfies Record<string, Route>;
