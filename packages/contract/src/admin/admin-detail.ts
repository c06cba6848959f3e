import { CORRECTABLE_FIELDS } from '@maru/listing/corrections';
import { HIDING_REASONS } from '@maru/listing/display';
import { USER_ROLES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS } from '../api/access.ts';
import { get, post, put, type Route } from '../api/route.ts';
import {
  closed,
  fields,
  HomeId,
  Id,
  IdParams,
  line,
  orNull,
  Page,
  paged,
  prose,
  textOrNull,
} from '../api/schemas.ts';
import { correctedValue } from '../homes/home.ts';
import { REPORT_REASONS } from './review.ts';
import { TAKE_DOWN_REASONS } from './take-down-reasons.ts';

const Dataset = Id;
/** JSON of varying shape, as text, so that no member is dropped. */
const JsonText = textOrNull;

const FeedHealth = Type.Object({
  dataset: Type.String(),
  provider: textOrNull,
  source: textOrNull,
  /** Listed in MARU_FEEDS of this process. */
  isConfigured: Type.Boolean(),
  /** `ended`: the license has ended and the data is deleted; `hidden`: stored, but not displayed. */
  state: Type.Enum(['healthy', 'loading', 'late', 'failing', 'hidden', 'ended']),
  ...fields(textOrNull, 'hiddenReason', 'hiddenSince', 'lastSuccessAt', 'failingSince', 'lastError'),
  ...fields(textOrNull, 'lastErrorAt', 'shrinkingSince'),
  homes: Type.Integer(),
  listings: Type.Integer(),
  /** In the last hour. */
  added: Type.Integer(),
  removed: Type.Integer(),
  quarantined: Type.Integer(),
  /** The last change number, and how many changes the index of this process is behind; null: unknown. */
  sequence: Type.Integer(),
  behind: orNull(Type.Integer()),
});
export type FeedHealth = Static<typeof FeedHealth>;

export const AdminState = Type.Object({
  feeds: Type.Array(FeedHealth),
  index: Type.Object({
    version: Type.String(),
    homes: Type.Integer(),
    isReady: Type.Boolean(),
    /** Seconds behind the store; null until it is loaded. */
    lagSeconds: orNull(Type.Number()),
  }),
  process: Type.Object({
    startedAt: Type.String(),
    memoryMb: Type.Integer(),
    connections: Type.Object({ total: Type.Integer(), idle: Type.Integer(), waiting: Type.Integer() }),
    inFlight: Type.Integer(),
    refused: Type.Integer(),
  }),
  limits: Type.Array(Type.Object({ name: Type.String(), calls: Type.Integer(), seconds: Type.Integer() })),
  /** A proxy that sends forwarding headers and is not in TRUST_PROXY: all its visitors count as one. */
  unbelievedProxy: orNull(
    Type.Object({
      /** Truncated: `172.18.0.0/16`. */
      network: Type.String(),
      lastAt: Type.String(),
    }),
  ),
  letters: Type.Object({ waiting: Type.Integer(), failed: Type.Integer() }),
  waiting: Type.Object({ reviews: Type.Integer(), realtors: Type.Integer(), reports: Type.Integer() }),
  asOf: Type.String(),
});
export type AdminState = Static<typeof AdminState>;

export const QuarantinedAnswer = Type.Object({
  quarantineKey: Type.String(),
  dataset: Type.String(),
  listingKey: textOrNull,
  reason: Type.String(),
  raw: JsonText,
  /** Result of the current normalization; null when it still fails. */
  normalized: JsonText,
  firstSeenAt: Type.String(),
  lastSeenAt: Type.String(),
});
export type QuarantinedAnswer = Static<typeof QuarantinedAnswer>;

export const TakeDownAnswer = Type.Object({
  takeDownId: Type.String(),
  homeId: Type.String(),
  reason: Type.Enum(TAKE_DOWN_REASONS),
  askedBy: Type.String(),
  askedAt: Type.String(),
  note: textOrNull,
  reportId: textOrNull,
  doneAt: Type.String(),
  doneBy: Type.String(),
  ...fields(textOrNull, 'liftedAt', 'liftedBy', 'liftNote'),
});
export type TakeDownAnswer = Static<typeof TakeDownAnswer>;

