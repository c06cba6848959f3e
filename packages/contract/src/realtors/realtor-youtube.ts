import { MODERATION_STATES, VIDEO_STATES } from '@maru/listing/people';
import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN, PUBLIC_OR_OWN, SIGNED_IN } from '../api/access.ts';
import { FieldProblem } from '../api/error.ts';
import { del, get, patch, post, put, type Route } from '../api/route.ts';
import {
  closed,
  fields,
  HOME_ID,
  Id,
  IdParams,
  LocaleField,
  line,
  orNull,
  Page,
  Places,
  paged,
  Slug,
  textOrNull,
} from '../api/schemas.ts';
import { PlaceLink } from '../homes/home.ts';

/** Search terms: `escrow`, `first_home`. */
const Term = Type.String({ minLength: 1, maxLength: 40, pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} _-]*$' });

const VIDEO_FIELDS = {
  title: Type.Optional(orNull(line(200))),
  places: Type.Optional(Places),
  terms: Type.Optional(Type.Array(Term, { maxItems: 20, uniqueItems: true })),
  language: Type.Optional(orNull(LocaleField)),
  captions: Type.Optional(Type.Array(LocaleField, { maxItems: 2, uniqueItems: true })),
};

/** The title is stored here; nothing is requested from YouTube. */
export const VideoBody = closed({
  /** A YouTube link of any form, or the video's id. */
  url: Type.String({ minLength: 1, maxLength: 2_000 }),
  ...VIDEO_FIELDS,
});
export type VideoBody = Static<typeof VideoBody>;

export const VideoAnswer = Type.Object({
  videoId: Type.String(),
  youtubeId: Type.String(),
  title: textOrNull,
  places: Type.Array(PlaceLink),
  terms: Type.Array(Type.String()),
  language: textOrNull,
  captions: Type.Array(Type.String()),
  picture: textOrNull,
  state: Type.Enum(VIDEO_STATES),
  /** The owner, with license and broker (B&P 10140.6); null: none of this site. */
  realtor: orNull(
    Type.Object({
      realtorId: Type.String(),
      name: Type.String(),
      nameKo: textOrNull,
      ...fields(Type.String(), 'licenseNumber', 'licenseState', 'brokerName'),
    }),
  ),
  createdAt: Type.String(),
});
export type VideoAnswer = Static<typeof VideoAnswer>;

const VideoEdit = closed({
  ...VIDEO_FIELDS,
  /** 409 while refused or pending. */
  state: Type.Optional(Type.Enum(['draft', 'published'])),
});

const PENDING_UNLESS_REALTOR = {
  anonymous: 'pending',
  user: 'pending',
  realtor: 'yes',
  admin: 'yes',
} as const;

export const realtorYoutubeCalls = {
  createRealtorVideo: {
    ...post('/maru/v1/realtor-youtube', PENDING_UNLESS_REALTOR, 'realtor-youtube'),
    summary: 'Adds a video: published for a realtor’s own, else pending approval',
    limit: 'contact',
    status: 201,
    errors: ['already_exists', 'idempotency_key_reused'],
    body: VideoBody,
    response: VideoAnswer,
  },

  listRealtorVideos: {
    ...get('/maru/v1/realtor-youtube', PUBLIC_OR_OWN, 'realtor-youtube'),
    summary: 'Published videos, newest first; those of one realtor in the realtor’s order',
    limit: 'list',
    query: Type.Object({
      realtorId: Type.Optional(Id),
      place: Type.Optional(Slug),
      homeId: Type.Optional(
        Type.String({
          ...HOME_ID,
          description: 'of the home’s city, ZIP or neighborhood, one per realtor; empty for an unknown home',
        }),
      ),
      term: Type.Optional(Term),
      mine: Type.Optional(
        Type.Boolean({ description: 'the caller’s own in any state; empty when signed out' }),
      ),
      state: Type.Optional(
        Type.Enum(VIDEO_STATES, { description: 'admins only; others get published ones' }),
      ),
      ...Page,
    }),
    response: paged(VideoAnswer),
  },

  createRealtorVideos: {
    ...post('/maru/v1/realtor-youtube/batch', PENDING_UNLESS_REALTOR, 'realtor-youtube'),
    summary: 'Adds up to 100 videos with a result for each; all or none with `allOrNone`',
    limit: 'contact',
    errors: ['idempotency_key_reused'],
    body: closed({
      videos: Type.Array(VideoBody, { minItems: 1, maxItems: 100 }),
      allOrNone: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({
      created: Type.Integer(),
      results: Type.Array(
        Type.Object({
          /** `exists`: already present, or earlier in this batch; `left_out`: valid, but another entry was not. */
          result: Type.Enum(['created', 'exists', 'refused', 'left_out']),
          video: Type.Optional(VideoAnswer),
          fields: Type.Optional(Type.Array(FieldProblem)),
        }),
      ),
    }),
  },

  arrangeRealtorVideos: {
    ...put('/maru/v1/realtor-youtube/order', SIGNED_IN, 'realtor-youtube'),
    summary: 'The order of the caller’s videos; unnamed ones follow, other ids are ignored',
    status: 204,
    body: closed({ videoIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    response: Type.Null(),
  },

  updateRealtorVideo: {
    ...patch('/maru/v1/realtor-youtube/:id', OWNER_OR_ADMIN, 'realtor-youtube'),
    summary: 'Changes, publishes or hides a video (merge patch)',
    errors: ['video_not_found', 'conflict'],
    params: IdParams,
    body: VideoEdit,
    response: VideoAnswer,
  },

  deleteRealtorVideo: {
    ...del('/maru/v1/realtor-youtube/:id', OWNER_OR_ADMIN, 'realtor-youtube'),
    summary: 'Deletes a video from this site',
    status: 204,
    errors: ['video_not_found'],
    params: IdParams,
    response: Type.Null(),
  },

  moderateVideo: {
    ...put('/maru/v1/admin/realtor-youtube/:id/moderation', ADMINS, 'admin'),
    summary: 'Publishes or refuses a pending video',
    errors: ['video_not_found'],
    params: IdParams,
    body: closed({ state: Type.Enum(MODERATION_STATES) }),
    response: VideoAnswer,
  },
} as const satisfies Record<string, Route>;
