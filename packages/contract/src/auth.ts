import Type from 'typebox';
import { CALLS } from './calls.ts';
import { CLOSED, textOrNull } from './person.ts';
import { route } from './route.ts';

/** GET /v1/ping */
export const commonPing = route({
  ...CALLS.commonPing,
  summary: 'Whether the common API answers',
  tag: 'auth',
  answer: Type.Object({ ok: Type.Literal(true) }),
});

const start = {
  tag: 'auth',
  limit: 'sign-in',
  query: Type.Object({
    redirectUrl: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'path of this site to end at, with /ko when it is Korean; anything else counts as /',
      }),
    ),
    fresh: Type.Optional(
      Type.Boolean({ description: 'the provider is to ask who it is, also where it knows that already' }),
    ),
  }),
  /** To the provider; when that cannot be reached, to /login?error=provider_down. */
  answer: Type.Null(),
  status: 302,
} as const;

/** GET /v1/oauth/kakao */
export const startKakao = route({
  ...CALLS.startKakao,
  summary: 'Sends the browser to Kakao to sign in',
  ...start,
});

/** GET /v1/oauth/google */
export const startGoogle = route({
  ...CALLS.startGoogle,
  summary: 'Sends the browser to Google to sign in',
  ...start,
});

/** GET /v1/oauth/google/one-tap: also sets the cookie that the nonce is bound to. */
export const prepareOneTap = route({
  ...CALLS.prepareOneTap,
  summary: 'What the One Tap prompt of this browser is set up with',
  tag: 'auth',
  limit: 'sign-in',
  answer: Type.Object({
    /** Null: Google is not set up here. */
    clientId: textOrNull,
    nonce: Type.String(),
    /** Google's identity script. */
    scriptUrl: Type.String(),
  }),
});

/** POST /v1/oauth/google/one-tap. `state` is the JSON text `{"role":"","type":"maru","redirectUrl":"/…"}` (rule S3.2). */
export const oneTap = route({
  ...CALLS.oneTap,
  summary: 'Signs in with an ID token of One Tap',
  tag: 'auth',
  limit: 'sign-in',
  body: Type.Object(
    {
      idToken: Type.String({ minLength: 1, maxLength: 8_000 }),
      state: Type.String({ minLength: 2, maxLength: 3_000 }),
      select_by: Type.Optional(Type.String({ maxLength: 40, default: 'fedcm' })),
    },
    CLOSED,
  ),
  answer: Type.Object({
    success: Type.Enum(['ok', 'fail']),
    /** Empty when it failed. */
    accessToken: Type.String(),
    /** For people, in their language; empty when it worked. */
    msg: Type.String(),
  }),
});

/**
 * GET /v1/auth/token/valid: 200 `{valid: true}`; of a session that has ended 200 `{valid: false}`; expired, forged or
 * missing 401, so that the browser refreshes first.
 */
export const validateToken = route({
  ...CALLS.validateToken,
  summary: 'Whether the access token is still good',
  tag: 'auth',
  access: 'user',
  answer: Type.Object({ valid: Type.Boolean() }),
});

/** POST /api/auth/token/refresh, with the refresh cookie: 401 without a good one, 403 from another site. */
export const refreshToken = route({
  ...CALLS.refreshToken,
  summary: 'A new access token for the session of this browser',
  tag: 'auth',
  refuses: ['unauthorized', 'foreign_origin'],
  answer: Type.Object({ accessToken: Type.String() }),
});
