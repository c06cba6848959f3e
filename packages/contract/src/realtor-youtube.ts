import Type, { type Static } from 'typebox';
import { CALLS } from './calls.ts';
import { FieldProblem } from './error.ts';
import { PlaceLink } from './home.ts';
import { CLOSED, IdParams, LocaleField, line, orNull, Page, Places, Slug, textOrNull } from './person.ts';
import { route } from './route.ts';

/** `draft`: its realtor does not show it (yet). */
const VIDEO_STATES = ['draft', 'pending', 'published', 'refused'] as const;
/** Words that a video is found by: `escrow`, `first_home`. */
const Term = Type.String({ minLength: 1, maxLength: 40, pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N} _-]*$' });

/** One video. The title is ours to keep: nothing is asked of YouTube. */
export const VideoBody = Type.Object(
  {
    /** A YouTube link of any form, or the video's id. */
    url: Type.String({ minLength: 1, maxLength: 2_000 }),
    title: Type.Optional(orNull(line(200))),
    places: Type.Optional(Places),
    terms: Type.Optional(Type.Array(Term, { maxItems: 20, uniqueItems: true })),
    /** What is spoken in it. */
    language: Type.Optional(orNull(LocaleField)),
    /** Languages of its captions. */
    captions: Type.Optional(Type.Array(LocaleField, { maxItems: 2, uniqueItems: true })),
  },
  CLOSED,
);
export type VideoBody = Static<typeof VideoBody>;

export const VideoAnswer = Type.Object({
  videoId: Type.String(),
  youtubeId: Type.String(),
  title: textOrNull,
  places: Type.Array(PlaceLink),
  terms: Type.Array(Type.String()),
  language: textOrNull,
  captions: Type.Array(Type.String()),
  /** Our own picture of it, kept here; null where there is none. */
  picture: textOrNull,
  state: Type.Enum(VIDEO_STATES),
  /** Whose it is, with licence and broker (B&P 10140.6); null: nobody of this site. */
  realtor: orNull(
    Type.Object({
      realtorId: Type.String(),
      name: Type.String(),
      nameKo: textOrNull,
      licenseNumber: Type.String(),
      licenseState: Type.String(),
      brokerName: Type.String(),
    }),
  ),
  createdAt: Type.String(),
});
export type VideoAnswer = Static<typeof VideoAnswer>;

/** GET /maru/v1/realtor-youtube */
export const listRealtorVideos = route({
  ...CALLS.listRealtorVideos,
  summary: 'Published videos, newest first; of one realtor and one’s own in their own order',
  tag: 'realtor-youtube',
  limit: 'list',
  query: Type.Object({
    realtorId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    place: Type.Optional(Slug),
    homeId: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]{1,20}$',
        description:
          'of the home’s city, ZIP or neighborhood, one a realtor; none when there is no such home',
      }),
    ),
    term: Type.Optional(Term),
    mine: Type.Optional(Type.Boolean({ description: 'the caller’s own in any state; for nobody: none' })),
    state: Type.Optional(Type.Enum(VIDEO_STATES, { description: 'admins only; others get published ones' })),
    ...Page,
  }),
  answer: Type.Object({ items: Type.Array(VideoAnswer), next: Type.Optional(Type.String()) }),
});

/** POST /maru/v1/realtor-youtube */
export const createRealtorVideo = route({
  ...CALLS.createRealtorVideo,
  summary: 'Adds a video: a realtor’s own is published, any other waits for an admin',
  tag: 'realtor-youtube',
  limit: 'contact',
  status: 201,
  refuses: ['already_exists', 'idempotency_key_reused'],
  body: VideoBody,
  answer: VideoAnswer,
});

/** POST /maru/v1/realtor-youtube/batch */
export const createRealtorVideos = route({
  ...CALLS.createRealtorVideos,
  summary: 'Adds up to 100 videos with an answer for each; by `allOrNone` all of them or none',
  tag: 'realtor-youtube',
  limit: 'contact',
  refuses: ['idempotency_key_reused'],
  body: Type.Object(
    {
      videos: Type.Array(VideoBody, { minItems: 1, maxItems: 100 }),
      allOrNone: Type.Optional(Type.Boolean()),
    },
    CLOSED,
  ),
  answer: Type.Object({
    created: Type.Integer(),
    /** In the order of the entries. */
    results: Type.Array(
      Type.Object({
        /** `exists`: it was there before, or earlier in this batch; `left_out`: good, but another entry was not. */
        result: Type.Enum(['created', 'exists', 'refused', 'left_out']),
        video: Type.Optional(VideoAnswer),
        fields: Type.Optional(Type.Array(FieldProblem)),
      }),
    ),
  }),
});

const VideoEdit = Type.Object(
  {
    title: Type.Optional(orNull(line(200))),
    places: Type.Optional(Places),
    terms: Type.Optional(Type.Array(Term, { maxItems: 20, uniqueItems: true })),
    language: Type.Optional(orNull(LocaleField)),
    captions: Type.Optional(Type.Array(LocaleField, { maxItems: 2, uniqueItems: true })),
    /** What an admin has refused, or has still to look at, stays so: 409. */
    state: Type.Optional(Type.Enum(['draft', 'published'])),
  },
  CLOSED,
);

/** PATCH /maru/v1/realtor-youtube/:id */
export const updateRealtorVideo = route({
  ...CALLS.updateRealtorVideo,
  summary: 'Changes one’s own video, shows or hides it (merge patch)',
  tag: 'realtor-youtube',
  access: 'user',
  refuses: ['video_not_found', 'conflict'],
  params: IdParams,
  body: VideoEdit,
  answer: VideoAnswer,
});

/** DELETE /maru/v1/realtor-youtube/:id */
export const deleteRealtorVideo = route({
  ...CALLS.deleteRealtorVideo,
  summary: 'Takes one’s own video from this site',
  tag: 'realtor-youtube',
  access: 'user',
  status: 204,
  refuses: ['video_not_found'],
  params: IdParams,
  answer: Type.Null(),
});

/** PUT /maru/v1/realtor-youtube/order */
export const arrangeRealtorVideos = route({
  ...CALLS.arrangeRealtorVideos,
  summary: 'The order of one’s own videos; those that are not named stand behind, others’ are passed over',
  tag: 'realtor-youtube',
  access: 'user',
  status: 204,
  body: Type.Object(
    {
      videoIds: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
      }),
    },
    CLOSED,
  ),
  answer: Type.Null(),
});

/** PUT /maru/v1/admin/realtor-youtube/:id/moderation */
export const moderateVideo = route({
  ...CALLS.moderateVideo,
  summary: 'Publishes a video that waits, or refuses it',
  tag: 'admin',
  refuses: ['video_not_found'],
  access: 'admin',
  params: IdParams,
  body: Type.Object({ state: Type.Enum(['pending', 'published', 'refused']) }, CLOSED),
  answer: VideoAnswer,
});
