import { REPORT_REASONS } from '@maru/listing/display';
import Type, { type Static } from 'typebox';
import { ADMINS, EVERYBODY } from '../api/access.ts';
import type { Route } from '../api/route.ts';
import { CLOSED, Email, IdParams, LocaleField, orNull, Page, prose, textOrNull } from '../people/person.ts';

export { REPORT_REASONS };

const REVIEW_KINDS = ['fair_housing', 'payment', 'report', 'video', 'verification'] as const;
const REVIEW_SUBJECTS = ['contact', 'realtor', 'realtor_video', 'listing_report', 'listing'] as const;

/** Something that an admin should look at. */
export const ReviewAnswer = Type.Object({
  reviewId: Type.String(),
  kind: Type.Enum(REVIEW_KINDS),
  subjectKind: Type.Enum(REVIEW_SUBJECTS),
  subjectId: Type.String(),
  /** What a scan has found in which text. */
  findings: Type.Array(Type.Object({ rule: Type.String(), field: Type.String(), quote: Type.String() })),
  createdAt: Type.String(),
  closedAt: textOrNull,
  note: textOrNull,
});
export type ReviewAnswer = Static<typeof ReviewAnswer>;

export const reviewCalls = {
  /** "Report a problem with this listing" (rules R29, R38). */
  reportHome: {
    method: 'POST',
    path: '/maru/v1/home/report',
    access: EVERYBODY,
    summary: 'Reports a problem with a listing; a person looks at it within one business day',
    tag: 'home',
    limit: 'contact',
    status: 201,
    errors: ['home_not_found', 'idempotency_key_reused'],
    body: Type.Object(
      {
        homeId: Type.String({ pattern: '^[a-z0-9]{1,20}$' }),
        reason: Type.Enum(REPORT_REASONS),
        message: prose(4_000),
        /** Only to answer this report: sent along, it is the consent to that, which is kept with its words. */
        email: Type.Optional(orNull(Email)),
        locale: LocaleField,
      },
      CLOSED,
    ),
    response: Type.Object({
      reportId: Type.String(),
      createdAt: Type.String(),
      /** The end of the next business day in California: the promise. */
      answerBy: Type.String(),
      /** Whoever has the token may see what became of it. */
      status: Type.Object({ token: Type.String(), path: Type.String() }),
    }),
  },

  /** The state of a report, for its sender. */
  findReport: {
    method: 'GET',
    path: '/maru/v1/home/report/:token',
    access: EVERYBODY,
    summary: 'A report and what became of it; 404 for a wrong token',
    tag: 'home',
    errors: ['report_not_found'],
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      reportId: Type.String(),
      homeId: Type.String(),
      /** Null when the home is gone. */
      home: orNull(Type.Object({ label: textOrNull, path: textOrNull })),
      reason: Type.Enum(REPORT_REASONS),
      /** Null with the token of a letter to an address that the reporter's account has not proven. */
      message: textOrNull,
      locale: LocaleField,
      /** Whether we can write to who has sent it. */
      hasEmail: Type.Boolean(),
      state: Type.Enum(['new', 'answered', 'closed']),
      createdAt: Type.String(),
      answerBy: Type.String(),
      closedAt: textOrNull,
      /** What was found. */
      answer: textOrNull,
    }),
  },

  listReviews: {
    method: 'GET',
    path: '/maru/v1/admin/review',
    access: ADMINS,
    summary:
      'What waits to be looked at, oldest first: texts with words in them, reports, videos, licences; or what was, last first',
    tag: 'admin',
    limit: 'list',
    query: Type.Object({
      kind: Type.Optional(Type.Enum(REVIEW_KINDS)),
      state: Type.Optional(Type.Enum(['open', 'closed'], { description: 'default: open' })),
      ...Page,
    }),
    response: Type.Object({ items: Type.Array(ReviewAnswer), next: Type.Optional(Type.String()) }),
  },

  closeReview: {
    method: 'PUT',
    path: '/maru/v1/admin/review/:id',
    access: ADMINS,
    summary: 'Says that it was looked at',
    tag: 'admin',
    errors: ['review_not_found'],
    params: IdParams,
    body: Type.Object(
      {
        note: Type.Optional(orNull(prose(1_000))),
        /** Of a report: what was found, for who has sent it. */
        answer: Type.Optional(orNull(prose(1_000))),
      },
      CLOSED,
    ),
    response: ReviewAnswer,
  },

  reopenReview: {
    method: 'POST',
    path: '/maru/v1/admin/review/:id/reopen',
    access: ADMINS,
    summary: 'Takes back that it was looked at: it waits again, and so does the report that it is of',
    tag: 'admin',
    errors: ['review_not_found'],
    params: IdParams,
    response: ReviewAnswer,
  },
} as const satisfies Record<string, Route>;
