import Type, { type Static } from 'typebox';
import { ADMINS, OWNER_OR_ADMIN, PUBLIC_OR_OWN, SIGNED_IN } from '../api/access.ts';
import { FieldProblem } from '../api/error.ts';
import type { Route } from '../api/route.ts';
import { PlaceLink } from '../homes/home.ts';
import {
  CLOSED,
  IdParams,
  LocaleField,
  line,
  orNull,
  Page,
  Places,
  Slug,
  textOrNull,
} from '../people/person.ts';

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

export const realtorYoutubeCalls = {
  createRealtorVideo: {
    method: 'POST',
    path: '/maru/v1/realtor-youtube',
    access: { anonymous: 'pending', user: 'pending', realtor: 'yes', admin: 'yes' },
    summary: 'Adds a video: a realtor’s own is published, any other waits for an admin',
    tag: 'realtor-youtube',
    limit: 'contact',
    status: 201,
    errors: ['already_exists', 'idempotency_key_reused'],
    body: VideoBody,
    response: VideoAnswer,
  },

  listRealtorVideos: {
    method: 'GET',
    path: '/maru/v1/realtor-youtube',
    access: PUBLIC_OR_OWN,
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
      state: Type.Optional(
        Type.Enum(VIDEO_STATES, { description: 'admins only; others get published ones' }),
      ),
      ...Page,
    }),
    response: Type.Object({ items: Type.Array(VideoAnswer), next: Type.Optional(Type.String()) }),
  },

  createRealtorVideos: {
    method: 'POST',
    path: '/maru/v1/realtor-youtube/batch',
    access: { anonymous: 'pending', user: 'pending', realtor: 'yes', admin: 'yes' },
    summary: 'Adds up to 100 videos with an answer for each; by `allOrNone` all of them or none',
    tag: 'realtor-youtube',
    limit: 'contact',
    errors: ['idempotency_key_reused'],
    body: Type.Object(
      {
        videos: Type.Array(VideoBody, { minItems: 1, maxItems: 100 }),
        allOrNone: Type.Optional(Type.Boolean()),
      },
      CLOSED,
    ),
    response: Type.Object({
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
  },

  arrangeRealtorVideos: {
    method: 'PUT',
    path: '/maru/v1/realtor-youtube/order',
    access: SIGNED_IN,
    summary: 'The order of one’s own videos; those that are not named stand behind, others’ are passed over',
    tag: 'realtor-youtube',
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
    response: Type.Null(),
  },

  updateRealtorVideo: {
    method: 'PATCH',
    path: '/maru/v1/realtor-youtube/:id',
    access: OWNER_OR_ADMIN,
    summary: 'Changes one’s own video, shows or hides it (merge patch)',
    tag: 'realtor-youtube',
    errors: ['video_not_found', 'conflict'],
    params: IdParams,
    body: VideoEdit,
    response: VideoAnswer,
  },

  deleteRealtorVideo: {
    method: 'DELETE',
    path: '/maru/v1/realtor-youtube/:id',
    access: OWNER_OR_ADMIN,
    summary: 'Takes one’s own video from this site',
    tag: 'realtor-youtube',
    status: 204,
    errors: ['video_not_found'],
    params: IdParams,
    response: Type.Null(),
  },

  moderateVideo: {
    method: 'PUT',
    path: '/maru/v1/admin/realtor-youtube/:id/moderation',
    access: ADMINS,
    summary: 'Publishes a video that waits, or refuses it',
    tag: 'admin',
    errors: ['video_not_found'],
    params: IdParams,
    body: Type.Object({ state: Type.Enum(['pending', 'published', 'refused']) }, CLOSED),
    response: VideoAnswer,
  },
} as const satisfies Record<string, Route>;
