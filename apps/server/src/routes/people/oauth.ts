import { createHash, randomBytes } from 'node:crypto';
import formbody from '@fastify/formbody';
import { parseOwnPath, type ROUTES, type RouteResponse, type SignInFailure } from '@maru/contract';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '@maru/listing/people';
import { isUnavailable, type OpenSession, type ProvenIdentity } from '@maru/store';
import { type Locale, localeOfPath, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../auth/same-secret.ts';
import { clearCookie, readCookie, writeCookie } from '../../auth/session-cookies.ts';
import { failureOfProvider, SignInClient, SignInFault } from '../../auth/sign-in-client.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { findSignInSite, findSite, isOwnOrigin } from '../../http/own-origin.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';

type OauthParts = Pick<Parts, 'store' | 'accessTokens' | 'settings' | 'now'>;
const PROVIDER_NAMES: Record<SignInProvider, string> = { kakao: 'Kakao', google: 'Google' };

/** Where the browser goes after the sign-in. */
interface SignInTarget {
  locale: Locale;
  redirectUrl: string;
}

const START = { kakao: 'startKakao', google: 'startGoogle' } as const;

/**
 * Signing in: /v1/oauth/kakao and /v1/oauth/google redirect to the provider, which redirects to …/callback;
 * /v1/oauth/google/one-tap and /api/auth/callback receive an ID token of One Tap. Needs cookies.
 */
export async function registerOauthRoutes(app: FastifyInstance, parts: OauthParts): Promise<void> {
  const { settings, now } = parts;
  const clients = new Map<SignInProvider, SignInClient>();
  for (const provider of SIGN_IN_PROVIDERS) {
    const own = settings[provider];
    if (own !== null) clients.set(provider, new SignInClient(provider, own, { now }));
  }
  for (const provider of SIGN_IN_PROVIDERS) registerCodeFlow(app, parts, provider, clients.get(provider));
  registerOneTap(app, parts, clients.get('google'));
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16 * 1024 });
    registerFormPost(scope, parts, clients.get('google'));
  });
}

/** The authorization-code flow with PKCE, state and nonce, begun and ended by one browser. */
function registerCodeFlow(
  app: FastifyInstance,
  parts: OauthParts,
  provider: SignInProvider,
  client: SignInClient | undefined,
): void {
  const { store, settings, now } = parts;
  const callback = `/v1/oauth/${provider}/callback`;

  serve(app, START[provider], async (request, reply) => {
    const redirectUrl = parseOwnPath(request.query.redirectUrl) ?? '/';
    const locale = localeOfPath(redirectUrl);
    const site = findSite(request, settings);
    const failed = { site, provider, locale, redirectUrl };
    if (client === undefined) return sendFailure(reply, { ...failed, failure: 'provider_down' });
    const attempt = { state: secret(), nonce: secret(), codeVerifier: secret() };
    try {
      const redirectUri = `${findSignInSite(request, settings)}${callback}`;
      const isFresh = request.query.fresh === true;
      const url = await client.startUrl({ ...attempt, redirectUri, locale, isFresh });
      const browser = keepBrowser(request, reply, settings);
      const started = { ...attempt, browser, provider, redirectUrl, locale, now: new Date(now()) };
      await store.signIns.startAttempt(started);
      return sendTo(reply, url.href);
    } catch (error) {
      return sendFailure(reply, { ...failed, failure: failureOnPage(error, request) });
    }
  });

  app.get<{ Querystring: Record<string, unknown> }>(callback, async (request, reply) => {
    const site = findSite(request, settings);
    const { state, error } = request.query;
    const browser = readCookie(request, 'browser', settings);
    let target: SignInTarget = { locale: localeOfRequest(request), redirectUrl: '/' };
    try {
      if (typeof state !== 'string' || state.length > 200) throw new SignInFault('expired');
      const attempt = await store.signIns.takeAttempt({ state, browser, provider, now: new Date(now()) });
      if (attempt === 'other_browser') throw new SignInFault('cookies_blocked');
      if (attempt === 'unknown' || client === undefined || browser === undefined)
        throw new SignInFault('expired');
      target = { locale: attempt.locale, redirectUrl: attempt.redirectUrl };
      if (typeof error === 'string') throw new SignInFault(failureOfProvider(error));
      const url = new URL(`${findSignInSite(request, settings)}${request.url}`);
      const identity = await client.finish(url, { ...attempt, state });
      await signIn(parts, request, reply, { identity, browser });
      return sendToPage(reply, { site, ...target });
    } catch (fault) {
      return sendFailure(reply, { site, provider, ...target, failure: failureOnPage(fault, request) });
    }
  });
}

