import { CONSENT_KINDS, CONTACT_STATES, RECIPIENT_ROLES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { EVERYBODY, SENDER_OR_RECIPIENT, SIGNED_IN } from '../api/access.ts';
import { del, get, patch, post, type Route } from '../api/route.ts';
import {
  closed,
  Email,
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

/** Who will answer, as every form and email must show it (rules R17, R39). */
export const Answerer = Type.Object({
  /** Returned with the contact: 409 when somebody else would answer by then. */
  recipientId: Type.String(),
  role: Type.Enum(RECIPIENT_ROLES),
  /** As the license has it. */
  name: Type.String(),
  /** As the profile has it, for Korean readers; null where there is none, and on what was sent already. */
  nameKo: textOrNull,
  /** Eight digits in California, leading zeros kept. */
  licenseNumber: textOrNull,
  /** Two letters, of the register that has it; null where we do not know it. */
  licenseState: textOrNull,
  /** The responsible broker or the office. */
  brokerName: textOrNull,
  /** Has no account here: gets the contact by e-mail alone, so that nothing shows whether it was read. */
  byMailOnly: Type.Boolean(),
});
export type Answerer = Static<typeof Answerer>;

const Instant = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d{2}:\\d{2})$',
});

/** Times at which the visitor could see the home. */
const Slots = Type.Array(closed({ start: Instant, end: Type.Optional(Instant) }), {
  maxItems: 3,
});

/** The one body of a contact. Exactly one of `agentId` and `realtorId`; neither: `homeId` says who answers. */
export const ContactBody = closed(
  {
    name: line(100),
    email: Email,
    phone: Type.Optional(orNull(Phone)),
    message: prose(4_000),
    homeId: Type.Optional(HomeId),
    agentId: Type.Optional(Id),
    realtorId: Type.Optional(Id),
    /** Of `answeredBy`, as it was shown beside the form. */
    recipientId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    slots: Type.Optional(Slots),
    /** Boxes that are not named were not ticked. */
    consents: Type.Array(
      closed({
        kind: Type.Enum(CONSENT_KINDS),
        /** Of the text that stood there, from `prepareContact`. */
        version: Type.String({ minLength: 1, maxLength: 40 }),
        accepted: Type.Boolean(),
      }),
      { maxItems: CONSENT_KINDS.length },
    ),
    locale: LocaleField,
    /** The page on which the form stood, kept with the consents. */
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
    /** Whoever has it may read and withdraw the contact. */
    token: Type.String(),
    /** Its page, without /ko. */
    path: Type.String(),
  }),
});
export type ContactSent = Static<typeof ContactSent>;

const ContactHome = Type.Object({
  homeId: Type.String(),
  label: textOrNull,
  path: textOrNull,
  timeZone: textOrNull,
});
const SlotsAnswer = Type.Array(Type.Object({ start: Type.String(), end: Type.Optional(Type.String()) }));
/** A box of the form as it was when the contact was sent. */
const ConsentGiven = Type.Object({
  kind: Type.Enum(CONSENT_KINDS),
  accepted: Type.Boolean(),
  text: Type.String(),
  textVersion: Type.String(),
  at: Type.String(),
  revokedAt: textOrNull,
});
const States = {
  state: Type.Enum(CONTACT_STATES),
  createdAt: Type.String(),
  /** When the letter left for the recipient; null until then. */
  deliveredAt: textOrNull,
  openedAt: textOrNull,
  answeredAt: textOrNull,
  closedAt: textOrNull,
  withdrawnAt: textOrNull,
  /** Its sender wants to hear nothing more from its recipient, by whatever way. */
  doNotContactAt: textOrNull,
};
/** What its recipient has answered through this site, oldest first. */
const Replies = Type.Array(
  Type.Object({ replyId: Type.String(), message: Type.String(), at: Type.String(), deliveredAt: textOrNull }),
);

/** A contact as who is asking may see it. Withdrawn: for its recipient without name, address and number. */
export const ContactAnswer = Type.Object({
  contactId: Type.String(),
  /** Which side of it the caller is; an admin may be neither. */
  side: Type.Enum(['sent', 'received', 'admin']),
  name: textOrNull,
  email: textOrNull,
  phone: textOrNull,
  message: Type.String(),
  locale: LocaleField,
  home: orNull(ContactHome),
  slots: SlotsAnswer,
  /** `payment`: the message speaks of money before a viewing. */
  notices: Type.Array(Type.Enum(['payment'])),
  answeredBy: Answerer,
  ...States,
  /** The recipient's own; null for others. */
  notes: textOrNull,
  consents: Type.Array(ConsentGiven),
  replies: Replies,
});
export type ContactAnswer = Static<typeof ContactAnswer>;

/**
 * What the sender may know by the receipt's token (rule R19). `name`, `phone` and `message` are null with the token of a letter
 * to an address that the sender's account has not proven.
 */
