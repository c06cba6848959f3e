import { REPORT_REASONS } from '@maru/listing/display';
import { REVIEW_KINDS } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, EVERYBODY } from '../api/access.ts';
import { get, post, put, type Route } from '../api/route.ts';
import {
  closed,
  Email,
  HomeId,
  Id,
  IdParams,
  LocaleField,
  orNull,
  Page,
  paged,
  prose,
  textOrNull,
} from '../api/schemas.ts';

export { REPORT_REASONS };

const REVIEW_SUBJECTS = [
  'contact',
  'realtor',
  'realtor_video',
  'listing_report',
  'listing',
  'correction',
] as const;

export const ReviewAnswer = Type.Object({
  reviewId: Type.String(),
  kind: Type.Enum(REVIEW_KINDS),
  subjectKind: Type.Enum(REVIEW_SUBJECTS),
  subjectId: Type.String(),
  findings: Type.Array(Type.Object({ rule: Type.String(), field: Type.String(), quote: Type.String() })),
  createdAt: Type.String(),
  closedAt: textOrNull,
  note: textOrNull,
});
export type ReviewAnswer = Static<typeof ReviewAnswer>;

export const reviewCalls = {
  /** "Report a problem with this listing" (rules R29, R38). */
  reportHome: {
    ...post('/maru/v1/home/report', EVERYBODY, 'home'),
    summary: 'Reports a problem with a listing; reviewed within one business day',
    limit: 'contact',
    status: 201,
    errors: ['home_not_found', 'idempotency_key_reused'],
    body: closed({
      homeId: HomeId,
      reason: Type.Enum(REPORT_REASONS),
      message: prose(4_000),
      /** Used only to answer this report; sending it is the stored consent to that. */
      email: Type.Optional(orNull(Email)),
      locale: LocaleField,
    }),
    response: Type.Object({
      reportId: Type.String(),
      createdAt: Type.String(),
      /** The end of the next business day in California. */
      answerBy: Type.String(),
      status: Type.Object({ token: Type.String(), path: Type.String() }),
    }),
  },

  findReport: {
    ...get('/maru/v1/home/report/:token', EVERYBODY, 'home'),
    summary: 'A report and its state; 404 for a wrong token',
    errors: ['report_not_found'],
    params: Type.Object({ token: Id }),
    response: Type.Object({
      reportId: Type.String(),
      homeId: Type.String(),
      home: orNull(Type.Object({ label: textOrNull, path: textOrNull })),
      reason: Type.Enum(REPORT_REASONS),
      /** Null with the token of an email to an address that the reporter's account has not verified. */
      message: textOrNull,
      locale: LocaleField,
      hasEmail: Type.Boolean(),
      state: Type.Enum(['new', 'answered', 'closed']),
      createdAt: Type.String(),
      answerBy: Type.String(),
      closedAt: textOrNull,
      answer: textOrNull,
    }),
  },

  listReviews: {
    ...get('/maru/v1/admin/review', ADMINS, 'admin'),
    summary:
      'Open reviews, oldest first: flagged texts, reports, videos, licenses; or closed ones, last first',
    limit: 'list',
    query: Type.Object({
      kind: Type.Optional(Type.Enum(REVIEW_KINDS)),
      state: Type.Optional(Type.Enum(['open', 'closed'], { description: 'default: open' })),
      ...Page,
    }),
    response: paged(ReviewAnswer),
  },

  closeReview: {
    ...put('/maru/v1/admin/review/:id', ADMINS, 'admin'),
    summary: 'Closes a review',
    errors: ['review_not_found'],
    params: IdParams,
    body: closed({
      note: Type.Optional(orNull(prose(1_000))),
      /** Reports only: the answer to the reporter. */
      answer: Type.Optional(orNull(prose(1_000))),
    }),
    response: ReviewAnswer,
  },

  reopenReview: {
    ...post('/maru/v1/admin/review/:id/reopen', ADMINS, 'admin'),
    summary: 'Reopens a review and its report',
    errors: ['review_not_found'],
    params: IdParams,
    response: ReviewAnswer,
  },
} as const satisfies Record<string, Route>;
