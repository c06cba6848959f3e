import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import { parseOwnPath, type ROUTES, type RouteResponse, type SignInFailure } from '@maru/contract';
import { SIGN_IN_PROVIDERS, type SignInProvider } from '@maru/listing/people';
import { isUnavailable, type ProvenIdentity, type SignInAttempt } from '@maru/store';
import { type Locale, localeOfPath, localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, readCookie, writeCookie } from '../../auth/session-cookies.ts';
import { failureOfProvider, SignInClient, SignInFault } from '../../auth/sign-in-client.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { isOwnOrigin, signInSiteOf, siteOf } from '../../http/own-origin.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';

type OauthParts = Pick<Parts, 'store' | 'accessTokens' | 'settings' | 'now'>;
const PROVIDER_NAMES: Record<SignInProvider, string> = { kakao: 'Kakao', google: 'Google' };
const START = { kakao: 'startKakao', google: 'startGoogle' } as const;

/**
 * Signing in: /v1/oauth/kakao and /v1/oauth/google send the browser to the provider, …/callback takes it back;
 * /v1/oauth/google/one-tap and /api/auth/callback take an ID token of One Tap. Needs cookies.
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
  // Forms are read here and nowhere else.
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
    const site = siteOf(request, settings);
    const failed = { site, provider, locale, redirectUrl };
    if (client === undefined) return sendFailure(reply, { ...failed, failure: 'provider_down' });
    const attempt = { state: secret(), nonce: secret(), codeVerifier: secret() };
    try {
      const redirectUri = `${signInSiteOf(request, settings)}${callback}`;
      const url = await client.startUrl({
        ...attempt,
        redirectUri,
        locale,
        isFresh: request.query.fresh === true,
      });
      const browser = browserOf(request, reply, settings);
      await store.signIns.startAttempt({
        ...attempt,
        browser,
        provider,
        redirectUrl,
        locale,
        now: new Date(now()),
      });
      return sendTo(reply, url.href);
    } catch (error) {
      return sendFailure(reply, { ...failed, failure: failureOnPage(error, request) });
    }
  });

  app.get<{ Querystring: Record<string, unknown> }>(callback, async (request, reply) => {
    const site = siteOf(request, settings);
    const { state, error } = request.query;
    const browser = readCookie(request, 'browser', settings);
    let attempt: SignInAttempt | 'unknown' | 'other_browser' = 'unknown';
    try {
      if (typeof state === 'string' && state.length <= 200) {
        attempt = await store.signIns.takeAttempt({ state, browser, provider, now: new Date(now()) });
      }
    } catch (fault) {
      const locale = localeOfRequest(request);
      return sendFailure(reply, {
        site,
        provider,
        locale,
        redirectUrl: '/',
        failure: failureOnPage(fault, request),
      });
    }
    if (typeof attempt === 'string' || client === undefined || browser === undefined) {
      return sendFailure(reply, {
        site,
        provider,
        locale: localeOfRequest(request),
        redirectUrl: '/',
        failure: attempt === 'other_browser' ? 'cookies_blocked' : 'expired',
      });
    }
    const { locale, redirectUrl } = attempt;
    const failed = { site, provider, locale, redirectUrl };
    try {
      if (typeof error === 'string') throw new SignInFault(failureOfProvider(error));
      const url = new URL(`${signInSiteOf(request, settings)}${request.url}`);
      const identity = await client.finish(url, { ...attempt, state: state as string });
      const outcome = await signIn(parts, request, reply, { identity, browser });
      if (outcome.kind === 'join') {
        return sendFailure(reply, { ...failed, failure: joinOf(outcome.provider) });
      }
      return sendToPage(reply, { site, locale, redirectUrl });
    } catch (fault) {
      return sendFailure(reply, { ...failed, failure: failureOnPage(fault, request) });
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
      nonce: nonceOf(cookie),
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
        // A token that was not asked for by this browser is somebody else's.
        isNonce: (nonce) => cookie !== undefined && nonce !== undefined && isSame(nonce, nonceOf(cookie)),
      });
      clearCookie(reply, 'nonce', settings);
      const outcome = await signIn(parts, request, reply, {
        identity,
        browser: browserOf(request, reply, settings),
      });
      if (outcome.kind === 'join') throw new SignInFault(joinOf(outcome.provider));
      if (request.caller !== undefined) {
        const { userId, sessionId } = request.caller;
        await store.sessions.end({ userId, sessionId, reason: 'replaced', now: new Date(now()) });
      }
      return { success: 'ok', accessToken: await accessTokens.issue(outcome.session), msg: '' };
    } catch (fault) {
      return { success: 'fail', accessToken: '', msg: messageOf(failureOf(fault, request), locale) };
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
      const site = siteOf(request, settings);
      try {
        const cookie = request.cookies.g_csrf_token;
        const isDouble =
          typeof told === 'string' && cookie !== undefined && cookie !== '' && isSame(told, cookie);
        if (!isDouble) throw new SignInFault(cookie === undefined ? 'cookies_blocked' : 'expired');
        if (client === undefined) throw new SignInFault('provider_down');
        if (typeof credential !== 'string' || credential.length > 8_000) throw new SignInFault('failed');
        const own = readCookie(request, 'nonce', settings);
        const identity = await readOneTap(parts, client, {
          idToken: credential,
          locale,
          // Without one the double cookie stands for it; a wrong one is never right.
          isNonce: (nonce) => nonce === undefined || (own !== undefined && isSame(nonce, nonceOf(own))),
        });
        // Spent: the prompt after a sign-out needs another one.
        clearCookie(reply, 'nonce', settings);
        const browser = browserOf(request, reply, settings);
        const outcome = await signIn(parts, request, reply, { identity, browser });
        if (outcome.kind === 'join') throw new SignInFault(joinOf(outcome.provider));
        return sendToPage(reply, { site, locale, redirectUrl }, 303);
      } catch (fault) {
        const msg = messageOf(failureOnPage(fault, request), locale);
        const query = new URLSearchParams({ loginSuccess: 'false', msg });
        return sendTo(reply, `${site}${localePath(locale, '/')}?${query}`, 303);
      }
    },
  );
}

/** Whom a token of One Tap names: each is good for once. @throws SignInFault */
async function readOneTap(
  { store }: OauthParts,
  client: SignInClient,
  own: { idToken: string; locale: Locale; isNonce: (nonce: string | undefined) => boolean },
): Promise<ProvenIdentity> {
  const read = await client.readIdToken(own.idToken, own.locale, own.isNonce);
  const { identity, nonce, tokenId, expiresAt } = read;
  // By what is signed in it: the text of a token can be written in more than one way.
  const name = JSON.stringify([
    'one-tap',
    identity.subject,
    nonce ?? null,
    nonce === undefined ? tokenId : null,
  ]);
  if (!(await store.signIns.spend(name, expiresAt))) throw new SignInFault('expired');
  return identity;
}