export const ReceiptAnswer = Type.Object({
  contactId: Type.String(),
  name: textOrNull,
  email: Type.String(),
  phone: textOrNull,
  message: textOrNull,
  locale: LocaleField,
  home: orNull(ContactHome),
  slots: SlotsAnswer,
  answeredBy: Answerer,
  ...States,
  consents: Type.Array(ConsentGiven),
  replies: Replies,
});
export type ReceiptAnswer = Static<typeof ReceiptAnswer>;

const SearchText = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: LINE,
    description:
      'words of name, e-mail, home or message, each perhaps half typed; nothing that was withdrawn',
  }),
);

const TokenParams = Type.Object({ token: Id });

export const realtorContactsCalls = {
  /** To a realtor of this site; body and response as of `contactAgent`. */
  createRealtorContact: {
    ...post('/maru/v1/realtor-contacts', EVERYBODY, 'realtor-contacts'),
    summary: 'Writes to a realtor of this site; answers who got it and the receipt',
    limit: 'contact',
    status: 201,
    errors: ['agent_not_found', 'realtor_not_found', 'home_not_found', 'conflict', 'idempotency_key_reused'],
    body: ContactBody,
    response: ContactSent,
  },

  listRealtorContacts: {
    ...get('/maru/v1/realtor-contacts', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary: 'Contacts, newest first: those sent, those received by one’s own profile, for admins all',
    limit: 'list',
    errors: ['forbidden'],
    query: Type.Object({
      box: Type.Optional(
        Type.Enum(['sent', 'received', 'all'], {
          description:
            'default: received for who has a profile, all for admins (and for them alone), else sent',
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
    summary: 'What one’s own profile received as CSV, a page at a time; only the first has the row of names',
    limit: 'list',
    query: Type.Object({
      state: Type.Optional(Type.Enum(CONTACT_STATES)),
      text: SearchText,
      locale: Type.Optional(LocaleField),
      cursor: Page.cursor,
    }),
    response: Type.Object({
      /** Cells that a spreadsheet would take for a formula begin with an apostrophe. */
      csv: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },

  countRealtorContacts: {
    ...get('/maru/v1/realtor-contacts/numbers', SIGNED_IN, 'realtor-contacts'),
    summary: 'How many contacts one’s own profile received and answered, a day and a state, and how soon',
    limit: 'list',
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({ minimum: 7, maximum: 366, description: 'how far back; default 90' }),
      ),
    }),
    response: Type.Object({
      /** Without those on which nothing came; `day` is one of California. */
      days: Type.Array(
        Type.Object({ day: Type.String(), received: Type.Integer(), answered: Type.Integer() }),
      ),
      states: Type.Array(Type.Object({ state: Type.Enum(CONTACT_STATES), count: Type.Integer() })),
      response: Type.Object({
        received: Type.Integer(),
        answered: Type.Integer(),
        medianHours: orNull(Type.Number()),
      }),
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
      /** Cannot be taken back. */
      withdrawn: Type.Optional(Type.Literal(true)),
      /** By either side: the visitor wants to hear nothing more. Cannot be taken back. */
      doNotContact: Type.Optional(Type.Literal(true)),
    }),
    response: ContactAnswer,
  },

  replyRealtorContact: {
    ...post('/maru/v1/realtor-contacts/:id/reply', SIGNED_IN, 'realtor-contacts'),
    summary:
      'Answers a contact by e-mail, in the letter’s words in the visitor’s language; 409 once it is withdrawn',
    errors: ['contact_not_found', 'conflict', 'idempotency_key_reused'],
    status: 201,
    limit: 'contact',
    params: IdParams,
    body: closed({
      message: prose(4_000),
      /** What the contact is from then on; `answered` when absent. */
      state: Type.Optional(Type.Enum(['answered', 'appointment'])),
    }),
    response: ContactAnswer,
  },

  deleteRealtorContact: {
    ...del('/maru/v1/realtor-contacts/:id', SENDER_OR_RECIPIENT, 'realtor-contacts'),
    summary: 'Sender: withdraws it and takes it from the list. Recipient: from the list. Admin: erases it',
    errors: ['contact_not_found', 'precondition_failed'],
    params: IdParams,
    status: 204,
    response: Type.Null(),
  },

  findReceipt: {
    ...get('/maru/v1/receipt/:token', EVERYBODY, 'receipt'),
    summary:
      'The receipt of a contact: copy (not for the reader of a letter to an unproven address), who answers, what became of it; 404 for a wrong token',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },

  /** Idempotent. */
  withdrawReceipt: {
    ...post('/maru/v1/receipt/:token/withdraw', EVERYBODY, 'receipt'),
    summary: 'Takes a contact back: its recipient no longer sees name, address and number, and is told so',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },

  /** Idempotent. */
  stopReceipt: {
    ...post('/maru/v1/receipt/:token/stop', EVERYBODY, 'receipt'),
    summary:
      'Takes back this contact and, with the token of a letter, all that the same address wrote to the same recipient: no contact by any way',
    errors: ['contact_not_found'],
    params: TokenParams,
    response: ReceiptAnswer,
  },
} as const satisfies Record<string, Route>;