/** `confirmed`, `lapsed`: the feed says the corrected value, or a third one; `rekeyed`: it has the record under another key. */
const CORRECTION_ENDS = ['removed', 'replaced', 'confirmed', 'lapsed', 'rekeyed'] as const;

export const CorrectionAnswer = Type.Object({
  ...fields(Type.String(), 'correctionId', 'homeId', 'dataset', 'listingKey'),
  field: Type.Enum(CORRECTABLE_FIELDS),
  /** What the feed said when the correction was made. */
  feedValue: correctedValue,
  value: correctedValue,
  reason: Type.String(),
  reportId: textOrNull,
  doneAt: Type.String(),
  doneBy: Type.String(),
  ...fields(textOrNull, 'endedAt', 'endedBy'),
  endKind: orNull(Type.Enum(CORRECTION_ENDS)),
});
export type CorrectionAnswer = Static<typeof CorrectionAnswer>;

const ListingCase = Type.Object({
  ...fields(Type.String(), 'dataset', 'source', 'listingKey'),
  listingId: textOrNull,
  searchType: Type.String(),
  standardStatus: Type.String(),
  reasons: Type.Array(Type.Enum(HIDING_REASONS)),
  /** The home is represented by this listing. */
  isChosen: Type.Boolean(),
  /** In the search index; differs from `isChosen` only after a bug. */
  isInSearch: Type.Boolean(),
  flags: Type.Object({
    entireListing: orNull(Type.Boolean()),
    address: orNull(Type.Boolean()),
    valuation: orNull(Type.Boolean()),
    comments: orNull(Type.Boolean()),
  }),
  ...fields(Type.String(), 'modifiedAt', 'firstSeenAt', 'lastSeenAt'),
  retiredAt: textOrNull,
  retiredReason: textOrNull,
  normalized: JsonText,
  raw: JsonText,
});

export const HomeCaseAnswer = Type.Object({
  homeId: Type.String(),
  formerIds: Type.Array(Type.String()),
  /** Without /ko; null while hidden. */
  path: textOrNull,
  isShown: Type.Boolean(),
  listings: Type.Array(ListingCase),
  ledger: Type.Array(
    Type.Object({
      ...fields(Type.String(), 'dataset', 'listingKey', 'kind'),
      oldValue: JsonText,
      newValue: JsonText,
      sourceTime: textOrNull,
      seenTime: Type.String(),
      /** Found to be wrong, and not displayed. */
      isVoided: Type.Boolean(),
    }),
  ),
  takeDowns: Type.Array(TakeDownAnswer),
  corrections: Type.Array(CorrectionAnswer),
});
export type HomeCaseAnswer = Static<typeof HomeCaseAnswer>;

export const ReportAnswer = Type.Object({
  reportId: Type.String(),
  homeId: Type.String(),
  reason: Type.Enum(REPORT_REASONS),
  message: Type.String(),
  email: textOrNull,
  ...fields(Type.String(), 'locale', 'state', 'answerBy'),
  isLate: Type.Boolean(),
  createdAt: Type.String(),
  closedAt: textOrNull,
  takeDowns: Type.Integer(),
  reviewId: textOrNull,
  answer: textOrNull,
});
export type ReportAnswer = Static<typeof ReportAnswer>;

/** `sign_up`: a new account; `setting`: `ADMIN_EMAILS`; `unknown`: older than this record. */
const ROLE_SOURCES = ['sign_up', 'setting', 'admin', 'profile', 'unknown'] as const;

export const UserCase = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(USER_ROLES),
  roleSource: Type.Object({
    kind: Type.Enum(ROLE_SOURCES),
    /** Null with `sign_up` and `unknown`. */
    at: textOrNull,
    /** With `admin`; the name is null when that account is deleted. */
    byId: textOrNull,
    byName: textOrNull,
  }),
  email: textOrNull,
  phone: textOrNull,
  locale: Type.String(),
  providers: Type.Array(Type.String()),
  sessions: Type.Integer(),
  realtorId: textOrNull,
  createdAt: Type.String(),
  deletionAt: textOrNull,
});
export type UserCase = Static<typeof UserCase>;

