import Type from 'typebox';
import { EVERYBODY, SIGNED_IN } from '../api/access.ts';
import { get, post, type Route } from '../api/route.ts';
import { closed, textOrNull } from '../api/schemas.ts';

const start = {
  limit: 'sign-in',
  query: Type.Object({
    redirectUrl: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: 'path of this site to return to, with /ko for Korean; / for anything else',
      }),
    ),
    fresh: Type.Optional(
      Type.Boolean({ description: 'the provider must authenticate again, even with a session' }),
    ),
  }),
  /** Redirects to the provider, or to /login?error=provider_down. */
  response: Type.Null(),
  status: 302,
} as const;

export const authCalls = {
  commonPing: {
    ...get('/v1/ping', EVERYBODY, 'auth'),
    summary: 'Whether the common API answers',
    response: Type.Object({ ok: Type.Literal(true) }),
  },

  startKakao: {
    ...get('/v1/oauth/kakao', EVERYBODY, 'auth'),
    summary: 'Redirects to Kakao for signing in',
    ...start,
  },

  startGoogle: {
    ...get('/v1/oauth/google', EVERYBODY, 'auth'),
    summary: 'Redirects to Google for signing in',
    ...start,
  },

  /** Also sets the cookie that binds the nonce to the browser. */
  prepareOneTap: {
    ...get('/v1/oauth/google/one-tap', EVERYBODY, 'auth'),
    summary: 'Parameters of the One Tap prompt for this browser',
    limit: 'sign-in',
    response: Type.Object({
      /** Null: Google sign-in is not configured. */
      clientId: textOrNull,
      nonce: Type.String(),
      scriptUrl: Type.String(),
    }),
  },

  /** `state` is the JSON text `{"role":"","type":"maru","redirectUrl":"/…"}` (rule S3.2). */
  oneTap: {
    ...post('/v1/oauth/google/one-tap', EVERYBODY, 'auth'),
    summary: 'Signs in with an ID token of One Tap',
    limit: 'sign-in',
    body: closed({
      idToken: Type.String({ minLength: 1, maxLength: 8_000 }),
      state: Type.String({ minLength: 2, maxLength: 3_000 }),
      select_by: Type.Optional(Type.String({ maxLength: 40, default: 'fedcm' })),
    }),
    response: Type.Object({
      success: Type.Enum(['ok', 'fail']),
      accessToken: Type.String(),
      msg: Type.String(),
    }),
  },

  /** 200 `{valid: false}` when the session has ended; 401 for a bad token, so that the browser refreshes first. */
  validateToken: {
    ...get('/v1/auth/token/valid', SIGNED_IN, 'auth'),
    summary: 'Whether the access token is valid',
    response: Type.Object({ valid: Type.Boolean() }),
  },

  /** Requires the refresh cookie: 401 without a valid one, 403 from another site. */
  refreshToken: {
    ...post('/api/auth/token/refresh', EVERYBODY, 'auth'),
    usesSessionCookie: true,
    summary: 'A new access token for the session of this browser',
    errors: ['unauthorized', 'foreign_origin'],
    response: Type.Object({ accessToken: Type.String() }),
  },
} as const satisfies Record<string, Route>;