/** The call that the prompt makes with the token that it got. */
function registerOneTap(app: FastifyInstance, parts: OauthParts, client: SignInClient | undefined): void {
  const { store, accessTokens, settings, now } = parts;

  serve(app, 'prepareOneTap', async (request, reply) => {
    let cookie = readCookie(request, 'nonce', settings);
    if (cookie === undefined) {
      cookie = secret();
      writeCookie(reply, 'nonce', cookie, settings);
    }
    reply.header('cache-control', 'no-store');
    return {
      clientId: client?.clientId ?? null,
      nonce: hashNonce(cookie),
      scriptUrl: settings.googleIdentityScriptUrl,
    };
  });

  serve(app, 'oneTap', async (request, reply): Promise<RouteResponse<typeof ROUTES.oneTap>> => {
    reply.header('cache-control', 'no-store');
    const { idToken, state } = request.body;
    const told = parseOneTapState(state);
    if (told === undefined) throw invalidRequest([{ field: 'state', reason: 'malformed' }]);
    const locale = localeOfRequest(request);
    try {
      if (client === undefined) throw new SignInFault('provider_down');
      const cookie = readCookie(request, 'nonce', settings);
      const identity = await readOneTap(parts, client, {
        idToken,
        locale,
        // Rejects tokens that were issued for another browser.
        isNonce: (nonce) =>
          cookie !== undefined && nonce !== undefined && isSameSecret(nonce, hashNonce(cookie)),
      });
      clearCookie(reply, 'nonce', settings);
      const browser = keepBrowser(request, reply, settings);
      const session = await signIn(parts, request, reply, { identity, browser });
      if (request.caller !== undefined) {
        const { userId, sessionId } = request.caller;
        await store.sessions.end({ userId, sessionId, reason: 'replaced', now: new Date(now()) });
      }
      return { success: 'ok', accessToken: await accessTokens.issue(session), msg: '' };
    } catch (fault) {
      return { success: 'fail', accessToken: '', msg: describeFailure(toFailure(fault, request), locale) };
    }
  });
}

interface GoogleForm {
  credential?: unknown;
  g_csrf_token?: unknown;
  state?: unknown;
}

/** What Google's script posts as a form when it is given an address instead of a function. */
function registerFormPost(app: FastifyInstance, parts: OauthParts, client: SignInClient | undefined): void {
  const { settings } = parts;
  app.post<{ Body: GoogleForm | undefined }>(
    '/api/auth/callback',
    {
      onRequest: async (request) => {
        if (!isOwnOrigin(request, settings)) throw new ApiError(403, 'foreign_origin');
      },
    },
    async (request, reply) => {
      const { credential, g_csrf_token: told, state } = request.body ?? {};
      const redirectUrl = parseOwnPath(parseOneTapState(state)?.redirectUrl) ?? '/';
      const locale = redirectUrl === '/' ? localeOfRequest(request) : localeOfPath(redirectUrl);
      const site = findSite(request, settings);
      try {
        const cookie = request.cookies.g_csrf_token;
        const isDouble =
          typeof told === 'string' && cookie !== undefined && cookie !== '' && isSameSecret(told, cookie);
        if (!isDouble) throw new SignInFault(cookie === undefined ? 'cookies_blocked' : 'expired');
        if (client === undefined) throw new SignInFault('provider_down');
        if (typeof credential !== 'string' || credential.length > 8_000) throw new SignInFault('failed');
        const own = readCookie(request, 'nonce', settings);
        const identity = await readOneTap(parts, client, {
          idToken: credential,
          locale,
          // Without a nonce the double-submit cookie protects the request; a wrong nonce is always rejected.
          isNonce: (nonce) =>
            nonce === undefined || (own !== undefined && isSameSecret(nonce, hashNonce(own))),
        });
        // Used up: the prompt after a sign-out needs another nonce.
        clearCookie(reply, 'nonce', settings);
        const browser = keepBrowser(request, reply, settings);
        await signIn(parts, request, reply, { identity, browser });
        return sendToPage(reply, { site, locale, redirectUrl }, 303);
      } catch (fault) {
        const msg = describeFailure(failureOnPage(fault, request), locale);
        const query = new URLSearchParams({ loginSuccess: 'false', msg });
        return sendTo(reply, `${site}${localePath(locale, '/')}?${query}`, 303);
      }
    },
  );
}

