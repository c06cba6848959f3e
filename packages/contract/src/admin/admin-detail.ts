import { HIDING_REASONS } from '@maru/listing/display';
import { USER_ROLES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS } from '../api/access.ts';
import { get, post, put, type Route } from '../api/route.ts';
import {
  closed,
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
import { REPORT_REASONS } from './review.ts';
import { TAKE_DOWN_REASONS } from './take-down-reasons.ts';

/** What the owner looks after: feeds, homes, people, reports, jobs. Every call of this file is for admins alone. */

const Dataset = Id;
/** JSON of another shape each time; as text, so that nothing of it is lost. */
const JsonText = textOrNull;

const FeedHealth = Type.Object({
  dataset: Type.String(),
  provider: textOrNull,
  source: textOrNull,
  /** Listed in MARU_FEEDS of this process. */
  isConfigured: Type.Boolean(),
  /** `ended`: its licence is over and nothing of it is here; `hidden`: here, and shown to nobody. */
  state: Type.Enum(['healthy', 'loading', 'late', 'failing', 'hidden', 'ended']),
  hiddenReason: textOrNull,
  hiddenSince: textOrNull,
  lastSuccessAt: textOrNull,
  failingSince: textOrNull,
  lastError: textOrNull,
  lastErrorAt: textOrNull,
  /** The list of keys is too short to be believed, since then. */
  shrinkingSince: textOrNull,
  homes: Type.Integer(),
  listings: Type.Integer(),
  /** In the last hour. */
  added: Type.Integer(),
  removed: Type.Integer(),
  quarantined: Type.Integer(),
  /** The last number given to a change, and how many of them the index of this process has not taken in; null: not known. */
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
  /** Of this process. */
  process: Type.Object({
    startedAt: Type.String(),
    memoryMb: Type.Integer(),
    connections: Type.Object({ total: Type.Integer(), idle: Type.Integer(), waiting: Type.Integer() }),
    inFlight: Type.Integer(),
    refused: Type.Integer(),
  }),
  /** How often somebody may call: settings, for each address or account. */
  limits: Type.Array(Type.Object({ name: Type.String(), calls: Type.Integer(), seconds: Type.Integer() })),
  /** Who says for whom they ask, though TRUST_PROXY does not name them: a proxy whose visitors are all counted as one. */
  unbelievedProxy: orNull(
    Type.Object({
      /** Never the address in full: `172.18.0.0/16`. */
      network: Type.String(),
      lastAt: Type.String(),
    }),
  ),
  letters: Type.Object({ waiting: Type.Integer(), failed: Type.Integer() }),
  /** What waits for somebody. */
  waiting: Type.Object({ reviews: Type.Integer(), realtors: Type.Integer(), reports: Type.Integer() }),
  asOf: Type.String(),
});
export type AdminState = Static<typeof AdminState>;

export const QuarantinedAnswer = Type.Object({
  quarantineKey: Type.String(),
  dataset: Type.String(),
  listingKey: textOrNull,
  reason: Type.String(),
  /** As the feed sent it; null where it was too large to be kept. */
  raw: JsonText,
  /** What the reader of today makes of it; null where it still cannot read it. */
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
  liftedAt: textOrNull,
  liftedBy: textOrNull,
  liftNote: textOrNull,
});
export type TakeDownAnswer = Static<typeof TakeDownAnswer>;

/** Why one listing of a home is shown, or is not. */
const ListingCase = Type.Object({
  dataset: Type.String(),
  source: Type.String(),
  listingKey: Type.String(),
  listingId: textOrNull,
  searchType: Type.String(),
  standardStatus: Type.String(),
  reasons: Type.Array(Type.Enum(HIDING_REASONS)),
  /** The home is shown by this one. */
  isChosen: Type.Boolean(),
  /** In searches now; another answer than `isChosen` is a fault of ours. */
  isInSearch: Type.Boolean(),
  flags: Type.Object({
    entireListing: orNull(Type.Boolean()),
    address: orNull(Type.Boolean()),
    valuation: orNull(Type.Boolean()),
    comments: orNull(Type.Boolean()),
  }),
  modifiedAt: Type.String(),
  firstSeenAt: Type.String(),
  lastSeenAt: Type.String(),
  retiredAt: textOrNull,
  retiredReason: textOrNull,
  normalized: JsonText,
  raw: JsonText,
});

export const HomeCaseAnswer = Type.Object({
  homeId: Type.String(),
  /** Other ids that lead here. */
  formerIds: Type.Array(Type.String()),
  /** Without /ko; null while it is not shown. */
  path: textOrNull,
  isShown: Type.Boolean(),
  listings: Type.Array(ListingCase),
  ledger: Type.Array(
    Type.Object({
      dataset: Type.String(),
      listingKey: Type.String(),
      kind: Type.String(),
      oldValue: JsonText,
      newValue: JsonText,
      sourceTime: textOrNull,
      seenTime: Type.String(),
      /** It proved to be wrong, and is shown to nobody. */
      isVoided: Type.Boolean(),
    }),
  ),
  takeDowns: Type.Array(TakeDownAnswer),
});
export type HomeCaseAnswer = Static<typeof HomeCaseAnswer>;

export const ReportAnswer = Type.Object({
  reportId: Type.String(),
  homeId: Type.String(),
  reason: Type.Enum(REPORT_REASONS),
  message: Type.String(),
  /** Only to answer it. */
  email: textOrNull,
  locale: Type.String(),
  state: Type.String(),
  answerBy: Type.String(),
  isLate: Type.Boolean(),
  createdAt: Type.String(),
  closedAt: textOrNull,
  takeDowns: Type.Integer(),
  /** By which it is closed (`closeReview`). */
  reviewId: textOrNull,
  /** What was told to who has sent it. */
  answer: textOrNull,
});
export type ReportAnswer = Static<typeof ReportAnswer>;

/**
 * Where a role comes from: `sign_up` is the one of a new account, `setting` the address in `ADMIN_EMAILS`, `admin` another
 * admin, `profile` a realtor's profile; `unknown` was given before this was recorded.
 */
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
  /** A line of `name value`. */
  facts: Type.Array(Type.String()),
});
export type AuditAnswer = Static<typeof AuditAnswer>;