export const AuditAnswer = Type.Object({
  auditId: Type.Integer(),
  at: Type.String(),
  actorId: textOrNull,
  actorName: textOrNull,
  action: Type.String(),
  subject: Type.String(),
  facts: Type.Array(Type.String()),
});
export type AuditAnswer = Static<typeof AuditAnswer>;

export const JobsAnswer = Type.Object({
  queues: Type.Array(
    Type.Object({
      name: Type.String(),
      ...fields(Type.Integer(), 'waiting', 'active', 'failed'),
    }),
  ),
  /** Jobs and emails that failed permanently; the last hundred. */
  failed: Type.Array(
    Type.Object({
      kind: Type.Enum(['job', 'letter']),
      id: Type.String(),
      name: Type.String(),
      failure: textOrNull,
      createdAt: Type.String(),
      failedAt: textOrNull,
    }),
  ),
});
export type JobsAnswer = Static<typeof JobsAnswer>;

export const adminDetailCalls = {
  loadAdminState: {
    ...get('/maru/v1/admin/state', ADMINS, 'admin'),
    summary: 'State of feeds, index, emails and limits, and the open items',
    response: AdminState,
  },

  listQuarantine: {
    ...get('/maru/v1/admin/quarantine', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Records that could not be normalized, last seen first, with the current result',
    query: Type.Object({ dataset: Dataset, ...Page }),
    response: paged(QuarantinedAnswer),
  },

  replayQuarantine: {
    ...post('/maru/v1/admin/quarantine/replay', ADMINS, 'admin'),
    summary: 'Normalizes quarantined records again: one, or all of a dataset',
    errors: ['source_not_configured'],
    body: closed({
      dataset: Dataset,
      quarantineKey: Type.Optional(Type.String({ minLength: 1, maxLength: 600 })),
    }),
    response: Type.Object({ replayed: Type.Integer(), left: Type.Integer() }),
  },

  setDatasetVisibility: {
    ...put('/maru/v1/admin/dataset/:id/visibility', ADMINS, 'admin'),
    summary: 'Hides all homes of a dataset, or shows them again',
    errors: ['source_not_configured'],
    params: IdParams,
    body: closed({ isHidden: Type.Boolean(), note: Type.Optional(orNull(line(300))) }),
    response: Type.Object({ listings: Type.Integer() }),
  },

  purgeDataset: {
    ...post('/maru/v1/admin/dataset/:id/purge', ADMINS, 'admin'),
    freshSignIn: true,
    summary: 'Ends a license: permanently deletes all data of a dataset',
    description:
      '`confirm` is the name of the dataset. 409 while its feed is configured or read, which would load it again.',
    errors: ['source_not_configured', 'conflict'],
    params: IdParams,
    body: closed({ confirm: line(100) }),
    response: Type.Object({ listings: Type.Integer(), homes: Type.Integer(), pictures: Type.Integer() }),
  },

  explainHome: {
    ...get('/maru/v1/admin/home/:id', ADMINS, 'admin'),
    summary:
      'A home by its id or a listing number: listings, ledger, flags, and why it is displayed or hidden',
    errors: ['home_not_found'],
    params: IdParams,
    response: HomeCaseAnswer,
  },

  listTakeDowns: {
    ...get('/maru/v1/admin/take-down', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Take-downs of homes: requester, time, and when they were lifted; newest first',
    query: Type.Object({ isOpen: Type.Optional(Type.Boolean()), ...Page }),
    response: paged(TakeDownAnswer),
  },

  takeDownHome: {
    ...post('/maru/v1/admin/take-down', ADMINS, 'admin'),
    status: 201,
    summary: 'Hides a home everywhere, immediately',
    errors: ['home_not_found'],
    body: closed({
      homeId: HomeId,
      reason: Type.Enum(TAKE_DOWN_REASONS),
      /** The requester: a person, an office, a court. */
      askedBy: line(200),
      /** `YYYY-MM-DD`; today when absent. */
      askedOn: Type.Optional(Type.String({ pattern: '^20\\d\\d-\\d\\d-\\d\\d$' })),
      note: Type.Optional(orNull(prose(2_000))),
      reportId: Type.Optional(orNull(Id)),
    }),
    response: TakeDownAnswer,
  },

  liftTakeDown: {
    ...post('/maru/v1/admin/take-down/:id/lift', ADMINS, 'admin'),
    summary: 'Lifts a take-down',
    errors: ['not_found'],
    params: IdParams,
    body: closed({ note: Type.Optional(orNull(prose(2_000))) }),
    response: TakeDownAnswer,
  },

  listCorrections: {
    ...get('/maru/v1/admin/correction', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Corrected fields of listings: what the feed says, reason, and how they ended; newest first',
    query: Type.Object({ isOpen: Type.Optional(Type.Boolean()), ...Page }),
    response: paged(CorrectionAnswer),
  },

  correctListing: {
    ...post('/maru/v1/admin/correction', ADMINS, 'admin'),
    freshSignIn: true,
    status: 201,
    summary: 'Corrects a field of a listing everywhere, until removed or until the feed says something else',
    description: '409 when the feed says that already.',
    errors: ['home_not_found', 'conflict'],
    body: closed({
      dataset: Dataset,
      listingKey: line(255),
      field: Type.Enum(CORRECTABLE_FIELDS),
      /** In the unit of the field: a number, a text, `33.6846,-117.8265`; empty: not stated. */
      value: Type.String({ maxLength: 100 }),
      /** How the right value is known. */
      reason: line(300),
      reportId: Type.Optional(orNull(Id)),
    }),
    response: CorrectionAnswer,
  },

  removeCorrection: {
    ...post('/maru/v1/admin/correction/:id/remove', ADMINS, 'admin'),
    freshSignIn: true,
    summary: 'Shows the value of the feed again',
    errors: ['not_found'],
    params: IdParams,
    body: closed({}),
    response: CorrectionAnswer,
  },

  listReports: {
    ...get('/maru/v1/admin/report', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Reports of problems with listings, newest first',
    query: Type.Object({ state: Type.Optional(Type.Enum(['new', 'answered', 'closed'])), ...Page }),
    response: paged(ReportAnswer),
  },

  findUserCase: {
    ...get('/maru/v1/admin/user/:id', ADMINS, 'admin'),
    summary: 'An account as admins see it; each access is audited',
    errors: ['user_not_found'],
    params: IdParams,
    response: UserCase,
  },

  changeRole: {
    ...put('/maru/v1/admin/user/:id/role', ADMINS, 'admin'),
    freshSignIn: true,
    summary: 'Changes the role of an account and revokes its access tokens',
    description: '409 for an admin who would remove their own role.',
    errors: ['user_not_found', 'conflict'],
    params: IdParams,
    body: closed({ newRole: Type.Enum(USER_ROLES) }),
    response: UserCase,
  },

  endSessions: {
    ...post('/maru/v1/admin/user/:id/sign-out', ADMINS, 'admin'),
    summary: 'Ends all sessions of an account',
    errors: ['user_not_found'],
    params: IdParams,
    body: closed({}),
    response: Type.Object({ ended: Type.Integer() }),
  },

  listAudit: {
    ...get('/maru/v1/admin/audit', ADMINS, 'admin'),
    limit: 'list',
    summary: 'The audit log of admins, account owners and the process, newest first',
    query: Type.Object({
      subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      actorId: Type.Optional(Id),
      action: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 60,
          pattern: '^[a-z_]+\\.?[a-z_]*$',
          description: '`word.change`, or `word.` for all actions of that noun',
        }),
      ),
      ...Page,
    }),
    response: paged(AuditAnswer),
  },

  listJobs: {
    ...get('/maru/v1/admin/job', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Job queues, and permanently failed jobs',
    response: JobsAnswer,
  },

  retryJob: {
    ...post('/maru/v1/admin/job/retry', ADMINS, 'admin'),
    summary: 'Retries a failed job or email',
    errors: ['not_found'],
    body: closed({ kind: Type.Enum(['job', 'letter']), id: Id }),
    response: Type.Object({ retried: Type.Literal(true) }),
  },
} as const satisfies Record<string, Route>;