async function signIn(
  { store, settings, now }: OauthParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, browser }: { identity: ProvenIdentity; browser: string },
) {
  const outcome = await store.signIns.signIn({
    identity,
    browser,
    userAgent: request.headers['user-agent'] ?? '',
    adminEmails: settings.adminEmails,
    now: new Date(now()),
  });
  if (outcome.kind === 'signed_in') {
    writeCookie(reply, 'refresh', outcome.session.refreshToken, settings);
  }
  return outcome;
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

/** The secret by which this browser is known again; made when it has none. */
function browserOf(request: FastifyRequest, reply: FastifyReply, settings: Parts['settings']): string {
  const browser = readCookie(request, 'browser', settings) ?? secret();
  writeCookie(reply, 'browser', browser, settings);
  return browser;
}

/** What Google signs does not tell the cookie by which it is judged. */
function nonceOf(cookie: string): string {
  return createHash('sha256').update(`one-tap ${cookie}`).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function joinOf(provider: string): SignInFailure {
  return provider === 'google' ? 'join_google' : 'join_kakao';
}

/** @throws what is no fault of the sign-in: the database is away. */
function failureOf(fault: unknown, request: FastifyRequest): SignInFailure {
  if (!(fault instanceof SignInFault)) throw fault;
  const { failure, cause } = fault;
  if (failure === 'failed' || failure === 'provider_down') {
    const reason =
      cause instanceof Error ? { name: cause.name, code: (cause as { code?: unknown }).code } : {};
    request.log.warn({ failure, ...reason }, 'a sign-in came to nothing');
  }
  return failure;
}

/** As `failureOf`; a person who looks at the page is told in words that the database is away too. */
function failureOnPage(fault: unknown, request: FastifyRequest): SignInFailure {
  if (!isUnavailable(fault)) return failureOf(fault, request);
  request.log.warn({ err: fault }, 'a sign-in came to nothing');
  return 'failed';
}

function messageOf(failure: SignInFailure, locale: Locale): string {
  return formatMessage(locale, `login.failed.${failure}.title`, { provider: PROVIDER_NAMES.google });
}

/** To the page that fetches the access token by the cookie that was just set. */
function sendToPage(
  reply: FastifyReply,
  { site, locale, redirectUrl }: { site: string; locale: Locale; redirectUrl: string },
  status?: 302 | 303,
): FastifyReply {
  const query = new URLSearchParams({ redirectUrl });
  return sendTo(reply, `${site}${localePath(locale, '/login/redirect')}?${query}`, status);
}

function sendFailure(
  reply: FastifyReply,
  own: {
    site: string;
    provider: SignInProvider;
    locale: Locale;
    redirectUrl: string;
    failure: SignInFailure;
  },
): FastifyReply {
  const { site, provider, locale, redirectUrl, failure } = own;
  const query = new URLSearchParams({ error: failure, provider, redirectUrl });
  return sendTo(reply, `${site}${localePath(locale, '/login')}?${query}`);
}

/** 302 after a GET; 303 after a form: what it sent is not sent again. */
function sendTo(reply: FastifyReply, url: string, status: 302 | 303 = 302): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(url, status);
}