export const JobsAnswer = Type.Object({
  queues: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Type.Integer(),
      active: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
  /** Jobs that failed for good, and letters that were given up; the last hundred. */
  failed: Type.Array(
    Type.Object({
      kind: Type.Enum(['job', 'letter']),
      id: Type.String(),
      /** The queue, or which letter. */
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
    summary: 'How feeds, index, letters and limits stand, and what waits for somebody',
    response: AdminState,
  },

  listQuarantine: {
    ...get('/maru/v1/admin/quarantine', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Records of a feed that could not be read, last seen first, beside what is read in them now',
    query: Type.Object({ dataset: Dataset, ...Page }),
    response: paged(QuarantinedAnswer),
  },

  replayQuarantine: {
    ...post('/maru/v1/admin/quarantine/replay', ADMINS, 'admin'),
    summary: 'Reads quarantined records again: one, or all of a dataset',
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
    summary: 'Ends a licence: deletes everything of a dataset, for good',
    description:
      'The dataset’s own name must be typed. While its feed is configured or read, which would load it anew: 409.',
    errors: ['source_not_configured', 'conflict'],
    params: IdParams,
    body: closed({ confirm: line(100) }),
    response: Type.Object({ listings: Type.Integer(), homes: Type.Integer(), pictures: Type.Integer() }),
  },

  explainHome: {
    ...get('/maru/v1/admin/home/:id', ADMINS, 'admin'),
    summary:
      'A home by its id or the number of a listing: listings, ledger, flags, and why it is shown or not',
    errors: ['home_not_found'],
    params: IdParams,
    response: HomeCaseAnswer,
  },

  listTakeDowns: {
    ...get('/maru/v1/admin/take-down', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Homes that were taken down: who asked, when it was done, and when it was lifted; newest first',
    query: Type.Object({ isOpen: Type.Optional(Type.Boolean()), ...Page }),
    response: paged(TakeDownAnswer),
  },

  takeDownHome: {
    ...post('/maru/v1/admin/take-down', ADMINS, 'admin'),
    status: 201,
    summary: 'Takes a home out of everything that visitors see, at once',
    errors: ['home_not_found'],
    body: closed({
      homeId: HomeId,
      reason: Type.Enum(TAKE_DOWN_REASONS),
      /** Who asked: a name, an office, a court. */
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
    summary: 'Shows a home again that was taken down',
    errors: ['not_found'],
    params: IdParams,
    body: closed({ note: Type.Optional(orNull(prose(2_000))) }),
    response: TakeDownAnswer,
  },

  listReports: {
    ...get('/maru/v1/admin/report', ADMINS, 'admin'),
    limit: 'list',
    summary: 'Problems with listings that people have told of, newest first',
    query: Type.Object({ state: Type.Optional(Type.Enum(['new', 'answered', 'closed'])), ...Page }),
    response: paged(ReportAnswer),
  },

  findUserCase: {
    ...get('/maru/v1/admin/user/:id', ADMINS, 'admin'),
    summary: 'An account as the owner sees it; that it was looked at is written down',
    errors: ['user_not_found'],
    params: IdParams,
    response: UserCase,
  },

  changeRole: {
    ...put('/maru/v1/admin/user/:id/role', ADMINS, 'admin'),
    freshSignIn: true,
    summary: 'Gives an account another role; its access tokens are no good from then on',
    description: 'Nobody takes the admin’s role from themselves: 409.',
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
    summary: 'What admins, owners of accounts and the process itself have done, newest first',
    query: Type.Object({
      subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      actorId: Type.Optional(Id),
      action: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 60,
          pattern: '^[a-z_]+\\.?[a-z_]*$',
          description: '`word.change`, or with a dot at its end all of that noun',
        }),
      ),
      ...Page,
    }),
    response: paged(AuditAnswer),
  },

  listJobs: {
    ...get('/maru/v1/admin/job', ADMINS, 'admin'),
    limit: 'list',
    summary: 'The queues of jobs, and what was given up',
    response: JobsAnswer,
  },

  retryJob: {
    ...post('/maru/v1/admin/job/retry', ADMINS, 'admin'),
    summary: 'Gives a failed job, or a letter that was given up, another try',
    errors: ['not_found'],
    body: closed({ kind: Type.Enum(['job', 'letter']), id: Id }),
    response: Type.Object({ retried: Type.Literal(true) }),
  },
} as const satisfies Record<string, Route>;