/** The identity of a One Tap token. Each token is valid once. @throws SignInFault */
async function readOneTap(
  { store }: OauthParts,
  client: SignInClient,
  own: { idToken: string; locale: Locale; isNonce: (nonce: string | undefined) => boolean },
): Promise<ProvenIdentity> {
  const read = await client.readIdToken(own.idToken, own.locale, own.isNonce);
  const { identity, nonce, tokenId, expiresAt } = read;
  // By signed claims: the text of a token has more than one valid encoding.
  const name = JSON.stringify([
    'one-tap',
    identity.subject,
    nonce ?? null,
    nonce === undefined ? tokenId : null,
  ]);
  if (!(await store.signIns.spend(name, expiresAt))) throw new SignInFault('expired');
  return identity;
}

/** Signs in and sets the refresh cookie. @throws SignInFault when the account belongs to another provider */
async function signIn(
  { store, settings, now }: OauthParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, browser }: { identity: ProvenIdentity; browser: string },
): Promise<OpenSession> {
  const outcome = await store.signIns.signIn({
    identity,
    browser,
    userAgent: request.headers['user-agent'] ?? '',
    adminEmails: settings.adminEmails,
    now: new Date(now()),
  });
  if (outcome.kind === 'join') {
    throw new SignInFault(outcome.provider === 'google' ? 'join_google' : 'join_kakao');
  }
  writeCookie(reply, 'refresh', outcome.session.refreshToken, settings);
  return outcome.session;
}

/** The state of One Tap (rule S3.2): `{"role":"","type":"maru","redirectUrl":"/…"}`. */
function parseOneTapState(text: unknown): { redirectUrl: string } | undefined {
  if (typeof text !== 'string' || text.length > 3_000) return undefined;
  try {
    const { role, type, redirectUrl } = JSON.parse(text) as Record<string, unknown>;
    const isOurs = role === '' && type === 'maru' && typeof redirectUrl === 'string';
    return isOurs ? { redirectUrl } : undefined;
  } catch {
    return undefined;
  }
}

/** 256 bits. */
function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret that identifies this browser, in a cookie that is created or renewed. */
function keepBrowser(request: FastifyRequest, reply: FastifyReply, settings: Parts['settings']): string {
  const browser = readCookie(request, 'browser', settings) ?? secret();
  writeCookie(reply, 'browser', browser, settings);
  return browser;
}

/** The nonce sent to Google; it does not reveal the cookie that it is verified with. */
function hashNonce(cookie: string): string {
  return createHash('sha256').update(`one-tap ${cookie}`).digest('base64url');
}

/** @throws errors that are no failed sign-in, such as an unavailable database */
function toFailure(fault: unknown, request: FastifyRequest): SignInFailure {
  if (!(fault instanceof SignInFault)) throw fault;
  const { failure, cause } = fault;
  if (failure === 'failed' || failure === 'provider_down') {
    const reason =
      cause instanceof Error ? { name: cause.name, code: (cause as { code?: unknown }).code } : {};
    request.log.warn({ failure, ...reason }, 'sign-in failed');
  }
  return failure;
}

/** Like `toFailure`, but an unavailable database is shown on the page too. */
function failureOnPage(fault: unknown, request: FastifyRequest): SignInFailure {
  if (!isUnavailable(fault)) return toFailure(fault, request);
  request.log.warn({ err: fault }, 'sign-in failed');
  return 'failed';
}

function describeFailure(failure: SignInFailure, locale: Locale): string {
  return formatMessage(locale, `login.failed.${failure}.title`, { provider: PROVIDER_NAMES.google });
}

/** Redirects to the page that fetches the access token with the new cookie. */
function sendToPage(
  reply: FastifyReply,
  { site, locale, redirectUrl }: SignInTarget & { site: string },
  status?: 302 | 303,
): FastifyReply {
  const query = new URLSearchParams({ redirectUrl });
  return sendTo(reply, `${site}${localePath(locale, '/login/redirect')}?${query}`, status);
}

function sendFailure(
  reply: FastifyReply,
  own: SignInTarget & { site: string; provider: SignInProvider; failure: SignInFailure },
): FastifyReply {
  const { site, provider, locale, redirectUrl, failure } = own;
  const query = new URLSearchParams({ error: failure, provider, redirectUrl });
  return sendTo(reply, `${site}${localePath(locale, '/login')}?${query}`);
}

/** 302 after a GET; 303 after a POST, so that the form is not sent again. */
function sendTo(reply: FastifyReply, url: string, status: 302 | 303 = 302): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(url, status);
}
